"""More work than the limits allow, and many idle connections: memory stays flat, what is accepted is served well."""

import itertools
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.api import Api, check
from support.deployment import program
from support.events import eventually
from support.idle import IdleConnections, allow_files
from support.load import Fate, Load, Request, census, percentile, typical
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


def test_what_is_accepted_in_a_flood_is_served_as_at_the_limit(
    binary, folder: Path, slow_database, record_property, full
):
    """In turns, and of each the median p99."""
    seconds = 2.5 if full else 1
    at_the_limit: list[list[Request]] = []
    floods: list[list[Request]] = []
    rss = 0
    with program(binary, folder, database_url=slow_database, max_in_flight=LIMIT) as instance:
        for _ in range(5):
            at_the_limit.append(Load([instance.listen], clients=LIMIT, rate=None).run(seconds))
            rss = rss or instance.rss
            rate = 3 * len(at_the_limit[-1]) / seconds
            floods.append(Load([instance.listen], clients=10 * LIMIT, rate=rate).run(seconds))
        count = instance.api().count()
        mebibytes = (instance.rss - rss) / 2**20
    served, flooded = (census(list(itertools.chain(*turns))) for turns in (at_the_limit, floods))
    record_property("answers", flooded)
    record_property("MiB more", round(mebibytes, 1))
    assert set(served) == {"201"}
    assert set(flooded) == {"201", "503"}
    assert count == served["201"] + flooded["201"]
    assert flooded["201"] > 0.6 * served["201"]
    assert mebibytes < 16
    limit = typical(at_the_limit, 0.99)
    accepted, refused = (typical([[r for r in turn if r.status == is_] for turn in floods], 0.99) for is_ in (201, 503))
    for name, value in {"at the limit": limit, "accepted": accepted, "refused": refused}.items():
        record_property(f"p99 {name}, ms", round(1000 * value, 1))
    assert accepted < 2 * limit
    assert refused < 0.05


