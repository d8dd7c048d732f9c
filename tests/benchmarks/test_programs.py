"""What a report of Google Benchmark says."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from comparison.commands import Trouble, output
from comparison.programs import SPECIAL, times
from comparison.rounds import order
from support.events import eventually


def report(**of_the_benchmark: object) -> str:
    return json.dumps({"benchmarks": [{"name": "fold/ascii", "time_unit": "ns", "cpu_time": 5} | of_the_benchmark]})


@pytest.mark.parametrize(("unit", "nanoseconds"), [("ns", 1.5), ("us", 1500), ("ms", 1.5e6), ("s", 1.5e9)])
def test_times_are_nanoseconds_whatever_their_unit(unit: str, nanoseconds: float):
    assert times(report(cpu_time=1.5, time_unit=unit), "core") == {"fold/ascii": nanoseconds}


def test_a_benchmark_that_could_not_run_is_named_with_its_reason():
    with pytest.raises(Trouble, match="pg/fold/ascii: no database"):
        times(report(error_occurred=True, error_message="no database"), "pg")


def test_a_name_stands_for_itself_in_a_regular_expression():
    name = r"a.b[c]^$*+?(d){2}|\e"
    assert re.fullmatch(SPECIAL.sub(r"\\\g<0>", name), name)
    assert SPECIAL.sub(r"\\\g<0>", "x/rows:8") == "x/rows:8"


def test_each_side_is_first_as_often_as_the_other():
    assert list(order(4)) == [(0, 1), (1, 0), (0, 1), (1, 0)]


def test_a_command_that_fails_tells_why(tmp_path: Path):
    with pytest.raises(Trouble, match=r"failed with 3:\nno such thing"):
        output("sh", "-c", "echo no such thing >&2; exit 3", within=tmp_path)


def test_a_command_ends_with_its_children_when_it_is_interrupted(tmp_path: Path):
    child = "trap 'echo ended >child; exit' TERM; echo >ready; sleep 1000 & wait"
    program = "from pathlib import Path; from comparison.commands import output; "
    program += f'output(\'sh\', \'-c\', """({child}) & wait""", within=Path())'
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=tmp_path, env={"PYTHONPATH": ":".join(sys.path)}, stderr=subprocess.DEVNULL
    ) as process:
        eventually((tmp_path / "ready").exists, 20)
        process.send_signal(signal.SIGINT)
    assert process.returncode == -signal.SIGINT
    assert (tmp_path / "child").read_text() == "ended\n"
