"""The numbers of users: the contract's, and those that Gatling counts (ArrivalsTest.java has the same)."""

import pytest

from stress_test.arrivals import Load


def test_the_plain_run_is_the_contests():
    load = Load()
    assert (load.creations, load.searches, load.invalid_searches) == (54_635, 9_590, 4_190)
    assert load.seconds == 205


def test_the_doubled_run_doubles_creations_and_nothing_else():
    load = Load(rate=1200)
    assert (load.creations, load.searches, load.invalid_searches) == (108_635, 9_590, 4_190)


@pytest.mark.parametrize(
    ("rate", "ramp", "creations"),
    [
        (60, 20, 667),
        (600, 20, 6_067),
        (1200, 20, 12_067),
        (7, 1, 13),
        (6, 10, 67),
        (600, 360, 109_175),
        (101, 9, 488),
    ],
)
def test_a_shorter_run_is_shorter_in_proportion(rate: int, ramp: int, creations: int):
    assert Load(rate, ramp).creations == creations


@pytest.mark.parametrize(
    ("load", "name"), [(Load(), "plain"), (Load(1200), "doubled"), (Load(600, 20), "600/s, a ramp of 20 s")]
)
def test_only_full_runs_have_a_name_of_their_own(load: Load, name: str):
    assert load.name == name
