"""The sources of the two that are compared: taken out of git, or as they lie here."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from comparison.commands import Trouble, output
from stress_test.signals import deaf


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
    """Of two commits; without `head`: of one, and the working tree. What is taken out is gone afterwards."""
    commits = [(name, commit_of(root, name)) for name in (base, head) if name is not None]
    (root / "build").mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="compare-", dir=root / "build"))
    try:
        made = [
            Tree(f"{name} ({commit[:10]})", _taken_out(root, commit, folder / side))
            for side, (name, commit) in zip(("base", "head"), commits, strict=False)
        ]
        yield made[0], made[1] if head is not None else Tree("the working tree", root)
    finally:
        with deaf():
            shutil.rmtree(folder)


def _taken_out(root: Path, commit: str, folder: Path) -> Path:
    """Its files alone, of which git knows nothing: there is no worktree to be forgotten by it afterwards."""
    archive = folder.with_suffix(".tar")
    folder.mkdir()
    output("git", "archive", f"--output={archive}", commit, within=root)
    output("tar", "-xf", archive, within=folder)
    return folder
