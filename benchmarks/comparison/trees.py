"""The sources of the two that are compared: checked out, or as they lie here."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from comparison.commands import Trouble, output, uninterrupted


@dataclass(frozen=True)
class Tree:
    name: str  # for people
    folder: Path


def commit_of(root: Path, name: str) -> str:
    try:
        return output(
            "git", "rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}", within=root
        ).strip()
    except Trouble:
        raise Trouble(f"there is no commit {name!r}") from None


@contextmanager
def trees(root: Path, base: str, head: str | None) -> Iterator[tuple[Tree, Tree]]:
    """Of two commits; without `head`: of one, and the working tree. What is checked out is gone afterwards."""
    commits = [commit_of(root, name) for name in (base, head) if name is not None]
    (root / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="compare-", dir=root / "build") as folder, ExitStack() as stack:
        made = [
            Tree(f"{name} ({commit[:10]})", stack.enter_context(_checked_out(root, commit, Path(folder, side))))
            for side, name, commit in zip(("base", "head"), (base, head), commits, strict=False)
        ]
        yield made[0], made[1] if head is not None else Tree("the working tree", root)


@contextmanager
def _checked_out(root: Path, commit: str, folder: Path) -> Iterator[Path]:
    try:
        output("git", "worktree", "add", "--quiet", "--detach", folder, commit, within=root)
        yield folder
    finally:
        with uninterrupted():
            if folder.exists():
                output("git", "worktree", "remove", "--force", folder, within=root)
            output("git", "worktree", "prune", within=root)
