"""A run as it is written down, made by hand."""

from pathlib import Path

import pytest

from stress_test import summary
from stress_test.arrivals import Load
from stress_test.checks import Persons
from stress_test.gatling import Outcome
from stress_test.gatling_log import Log, Request
from stress_test.system import System
from stress_test.usage import Component, Sample, Usage

LOAD = Load(rate=7, ramp=1)
EXPECTED = 10
NUMBERS = {"criação": LOAD.creations, "busca válida": LOAD.searches, "busca inválida": LOAD.invalid_searches}


def requests() -> list[Request]:
    """Without fault, a millisecond apart; each takes as long as its number says."""
    names = [name for name, number in (NUMBERS | {"consulta": EXPECTED}).items() for _ in range(number)]
    return [Request(name, 1000 + number, 1000 + 2 * number) for number, name in enumerate(names)]


def samples() -> list[Sample]:
    def at(seconds: float, used: float) -> Sample:
        nginx = Component(used, 2 << 20, 1 << 20, int(used), 0.1, int(40 * used), 0.58, 256 << 20)
        return Sample(seconds, Usage({"nginx": nginx, "api1": Component(cpu_seconds=2 * used)}, "cgroup v1"))

    return [at(0.5, 1.0), at(2.5, 2.0), at(4.5, 5.0)]


@pytest.fixture
def perfect_run() -> summary.Summary:
    outcome = Outcome(Path("gatling"), {"201": EXPECTED, "422": 3}, 12.5, 300 << 20)
    log = Log("pessoas.PessoasSimulation", "3.9.5", 500, requests())
    made = summary.summarise(
        System("make up", "http://127.0.0.1:9999", None),
        LOAD,
        log,
        outcome,
        EXPECTED,
        Persons(EXPECTED, EXPECTED),
        samples(),
    )
    return made | {"when": "2026-11-30 22:30", "command": "stress-test/run-test.sh"}
