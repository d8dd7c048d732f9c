"""The way to the database cut, slow and silent under load."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from chaos import account
from support.deployment import program
from support.events import Stopwatch, eventually
from support.load import Load, census, percentile
from support.postgres import Postgres, through
from support.tcp_proxy import Link, TcpProxy

DEADLINE = 2


@pytest.fixture
def link(postgres: Postgres) -> Iterator[TcpProxy]:
    proxy = TcpProxy(postgres.socket).start()
    yield proxy
    proxy.stop()


def test_no_201_is_lost_and_no_refusal_lies(binary, folder: Path, database, link, chance: random.Random, full):
    settings = {"database_url": through(database, link.at), "pg_deadline": f"{DEADLINE}s"}
    with program(binary, folder, **settings) as instance:
        load = Load([instance.listen], clients=400, rate=100).start()
        for _ in range(15 if full else 4):
            watch = Stopwatch()
            fault = chance.choice([Link.CUT, Link.SLOW, Link.SILENT])
            link.delay = chance.uniform(0.01, 0.3)
            link.set(fault)
            wait = chance.uniform(0.2, DEADLINE + 1)
            eventually(lambda watch=watch, wait=wait: watch.seconds >= wait, wait + 1)
            link.set(Link.WHOLE)
            eventually(lambda: instance.is_ready, 2, f"ready after {fault.name}")
        requests = load.stop()
        account.check(instance.api(), requests)
        slowest = percentile(requests, 1)
        assert slowest < DEADLINE + 1, f"answered after {slowest} s"


def test_a_silent_link_costs_nobody_more_than_the_deadline(binary, folder: Path, database, link):
    settings = {"database_url": through(database, link.at), "pg_deadline": f"{DEADLINE}s"}
    with program(binary, folder, **settings) as instance:
        instance.api().create()
        link.set(Link.SILENT)
        requests = Load([instance.listen], clients=300, rate=100).run(4)
        assert census(requests) == {"503": len(requests)}
        assert percentile(requests, 1) < DEADLINE + 0.5
        # Once the silence is noticed, refusals come at once.
        assert percentile([r for r in requests if r.due > requests[0].due + DEADLINE + 1], 1) < 0.5
        link.set(Link.WHOLE)
        eventually(lambda: instance.is_ready, 2)
        instance.api().create()