@pytest.mark.parametrize("asked", [False, True], ids=["silent", "idle after a request"])
def test_ten_thousand_idle_connections(binary, folder: Path, asked, record_property):
    number = 10_000
    allow_files(number + 200)  # of the server, which takes over the limit of this process
    with program(binary, folder, sqlite=folder / "p.db", max_connections=number + 100) as instance:
        alone = Load([instance.listen], clients=20, rate=300).run(2)
        rss, pss = instance.rss, instance.pss
        with IdleConnections(instance.listen, number, asked) as idle:
            eventually(lambda: instance.metrics().value("http_connections") >= number, 20, "all are accepted")
            more = {"RSS": (instance.rss - rss) / number, "PSS": (instance.pss - pss) / number}
            beside = Load([instance.listen], clients=20, rate=300).run(2)
            for kind, each in more.items():
                record_property(f"{kind} of a connection, bytes", round(each))
            record_property("p99 alone, ms", round(1000 * percentile(alone, 0.99), 1))
            record_property("p99 beside them, ms", round(1000 * percentile(beside, 0.99), 1))
            assert max(more.values()) < 10 * 1024
            assert census(beside) == {"201": len(beside)}
            assert percentile(beside, 0.99) < 2 * percentile(alone, 0.99) + 0.03
            assert idle.ask(every=100) == {200: number // 100}
            assert instance.metrics().value("http_connections") >= number
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


BUDGET = 32  # MiB
ASIDE = 128  # MiB more that the searches under way may take
ALLOCATOR = 4  # MiB that it keeps to itself
OF_A_CONNECTION = 2048  # bytes, also of one that has nothing under way


def make_large(user: Api, items: int) -> None:
    """As many persons as a search tells, each with so many items: a search for `large` is answered with about 3 MB."""
    for _ in range(50):
        user.create(nome="large", stack=["x" * 32] * items)
    assert len(user.search("large")) == 50


def test_readers_that_never_read_keep_memory_flat(binary, folder: Path, record_property, full):
    """Each has asked twice for about the largest answer there is, 3 MB: the kernel keeps one and some of the other."""
    readers = 2_000 if full else 200
    allow_files(readers + 200)
    with program(binary, folder, sqlite=folder / "p.db", max_buffered=f"{BUDGET}MiB") as instance:
        user = instance.api()
        make_large(user, 1_800)

        def value(name: str, **labels: str) -> float:
            return instance.metrics().value(name, **labels)

        def answered() -> float:
            return value("http_request_duration_seconds_count", method="GET", route="/pessoas")

        def all_have_met_their_fate() -> bool:
            """Who is cut off in the midst of the first answer gets no second one."""
            fates = answered() - 1 + value("http_connections_cut_off_total")
            under_way = value("http_requests_in_flight") + value("pessoas_reads_waiting")
            return fates >= 2 * len(waiting) and not under_way

        before = instance.rss
        more = []
        waiting = []
        try:
            for _ in range(2):
                for _ in range(readers // 2):
                    waiting.append(Connection(instance.listen))
                    waiting[-1].send(2 * encode("GET", "/pessoas?t=large"))
                eventually(all_have_met_their_fate, 90, "all are answered, or cut off")
                more.append((instance.rss - before) / 2**20)
            record_property("MiB more", [round(each) for each in more])
            assert max(more) < BUDGET + ASIDE
            assert 0 < value("http_connections_cut_off_total") < readers
            assert value("http_buffered_bytes") <= BUDGET * 2**20
            assert len(user.search("large")) == 50, "who reads is served"
            user.create()
        finally:
            for connection in waiting:
                connection.close()


UNCLAIMED = 16  # MiB of answers that are read from the file, and not yet written
MARGIN = 48  # MiB: the answers that are being read and written, and SQLite's caches


@pytest.mark.parametrize("reading", [False, True], ids=["never", "as wrk does"])
def test_searches_all_at_once_keep_memory_flat(binary, folder: Path, record_property, reading):
    """Each is answered with 3 MB, and the threads that read the file are faster than the one that writes to clients."""
    clients = 900
    allow_files(clients + 200)
    with program(binary, folder, sqlite=folder / "p.db", max_buffered=f"{BUDGET}MiB") as instance:
        user = instance.api()
        make_large(user, 1_700)
        before = instance.rss

        def ended() -> float:
            is_search = {"method": "GET", "route": "/pessoas"}
            return instance.metrics().value("http_request_duration_seconds_count", **is_search)

        waiting: list[Connection] = []
        try:
            if reading:
                url = f"{instance.listen.url}/pessoas?t=large"
                subprocess.run(["wrk", "-t1", f"-c{clients}", "-d3s", url], check=True, capture_output=True)
            else:
                for _ in range(clients):
                    waiting.append(Connection(instance.listen))
                    waiting[-1].send(encode("GET", "/pessoas?t=large"))
                eventually(lambda: ended() > clients, 60, "all are answered, refused or cut off")
            more = (instance.peak_rss - before) / 2**20
            record_property("MiB more at the peak", round(more))
            assert more < BUDGET + UNCLAIMED + MARGIN
            assert user.count() == 50
            assert len(user.search("large")) == 50, "who reads is served"
        finally:
            for connection in waiting:
                connection.close()


def test_bodies_that_never_end_keep_memory_flat(binary, folder: Path, record_property, full):
    number = 10_000 if full else 2_000
    allow_files(number + 200)
    begun = encode("POST", "/pessoas", b" " * 60 * 1024)[:-1]
    fit = BUDGET * 1024 // 60
    with program(binary, folder, sqlite=folder / "p.db", max_buffered=f"{BUDGET}MiB") as instance:
        instance.api().create()

        def refused() -> float:
            return instance.metrics().value("http_requests_total", method="POST", status="503")

        before = instance.rss
        waiting = []
        try:
            for _ in range(number):
                waiting.append(Connection(instance.listen))
                waiting[-1].send(begun)
            eventually(lambda: refused() >= number - fit, 60, "what does not fit is refused")
            more = (instance.rss - before) / 2**20
            record_property("MiB more", round(more))
            assert more < BUDGET + ALLOCATOR + number * OF_A_CONNECTION / 2**20
            assert refused() < number - 0.9 * fit
            answer = check(waiting[-1].read_answer("POST"), "POST")
            assert answer.status == 503 and answer.closes
            instance.api().create()
        finally:
            for connection in waiting:
                connection.close()
