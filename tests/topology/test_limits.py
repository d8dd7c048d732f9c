"""The limits of scripts/topology, and what scripts/usage says of them, with the kernel's own control groups."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from support.events import eventually
from support.topology import LINK, PARTS, ROOT, Service, topology

pytestmark = pytest.mark.xdist_group("topology")

SERVICES = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Of a topology that is up, and limited."""
    assert not LINK.is_symlink(), "a topology is up already"
    started = topology("up")
    assert started.returncode == 0, started.stderr
    try:
        folder = LINK.readlink()
        said = (folder / "limits").read_text()
        assert said in started.stdout
        if said.startswith("no limits"):
            pytest.skip(said)
        yield folder
    finally:
        topology("down")


def groups(folder: Path, part: str) -> list[Path]:
    return [Path(line) for line in (folder / "cgroups" / part).read_text().splitlines()]


def usage() -> dict[str, Any]:
    return json.loads(subprocess.run([ROOT / "scripts/usage"], capture_output=True, check=True).stdout)


def component(part: str) -> dict[str, Any]:
    return usage()["components"][part.replace("-", "")]


@pytest.mark.parametrize("part", PARTS)
def test_a_part_has_the_limits_of_the_composition(folder: Path, part: str) -> None:
    limits = SERVICES[part]["deploy"]["resources"]["limits"]
    figures = component(part)
    assert figures["cpu_limit"] == float(limits["cpus"])
    assert f"{figures['memory_limit_bytes'] >> 20}M" == limits["memory"]


@pytest.mark.parametrize("part", PARTS)
def test_all_of_a_part_is_in_its_groups_and_so_it_is_when_it_comes_back(folder: Path, part: str) -> None:
    service = Service(folder, part)
    for _ in range(2):
        assert family(service.pid)
        for group in groups(folder, part):
            before = family(service.pid)
            held = set((group / "cgroup.procs").read_text().split())
            assert before & family(service.pid) <= held, "whoever lives before and after"
        service.kill_and_await()
        eventually(lambda: all(Service(folder, each).serves for each in PARTS), 10, "all serve")


def family(pid: int) -> set[str]:
    return {process.parent.name for process in Path("/proc").glob("[0-9]*/stat") if comes_of(process, pid)}


def comes_of(stat: Path, pid: int) -> bool:
    """Whether it is that process or a child of it, and lives."""
    try:
        fields = stat.read_text().rpartition(") ")[2].split()
    except OSError:  # it has ended
        return False
    return fields[0] not in "ZX" and pid in (int(stat.parent.name), int(fields[1]))


def test_what_a_part_has_used_is_not_forgotten_when_it_dies(folder: Path) -> None:
    before = component("api-2")["cpu_seconds"]
    assert before > 0
    Service(folder, "api-2").kill_and_await()
    assert component("api-2")["cpu_seconds"] > before


def test_a_part_gets_no_more_cpu_than_its_limit_and_the_stops_are_counted(folder: Path) -> None:
    before = component("api-1")
    began = time.monotonic()
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as burning:
        try:
            for group in groups(folder, "api-1"):
                (group / "cgroup.procs").write_text(str(burning.pid))
            eventually(lambda: component("api-1")["throttled_periods"] >= before["throttled_periods"] + 5, 20, "stops")
        finally:
            burning.kill()
    after, elapsed = component("api-1"), time.monotonic() - began
    assert after["cpu_seconds"] - before["cpu_seconds"] <= after["cpu_limit"] * elapsed + 0.1
    assert after["throttled_seconds"] > before["throttled_seconds"]
    assert after["periods"] > before["periods"]


def test_without_groups_the_processes_are_asked(folder: Path) -> None:
    by_group = usage()
    assert by_group["source"] in ("cgroup v1", "cgroup v2")
    lists = {part: folder / "cgroups" / part for part in PARTS}
    written = {part: file.read_text() for part, file in lists.items()}
    try:
        for file in lists.values():
            file.write_text("")
        by_process = usage()
    finally:
        for part, file in lists.items():
            file.write_text(written[part])
    assert by_process["source"] == "processes"
    for name, figures in by_process["components"].items():
        assert figures["memory_without_cache_bytes"] > 0
        # Children of a server that was killed are nobody's, and short ones may not be seen by the clock.
        assert 0 <= figures["cpu_seconds"] <= by_group["components"][name]["cpu_seconds"] + 0.1


def test_down_removes_the_groups(folder: Path) -> None:
    there = [group for part in PARTS for group in groups(folder, part)]
    assert there
    stopped = topology("down")
    assert (stopped.returncode, stopped.stderr) == (0, "")
    assert not [group for group in there if group.exists() or group.parent.exists()]
    assert subprocess.run([ROOT / "scripts/usage"], capture_output=True).returncode == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root sets limits in the first place")
def test_where_there_are_no_groups_it_serves_without_limits() -> None:
    """As seen from a mount namespace that has none."""
    up = "umount -a -t cgroup,cgroup2 && exec scripts/topology up"
    try:
        started = subprocess.run(["unshare", "--mount", "sh", "-c", up], cwd=ROOT, capture_output=True, text=True)
        assert started.returncode == 0, started.stderr
        assert "no limits of CPU and memory: no control groups for cpu and cpuacct and memory are" in started.stdout
        assert usage()["source"] == "processes"
    finally:
        topology("down")
