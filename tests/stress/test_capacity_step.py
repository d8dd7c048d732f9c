"""Whether a rate holds, what was used for it, and how that is told."""

import json

import pytest

from capacity_test import __main__ as command
from capacity_test import report, topology
from capacity_test.step import COMPONENTS, CREATIONS, step_of
from stress_test import data as contest
from stress_test.data import PAYLOADS_FILE, TERMS_FILE
from stress_test.system import Trouble
from stress_test.usage import Usage, parse

LATENCY = {"count": 100, "p50": 1.25, "p75": 2, "p95": 3, "p99": 40.0, "max": 70.0}
LOAD = {
    "seconds": 4,
    "creations_per_second": 8,
    "searches_per_second": 8 / 6,
    "invalid_searches_per_second": 8 / 15,
    "users": 39,
    "elapsed_seconds": 5.0,
    "requests": 100,
    "ko": 0,
    "ko_by_reason": {},
    "creations_by_status": {"201": 30, "422": 2},
    "latency_ms": {"all": LATENCY, "criação": LATENCY, "consulta": LATENCY, "busca válida": LATENCY},
    "late_ms": {"p99": 0.5},
    "cpu_seconds": 1.0,
}
NOTHING = {
    "cpu_seconds": None,
    "peak_memory_bytes": None,
    "throttled_periods": None,
    "throttled_seconds": None,
    "periods": None,
    "cpu_limit": None,
    "memory_limit_bytes": None,
}


def usage(factor: int, **others) -> Usage:
    figures = NOTHING | {
        "cpu_seconds": 1.0 * factor,
        "peak_memory_bytes": 1000 * factor,
        "throttled_periods": 2 * factor,
        "periods": 40 * factor,
        "cpu_limit": 0.5,
    }
    components = {name: figures | others.get(name, {}) for name in COMPONENTS}
    return parse(json.dumps({"components": components, "source": "cgroup v1"}))


def step(load=LOAD, persons=30, before=None, after=None, judged=()):
    return step_of(600, load, before or usage(1), after or usage(3), persons, p99_limit=100, judged=judged)


def test_a_rate_without_fault_holds():
    assert step().holds


@pytest.mark.parametrize(
    ("load", "persons", "fault"),
    [
        ({"ko": 3, "ko_by_reason": {"consulta: status 503": 3}}, 30, "3 times consulta: status 503"),
        ({"latency_ms": LOAD["latency_ms"] | {"all": LATENCY | {"p99": 100.0}}}, 30, "p99 is 100 ms"),
        ({}, 29, "29 persons more after 30 answers 201"),
        ({"users": 35}, 30, "35 of 39 users came"),
        ({"creations_by_status": {"422": 2}}, 1, "1 persons more after 0 answers 201"),
    ],
)
def test_a_fault_is_named(load, persons, fault):
    faulty = step(LOAD | load, persons)
    assert not faulty.holds
    assert faulty.faults == [fault]


SLOW = LATENCY | {"p99": 120.0}


@pytest.mark.parametrize(
    ("ko", "slow", "faults"),
    [
        ("busca válida: status 503", "busca válida", []),
        ("criação: status 503", "criação", ["3 times criação: status 503", "p99 is 120 ms (criação)"]),
        ("consulta: status 503", "consulta", ["3 times consulta: status 503", "p99 is 120 ms (consulta)"]),
    ],
)
def test_of_creations_alone_searches_are_no_fault(ko, slow, faults):
    latencies = LOAD["latency_ms"] | {"all": SLOW, slow: SLOW}
    load = LOAD | {"ko": 3, "ko_by_reason": {ko: 3}, "latency_ms": latencies}
    assert step(load, judged=CREATIONS).faults == faults


def test_what_was_used_is_the_difference_of_two_readings():
    part = step().parts["nginx"]
    assert part.cpus == pytest.approx(2 / 5)
    assert (part.throttled_periods, part.periods) == (4, 80)
    assert (part.peak_memory_bytes, part.cpu_limit) == (3000, 0.5)


def test_what_is_not_known_is_no_zero():
    unknown = step(before=usage(1, api1=NOTHING), after=usage(3, api1=NOTHING))
    assert unknown.parts["api1"].cpus is None
    row = report.table([unknown]).splitlines()[-1]
    assert row.count("| ? |") == 2, "CPU of the one, and throttled periods in all"


