"""Control groups with the limits of docker-compose.yml, for what is started without containers.

    python3 -m stack.limits create RUN COMPOSE SUPERVISOR     a group for each part; RUN/cgroups/PART names its folders
    python3 -m stack.limits remove RUN                        when all of them have ended

`create` leaves in RUN/limits what was set, or why nothing can be; it succeeds in either case. Nothing is mounted or
remounted for it. SUPERVISOR is the pid of who starts the parts: where systemd owns the groups of version 2, he is in
one that it has delegated.
"""

import os
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stack.figures import COMPONENTS
from stack.kernel import V2_CONTROLLERS, Hierarchies, Unlimited, group_of, hierarchies, words

PERIOD = 100_000  # microseconds, as Docker has it
SYSTEMD = Path("/run/systemd/system")  # is there where it runs: sd_booted(3)
BYTES = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


@dataclass(frozen=True)
class Limits:
    cpus: float
    memory: int  # bytes

    @property
    def quota(self) -> int:
        """Microseconds of a period."""
        return round(self.cpus * PERIOD)

    @property
    def settings(self) -> Mapping[int, Mapping[str, str]]:
        """version -> file of a group -> what is written to it."""
        return {
            1: {
                "cpu.cfs_period_us": str(PERIOD),
                "cpu.cfs_quota_us": str(self.quota),
                "memory.limit_in_bytes": str(self.memory),
            },
            2: {"cpu.max": f"{self.quota} {PERIOD}", "memory.max": str(self.memory)},
        }

    def __str__(self) -> str:
        return f"{self.cpus:.2f} CPU and {self.memory >> 20} MB"


def limits_of(compose: Mapping[str, Any]) -> dict[str, Limits]:
    """Of the parts, as a compose file says them."""
    found = {}
    for part in COMPONENTS:
        limits = compose["services"][part]["deploy"]["resources"]["limits"]
        found[part] = Limits(float(limits["cpus"]), int(limits["memory"][:-1]) * BYTES[limits["memory"][-1]])
    return found


def create(name: str, limits: Mapping[str, Limits], on: Hierarchies, supervisor: int) -> dict[str, list[Path]]:
    """Part -> the folders of its groups, one for each hierarchy; all or none. OSError or Unlimited: none."""
    parents = [root / name for root in on.roots]
    if on.version == 2 and SYSTEMD.exists():
        parents = [_delegated(supervisor, on.roots[0])]
    elif on.version == 2:
        _hand_down(on.roots[0])
    groups = {part: [parent / part for parent in parents] for part in limits}
    try:
        for parent in parents:
            parent.mkdir(exist_ok=True)
            if on.version == 2:
                _hand_down(parent)
        for part, folders in groups.items():
            for folder in folders:
                folder.mkdir()
            _set(folders, limits[part].settings[on.version])
    except BaseException:  # whoever interrupts it too
        remove(groups)
        raise
    return groups


def _set(folders: Sequence[Path], settings: Mapping[str, str]) -> None:
    for file, value in settings.items():
        # The first word names the controller; of version 1 only its own hierarchy has the file.
        owners = [folder for folder in folders if (folder / file).exists()]
        if not owners:
            raise FileNotFoundError(f"no {file} in {folders[0]}")
        owners[0].joinpath(file).write_text(value)


def _hand_down(group: Path) -> None:
    """Lets its children have the controllers. EBUSY: processes are in it, and it is not the root."""
    wanted = [name for name in V2_CONTROLLERS if name not in words(group / "cgroup.subtree_control")]
    if wanted:
        (group / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in wanted))


def _delegated(supervisor: int, root: Path) -> Path:
    """The group that systemd has made for the supervisor, with him moved into a child: only leaves hold processes."""
    group = group_of(supervisor, root)
    if group.suffix != ".scope" or not group.name.startswith("pessoas-"):
        raise Unlimited("systemd has delegated no group to us")
    leaf = group / "supervisor"
    leaf.mkdir()
    for pid in words(group / "cgroup.procs"):
        (leaf / "cgroup.procs").write_text(pid)
    return group


def remove(groups: Mapping[str, Sequence[Path]]) -> None:
    """With their parents, unless somebody else has groups there. A process that has just ended may still be in one."""
    folders = [folder for each in groups.values() for folder in each]
    deadline = time.monotonic() + 5
    for folder in folders:
        while folder.exists():
            try:
                folder.rmdir()
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
    for parent in {folder.parent for folder in folders}:
        with suppress(OSError):
            parent.rmdir()


def written(run: Path) -> dict[str, list[Path]]:
    """What `create` has left in a topology's folder."""
    return {
        file.name: [Path(line) for line in file.read_text().splitlines()]
        for file in sorted((run / "cgroups").glob("*"))
    }


def _create(run: Path, compose: Path, supervisor: int) -> str:
    """What was done, in words."""
    (run / "cgroups").mkdir()
    for part in COMPONENTS:
        (run / "cgroups" / part).touch()
    try:
        import yaml

        if os.geteuid() != 0:
            raise Unlimited("only root may set them")
        limits = limits_of(yaml.safe_load(compose.read_text()))
        on = hierarchies(Path("/proc/mounts").read_text())
        groups = create(run.name, limits, on, supervisor)
    except (Unlimited, OSError, ImportError) as why:
        return f"no limits of CPU and memory: {why}"
    for part, folders in groups.items():
        (run / "cgroups" / part).write_text("".join(f"{folder}\n" for folder in folders))
    each = ", ".join(f"{part} {limit}" for part, limit in limits.items())
    return f"limits: {each} (cgroup v{on.version})"


def main(command: str, run: str, *others: str) -> None:
    if command == "create":
        compose, supervisor = others
        said = _create(Path(run), Path(compose), int(supervisor))
        (Path(run) / "limits").write_text(said + "\n")
    else:
        remove(written(Path(run)))


if __name__ == "__main__":
    main(*sys.argv[1:])
