"""Means, confidence intervals, tests for pairs and for samples, and the correction for many comparisons."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rulewright.tools.diff.report import Interval

LEVEL = 0.95
FALSE_DISCOVERIES = 0.05


def mean(values: Sequence[float]) -> float:
    """The mean of some numbers."""
    return math.fsum(values) / len(values)


def spread(values: Sequence[float]) -> float:
    """The standard error of the mean."""
    if len(values) < 2:
        return 0.0
    middle = mean(values)
    variance = math.fsum((value - middle) ** 2 for value in values) / (len(values) - 1)
    return math.sqrt(variance / len(values))


def interval(values: Sequence[float]) -> Interval:
    """The mean with its interval by Student's distribution."""
    middle = mean(values)
    half = student_quantile(len(values) - 1) * spread(values) if len(values) > 1 else 0.0
    return Interval(mean=middle, low=middle - half, high=middle + half)


def share(values: Sequence[float]) -> Interval:
    """A share of yes and no with Wilson's interval, which stays between 0 and 1."""
    n, p, z = len(values), mean(values), 1.959963984540054
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return Interval(mean=p, low=min(centre - half, p), high=max(centre + half, p))


# ---------------------------------------------------------------- tests


def paired_test(differences: Sequence[float]) -> float:
    """How likely it is by chance that the mean of paired differences lies so far from nought."""
    error = spread(differences)
    if error == 0.0:
        return 1.0 if mean(differences) == 0 else 0.0
    return 2 * student_tail(abs(mean(differences)) / error, len(differences) - 1)


def two_sample_test(some: Sequence[float], others: Sequence[float]) -> float:
    """Welch's test: how likely means so far apart are by chance."""
    errors = [_variance(values) / len(values) for values in (some, others)]
    together = sum(errors)
    apart = abs(mean(some) - mean(others))
    if together == 0:
        return 1.0 if apart == 0 else 0.0
    parts = [error**2 / (len(values) - 1) for error, values in zip(errors, (some, others), strict=True)]
    degrees = max(1, int(together**2 / sum(parts))) if sum(parts) else len(some) + len(others) - 2
    return min(1.0, 2 * student_tail(apart / math.sqrt(together), degrees))


def _variance(values: Sequence[float]) -> float:
    """The variance of a sample."""
    middle = mean(values)
    return math.fsum((value - middle) ** 2 for value in values) / max(1, len(values) - 1)


def sign_test(differences: Sequence[float]) -> float:
    """McNemar's exact test: of the pairs that differ, how likely so many on one side are if both are as likely."""
    up = sum(value > 0 for value in differences)
    down = sum(value < 0 for value in differences)
    n = up + down
    if n == 0:
        return 1.0
    tail = sum(math.comb(n, k) for k in range(min(up, down) + 1)) / (1 << n)
    return min(1.0, 2 * tail)


def corrected(ps: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg: the share of false findings if all with such a p or a smaller one are called findings."""
    order = sorted(range(len(ps)), key=ps.__getitem__, reverse=True)
    qs = [1.0] * len(ps)
    least = 1.0
    for rank, i in zip(range(len(ps), 0, -1), order, strict=True):
        least = min(least, ps[i] * len(ps) / rank)
        qs[i] = least
    return qs


# ---------------------------------------------------------------- Student's distribution


def student_tail(t: float, degrees: int) -> float:
    """The probability of a value of at least t."""
    return 0.5 * incomplete_beta(degrees / (degrees + t * t), degrees / 2, 0.5)


def student_quantile(degrees: int) -> float:
    """The value that bounds the middle 95 %."""
    low, high = 0.0, 1000.0
    for _ in range(60):
        middle = (low + high) / 2
        if student_tail(middle, degrees) > (1 - LEVEL) / 2:
            low = middle
        else:
            high = middle
    return high


def incomplete_beta(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Lentz's method)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(1 - x, b, a)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(1 - x)
    )
    tiny = 1e-300
    fraction, c, d = 1.0, 1.0, 0.0
    for i in range(400):
        m = i // 2
        if i == 0:
            term = 1.0
        elif i % 2 == 0:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / (1 + term * d or tiny)
        c = 1 + term / c or tiny
        fraction *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return front * (fraction - 1) / a
