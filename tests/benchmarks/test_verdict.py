"""Which of two is slower, from the times of their rounds."""

import pytest

from comparison.verdict import LEAST_ROUNDS, SIGNIFICANT, above, compare, compare_all, spread

# A machine that is slower and slower, and twice as slow for some rounds.
MACHINE = [100, 101, 203, 207, 104, 105, 211, 107, 108, 109]


def times(factor: float, noise: float = 0.01) -> list[float]:
    """On that machine; the noise of a round goes up and down by turns."""
    return [factor * at * (1 + noise * (-1) ** number) for number, at in enumerate(MACHINE)]


@pytest.mark.parametrize(
    ("factor", "verdict"),
    [(1.5, "slower"), (1.05, "slower"), (1.02, "same"), (1, "same"), (0.98, "same"), (0.95, "faster"), (0.5, "faster")],
)
def test_what_the_machine_does_from_round_to_round_hides_nothing(factor: float, verdict: str):
    found = compare("x", MACHINE, times(factor))
    assert found.verdict == verdict
    assert found.ratio == pytest.approx(factor, rel=0.015)


def test_what_differs_this_way_in_one_round_and_that_way_in_another_is_the_same():
    found = compare("x", MACHINE, times(1.05, noise=0.3))
    assert found.p > SIGNIFICANT
    assert found.verdict == "same"


def test_two_rounds_that_go_wrong_make_nothing_slower():
    head = list(map(float, MACHINE))
    head[3] *= 5
    head[7] *= 3
    assert compare("x", MACHINE, head).verdict == "same"


def test_the_same_times_are_the_same():
    found = compare("x", MACHINE, MACHINE)
    assert (found.ratio, found.p, found.verdict) == (1, 1, "same")


def test_as_few_rounds_as_are_taken_can_tell():
    assert compare("x", [1.0] * LEAST_ROUNDS, [2.0 + n / 100 for n in range(LEAST_ROUNDS)]).verdict == "slower"
    fewer = LEAST_ROUNDS - 1
    assert compare("x", [1.0] * fewer, [2.0 + n / 100 for n in range(fewer)]).verdict == "same"


def test_a_round_that_one_side_lacks_is_no_comparison():
    with pytest.raises(ValueError, match="longer"):
        compare("x", MACHINE, MACHINE[1:])


def test_each_is_compared_by_its_name():
    base = {"b": MACHINE, "a": MACHINE}
    found = compare_all(base, {"a": times(2), "b": MACHINE})
    assert [(one.name, one.verdict) for one in found] == [("a", "slower"), ("b", "same")]


def test_only_what_is_slower_by_more_is_above():
    found = [compare(str(factor), MACHINE, times(factor)) for factor in (0.5, 1, 1.08, 1.3)]
    assert [one.name for one in above(found, 1.1)] == ["1.3"]
    assert [one.name for one in above(found, 1.0)] == ["1.08", "1.3"]


def test_a_ratio_that_is_not_significant_is_not_above():
    assert above([compare("x", MACHINE, times(1.2, noise=0.9))], 1.1) == []


def test_a_spread_is_that_of_the_middle_half():
    assert spread([100, 100, 100, 100]) == 0
    assert spread([1, 90, 100, 110, 1000]) == pytest.approx(0.2)
