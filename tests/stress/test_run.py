"""A whole run, with a Gatling that only says it had run, and a server that only counts."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stress_test import data, expected, gatling
from stress_test import run as whole
from stress_test.__main__ import main
from stress_test.arrivals import Load
from stress_test.gatling import Progress, follow
from stress_test.signals import SIGNALS

LOAD = Load(rate=7, ramp=1)

# Writes what Gatling would, of a perfect run of LOAD; BEHAVIOUR says what else.
JAVA = f"""#!{sys.executable}
import json, os, pathlib, signal, sys
options = dict(word.removeprefix("-D").split("=", 1) for word in sys.argv if word.startswith("-Dpessoas."))
numbers = json.loads(os.environ["NUMBERS"])
behaviour = os.environ["BEHAVIOUR"]
if behaviour == "fail":
    sys.exit("no memory")
if "SIGNAL" in os.environ:
    tell = lambda *_: os.kill(os.getppid(), int(os.environ["SIGNAL"]))
    signal.signal(signal.SIGTERM, tell if behaviour == "interrupt twice" else signal.SIG_IGN)
    pathlib.Path("java").write_text(str(os.getpid()))
    tell()
    while True:
        signal.pause()
folder = pathlib.Path(sys.argv[sys.argv.index("--results-folder") + 1]) / "pessoassimulation-1"
folder.mkdir(parents=True)
lines = ["RUN\\tpessoas.PessoasSimulation\\tp\\t0\\tr\\t3.9.5"]
for name, number in numbers.items():
    lines += [f"REQUEST\\t\\t{{name}}\\t1\\t2\\tOK\\t "] * number
if behaviour == "ko":
    lines[1] = lines[1].replace("OK", "KO")
(folder / "simulation.log").write_text("".join(line + "\\n" for line in lines))
pathlib.Path(options["pessoas.answers"]).write_text(json.dumps({{"201": numbers["consulta"], "422": 1}}))
if behaviour == "fail late":
    sys.exit("no memory")
