"""The figures of each source, against the same kernel and engine told in files."""

import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import UnixStreamServer
from urllib.parse import parse_qs

import pytest

from stack import containers, groups, processes
from stack.figures import Figures, Unreadable
from stack.usage import answer, of_topology

V1 = {
    "cpu/cpu.stat": "nr_periods 40\nnr_throttled 3\nthrottled_time 1500000000\n",
    "cpu/cpu.cfs_quota_us": "22000\n",
    "cpu/cpu.cfs_period_us": "100000\n",
    "cpuacct/cpuacct.usage": "2500000000\n",
    "memory/memory.max_usage_in_bytes": "9000\n",
    "memory/memory.limit_in_bytes": "268435456\n",
    "memory/memory.stat": "cache 5000\nactive_anon 1\ntotal_active_anon 3000\ntotal_inactive_anon 1000\n",
}
V2 = {
    "cgroup.controllers": "cpu memory\n",
    "cpu.stat": "usage_usec 2500000\nuser_usec 1\nnr_periods 40\nnr_throttled 3\nthrottled_usec 1500000\n",
    "cpu.max": "22000 100000\n",
    "memory.peak": "9000\n",
    "memory.max": "268435456\n",
    "memory.stat": "anon 3500\nfile 5000\nshmem 500\nactive_anon 3000\ninactive_anon 1000\n",
}
STATS = {
    "cpu_stats": {
        "cpu_usage": {"total_usage": 2500000000},
        "throttling_data": {"periods": 40, "throttled_periods": 3, "throttled_time": 1500000000},
    },
    "memory_stats": {"max_usage": 9000, "stats": {"total_active_anon": 3000, "total_inactive_anon": 1000}},
}
LIMITS = {"NanoCpus": 220000000, "Memory": 268435456}
KNOWN = Figures(
    cpu_seconds=2.5,
    peak_memory_bytes=9000,
    memory_without_cache_bytes=4000,
    throttled_periods=3,
    throttled_seconds=1.5,
    periods=40,
    cpu_limit=0.22,
    memory_limit_bytes=268435456,
)
KEYS = {
    "cpu_seconds",
    "peak_memory_bytes",
    "memory_without_cache_bytes",
    "throttled_periods",
    "throttled_seconds",
    "periods",
    "cpu_limit",
    "memory_limit_bytes",
}


def write(below: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (below / name).parent.mkdir(parents=True, exist_ok=True)
        (below / name).write_text(text)


def folders(below: Path) -> list[Path]:
    return [below / name for name in ("cpu", "cpuacct", "memory")]


def test_a_group_of_version_1_tells_all(tmp_path):
    write(tmp_path, V1)
    assert groups.figures(folders(tmp_path)) == KNOWN


def test_a_group_of_version_2_tells_all(tmp_path):
    write(tmp_path, V2)
    assert groups.figures([tmp_path]) == KNOWN


def test_a_container_tells_all():
    assert containers.of_stats(STATS, LIMITS) == KNOWN


def test_a_container_of_version_2_has_no_peak():
    memory = {"usage": 9000, "stats": {"active_anon": 3000, "inactive_anon": 1000}}
    figures = containers.of_stats(STATS | {"memory_stats": memory}, LIMITS)
    assert (figures.peak_memory_bytes, figures.memory_without_cache_bytes) == (None, 4000)


class Engine(BaseHTTPRequestHandler):
    """Has a container of each service but api-2."""

    def do_GET(self):
        path, _, query = self.path.removeprefix("/v1.41").partition("?")
        service = path.split("/")[2] if path.count("/") == 3 else json.loads(parse_qs(query)["filters"][0])["label"][0]
        body = {
            "/containers/json": [] if "api-2" in service else [{"Id": service.rpartition("=")[2]}],
            f"/containers/{service}/stats": STATS,
            f"/containers/{service}/json": {"HostConfig": LIMITS},
        }[path]
        self.send_response(200)
        text = json.dumps(body).encode()
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def address_string(self):
        return "unix"

    def log_message(self, *_):
        pass


def test_the_engine_is_asked_for_each_service(tmp_path, monkeypatch):
    with UnixStreamServer(str(tmp_path / "socket"), Engine) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path / 'socket'}")
        try:
            assert containers.figures() == dict.fromkeys(("nginx", "api1", "postgres"), KNOWN)
        finally:
            server.shutdown()


