"""SIGTERM under load, and instances replaced one after the other behind nginx."""

from pathlib import Path

import pytest

from support.deployment import deploy, program
from support.events import Stopwatch, pause
from support.load import Load, census, complaints, creation, retrieval
from support.program import Program


@pytest.mark.parametrize("rate", [500, 3000])
def test_no_request_that_was_read_goes_unanswered(binary, folder: Path, rate, record_property, full):
    for round_ in range(10 if full else 3):
        name = f"p{round_}"
        with program(binary, folder, name, sqlite=folder / f"{name}.db") as instance:
            load = Load([instance.listen], clients=50, rate=rate).start()
            pause(0.7)
            watch = Stopwatch()
            instance.signal()
            assert instance.wait() == 0
            assert watch.seconds < 10
            requests = load.stop()
            fates = census(requests)
            record_property("answers", fates)
            assert set(fates) <= {"201", "NOT_SENT"}, fates
            created = {r.id for r in requests if r.status == 201}
            instance.start()
            api = instance.api()
            assert api.count() == len(created)
            for id in created:
                api.read(id)


def replace(instance: Program) -> None:
    instance.stop(within=10)
    instance.start()


@pytest.mark.parametrize("mix", ["creations", "searches"])
def test_no_user_sees_instances_being_replaced(binary, folder: Path, postgres, mix, full):
    with deploy("nginx", binary, folder, postgres) as deployment:
        make = creation if mix == "creations" else lambda: retrieval("/pessoas?t=ana")
        load = Load([deployment.front], clients=50, rate=200, make=make).start()
        pause(0.5)
        for n in range(10 if full else 3):
            replace(deployment.instances[n % 2])
        pause(0.5)
        requests = load.stop()
        assert census(requests) == {"201" if mix == "creations" else "200": len(requests)}, complaints(requests)
        if mix == "creations":
            assert deployment.api().count() == len(requests)
