"""Whether one of two is slower: what the times of their rounds say."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scipy.stats import wilcoxon

# A round's two runs follow each other and are a pair: what the machine does from round to round hits both.
SIGNIFICANT = 0.01  # p of Wilcoxon's signed-rank test, two-sided
NOTABLE = 0.03  # as much may come of where the linker puts a function
LEAST_ROUNDS = 8  # fewer can't be significant: 2 / 2**7 is above

RULE = (
    f"slower, faster: by more than {NOTABLE:.0%} in the median of the rounds' ratios, "
    f"and with p < {SIGNIFICANT} by Wilcoxon's signed-rank test of the rounds"
)


@dataclass(frozen=True)
class Comparison:
    name: str
    base: Sequence[float]  # nanoseconds, by round
    head: Sequence[float]
    ratio: float  # head to base: the median of the rounds' ratios
    p: float
    verdict: str  # "slower", "faster" or "same"


def compare(name: str, base: Sequence[float], head: Sequence[float]) -> Comparison:
    """Of as many rounds each, LEAST_ROUNDS at least."""
    ratio = statistics.median(ours / theirs for ours, theirs in zip(head, base, strict=True))
    # Relative, as the machine's swings are.
    differences = [ours / theirs - theirs / ours for ours, theirs in zip(head, base, strict=True)]
    p = float(wilcoxon(differences).pvalue) if any(differences) else 1.0
    verdict = "same"
    if p < SIGNIFICANT and abs(ratio - 1) > NOTABLE:
        verdict = "slower" if ratio > 1 else "faster"
    return Comparison(name, base, head, ratio, p, verdict)


def compare_all(base: Mapping[str, Sequence[float]], head: Mapping[str, Sequence[float]]) -> list[Comparison]:
    """By name, in that order."""
    return [compare(name, base[name], head[name]) for name in sorted(base)]


def above(all_of_them: Sequence[Comparison], limit: float) -> list[Comparison]:
    """Those that are slower, and by more than that ratio."""
    return [one for one in all_of_them if one.verdict == "slower" and one.ratio > limit]


def spread(times: Sequence[float]) -> float:
    """The middle half of them, in proportion to the median."""
    first, median, third = statistics.quantiles(times, n=4, method="inclusive")
    return (third - first) / median