print("2026-11-30 22:26:36                                          12s elapsed")
print("> Global                                                   (OK=1404   KO=0     )")
"""


@pytest.fixture(scope="module")
def most() -> int:
    return expected.maximum(list(data.payloads(LOAD.creations)), LOAD.creations)


@pytest.fixture
def listening() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"localhost:{server.getsockname()[1]}"


@pytest.fixture
def handlers() -> Iterator[None]:
    """Heard, though the tests run under nohup; afterwards as they were before."""
    before = [(number, signal.signal(number, signal.SIG_DFL)) for number in SIGNALS]
    yield
    for number, handler in before:
        signal.signal(number, handler)


@pytest.fixture
def arguments(tmp_path: Path, most: int, listening: str, handlers: None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    (tmp_path / "bin").mkdir()
    java = tmp_path / "bin/java"
    java.write_text(JAVA)
    java.chmod(java.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    numbers = {"criação": LOAD.creations, "busca válida": LOAD.searches, "busca inválida": LOAD.invalid_searches}
    monkeypatch.setenv("NUMBERS", json.dumps(numbers | {"consulta": most}))
    monkeypatch.setenv("BEHAVIOUR", "perfect")
    monkeypatch.setattr(gatling, "build", lambda: None)
    monkeypatch.setattr(whole, "payloads", lambda: list(data.payloads(LOAD.creations)))
    monkeypatch.chdir(tmp_path)
    # No row before the run, afterwards as many as there should be.
    (tmp_path / "rows").write_text("7")
    rows = f"if test -d results/gatling; then echo {most}; else cat rows; fi"
    given = ["--rate", "7", "--seconds", "1", "--url", listening, "--results", "results", "--count-url", ""]
    return [*given, "--empty-command", "echo 0 >rows", "--rows-command", rows]


def summary_of(folder: Path) -> dict:
    return json.loads((folder / "results/summary.json").read_text())


def test_a_perfect_run_exits_with_0_and_leaves_a_report(
    arguments: list[str], tmp_path: Path, most: int, capsys: pytest.CaptureFixture[str]
):
    assert main(arguments) == 0
    written = summary_of(tmp_path)
    assert written["perfect"] is True
    assert (written["expected_maximum"], written["persons"]) == (most, {"rows": most, "count": None})
    assert written["command"].startswith("stress-test/run-test.sh --rate 7")
    for name in ("report.md", "latency.png", "gatling/simulation.log", "gatling.out"):
        assert (tmp_path / "results" / name).stat().st_size
    printed = capsys.readouterr().out
    assert "12 s of 3      1,404 OK        0 KO" in printed
    assert "not checked: count by the API" in printed


def test_a_fault_exits_with_1(arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("BEHAVIOUR", "ko")
    assert main(arguments) == 1
    assert summary_of(tmp_path)["reasons"] == {"criação: unknown": 1}


def test_a_missing_row_exits_with_1(arguments: list[str], tmp_path: Path):
    assert main([*arguments, "--rows-command", "if test -d results/gatling; then echo 1; else cat rows; fi"]) == 1


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--empty-command", "exit 1"], "failed"),
        (["--empty-command", "true"], "7 persons before the run"),
        (["--rows-command", "echo many"], "expected to give a number"),
        (["--usage-command", "echo none"], "no report of usage"),
        (["--count-url", "http://127.0.0.1:1"], "127.0.0.1:1"),
        (["--url", "localhost:1"], "nobody listens at http://localhost:1"),
        (["--results", "rows/results"], "Not a directory"),
    ],
)
def test_what_makes_a_run_void_exits_with_2(
    more: list[str], why: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
):
    assert main([*arguments, *more]) == 2
    assert why in capsys.readouterr().err


@pytest.mark.parametrize("behaviour", ["fail", "fail late"])
def test_a_gatling_that_fails_makes_the_run_void(
    behaviour: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("BEHAVIOUR", behaviour)
    assert main(arguments) == 2
    assert "no memory" in capsys.readouterr().err


def test_a_run_that_does_not_begin_leaves_no_results(arguments: list[str], tmp_path: Path):
    assert main([*arguments, "--empty-command", "exit 1"]) == 2
    assert not (tmp_path / "results").exists()


def test_results_are_not_written_over(arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "results").mkdir()
    assert main(arguments) == 2
    assert "results" in capsys.readouterr().err


def test_what_can_not_be_told_after_the_run_is_a_fault_of_it(arguments: list[str], tmp_path: Path):
    rows = "if test -d results/gatling; then echo gone >&2; exit 1; else cat rows; fi"
    assert main([*arguments, "--rows-command", rows]) == 1
    assert summary_of(tmp_path)["errors"] == [f"after the run: {rows!r} failed: gone"]
    assert "gone" in (tmp_path / "results/report.md").read_text()


def test_a_bug_makes_the_run_void(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(expected, "maximum", lambda *_: 1 // 0)
    assert main(arguments) == 2
    assert "ZeroDivisionError" in capsys.readouterr().err


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize(("behaviour", "patience"), [("interrupt", 0.1), ("interrupt twice", 60)])
def test_gatling_ends_with_who_is_interrupted_or_impatient(
    number: int,
    behaviour: str,
    patience: float,
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.setattr(gatling, "PATIENCE", patience)
    monkeypatch.setenv("BEHAVIOUR", behaviour)
    monkeypatch.setenv("SIGNAL", str(int(number)))
    assert main(arguments) == 2
    assert "interrupted" in capsys.readouterr().err
    assert not Path("/proc", (tmp_path / "java").read_text()).exists()


def test_the_script_exits_with_2_where_something_is_missing(tmp_path: Path):
    for name, text in (("dpkg-query", "true"), ("apt-get", "exit 1"), ("sudo", "exit 1")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    script = Path(gatling.ROOT, "stress-test/run-test.sh")
    done = subprocess.run([script], env={"PATH": f"{tmp_path}:{os.environ['PATH']}"}, capture_output=True, text=True)
    assert (done.returncode, done.stdout.split(":")[0]) == (2, "installing")


def test_progress_is_what_gatling_says():
    said = """
2026-11-30 22:26:36                                          10s elapsed
---- Requests ------------------------------------------------------------------
> Global                                                   (OK=1404   KO=0     )
> busca inválida                                           (OK=234    KO=0     )
2026-11-30 22:26:41                                          15s elapsed
> Global                                                   (OK=2000   KO=17    )
"""
    assert list(follow(said.splitlines(keepends=True))) == [Progress(10, 1404, 0), Progress(15, 2000, 17)]
