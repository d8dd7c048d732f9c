"""The way to the database cut, slow and silent under load."""

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from support import account, stored
from support.account import Fault
from support.deployment import program
from support.events import eventually, pause
from support.load import Load, census, creation, percentile
from support.persons import any_person
from support.postgres import Postgres, through
from support.tcp_proxy import Link, TcpProxy

DEADLINE = 2


@pytest.fixture
def link(postgres: Postgres) -> Iterator[TcpProxy]:
    proxy = TcpProxy(postgres.socket).start()
    yield proxy
    proxy.stop()


def test_no_201_is_lost_and_no_refusal_lies(
    binary, folder: Path, database, link, chance: random.Random, record_property, full
):
    settings = {"database_url": through(database, link.at), "pg_deadline": f"{DEADLINE}s"}
    drawn = random.Random(chance.random())
    faults = []
    with program(binary, folder, **settings) as instance:
        load = Load([instance.listen], clients=400, rate=100, make=lambda: creation(any_person(drawn))).start()
        for _ in range(15 if full else 4):
            pause(0.3)
            began = time.monotonic()
            fault = chance.choice([Link.CUT, Link.SLOW, Link.SILENT])
            link.delay = chance.uniform(0.01, 0.3)
            link.set(fault)
            pause(chance.uniform(0.2, DEADLINE + 1))
            link.set(Link.WHOLE)
            eventually(lambda: instance.is_ready, 2, f"ready after {fault.name}")
            faults.append(Fault(began, time.monotonic()))
        requests = load.stop()
        rows = stored.in_postgres(database)
        record_property("answers", census(requests))
        record_property("longest wait, s", round(percentile(requests, 1), 3))
        record_property("persons stored", len(rows))
        account.check_rows(requests, rows)
        account.check_api(instance.api(), requests, len(rows))
        account.check_manners(requests, faults, DEADLINE + 1)
        assert percentile(requests, 1) < DEADLINE + 1


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