@pytest.mark.parametrize(("host", "said"), [("unix:///none", "no Docker engine"), ("tcp://x:1", "unix socket")])
def test_an_engine_that_is_not_there_is_named(monkeypatch, host, said):
    monkeypatch.setenv("DOCKER_HOST", host)
    with pytest.raises(Unreadable, match=said):
        containers.figures()


def test_what_is_not_limited_has_no_limit(tmp_path):
    write(tmp_path / "1", V1 | {"cpu/cpu.cfs_quota_us": "-1", "memory/memory.limit_in_bytes": "9223372036854771712"})
    write(tmp_path / "2", V2 | {"cpu.max": "max 100000", "memory.max": "max"})
    of = [
        groups.figures(folders(tmp_path / "1")),
        groups.figures([tmp_path / "2"]),
        containers.of_stats(STATS, {"NanoCpus": 0, "Memory": 0}),
    ]
    assert [(figures.cpu_limit, figures.memory_limit_bytes) for figures in of] == [(None, None)] * 3


def test_what_a_kernel_does_not_tell_is_not_known(tmp_path):
    write(tmp_path, {"cgroup.controllers": "cpu memory\n", "cpu.stat": V2["cpu.stat"]})
    figures = groups.figures([tmp_path])
    assert (figures.cpu_seconds, figures.peak_memory_bytes, figures.cpu_limit) == (2.5, None, None)


def test_each_component_is_answered_with_each_figure():
    said = answer("docker", {"api1": KNOWN})
    assert said["source"] == "docker"
    assert list(said["components"]) == ["nginx", "api1", "api2", "postgres"]
    assert all(figures.keys() == KEYS for figures in said["components"].values())
    assert said["components"]["api1"]["cpu_seconds"] == 2.5
    assert set(said["components"]["nginx"].values()) == {None}


def test_the_source_is_that_of_the_topology(tmp_path):
    write(tmp_path, V2)
    write(tmp_path / "cgroups", dict.fromkeys(("nginx", "api-1", "api-2", "postgres"), f"{tmp_path}\n"))
    source, found = of_topology(tmp_path)
    assert source == "cgroup v2"
    assert found == dict.fromkeys(("nginx", "api1", "api2", "postgres"), KNOWN)


def test_what_is_not_up_is_said_to_be(tmp_path):
    with pytest.raises(Unreadable, match="not up"):
        of_topology(tmp_path / "run")


# A supervisor of a service that has burnt 0.2 s and ended, and of one that holds 40 MB.
SUPERVISOR = """
import os, time
if os.fork() == 0:
    while time.process_time() < 0.2: pass
    os._exit(0)
os.wait()
pid = os.fork()
if pid == 0:
    held = bytearray(os.urandom(40 << 20))
    print("ready", flush=True)
    input()
    os._exit(0)
print(pid, flush=True)
os.wait()
"""


def test_the_processes_of_a_service_tell_what_they_and_their_forerunners_used(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", SUPERVISOR], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        said = {process.stdout.readline().strip() for _ in range(2)}
        (pid,) = said - {"ready"}
        write(tmp_path, {"supervise/pid": pid})
        figures = processes.figures(tmp_path)
        process.stdin.close()
    assert 0.2 <= figures.cpu_seconds < 1.5
    assert 40 << 20 <= figures.memory_without_cache_bytes < 80 << 20
    assert 40 << 20 <= figures.peak_memory_bytes < 140 << 20
    assert figures.periods is None


def test_a_service_without_a_process_is_no_zero(tmp_path):
    write(tmp_path, {"supervise/pid": ""})
    with pytest.raises(Unreadable, match="does not run"):
        processes.figures(tmp_path)


def test_pages_that_several_share_count_once(tmp_path, monkeypatch):
    mega = 1 << 20
    monkeypatch.setattr(processes, "_parent", lambda pid: 1)
    monkeypatch.setattr(processes, "_tree", lambda root: [1, 2, 3])
    monkeypatch.setattr(processes, "_fields", lambda pid: ["0"] * 20)
    one = {"VmHWM": 30 * mega, "RssAnon": 4 * mega, "RssFile": 5 * mega, "RssShmem": 15 * mega}
    monkeypatch.setattr(processes, "_memory", lambda pid: one)
    write(tmp_path, {"supervise/pid": str(os.getpid())})
    figures = processes.figures(tmp_path)
    assert figures.peak_memory_bytes == (10 + 10 + 20) * mega
    assert figures.memory_without_cache_bytes == (4 + 4 + 20) * mega