def test_the_table_is_in_the_order_of_rates_and_says_why():
    late = step_of(
        900, LOAD | {"latency_ms": LOAD["latency_ms"] | {"all": LATENCY | {"p99": 250.0}}}, usage(1), usage(3), 30, 100
    )
    lines = report.table([late, step()]).splitlines()
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| 600", "| 900"]
    assert lines[2].endswith("| nginx 4, api1 4, api2 4, postgres 4 | 0.20 | 0.5 | yes |")
    assert lines[3].endswith("| no: p99 is 250 ms |")
    assert len({line.count("|") for line in lines}) == 1


def test_the_curve_is_written_as_table_data_and_picture(tmp_path):
    said = report.conclusion(600, 60, 100, 0, "all")
    report.write(tmp_path / "new", [step()], said, {"cpu": "a processor", "memory_bytes": 3 << 20})
    document = json.loads((tmp_path / "new/capacity.json").read_text())
    assert document["conclusion"] == "600 creations/s hold for 60 s with 0 KO and p99 under 100 ms"
    assert document["steps"][0]["holds"] is True
    assert document["steps"][0]["parts"]["nginx"]["cpus"] == pytest.approx(0.4)
    page = (tmp_path / "new/capacity.md").read_text()
    assert said in page
    assert "| cpu | a processor |\n| memory, MiB | 3.0 |" in page
    assert (tmp_path / "new/capacity.png").stat().st_size > 1000


def test_the_conclusion_says_who_was_judged():
    said = report.conclusion(2000, 60, 100, 1_000_000, "creations")
    assert "of the creations, whatever the others do, beside 1,000,000 persons" in said


class Stack:
    """Holds up to 1,000 creations/s; with `leftovers`, is not empty when it was emptied; `filled` is left then."""

    def __init__(self, monkeypatch, leftovers: int = 0) -> None:
        self.emptied = self.filled = self.started = self.stopped = 0
        self.persons = self.leftovers = leftovers
        self.rates: list[tuple[int, int]] = []
        self.interrupted_at: int | None = None
        for name in ("fresh", "fill", "empty", "count", "used", "load"):
            monkeypatch.setattr(topology, name, getattr(self, name))

    def fresh(self):
        return self

    def __enter__(self) -> str:
        self.started += 1
        return "limits: some"

    def __exit__(self, *_) -> None:
        self.stopped += 1

    def fill(self, rows: int) -> str:
        self.filled += rows
        return f"{rows} in a second"

    def empty(self, but: int) -> None:
        self.emptied += 1
        self.persons = min(self.filled, but) + self.leftovers

    def count(self) -> int:
        return self.persons

    def used(self) -> Usage:
        return usage(1)

    def load(self, rate, seconds, data) -> dict:
        if rate == self.interrupted_at:
            raise KeyboardInterrupt
        self.rates.append((rate, seconds))
        self.persons += 30
        return LOAD if rate <= 1000 else LOAD | {"ko": 1, "ko_by_reason": {"consulta: status 503": 1}}


@pytest.fixture
def data(tmp_path):
    for name in (PAYLOADS_FILE, TERMS_FILE):
        (tmp_path / name).touch()
    return ["--data", str(tmp_path), "--results", str(tmp_path / "results")]


def test_the_command_finds_the_rate_and_empties_before_each(monkeypatch, data, capsys, tmp_path):
    of = Stack(monkeypatch)
    assert command.main(["--seconds", "7", *data]) == 0
    said = capsys.readouterr().out
    assert "1,000 creations/s hold for 7 s" in said
    assert of.emptied == len(of.rates) > 3
    assert {seconds for _, seconds in of.rates} == {7}
    assert (of.started, of.stopped) == (1, 1)
    assert (tmp_path / "results/capacity.md").exists()


def test_the_command_measures_given_rates_only(monkeypatch, data):
    of = Stack(monkeypatch)
    assert command.main(["--rates", "2000", "500", *data]) == 0
    assert [rate for rate, _ in of.rates] == [2000, 500]


def test_the_command_fills_the_table_once_and_tells_of_it(monkeypatch, data, capsys, tmp_path):
    of = Stack(monkeypatch)
    assert command.main(["--rows", "5000", "--rates", "500", "900", *data]) == 0
    assert of.filled == 5000
    assert "beside 5,000 persons that were there before" in capsys.readouterr().out
    document = json.loads((tmp_path / "results/capacity.json").read_text())
    assert document["there before"] == "5000 in a second"


