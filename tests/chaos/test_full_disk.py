"""SQLite on a disk that is full: 503, nothing lost, and on it goes when there is room again."""

import os
import resource
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.api import person
from support.deployment import program
from support.events import eventually
from support.load import Load, census, creation


@pytest.fixture
def small_disk(folder: Path) -> Iterator[Path]:
    if os.geteuid():
        pytest.skip("only root may mount")
    disk = folder / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=32m", "pessoas-test", disk], capture_output=True)
    if mounted.returncode:
        pytest.skip("may not mount here")
    yield disk
    subprocess.run(["umount", "--lazy", disk], check=True)


def large():
    return creation(person(stack=[f"{n:031}" for n in range(500)]))


def test_a_full_disk_and_room_again(binary, folder: Path, small_disk: Path):
    filler = small_disk / "filler"
    filler.write_bytes(b"x" * 26 * 2**20)
    with program(binary, folder, sqlite=small_disk / "p.db") as instance:
        first = Load([instance.listen], clients=8, rate=200, make=large).run(3)
        assert {"201", "503"} == set(census(first)), census(first)
        api = instance.api()
        created = [r for r in first if r.status == 201]
        assert api.count() == len(created)
        for request in created:
            assert api.read(request.id) == {"id": request.id, **request.document}
        filler.unlink()
        eventually(lambda: api.post(person()).status == 201, 2, "it is used again")
        second = Load([instance.listen], clients=8, rate=20).run(1)
        assert census(second) == {"201": len(second)}
        instance.kill()
        instance.start()
        assert instance.api().count() == len(created) + 1 + len(second)


def test_a_limit_of_the_size_of_files(binary, folder: Path):
    with program(binary, folder, sqlite=folder / "p.db") as instance:
        instance.api().create()
        resource.prlimit(instance.pid, resource.RLIMIT_FSIZE, (2**20, resource.RLIM_INFINITY))
        requests = Load([instance.listen], clients=8, rate=100, make=large).run(2)
        assert {"201", "503"} == set(census(requests)), census(requests)
        resource.prlimit(instance.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        api = instance.api()
        assert api.count() == 1 + sum(r.status == 201 for r in requests)
