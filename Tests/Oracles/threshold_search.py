"""Finds two thresholds by trying all settings, with NumPy, and prints the cost of the best and the seconds it took.

    threshold_search.py each|product|sums FILE
                                  of items, a line each: two values, then the costs below both, above the
                                  first, above the second and above both; equal values are above

`each` evaluates every item in every setting, some of the settings at a time. `product` does the same with one product
of matrices. `sums` visits each item once: it sums a two-dimensional histogram.
"""
import pathlib
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / ".build/python"))
try:
    import numpy
except ImportError:
    sys.exit(1)


def each(values, costs, cuts):
    """Finds the misclassified items and their cost, for one first threshold at a time.

    It uses that an item is either meant, and then right above both thresholds, or not, and then right elsewhere.
    In larger pieces, or with a table of four costs, it is slower.
    """
    first = values[:, 0] >= cuts[0][:, None]
    second = values[:, 1] >= cuts[1][:, None]
    is_meant = costs[:, 3] == 0
    price = costs.max(axis=1).astype(numpy.float32)
    return int(min((((above & second) != is_meant) @ price).min() for above in first))


def product(values, costs, cuts):
    """Computes all costs as three sums and a product of matrices, in doubles, which are exact here."""
    first = (values[:, 0] >= cuts[0][:, None]).astype(float)
    second = (values[:, 1] >= cuts[1][:, None]).astype(float)
    below, one, other, both = costs.T.astype(float)
    total = first * (both - one - other + below) @ second.T
    total += (first @ (one - below))[:, None] + (second @ (other - below))[None] + below.sum()
    return int(total.min())


def sums(values, costs, cuts):
    """Adds up the extra cost of items above, stored where they stop being above, from the far end."""
    below, one, other, both = costs.T
    place = [numpy.searchsorted(cuts[axis], values[:, axis], side="right") for axis in (0, 1)]
    only_first = numpy.cumsum(numpy.bincount(place[0], one - below, len(cuts[0]) + 1)[::-1])[::-1]
    only_second = numpy.cumsum(numpy.bincount(place[1], other - below, len(cuts[1]) + 1)[::-1])[::-1]
    rest = numpy.zeros((len(cuts[0]) + 1, len(cuts[1]) + 1), int)
    numpy.add.at(rest, (place[0], place[1]), both - one - other + below)
    total = numpy.cumsum(numpy.cumsum(rest[::-1, ::-1], 0), 1)[::-1, ::-1]
    total = total[1:, 1:] + only_first[1:, None] + only_second[None, 1:] + below.sum()
    return int(total.min())


rows = numpy.loadtxt(sys.argv[2])
values, costs = rows[:, :2], rows[:, 2:].astype(int)
ways = {"each": each, "product": product, "sums": sums}
start = time.perf_counter()
cuts = [numpy.append(numpy.unique(values[:, axis]), numpy.inf) for axis in (0, 1)]
best = ways[sys.argv[1]](values, costs, cuts)
print(best, time.perf_counter() - start)
