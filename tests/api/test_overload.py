"""Row 43: more work than the limits allow, with low limits by settings."""

import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from support.api import Api, check, person, to_bytes
from support.deployment import deploy, migrate, program
from support.events import Stopwatch, eventually
from support.postgres import Postgres, through
from support.program import Program
from support.tcp_proxy import Link, TcpProxy
from support.wire import Connection, encode


@pytest.mark.row(43)
def test_a_connection_too_many_gets_503_and_is_closed(binary, folder: Path):
    with deploy("sqlite", binary, folder, max_connections=5) as deployment:
        kept = [Connection(deployment.front) for _ in range(5)]
        for connection in kept:
            assert check(connection.request("GET", "/contagem-pessoas")).status == 200
        for _ in range(20):
            watch = Stopwatch()
            with Connection(deployment.front) as one_more:
                answer = check(one_more.read_answer())
                assert answer.status == 503
                assert answer.closes
                assert one_more.is_closed()
            assert watch.seconds < 0.5
        for connection in kept:
            assert check(connection.request("GET", "/contagem-pessoas")).status == 200
            connection.close()
        eventually(lambda: deployment.api().get("/contagem-pessoas").status == 200, 5, "room again")


@pytest.mark.row(43)
def test_few_files_are_few_connections_and_not_none(binary, folder: Path):
    limited = folder / "limited"
    limited.write_text(f'#!/bin/sh\nulimit -n 160\nexec {binary} "$@"\n')
    limited.chmod(0o755)
    with program(limited, folder, sqlite=folder / "p.db") as instance, ExitStack() as stack:
        told = re.search(r"only 160 files may be open: --max-connections is (\d+) instead of 16384", instance.stderr)
        assert told
        room = int(told[1])
        clients = [stack.enter_context(Connection(instance.listen)) for _ in range(200)]
        eventually(lambda: instance.metrics().value("http_connections") >= room, 5, "as many as there is room for")
        assert instance.is_ready
        assert check(clients[room - 1].request("GET", "/contagem-pessoas")).status == 200
        assert check(clients[room].read_answer()).status == 503


@pytest.fixture
def stuck(binary, folder: Path, own_postgres: Postgres) -> Iterator[tuple[Program, TcpProxy]]:
    """An instance of low limits whose database can be made to stand still."""
    url = own_postgres.create_database()
    migrate(binary, folder, url)
    link = TcpProxy(own_postgres.socket).start()
    limits = {"max_in_flight": 20, "pg_deadline": "10s"}
    try:
        with program(binary, folder, database_url=through(url, link.at), **limits) as instance:
            yield instance, link
    finally:
        link.stop()


@pytest.mark.row(43)
def test_a_request_too_many_gets_503_at_once(stuck):
    instance, link = stuck
    link.set(Link.SILENT)
    waiting = [Connection(instance.listen) for _ in range(20)]
    for connection in waiting:
        connection.send(encode("POST", "/pessoas", to_bytes(person())))
    eventually(lambda: instance.metrics().value("http_requests_in_flight") == 20, 5, "20 are in flight")
    api = instance.api()
    for _ in range(10):
        watch = Stopwatch()
        assert api.post(person()).status == 503
        assert watch.seconds < 0.5
    link.set(Link.WHOLE)
    for connection in waiting:
        Api.created(check(connection.read_answer("POST")))
        connection.close()
    api.create()


@pytest.mark.row(43)
def test_a_flood_is_answered_by_201_or_503(binary, folder: Path):
    """What is accepted is created, what is not is not, and the server is well afterwards."""
    with deploy("sqlite", binary, folder, max_in_flight=8) as deployment:
        statuses: list[int] = []

        def flood() -> None:
            with Connection(deployment.front, timeout=60) as connection:
                for _ in range(10):
                    connection.send(b"".join(encode("POST", "/pessoas", to_bytes(person())) for _ in range(10)))
                    statuses.extend(check(connection.read_answer("POST")).status for _ in range(10))

        threads = [threading.Thread(target=flood) for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(statuses) == 1600
        assert set(statuses) <= {201, 503}
        assert deployment.api().count() == statuses.count(201) > 0


@pytest.mark.row(43)
def test_an_endless_pipeline_keeps_memory_flat(binary, folder: Path):
    """Requests that are sent and answers that are never taken: the server stops reading."""
    with deploy("sqlite", binary, folder) as deployment:
        instance = deployment.instances[0]
        instance.api().create()
        data = encode("GET", "/pessoas?t=a") * 1000
        with Connection(deployment.front, timeout=0.5, receive_buffer=4096) as connection:
            sent = 0
            try:
                while sent < 64 * 2**20:
                    connection.send(data)
                    sent += len(data)
            except TimeoutError:
                pass
            assert sent < 64 * 2**20, "it reads on without end"
            before = instance.rss
        assert before < 400 * 2**20
        instance.api().create()
