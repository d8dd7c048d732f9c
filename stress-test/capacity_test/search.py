"""Where the highest rate lies that holds: steps up until one does not, then halves of what is left."""

from collections.abc import Callable

STEP = 1.5


def highest(holds: Callable[[int], bool], first: int, resolution: int, last: int) -> int | None:
    """The highest rate that was seen to hold; None: not even `first` did, nor half of it, and so on.

    The lowest one that does not is at most `resolution` above it, unless all up to `last` hold. Assumes that what holds
    at a rate holds at a lower one.
    """
    low, high = None, None
    rate = first
    while high is None or low is None:
        if holds(rate):
            low = rate
            if rate == last:
                return low
            if high is None:
                rate = min(last, round(rate * STEP))
        else:
            high = rate
            if low is None:
                if rate <= resolution:
                    return None
                rate = max(resolution, rate // 2)
    while high - low > resolution:
        middle = _rounded((low + high) / 2, resolution)
        if not low < middle < high:
            middle = (low + high) // 2
        if holds(middle):
            low = middle
        else:
            high = middle
    return low


def _rounded(rate: float, to: int) -> int:
    return round(rate / to) * to
