"""SIGTERM and SIGINT: how an instance ends ("Operations" of the contract)."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.address import Address, free_address
from support.api import Api, check, person, to_bytes
from support.deployment import migrate
from support.events import Stopwatch, eventually
from support.postgres import Postgres, through
from support.program import Program
from support.tcp_proxy import Link, TcpProxy
from support.wire import Connection, encode


def make(binary: Path, folder: Path, **settings) -> Program:
    store = {} if "database_url" in settings else {"sqlite": folder / "pessoas.db"}
    return Program(binary, folder, "p", listen=free_address(), admin=free_address(), **store, **settings)


@pytest.fixture
def program(binary, folder: Path) -> Iterator[Program]:
    program = make(binary, folder).start()
    yield program
    program.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_with_0(program: Program, number):
    program.api().create()
    watch = Stopwatch()
    program.signal(number)
    assert program.wait() == 0
    assert watch.seconds < 4
    program.complain_of_sanitizers()


def test_it_is_not_ready_at_once_but_live(program: Program):
    with Connection(program.listen) as idle, Connection(program.admin) as admin:
        check(idle.request("GET", "/contagem-pessoas"))
        assert admin.request("GET", "/health/ready").status == 200
        program.signal()
        eventually(lambda: not admin_is_ready(program), 1, "not ready")
    assert program.wait() == 0


def admin_is_ready(program: Program) -> bool:
    try:
        return program.is_ready
    except (ConnectionError, OSError):
        return False


def test_the_listener_is_closed(program: Program):
    with Connection(program.listen) as idle:
        check(idle.request("GET", "/contagem-pessoas"))
        program.signal()
        eventually(lambda: refuses(program), 1, "new connections are refused")
        assert program.runs
    assert program.wait() == 0


def refuses(program: Program) -> bool:
    try:
        Connection(program.listen).close()
    except ConnectionRefusedError:
        return True
    return False


def test_an_idle_connection_stays_for_2_s_and_is_closed_sending_side_first(program: Program):
    with Connection(program.listen) as idle:
        check(idle.request("GET", "/contagem-pessoas"))
        watch = Stopwatch()
        program.signal()
        assert idle.is_closed(5)
        assert 1.5 <= watch.seconds <= 3.5
        idle.send(encode("GET", "/contagem-pessoas"))  # not a reset: only its sending side is closed
    assert program.wait() == 0


def test_an_idle_client_that_never_closes_delays_the_end_by_little_more_than_2_s(program: Program):
    with Connection(program.listen) as idle:
        check(idle.request("GET", "/contagem-pessoas"))
        watch = Stopwatch()
        program.signal()
        assert program.wait() == 0
        assert watch.seconds < 3.2


def test_an_idle_connection_is_still_answered_once_with_close(program: Program):
    with Connection(program.listen) as idle:
        check(idle.request("GET", "/contagem-pessoas"))
        program.signal()
        eventually(lambda: refuses(program), 1, "it ends")
        answer = check(idle.request("POST", "/pessoas", to_bytes(person())))
        Api.created(answer)
        assert answer.closes
        assert idle.is_closed(2)
    assert program.wait() == 0


def test_what_waits_to_be_accepted_is_served(program: Program):
    """While it can't run, connections pile up; the signal comes on top of them."""
    program.api().count()
    program.signal(signal.SIGSTOP)
    piled = [Connection(program.listen, timeout=15) for _ in range(20)]
    for connection in piled:
        connection.send(encode("GET", "/contagem-pessoas"))
    program.signal(signal.SIGTERM)
    program.signal(signal.SIGCONT)
    for connection in piled:
        assert check(connection.read_answer()).status == 200
        connection.close()
    assert program.wait() == 0


def test_a_request_of_which_a_part_has_come_is_finished(program: Program):
    data = encode("POST", "/pessoas", to_bytes(person()))
    with Connection(program.listen) as connection:
        check(connection.request("GET", "/contagem-pessoas"))
        for at, begun in enumerate((data[:10], data[10:-5], data[-5:])):
            connection.send(begun)
            if at == 0:
                program.signal()
                eventually(lambda: refuses(program), 1, "it ends")
        answer = check(connection.read_answer("POST"))
        Api.created(answer)
        assert answer.closes
    assert program.wait() == 0


@pytest.fixture
def stuck(binary, folder: Path, own_postgres: Postgres) -> Iterator[tuple[Program, TcpProxy]]:
    url = own_postgres.create_database()
    migrate(binary, folder, url)
    link = TcpProxy(own_postgres.socket).start()
    program = make(binary, folder, database_url=through(url, link.at), pg_deadline="20s", drain_deadline="3s")
    try:
        yield program.start(), link
    finally:
        program.kill()
        link.stop()


def test_what_is_in_flight_is_finished(stuck):
    program, link = stuck
    link.set(Link.SILENT)
    with Connection(program.listen) as connection:
        connection.send(encode("POST", "/pessoas", to_bytes(person())))
        eventually(lambda: program.metrics().value("http_requests_in_flight") == 1, 5, "in flight")
        program.signal()
        eventually(lambda: refuses(program), 1, "it ends")
        link.set(Link.WHOLE)
        answer = check(connection.read_answer("POST"))
        Api.created(answer)
        assert answer.closes
    assert program.wait() == 0
    program.complain_of_sanitizers()


def test_what_is_in_flight_at_the_deadline_gets_503_and_is_counted(stuck):
    program, link = stuck
    link.set(Link.SILENT)
    waiting = [Connection(program.listen) for _ in range(3)]
    for connection in waiting:
        connection.send(encode("POST", "/pessoas", to_bytes(person())))
    eventually(lambda: program.metrics().value("http_requests_in_flight") == 3, 5, "in flight")
    watch = Stopwatch()
    program.signal()
    for connection in waiting:
        assert check(connection.read_answer("POST")).status == 503
        connection.close()
    assert 2.5 < watch.seconds < 5
    assert program.wait() == 0
    assert "3 request(s) were given up" in program.stderr
    program.complain_of_sanitizers()


def test_a_second_signal_ends_it_at_once(stuck):
    program, link = stuck
    link.set(Link.SILENT)
    with Connection(program.listen) as connection:
        connection.send(encode("POST", "/pessoas", to_bytes(person())))
        eventually(lambda: program.metrics().value("http_requests_in_flight") == 1, 5, "in flight")
        program.signal()
        eventually(lambda: refuses(program), 1, "it ends")
        watch = Stopwatch()
        program.signal()
        program.wait()
        assert watch.seconds < 1


def test_what_was_created_is_there_after_the_next_start(binary, folder: Path):
    program = make(binary, folder).start()
    try:
        id = program.api().create()
        program.stop()
        program.start()
        assert program.api().read(id)["id"] == id
        program.stop()
    finally:
        program.kill()


def test_what_was_created_survives_kill(binary, folder: Path):
    program = make(binary, folder).start()
    try:
        ids = [program.api().create() for _ in range(20)]
        program.kill()
        program.start()
        assert [program.api().read(id)["id"] for id in ids] == ids
        assert program.api().count() == 20
        program.stop()
    finally:
        program.kill()


def test_a_unix_socket_left_by_a_kill_is_taken_over(binary, folder: Path):
    program = Program(binary, folder, "p", listen=Address(path=str(folder / "api")), admin=free_address(),
                      sqlite=folder / "pessoas.db")  # fmt: skip
    try:
        program.start()
        program.kill()
        assert (folder / "api").exists()
        program.start()
        program.api().create()
        program.stop()
    finally:
        program.kill()
