"""What the simulation takes for a fault: the real Gatling, for three seconds, on servers with one fault each.

It builds the simulation, which takes Java and Maven: scripts/install-packages stress.
"""

import http.server
import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from stress_test import data, gatling, gatling_log
from stress_test.arrivals import Load
from stress_test.gatling import Outcome
from stress_test.gatling_log import Log

LOAD = Load(rate=7, ramp=1)
LOCATION = "/pessoas/7"


@dataclass
class Behaviour:
    """What is answered to whom."""

    creations: Sequence[int] = (201,)  # one after the other, and over again
    location: str | None = LOCATION
    lookup: int = 200
    search: int = 200
    invalid_search: int = 400
    bodies: list[str] = field(default_factory=list)  # of creations, in the order in which they came
    terms: list[str] = field(default_factory=list)
    peers: Counter[tuple[str, int]] = field(default_factory=Counter)  # requests by connection


def handler(behaviour: Behaviour) -> type[http.server.BaseHTTPRequestHandler]:
    statuses = cycle(behaviour.creations)

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            assert self.path == "/pessoas"
            assert self.headers["Content-Type"] == "application/json"
            behaviour.bodies.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.answer(next(statuses), behaviour.location)

        def do_GET(self) -> None:
            if self.path == "/contagem-pessoas":
                return self.answer(200)
            if self.path == "/pessoas":
                return self.answer(behaviour.invalid_search)
            if self.path.startswith("/pessoas?"):
                behaviour.terms += parse_qs(urlsplit(self.path).query, strict_parsing=True)["t"]
                return self.answer(behaviour.search)
            return self.answer(behaviour.lookup if self.path == LOCATION else 404)

        def answer(self, status: int, location: str | None = None) -> None:
            behaviour.peers[self.client_address] += 1
            self.send_response(status)
            if location:
                self.send_header("Location", location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    return Handler


@contextmanager
def serving(behaviour: Behaviour) -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler(behaviour)) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


Run = Callable[..., tuple[Behaviour, Log, Outcome]]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fewer than there are users, so that they are read circularly."""
    gatling.build()
    folder = tmp_path_factory.mktemp("data")
    for name, lines in ((data.PAYLOADS_FILE, data.payloads(10)), (data.TERMS_FILE, ["C++ e C#", "100%", "a&t=b"])):
        (folder / name).write_text("".join(f"{line}\n" for line in lines))
    return folder


@pytest.fixture
def run(files: Path, tmp_path: Path) -> Run:
    def run(**behaviour: object) -> tuple[Behaviour, Log, Outcome]:
        server = Behaviour(**behaviour)
        with serving(server) as url:
            outcome = gatling.run(LOAD, url, files, tmp_path, lambda _: None)
        return server, gatling_log.read(outcome.folder / "simulation.log"), outcome

    return run


def kos(log: Log) -> dict[str, int]:
    return dict(Counter(request.name for request in log.requests if not request.is_ok))


def sent(log: Log) -> dict[str, int]:
    return dict(Counter(request.name for request in log.requests))


def test_a_server_without_fault(run: Run, files: Path):
    server, log, outcome = run()
    numbers = {"criação": LOAD.creations, "busca válida": LOAD.searches, "busca inválida": LOAD.invalid_searches}
    assert sent(log) == numbers | {"consulta": LOAD.creations}
    assert (kos(log), log.errors, log.unfinished) == ({}, [], 0)
    assert outcome.answers == {"201": LOAD.creations}
    assert (outcome.folder / "index.html").exists()
    assert outcome.cpu_seconds > 0 < outcome.peak_memory_bytes
    # In order, and over again.
    payloads = data.read_payloads(files)
    assert Counter(server.bodies) == Counter([*payloads, *payloads[: LOAD.creations - len(payloads)]])
    assert {json.loads(body)["apelido"] for body in server.bodies} == {json.loads(line)["apelido"] for line in payloads}
    assert set(server.terms) == {"C++ e C#", "100%", "a&t=b"}
    # A connection for each user, and one to make Gatling ready; only who looks a person up asks twice.
    assert len(server.peers) == sum(log.users.values()) + 1
    assert Counter(server.peers.values()) == {2: LOAD.creations, 1: len(server.peers) - LOAD.creations}


def test_a_creation_may_be_refused_with_422_or_400_and_is_looked_up_after_201_alone(run: Run):
    statuses = [201, 422, 400, 200, 204, 404, 503]
    _, log, outcome = run(creations=statuses)
    numbers = Counter(islice(cycle(statuses), LOAD.creations))
    assert outcome.answers == {str(status): number for status, number in numbers.items()}
    assert kos(log) == {"criação": sum(numbers[status] for status in (200, 204, 404, 503))}
    assert sent(log)["consulta"] == numbers[201]


def test_a_creation_without_location_is_a_fault(run: Run):
    _, log, outcome = run(location=None)
    assert kos(log) == {"criação": LOAD.creations}
    assert "consulta" not in sent(log)
    assert outcome.answers == {"201": LOAD.creations}


@pytest.mark.parametrize(
    "faults",
    [
        {"lookup": 404, "search": 503, "invalid_search": 200},
        {"lookup": 302, "search": 304, "invalid_search": 422},
    ],
)
def test_another_status_of_what_is_read_is_a_fault(run: Run, faults: dict[str, int]):
    _, log, _ = run(**faults)
    reading = {"consulta": LOAD.creations, "busca válida": LOAD.searches, "busca inválida": LOAD.invalid_searches}
    assert kos(log) == reading


def test_nobody_listening_is_a_fault(files: Path, tmp_path: Path):
    outcome = gatling.run(LOAD, "http://127.0.0.1:1", files, tmp_path, lambda _: None)
    log = gatling_log.read(outcome.folder / "simulation.log")
    assert sum(kos(log).values()) == LOAD.creations + LOAD.searches + LOAD.invalid_searches
    assert outcome.answers == {}