def test_who_was_there_before_and_is_not_any_more_makes_the_run_void(monkeypatch, data, capsys):
    of = Stack(monkeypatch)
    of.fill = lambda _: ""
    monkeypatch.setattr(topology, "fill", of.fill)
    assert command.main(["--rows", "5000", *data]) == 2
    assert "0 persons are left" in capsys.readouterr().err


@pytest.mark.parametrize("rows", ["-1", "10000001"])
def test_rows_that_can_not_be_made_are_refused(data, rows):
    with pytest.raises(SystemExit):
        command.parse(["--rows", rows, *data])


def test_no_payload_is_sent_twice(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(command, "DATA", tmp_path)
    monkeypatch.setattr(contest, "PAYLOADS", 100)
    for creations, there in ((99, 100), (100, 100), (101, 200), (50, 200)):
        assert command.enough(creations) == tmp_path
        payloads = contest.read_payloads(tmp_path)
        assert len(payloads) == there
        assert payloads == list(contest.payloads(there)), "each is one of the contest's, in its order"
    assert capsys.readouterr().out == "generating 100 payloads\ngenerating 200 payloads\n"


def test_data_whose_making_was_interrupted_are_made_again(monkeypatch, tmp_path):
    monkeypatch.setattr(command, "DATA", tmp_path)
    monkeypatch.setattr(contest, "PAYLOADS", 100)

    def interrupted(*_):
        yield "x"
        raise KeyboardInterrupt

    for maker in ("payloads", "terms"):
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(contest, maker, interrupted)
            with pytest.raises(KeyboardInterrupt):
                command.enough(1)
    command.enough(1)
    assert len(contest.read_payloads(tmp_path)) == 100
    assert (tmp_path / TERMS_FILE).read_text().splitlines() == list(contest.terms())


@pytest.mark.parametrize("name", [PAYLOADS_FILE, TERMS_FILE])
def test_data_that_are_not_there_are_refused_before_anything_starts(data, tmp_path, capsys, name):
    (tmp_path / name).unlink()
    with pytest.raises(SystemExit) as refused:
        command.main(data)
    assert refused.value.code == 2
    assert name in capsys.readouterr().err


@pytest.mark.parametrize("bug", [ZeroDivisionError("a bug"), OSError("a bug")])
def test_a_bug_or_a_full_disk_makes_the_run_void(monkeypatch, data, capsys, bug):
    of = Stack(monkeypatch)

    def fails(*_):
        raise bug

    monkeypatch.setattr(report, "table", fails)
    assert command.main(data) == 2
    assert "a bug" in capsys.readouterr().err
    assert of.stopped == 1


def test_where_no_rate_holds_the_command_fails(monkeypatch, data):
    Stack(monkeypatch)
    assert command.main(["--rates", "2000", *data]) == 1


def test_what_can_not_be_emptied_makes_the_run_void(monkeypatch, data, capsys):
    of = Stack(monkeypatch, leftovers=5)
    assert command.main(data) == 2
    assert "5 persons are left" in capsys.readouterr().err
    assert of.stopped == 1


def test_who_interrupts_it_leaves_no_topology_and_finds_what_was_measured(monkeypatch, data, capsys, tmp_path):
    of = Stack(monkeypatch)
    of.interrupted_at = 900
    assert command.main(data) == 2
    assert capsys.readouterr().err.endswith("interrupted\n")
    assert of.stopped == 1
    page = (tmp_path / "results/capacity.md").read_text()
    assert page.startswith("# not finished\n")
    assert "| 600 |" in page


def test_the_own_stack_is_emptied_and_what_was_removed_is_written_out():
    assert topology.TIDIED.empty_command.endswith('-c "TRUNCATE pessoas CASCADE" -c CHECKPOINT')


def test_a_database_that_can_not_be_filled_or_emptied_makes_the_run_void(monkeypatch, tmp_path):
    monkeypatch.setattr(topology, "RUN", tmp_path)
    (tmp_path / "database-url").write_text(f"postgresql:///postgres?host={tmp_path}\n")
    with pytest.raises(Trouble, match="the database: "):
        topology.fill(1)
    with pytest.raises(Trouble, match="the database: "):
        topology.empty(but=1)
