"""The contest's topology, by scripts/topology."""

import os
import signal
import subprocess
from pathlib import Path

from support.address import Address
from support.events import eventually

ROOT = Path(__file__).parents[2]
LINK = ROOT / "run"  # to its folder, while it is up
FRONT = Address("127.0.0.1", 9999)
INSTANCES = {"api-1": Address("127.0.0.1", 9101), "api-2": Address("127.0.0.1", 9102)}  # and where their metrics are
PARTS = ("nginx", *INSTANCES, "postgres")


def topology(*arguments: str, umask: int = -1) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOT / "scripts/topology", *arguments], capture_output=True, text=True, timeout=120, umask=umask
    )


class Service:
    """A part of the topology in `folder`."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder / "service" / name

    @property
    def pid(self) -> int:
        return int((self.folder / "supervise/pid").read_text() or 0)

    @property
    def serves(self) -> bool:
        return subprocess.run(["./check"], cwd=self.folder, stderr=subprocess.DEVNULL).returncode == 0

    def kill_and_await(self) -> None:
        before = self.pid
        assert before > 0, f"{self.folder.name} does not run"  # 0 would be ourselves
        os.kill(before, signal.SIGKILL)
        eventually(lambda: self.pid not in (0, before) and self.serves, 20, f"{self.folder.name} is back")
