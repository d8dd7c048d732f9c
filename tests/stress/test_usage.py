"""CPU and memory of the system under test, as a command tells them."""

import json
from pathlib import Path

import pytest

from stress_test import usage as reading
from stress_test.usage import Component, Unreadable, Usage, parse, read, sampled
from support.events import eventually


def report(**components: dict[str, object]) -> str:
    return json.dumps({"components": components, "source": "cgroup v2"})


def test_a_report_is_read_and_what_is_missing_is_not_known():
    usage = parse(report(nginx={"cpu_seconds": 1.5, "peak_memory_bytes": None, "something_new": 1}))
    assert usage == Usage({"nginx": Component(cpu_seconds=1.5)}, "cgroup v2")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"components": 1, "source": ""}', '{"components": {"nginx": 1}}'])
def test_what_is_no_report_is_refused(text: str):
    with pytest.raises(Unreadable):
        parse(text)


def test_a_difference_is_of_what_grows_alone():
    before = Component(1.25, 100, 50, 2, 0.1, 10, 0.58, 1000)
    after = Component(4.0, 300, 70, 5, 0.4, 110, 0.58, 1000)
    assert after.since(before) == Component(2.75, 300, 70, 3, 0.3, 100, 0.58, 1000)


def test_a_difference_with_the_unknown_is_unknown():
    assert Component(cpu_seconds=4.0).since(Component()).cpu_seconds is None
    assert Component().since(Component(cpu_seconds=4.0)).cpu_seconds is None


def test_a_part_whose_account_began_anew_has_no_difference():
    used = Component(cpu_seconds=1, periods=9).since(Component(cpu_seconds=4, periods=9))
    assert (used.cpu_seconds, used.periods) == (None, 0)


def test_a_part_that_was_not_there_before_has_no_difference():
    used = Usage({"nginx": Component(cpu_seconds=1)}).since(Usage())
    assert used.components["nginx"].cpu_seconds is None


def test_a_sum_needs_each_part():
    usage = Usage({"nginx": Component(cpu_seconds=1.5, periods=3), "api1": Component(cpu_seconds=2)})
    assert usage.total("cpu_seconds") == 3.5
    assert usage.total("periods") is None
    assert Usage().total("cpu_seconds") is None


def test_without_a_command_nothing_is_known(tmp_path: Path):
    assert read(None, tmp_path) == Usage()


def test_a_command_is_run_in_the_folder(tmp_path: Path):
    (tmp_path / "figures").write_text(report(nginx={"cpu_seconds": 1}))
    assert read("cat figures", tmp_path).components["nginx"].cpu_seconds == 1


def test_a_command_that_fails_is_named_with_what_it_says(tmp_path: Path):
    with pytest.raises(Unreadable, match=r"no groups here"):
        read("echo no groups here >&2; exit 3", tmp_path)


def test_a_command_that_does_not_end_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reading, "PATIENCE", 0.05)
    with pytest.raises(Unreadable, match="'exec sleep 60' did not end"):
        read("exec sleep 60", tmp_path)


# Each reading says how often there was one.
COUNTING = """n=$(cat n 2>/dev/null || echo 0); n=$((n + 1)); echo $n >n
    echo '{"source":"processes","components":{"nginx":{"cpu_seconds":'$n'}}}'"""


def test_there_is_a_sample_before_and_one_after(tmp_path: Path):
    with sampled(COUNTING, tmp_path, interval=3600) as samples:
        assert len(samples) == 1
    assert [sample.usage.components["nginx"].cpu_seconds for sample in samples] == [1, 2]
    assert samples[0].at < samples[1].at


def test_and_more_meanwhile(tmp_path: Path):
    with sampled(COUNTING, tmp_path, interval=0.001) as samples:
        eventually(lambda: len(samples) >= 4, 10, "there are samples")
    assert len(samples) >= 5


def test_a_sample_that_fails_meanwhile_is_left_out(tmp_path: Path):
    command = f"{COUNTING}; test $n != 2"
    with sampled(command, tmp_path, interval=0.001) as samples:
        eventually(lambda: len(samples) >= 2, 10, "there are samples")
    assert 2 not in [sample.usage.components["nginx"].cpu_seconds for sample in samples]


def test_without_a_command_there_is_the_first_sample_and_the_last(tmp_path: Path):
    with sampled(None, tmp_path, interval=0.001) as samples:
        pass
    assert [sample.usage for sample in samples] == [Usage(), Usage()]
