"""The search for the highest rate that holds."""

import pytest

from capacity_test.search import highest


def searched(limit: float, first: int = 600, resolution: int = 50, last: int = 20_000) -> tuple[int | None, list[int]]:
    """What is found of a stack that holds up to that rate, and the rates that were tried."""
    tried: list[int] = []

    def holds(rate: int) -> bool:
        tried.append(rate)
        return rate <= limit

    return highest(holds, first, resolution, last), tried


@pytest.mark.parametrize("limit", [50, 51, 130, 599, 600, 601, 1000, 2437, 9999])
@pytest.mark.parametrize("resolution", [1, 7, 50])
def test_what_is_found_holds_and_a_little_more_does_not(limit, resolution):
    found, tried = searched(limit, resolution=resolution)
    assert limit - resolution < found <= limit
    assert found in tried


def test_no_rate_is_tried_twice():
    _, tried = searched(2437)
    assert len(set(tried)) == len(tried) < 12


def test_rates_that_are_tried_are_round():
    _, tried = searched(2437)
    assert [rate for rate in tried[-3:] if rate % 50] == []


def test_where_nothing_holds_nothing_is_found():
    found, tried = searched(0)
    assert found is None
    assert min(tried) == 50


def test_where_all_hold_the_last_one_is_found():
    found, tried = searched(1e9, last=5000)
    assert found == 5000
    assert max(tried) == 5000
