"""Creations under kill -9 of instances and immediate stops of Postgres: no 201 is lost, nothing hangs, all recover."""

import random
from contextlib import ExitStack
from pathlib import Path

from chaos import account
from support.address import free_address
from support.api import Api
from support.events import Stopwatch, eventually
from support.load import Load
from support.postgres import Postgres
from support.program import Program

RECOVERY = 2.0  # seconds from the return of Postgres to readiness


def instances(binary: Path, folder: Path, stack: ExitStack, number: int, **settings) -> list[Program]:
    made = []
    for n in range(number):
        program = Program(binary, folder, f"api-{n}", listen=free_address(), admin=free_address(), **settings)
        stack.callback(program.kill)
        made.append(program.start())
    return made


def pause(chance: random.Random) -> None:
    """Some time of undisturbed load."""
    watch = Stopwatch()
    wait = chance.uniform(0.1, 0.8)
    eventually(lambda: watch.seconds >= wait, wait + 1)


def crash_postgres(postgres: Postgres, alive: list[Program]) -> None:
    postgres.stop("immediate")
    postgres.start()
    watch = Stopwatch()
    for instance in alive:
        eventually(lambda instance=instance: instance.is_ready, RECOVERY - watch.seconds, f"{instance.name} is back")


def crash(instance: Program) -> None:
    instance.kill()
    instance.start(within=RECOVERY)


def test_no_201_is_lost_on_postgres(binary, folder, postgres, database, chance, full):
    kills, stops = (20, 10) if full else (6, 3)
    with ExitStack() as stack:
        alive = instances(binary, folder, stack, 2, database_url=database)
        load = Load([instance.listen for instance in alive], clients=50, rate=200).start()
        faults = ["kill"] * kills + ["stop"] * stops
        chance.shuffle(faults)
        for fault in faults:
            pause(chance)
            if fault == "kill":
                crash(chance.choice(alive))
            else:
                crash_postgres(postgres, alive)
        pause(chance)
        requests = load.stop()
        account.check(alive[0].api(), requests)
        assert alive[1].api().count() == alive[0].api().count()
        for instance in alive:
            instance.stop()


def test_no_201_is_lost_while_both_crash_at_once(binary, folder, postgres, database, chance, full):
    with ExitStack() as stack:
        alive = instances(binary, folder, stack, 2, database_url=database)
        load = Load([instance.listen for instance in alive], clients=50, rate=200).start()
        for _ in range(5 if full else 2):
            pause(chance)
            for instance in alive:
                instance.kill()
            postgres.stop("immediate")
            postgres.start()
            for instance in alive:
                instance.start(within=RECOVERY)
        pause(chance)
        account.check(alive[0].api(), load.stop())
        for instance in alive:
            instance.stop()


def test_no_201_is_lost_on_sqlite(binary, folder, chance, full):
    with ExitStack() as stack:
        (instance,) = instances(binary, folder, stack, 1, sqlite=folder / "pessoas.db")
        load = Load([instance.listen], clients=50, rate=200).start()
        for _ in range(20 if full else 6):
            pause(chance)
            crash(instance)
        pause(chance)
        account.check(instance.api(), load.stop())
        instance.stop()


def test_a_person_can_be_read_by_the_other_instance_after_a_crash(binary, folder, database):
    with ExitStack() as stack:
        one, other = instances(binary, folder, stack, 2, database_url=database)
        for _ in range(20):
            id = one.api().create()
            one.kill()
            assert Api(other.listen).read(id)["id"] == id
            one.start()
        one.stop()
        other.stop()
