"""scripts/topology as it is used: it takes port 9999, the optimised program, and half a minute."""

import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.api import Api, person
from support.events import eventually
from support.load import Load, census, complaints, creation
from support.topology import FRONT, LINK, PARTS, Service, topology

pytestmark = pytest.mark.xdist_group("topology")


def living_in(folder: Path) -> dict[int, str]:
    """The processes whose working directory is there: their numbers and command lines."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if folder in (process / "cwd").readlink().parents:
                found[int(process.name)] = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:  # it has ended, or is not ours to look at
            pass
    return found


def parents_of(title: str, folder: Path) -> set[int]:
    """Those of the processes there whose command line begins so."""
    pids = [pid for pid, command_line in living_in(folder).items() if command_line.startswith(title)]
    return {int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1]) for pid in pids}


@pytest.fixture(scope="module")
def left_behind() -> Path:
    """The folder of a topology whose machine was switched off."""
    assert not LINK.is_symlink(), "a topology is up already"
    folder = Path(tempfile.mkdtemp(prefix="pessoas."))
    folder = folder.rename(folder.with_suffix(folder.suffix[:7]))  # six random characters, as those of `up`
    (folder / "log").mkdir()
    LINK.symlink_to(folder)
    return folder


@pytest.fixture(scope="module")
def folder(left_behind: Path) -> Iterator[Path]:
    """Of a topology that is up, started by somebody who lets nobody read his files."""
    started = topology("up", umask=0o077)
    assert started.returncode == 0, started.stderr
    try:
        yield LINK.readlink()
    finally:
        topology("down")


def test_what_a_machine_that_was_switched_off_left_behind_is_removed(folder: Path, left_behind: Path) -> None:
    assert folder != left_behind
    assert not left_behind.exists()


def test_up_does_nothing_where_it_is_up(folder: Path) -> None:
    before = [Service(folder, part).pid for part in PARTS]
    assert topology("up").returncode == 0
    assert [Service(folder, part).pid for part in PARTS] == before


@pytest.mark.parametrize("part", PARTS)
def test_what_is_killed_comes_back_and_nothing_is_lost(folder: Path, part: str) -> None:
    api = Api(FRONT)
    created = api.create()
    Service(folder, part).kill_and_await()
    api.close()
    for each in PARTS:
        eventually(lambda each=each: Service(folder, each).serves, 10, f"{each} serves")
    eventually(lambda: api.post(person()).status == 201, 10, "persons are created")
    assert api.read(created)["id"] == created


def test_no_worker_outlives_its_master(folder: Path) -> None:
    nginx = Service(folder, "nginx")
    nginx.kill_and_await()
    eventually(lambda: parents_of("nginx: worker", folder) == {nginx.pid}, 10, "the old worker has gone")


def test_no_user_sees_a_rolling_restart(folder: Path) -> None:
    load = Load([FRONT], clients=50, rate=200, make=creation).start()
    for _ in range(2):
        assert topology("restart").returncode == 0
    requests = load.stop()
    assert census(requests) == {"201": len(requests)}, complaints(requests)


def test_down_leaves_nothing_behind(folder: Path) -> None:
    stopped = topology("down")
    assert (stopped.returncode, stopped.stderr) == (0, "")
    assert living_in(folder) == {}
    assert not folder.exists()
    assert not LINK.is_symlink()
    assert topology("down").returncode == 0


def test_what_is_not_up_is_not_restarted() -> None:
    refused = topology("restart")
    assert refused.returncode == 1
    assert "not up" in refused.stderr


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    LINK.symlink_to(tmp_path)
    try:
        refused = topology("down")
    finally:
        LINK.unlink(missing_ok=True)
    assert refused.returncode == 1
    assert "none of ours" in refused.stderr
    assert tmp_path.exists()


def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 9999)):
        refused = topology("up")
    assert refused.returncode == 1
    assert "port 9999 is taken" in refused.stderr
