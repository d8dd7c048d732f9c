"""The load generator as a program: its statuses, its result, and what signals do."""

import json
import signal
import socketserver
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support.events import eventually
from support.process import Process

SIGNALS = [signal.SIGINT, signal.SIGTERM]


class User(socketserver.StreamRequestHandler):
    """Answers one request, when the server lets it."""

    def handle(self) -> None:
        self.request.recv(4096)
        self.server.came.release()
        self.server.answers.wait()
        self.wfile.write(f"HTTP/1.1 {self.server.status} X\r\nContent-Length: 0\r\n\r\n".encode())


class Server(socketserver.ThreadingTCPServer):
    """`answers` is set where it does; `came` counts who has asked."""

    request_queue_size = 100
    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), User)
        self.status = 400
        self.answers = threading.Event()
        self.came = threading.Semaphore(0)


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield server
        server.answers.set()
        server.shutdown()
        serving.join()


@pytest.fixture
def command(binary: Path, server: Server, tmp_path: Path) -> list[str]:
    """Searches without a term, 20 a second: each is to be answered 400."""
    (tmp_path / "lines").write_text("x\n")
    lines = str(tmp_path / "lines")
    url = f"http://127.0.0.1:{server.server_address[1]}"
    files = ["--payloads", lines, "--terms", lines]
    return [str(binary.parent / "stress_load"), "--url", url, *files, "--rate", "0", "--invalid-searches", "20"]


@pytest.fixture
def start(command: list[str], tmp_path: Path) -> Iterator[Callable[..., Process]]:
    started = []

    def start(*more: str) -> Process:
        process = Process([*command, *more], tmp_path, "stress_load")
        started.append(process)
        process.start()
        return process

    yield start
    for process in started:
        process.kill()
        process.complain_of_sanitizers()


def await_hearing(process: Process) -> None:
    eventually(lambda: "nobody else comes" in process.stderr, within=10, what="the signal is heard")


@pytest.mark.parametrize(("status", "code"), [(400, 0), (200, 1)])
def test_the_status_tells_whether_a_request_failed(status: int, code: int, server: Server, start: Callable):
    server.status = status
    server.answers.set()
    process = start("--seconds", "0.5")
    assert process.wait() == code
    report = json.loads(process.stdout)
    assert (report["users"], report["requests"], report["ko"]) == (10, 10, 10 * code)
    assert report["ko_by_reason"] == ({"busca inválida: status 200": 10} if code else {})


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_keeps_others_from_coming_and_the_result_is_of_who_came(number: int, server: Server, start: Callable):
    process = start("--seconds", "1000")
    server.came.acquire(timeout=20)
    process.signal(number)
    await_hearing(process)
    assert process.runs
    server.answers.set()
    assert process.wait() == 3
    report = json.loads(process.stdout)
    assert report["users"] == report["requests"] > 0
    assert report["ko"] == 0


@pytest.mark.parametrize("number", SIGNALS)
def test_a_second_signal_ends_it_at_once(number: int, server: Server, start: Callable):
    process = start("--seconds", "1000")
    server.came.acquire(timeout=20)
    process.signal(number)
    await_hearing(process)
    process.signal(number)
    assert process.wait(within=5) == -number, "for a shell, 128 more than the signal's number"
    assert process.stdout == ""


def test_a_signal_after_the_last_has_come_keeps_nobody(server: Server, start: Callable):
    process = start("--seconds", "0.1")
    for _ in range(2):
        server.came.acquire(timeout=20)
    process.signal(signal.SIGINT)
    await_hearing(process)
    server.answers.set()
    assert process.wait() == 0


def test_a_result_that_can_not_be_written_is_told(server: Server, command: list[str]):
    server.answers.set()
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*command, "--seconds", "0.1"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert "the result can't be written: No space left on device" in done.stderr
