"""Creations under kill -9 of instances and immediate stops of Postgres: no 201 is lost, nothing hangs, all recover."""

import random
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from support import account, stored
from support.account import Fault
from support.address import free_address
from support.api import Api
from support.events import Stopwatch, eventually, pause
from support.load import Load, Request, census, creation
from support.persons import any_person
from support.postgres import Postgres
from support.program import Program

RECOVERY = 2.0  # seconds from the return of what was broken to readiness
LONGEST = 6.0  # seconds that anybody waits: the deadline of the database, and some


def instances(binary: Path, folder: Path, stack: ExitStack, number: int, **settings) -> list[Program]:
    made = []
    for n in range(number):
        program = Program(binary, folder, f"api-{n}", listen=free_address(), admin=free_address(), **settings)
        stack.callback(program.kill)
        made.append(program.start())
    return made


class Scene:
    """Instances under load, what is done to them, and how long they take to recover."""

    def __init__(self, alive: Sequence[Program], postgres: Postgres | None, chance: random.Random) -> None:
        self.alive = alive
        self.postgres = postgres
        self.chance = chance
        self.faults: list[Fault] = []
        self.recoveries: list[float] = []
        drawn = random.Random(chance.random())  # of the thread that makes the load
        self._load = Load([instance.listen for instance in alive], 50, 200, lambda: creation(any_person(drawn))).start()

    def go_on(self) -> None:
        """Some time of undisturbed load."""
        pause(self.chance.uniform(0.1, 0.8))

    def crash_one(self) -> None:
        self._suffer([self.chance.choice(self.alive)], databases=[])

    def crash_postgres(self) -> None:
        self._suffer([], [self.postgres])

    def crash_all(self) -> None:
        self._suffer(self.alive, [self.postgres] if self.postgres else [])

    def _suffer(self, victims: Sequence[Program], databases: Sequence[Postgres]) -> None:
        began = time.monotonic()
        for instance in victims:
            instance.kill()
        for database in databases:
            database.stop("immediate")
            database.start()
        watch = Stopwatch()
        for instance in victims:
            instance.start(within=RECOVERY)
        for instance in self.alive:
            eventually(lambda instance=instance: instance.is_ready, RECOVERY, f"{instance.name} is ready")
        assert watch.seconds < RECOVERY * max(1, len(victims))
        self.recoveries.append(watch.seconds)
        alone = len(victims) == 1 and not databases
        self.faults.append(Fault(began, time.monotonic(), victims[0].listen if alone else None))

    def settle(self, persons: Callable[[], list[stored.Row]], note: Callable[[str, object], None]) -> list[Request]:
        """Ends the load and all processes, Postgres too; then looks at what is there, and who was told what."""
        requests = self._load.stop()
        note("faults", len(self.faults))
        note("answers", census(requests))
        note("longest recovery, s", round(max(self.recoveries), 3))
        note("longest wait, s", round(max(request.ended - request.sent for request in requests if request.sent), 3))
        self.crash_all()
        rows = persons()
        note("persons stored", len(rows))
        account.check_rows(requests, rows)
        for instance in self.alive:
            account.check_api(instance.api(), requests, len(rows))
        account.check_manners(requests, self.faults, LONGEST)
        assert census(requests)["201"] > 20 * len(self.faults), "there was no load between the faults"
        for instance in self.alive:
            instance.api().create()
            instance.stop()
        return requests


def test_no_201_is_lost_on_postgres(binary, folder, postgres, database, chance, record_property, full):
    kills, stops = (20, 10) if full else (6, 3)
    with ExitStack() as stack:
        scene = Scene(instances(binary, folder, stack, 2, database_url=database), postgres, chance)
        faults = [scene.crash_one] * kills + [scene.crash_postgres] * stops
        chance.shuffle(faults)
        for fault in faults:
            scene.go_on()
            fault()
        scene.go_on()
        scene.settle(lambda: stored.in_postgres(database), record_property)


def test_no_201_is_lost_while_all_crash_at_once(binary, folder, postgres, database, chance, record_property, full):
    with ExitStack() as stack:
        scene = Scene(instances(binary, folder, stack, 2, database_url=database), postgres, chance)
        for _ in range(5 if full else 2):
            scene.go_on()
            scene.crash_all()
        scene.go_on()
        scene.settle(lambda: stored.in_postgres(database), record_property)


def test_no_201_is_lost_on_sqlite(binary, folder, chance, record_property, full):
    file = folder / "pessoas.db"
    with ExitStack() as stack:
        scene = Scene(instances(binary, folder, stack, 1, sqlite=file), None, chance)
        for _ in range(20 if full else 6):
            scene.go_on()
            scene.crash_one()
        scene.go_on()
        scene.settle(lambda: stored.in_sqlite(file), record_property)


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
