"""More work than the limits allow, and many idle connections: memory stays flat, what is accepted is served well."""

import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.api import check
from support.deployment import program
from support.events import eventually
from support.load import Fate, Load, census, percentile
from support.postgres import Postgres, through
from support.tcp_proxy import Link, TcpProxy
from support.wire import Connection, encode

LIMIT = 32


@pytest.fixture
def slow_database(postgres: Postgres, database: str) -> Iterator[str]:
    """The database at some distance: so few requests are served in a second that a flood of them is cheap to make."""
    proxy = TcpProxy(postgres.socket).start()
    proxy.delay = 0.02
    proxy.set(Link.SLOW)
    yield through(database, proxy.at)
    proxy.stop()


def test_what_is_accepted_in_a_flood_is_served_as_at_the_limit(binary, folder: Path, slow_database, full):
    seconds = 10 if full else 4
    with program(binary, folder, database_url=slow_database, max_in_flight=LIMIT) as instance:
        at_the_limit = Load([instance.listen], clients=LIMIT, rate=None).run(seconds)
        assert census(at_the_limit) == {"201": len(at_the_limit)}
        rss = instance.rss
        flood = Load([instance.listen], clients=10 * LIMIT, rate=3 * len(at_the_limit) / seconds).run(seconds)
        accepted = [r for r in flood if r.status == 201]
        refused = [r for r in flood if r.status == 503]
        figures = {
            "p99 at the limit": percentile(at_the_limit, 0.99),
            "p99 accepted": percentile(accepted, 0.99),
            "p99 refused": percentile(refused, 0.99),
            "MiB more": (instance.rss - rss) / 2**20,
        } | census(flood)
        print(figures)
        assert set(census(flood)) == {"201", "503"}
        assert len(accepted) > 0.6 * len(at_the_limit), figures
        assert figures["p99 accepted"] < 2 * figures["p99 at the limit"], figures
        assert figures["p99 refused"] < 0.05, figures
        assert figures["MiB more"] < 16, figures
        assert instance.api().count() == len(at_the_limit) + len(accepted)


@pytest.mark.parametrize("asked", [False, True], ids=["silent", "idle after a request"])
def test_ten_thousand_idle_connections(binary, folder: Path, asked, full):
    number = 10_000 if full else 4_000
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert hard >= number + 200, "the limit of open files"
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    kept: list[Connection] = []
    with program(binary, folder, sqlite=folder / "p.db", max_connections=number + 100) as instance:
        instance.api().create()
        before = instance.rss
        try:
            for _ in range(number):
                kept.append(Connection(instance.listen))
                if asked:
                    assert kept[-1].request("GET", "/contagem-pessoas").status == 200
            eventually(lambda: instance.metrics().value("http_connections") >= number, 20, "all are accepted")
            each = (instance.rss - before) / number
            print(f"{each:.0f} bytes a connection")
            assert each < 10 * 1024
            busy = Load([instance.listen], clients=20, rate=300).run(2)
            assert census(busy) == {"201": len(busy)}
            for connection in kept[:: number // 100]:
                assert check(connection.request("GET", "/contagem-pessoas")).status == 200
        finally:
            for connection in kept:
                connection.close()
        eventually(lambda: instance.metrics().value("http_connections") <= 1, 20, "all are gone")
        instance.api().create()


def test_clients_that_come_and_go_leak_nothing(binary, folder: Path, full):
    with program(binary, folder, sqlite=folder / "p.db") as instance:

        def come_and_go(times: int) -> None:
            for n in range(times):
                connection = Connection(instance.listen)
                connection.send(encode("GET", "/contagem-pessoas")[: n % 40])
                connection.reset() if n % 2 else connection.close()

        come_and_go(2000)
        before, files = instance.rss, len(list(Path(f"/proc/{instance.pid}/fd").iterdir()))
        come_and_go(30_000 if full else 8_000)
        eventually(lambda: instance.metrics().value("http_connections") == 0, 10, "all are gone")
        assert len(list(Path(f"/proc/{instance.pid}/fd").iterdir())) <= files + 2
        assert instance.rss - before < 4 * 2**20
        requests = Load([instance.listen], clients=10, rate=200).run(1)
        assert all(r.fate is Fate.ANSWERED and r.status == 201 for r in requests)
