"""When a run is perfect."""

from dataclasses import replace

import pytest

from stress_test.arrivals import Load
from stress_test.checks import Check, Persons, Verdict, check, is_perfect
from stress_test.gatling_log import Log, Request
from stress_test.latency import by_name

LOAD = Load(rate=7, ramp=1)  # 13 creations, 57 searches, 27 invalid ones
EXPECTED = 3


def requests() -> list[Request]:
    numbers = {"criação": 13, "busca válida": 57, "busca inválida": 27, "consulta": EXPECTED}
    return [Request(name, 0, 1) for name, number in numbers.items() for _ in range(number)]


def checks(of: list[Request] | None = None, created: int = EXPECTED, log: Log | None = None, **persons: int | None):
    names = by_name(requests() if of is None else of)
    after = replace(Persons(EXPECTED, EXPECTED), **persons)
    return check(LOAD, log or Log(), names, {"201": created, "422": 10}, EXPECTED, after)


def failed(found: list[Check]) -> list[str]:
    return [each.name for each in found if each.verdict is Verdict.FAILED]


def test_a_run_without_fault_is_perfect():
    assert failed(checks()) == []
    assert is_perfect(checks())


@pytest.mark.parametrize(
    ("found", "name"),
    [
        (checks(of=requests()[1:]), "requests: criação"),
        (checks(of=[*requests(), Request("busca válida", 0, 1)]), "requests: busca válida"),
        (checks(of=[*requests()[:-4], *requests()[-3:]]), "requests: busca inválida"),
        (checks(of=[Request("criação", 0, 1, "status"), *requests()[1:]]), "KO"),
        (checks(of=[*requests()[:-1], Request("consulta", 0, 1, "status")]), "KO"),
        (checks(log=Log(errors=["no payload"])), "errors of the simulation, users without an end"),
        (checks(log=Log(unfinished=1)), "errors of the simulation, users without an end"),
        (checks(of=requests()[:-1]), "requests: consulta"),
        (checks(rows=EXPECTED - 1), "rows in the database"),
        (checks(rows=EXPECTED + 1), "rows in the database"),
        (checks(count=0), "count by the API"),
    ],
)
def test_a_fault_is_named_and_the_run_is_not_perfect(found: list[Check], name: str):
    assert failed(found) == [name]
    assert not is_perfect(found)


@pytest.mark.parametrize("created", [EXPECTED - 1, EXPECTED + 1])
def test_fewer_answers_201_than_the_maximum_are_a_fault_and_so_are_more(created: int):
    others = [request for request in requests() if request.name != "consulta"]
    found = checks(of=[*others, *[Request("consulta", 0, 1)] * created], created=created)
    assert failed(found) == ["answers 201, of the expected maximum"]
    assert not is_perfect(found)


def test_a_run_without_requests_is_not_perfect():
    assert not is_perfect(checks(of=[]))


def test_what_nobody_can_tell_is_not_checked_and_no_fault():
    found = checks(rows=None, count=None)
    unknown = [each.name for each in found if each.verdict is Verdict.NOT_CHECKED]
    assert unknown == ["rows in the database", "count by the API"]
    assert is_perfect(found)
