"""Row 42: the database goes away and comes back, or was never there."""

import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.api import Api, person
from support.deployment import deploy, migrate, program
from support.events import Stopwatch, eventually
from support.postgres import Postgres, through
from support.program import Program
from support.tcp_proxy import Link, TcpProxy

# A deadline for a statement, in place of the contract's 5 s.
DEADLINE = 1.5
SHORT = {"pg_deadline": f"{int(DEADLINE * 1000)}ms"}
AT_ONCE = 0.5  # seconds that a busy machine may take for it
BACK = 2.0  # the contract's time to notice a loss, or a return


@pytest.fixture
def instance(binary, folder: Path, own_postgres: Postgres) -> Iterator[Program]:
    with deploy("postgres", binary, folder, own_postgres, **SHORT) as deployment:
        yield deployment.instances[0]


def refused_at_once(api: Api) -> None:
    for ask in (lambda: api.post(person()), lambda: api.get("/contagem-pessoas"), lambda: api.get("/pessoas?t=a")):
        watch = Stopwatch()
        answer = ask()
        assert answer.status == 503, answer
        assert watch.seconds < AT_ONCE


def answers_what_needs_no_database(api: Api) -> None:
    assert api.get("/pessoas").status == 400
    assert api.get("/pessoas/1").status == 404
    assert api.get("/x").status == 404
    assert api.post(b"{").status == 400
    assert api.post(person(nome="")).status == 422
    assert api.request("DELETE", "/pessoas").status == 405
    assert api.request("OPTIONS", "/pessoas").status == 204


@pytest.mark.row(42)
@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_it_goes_and_comes_back(instance: Program, own_postgres: Postgres, how):
    api = instance.api()
    id = api.create()
    own_postgres.stop(how)
    eventually(lambda: not instance.is_ready, BACK, "the loss is noticed")
    refused_at_once(api)
    answers_what_needs_no_database(api)
    own_postgres.start()
    eventually(lambda: instance.is_ready, BACK, "the return is noticed")
    assert api.read(id)["id"] == id
    assert api.count() == 1
    api.create()


@pytest.mark.row(42)
def test_again_and_again(instance: Program, own_postgres: Postgres):
    api = instance.api()
    for n in range(3):
        assert api.count() == n
        api.create()
        own_postgres.stop("immediate")
        assert api.post(person()).status == 503
        own_postgres.start()
        eventually(lambda: instance.is_ready, BACK, "the return is noticed")
    assert instance.metrics().value("pg_reconnects_total") >= 3


@pytest.mark.row(42)
def test_it_was_away_at_the_start(binary, folder: Path, own_postgres: Postgres):
    url = own_postgres.create_database()
    migrate(binary, folder, url)
    own_postgres.stop()
    with program(binary, folder, ready=False, database_url=url, **SHORT) as instance:
        api = instance.api()
        assert not instance.is_ready
        refused_at_once(api)
        answers_what_needs_no_database(api)
        own_postgres.start()
        eventually(lambda: instance.is_ready, BACK, "it is there")
        api.create()


def advice(instance: Program) -> str:
    return instance.health()["checks"]["postgres"].get("advice", "")


@pytest.mark.row(42)
def test_the_schema_is_missing_at_the_start(binary, folder: Path, own_postgres: Postgres):
    """The instances may be started before the one-shot that applies the schema has run."""
    url = own_postgres.create_database()
    with program(binary, folder, ready=False, database_url=url, **SHORT) as instance:
        api = instance.api()
        assert not instance.is_ready
        assert api.post(person()).status == 503
        eventually(lambda: "--migrate" in advice(instance), BACK, "it is said what to do")
        assert "--migrate" in instance.stderr
        migrate(binary, folder, url)
        eventually(lambda: instance.is_ready, 2 * BACK, "it is there")
        assert not advice(instance)
        api.create()


@pytest.fixture
def link(own_postgres: Postgres) -> Iterator[TcpProxy]:
    proxy = TcpProxy(own_postgres.socket).start()
    yield proxy
    proxy.stop()


@pytest.fixture
def linked(binary, folder: Path, own_postgres: Postgres, link: TcpProxy) -> Iterator[Program]:
    """An instance that reaches its database through `link`."""
    url = own_postgres.create_database()
    migrate(binary, folder, url)
    with program(binary, folder, database_url=through(url, link.at), **SHORT) as instance:
        yield instance


@pytest.mark.row(42)
def test_a_cut_link(linked: Program, link: TcpProxy):
    api = linked.api()
    api.create()
    link.set(Link.CUT)
    eventually(lambda: not linked.is_ready, BACK, "the loss is noticed")
    refused_at_once(api)
    link.set(Link.WHOLE)
    eventually(lambda: linked.is_ready, BACK, "the return is noticed")
    api.create()
    assert api.count() == 2


@pytest.mark.row(42)
def test_a_silent_link_is_503_at_the_deadline(linked: Program, link: TcpProxy):
    api = linked.api()
    document = person()
    link.set(Link.SILENT)
    watch = Stopwatch()
    answer = api.post(document)
    assert answer.status == 503, answer
    assert watch.seconds < DEADLINE + AT_ONCE
    eventually(lambda: not linked.is_ready, BACK, "the silence is noticed")
    link.set(Link.WHOLE)
    eventually(lambda: linked.is_ready, BACK, "the return is noticed")
    # It may or may not have been created, and the refusal said so; either way the server knows now.
    again = api.post(document)
    assert again.status in (201, 422)
    assert api.count() == 1
    if again.status == 422:
        assert "may" in answer.json()["detail"], answer


@pytest.mark.row(42)
def test_a_slow_link_is_served(linked: Program, link: TcpProxy):
    api = linked.api()
    link.delay = 0.05
    link.set(Link.SLOW)
    for _ in range(5):
        id = api.create()
        assert api.read(id)["id"] == id


@pytest.mark.row(42)
def test_a_full_disk_is_503(binary, folder: Path):
    """A limit of the size of files, that SQLite meets as it would a full disk."""
    with deploy("sqlite", binary, folder) as deployment:
        api = deployment.api()
        api.create()
        limit(deployment.instances[0], 2**20)
        refused = None
        created = 1
        for _ in range(400):
            answer = api.post(person(stack=[f"{n:031}" for n in range(1500)]))
            if answer.status != 201:
                refused = answer
                break
            created += 1
        assert refused
        assert refused.status == 503, refused
        limit(deployment.instances[0], 2**40)
        eventually(lambda: api.post(person()).status == 201, BACK, "it is back")
        assert api.count() == created + 1


def limit(process: Program, size: int) -> None:
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
