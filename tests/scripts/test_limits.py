"""What stack.limits writes, on made-up hierarchies: the kernel's part in it is tested in tests/topology."""

import os
import subprocess
from pathlib import Path

import pytest
import yaml

from stack.kernel import Hierarchies, Unlimited, hierarchies
from stack.limits import Limits, create, limits_of, main, remove

ROOT = Path(__file__).parents[2]
LIMITS = {"nginx": Limits(0.58, 256 << 20)}
V1_FILES = {
    "cpu": {"cpu.cfs_period_us": "100000", "cpu.cfs_quota_us": "58000"},
    "cpuacct": {},
    "memory": {"memory.limit_in_bytes": "268435456"},
}


class Kernel:
    """Makes the files of a group where a folder is made, as the kernel does, and takes them away with it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, files_of: dict[Path, list[str]]) -> None:
        self.files_of = files_of
        self.mkdir, self.rmdir = Path.mkdir, Path.rmdir
        monkeypatch.setattr(Path, "mkdir", lambda folder, **options: self._mkdir(folder, **options))
        monkeypatch.setattr(Path, "rmdir", lambda folder: self._rmdir(folder))

    def _mkdir(self, folder: Path, **options) -> None:
        self.mkdir(folder, **options)
        for root, files in self.files_of.items():
            if root in folder.parents:
                for file in files:
                    (folder / file).touch()

    def _rmdir(self, folder: Path) -> None:
        if any(entry.is_dir() for entry in folder.iterdir()):
            raise OSError("busy")
        for entry in folder.iterdir():
            entry.unlink()
        self.rmdir(folder)


@pytest.fixture
def version_1(tmp_path, monkeypatch):
    """A hierarchy for each controller."""
    roots = tuple(tmp_path / name for name in V1_FILES)
    for root in roots:
        root.mkdir()
    Kernel(monkeypatch, {root: list(V1_FILES[root.name]) for root in roots})
    return Hierarchies(1, roots)


@pytest.fixture
def version_2(tmp_path, monkeypatch):
    root = tmp_path / "unified"
    root.mkdir()
    (root / "cgroup.subtree_control").write_text("memory pids\n")
    Kernel(monkeypatch, {root: ["cpu.max", "memory.max", "cgroup.subtree_control"]})
    monkeypatch.setattr("stack.limits.SYSTEMD", tmp_path / "none")
    return Hierarchies(2, (root,))


def test_the_limits_are_those_of_the_composition():
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    limits = limits_of(compose)
    assert list(limits) == ["nginx", "api-1", "api-2", "postgres"]
    for part, limit in limits.items():
        written = compose["services"][part]["deploy"]["resources"]["limits"]
        assert f"{limit.cpus:.2f}" == written["cpus"]
        assert f"{limit.memory >> 20}M" == written["memory"]


def test_a_group_of_version_1_has_a_folder_in_each_hierarchy(version_1):
    groups = create("run", LIMITS, version_1, os.getpid())
    assert groups == {"nginx": [root / "run/nginx" for root in version_1.roots]}
    for folder in groups["nginx"]:
        assert {file.name: file.read_text() for file in folder.iterdir()} == V1_FILES[folder.parents[1].name]


def test_hierarchies_of_several_controllers_are_taken_once(tmp_path):
    mounts = (
        f"cgroup {tmp_path}/cpu,cpuacct cgroup rw,cpu,cpuacct 0 0\n"
        f"cgroup {tmp_path}/with\\040blank cgroup rw,memory 0 0\n"
    )
    assert hierarchies(mounts) == Hierarchies(1, (tmp_path / "cpu,cpuacct", tmp_path / "with blank"))


def test_a_group_of_version_2_gets_the_controllers_handed_down(version_2):
    groups = create("run", LIMITS, version_2, os.getpid())
    (folder,) = groups["nginx"]
    assert (folder / "cpu.max").read_text() == "58000 100000"
    assert (folder / "memory.max").read_text() == "268435456"
    assert (version_2.roots[0] / "cgroup.subtree_control").read_text() == "+cpu", "memory was there"
    assert (folder.parent / "cgroup.subtree_control").read_text() == "+cpu +memory"


def test_where_systemd_runs_the_groups_are_below_the_one_it_delegates(version_2, tmp_path, monkeypatch):
    scope = version_2.roots[0] / "system.slice/pessoas-x.scope"
    scope.parent.mkdir(parents=True)
    scope.mkdir()
    (scope / "cgroup.procs").write_text("71\n")
    monkeypatch.setattr("stack.limits.SYSTEMD", tmp_path)
    monkeypatch.setattr("stack.limits.group_of", lambda pid, root: scope)
    groups = create("run", LIMITS, version_2, 71)
    assert groups == {"nginx": [scope / "nginx"]}
    assert (scope / "supervisor/cgroup.procs").read_text() == "71", "only leaves hold processes"
    assert (scope / "cgroup.subtree_control").read_text() == "+cpu +memory"
    assert (version_2.roots[0] / "cgroup.subtree_control").read_text() == "memory pids\n", "that is systemd's"


def test_where_systemd_runs_no_other_group_is_touched(version_2, tmp_path, monkeypatch):
    scope = version_2.roots[0] / "session-1.scope"
    scope.mkdir()
    monkeypatch.setattr("stack.limits.SYSTEMD", tmp_path)
    monkeypatch.setattr("stack.limits.group_of", lambda pid, root: scope)
    with pytest.raises(Unlimited, match="delegated no group"):
        create("run", LIMITS, version_2, 71)
    assert not [entry for entry in scope.iterdir() if entry.is_dir()]


@pytest.mark.parametrize("version", ["version_1", "version_2"])
def test_nothing_is_left_when_all_is_removed(version, request):
    on = request.getfixturevalue(version)
    remove(create("run", LIMITS, on, os.getpid()))
    assert not [folder for root in on.roots for folder in root.iterdir() if folder.is_dir()]


def test_nothing_is_left_where_a_limit_can_not_be_set(version_1):
    without = Hierarchies(1, version_1.roots[:2])
    with pytest.raises(FileNotFoundError, match=r"memory\.limit_in_bytes"):
        create("run", LIMITS, without, os.getpid())
    assert not [folder for root in without.roots for folder in root.iterdir()]


def test_nothing_is_left_where_somebody_interrupts(version_1, monkeypatch):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("stack.limits._set", interrupted)
    with pytest.raises(KeyboardInterrupt):
        create("run", LIMITS, version_1, os.getpid())
    assert not [folder for root in version_1.roots for folder in root.iterdir()]


@pytest.mark.parametrize(
    ("controllers", "expected"),
    [("cpuset cpu io memory pids", 2), ("cpu", 1), ("", 1)],
    ids=["all", "no memory", "none"],
)
def test_version_2_is_taken_where_it_has_the_controllers(tmp_path, controllers, expected):
    (tmp_path / "cgroup.controllers").write_text(controllers)
    mounts = f"cgroup2 {tmp_path} cgroup2 rw 0 0\ncgroup /one cgroup rw,cpu,cpuacct,memory 0 0\n"
    assert hierarchies(mounts).version == expected


def test_what_is_not_mounted_is_named():
    with pytest.raises(Unlimited, match="for cpuacct and memory are mounted"):
        hierarchies("cgroup /one cgroup rw,cpu 0 0\ntmpfs /memory tmpfs rw,memory 0 0\n")


def test_who_is_not_root_is_told_so(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 65534)
    main("create", str(tmp_path), str(ROOT / "docker-compose.yml"), "1")
    assert (tmp_path / "limits").read_text() == "no limits of CPU and memory: only root may set them\n"
    assert [file.read_text() for file in (tmp_path / "cgroups").iterdir()] == [""] * 4


def joined(run: Path, *groups: Path) -> subprocess.CompletedProcess[str]:
    """A service of that topology whose part has those groups, and which says its pid once it is in them."""
    (run / "cgroups").mkdir()
    (run / "cgroups/nginx").write_text("".join(f"{group}\n" for group in groups))
    service = run / "service/nginx"
    service.mkdir(parents=True)
    join = ["sh", "-c", '. "$0"; echo $$', ROOT / "deploy/runit/join"]
    return subprocess.run(join, cwd=service, capture_output=True, text=True)


def test_a_service_joins_each_group_of_its_part(tmp_path):
    groups = [tmp_path / "cpu", tmp_path / "memory"]
    for group in groups:
        group.mkdir()
    said = joined(tmp_path, *groups).stdout
    assert int(said) > 0
    assert [(group / "cgroup.procs").read_text() for group in groups] == [said, said]


def test_a_service_without_groups_goes_on(tmp_path):
    assert joined(tmp_path).returncode == 0


def test_a_service_does_not_run_outside_of_its_groups(tmp_path):
    run = joined(tmp_path, tmp_path / "none")
    assert (run.returncode != 0, run.stdout) == (True, "")
