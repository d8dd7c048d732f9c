"""Percentiles and counts of a run's requests."""

import pytest

from stress_test.gatling_log import Request
from stress_test.latency import Latencies, by_name, over_time, percentile, reasons


def took(*milliseconds: int) -> list[Request]:
    return [Request("criação", 0, time) for time in milliseconds]


@pytest.mark.parametrize(
    ("values", "percent", "wanted"),
    [
        ([7], 50, 7),
        ([7], 99, 7),
        ([1, 2], 50, 1),
        ([1, 2], 51, 2),
        ([1, 2, 3, 4], 75, 3),
        (range(1, 101), 99, 99),
        (range(1, 101), 99.1, 100),
        (range(1, 1001), 95, 950),
        ([1, 2, 3], 0, 1),
        ([1, 2, 3], 100, 3),
    ],
)
def test_a_percentile_is_the_nearest_rank(values: list[int], percent: float, wanted: int):
    assert percentile(values, percent) == wanted


def test_latencies_are_of_requests_in_any_order():
    assert Latencies.of(took(*range(100, 0, -1))) == Latencies(100, 0, 50, 75, 95, 99, 100)


def test_a_ko_counts_with_what_it_took():
    latencies = Latencies.of([*took(1), Request("criação", 0, 60_000, "timeout")])
    assert (latencies.count, latencies.ok, latencies.ko, latencies.max) == (2, 1, 1, 60_000)


def test_of_no_request_nothing_is_known():
    assert Latencies.of([]) == Latencies(0, 0, None, None, None, None, None)


def test_names_are_kept_apart():
    found = by_name([Request("b", 0, 2), Request("a", 0, 1), Request("b", 0, 4)])
    assert list(found) == ["a", "b"]
    assert (found["a"].max, found["b"].count, found["b"].max) == (1, 2, 4)


def test_reasons_are_counted_the_most_frequent_first():
    requests = [Request("a", 0, 1), Request("a", 0, 1, "x"), *[Request("b", 0, 1, "x")] * 2]
    assert list(reasons(requests).items()) == [("b: x", 2), ("a: x", 1)]


def test_a_request_belongs_to_the_second_in_which_it_began():
    requests = [Request("a", 1000, 5000), Request("a", 1999, 2000), Request("a", 3000, 3002, "x")]
    assert over_time(requests, 1000) == {
        "count": [2, 0, 1],
        "ko": [0, 0, 1],
        "p50": [1, None, 2],
        "p99": [4000, None, 2],
        "max": [4000, None, 2],
    }


def test_without_requests_there_is_no_time():
    assert over_time([], 0) == {"count": [], "ko": [], "p50": [], "p99": [], "max": []}
