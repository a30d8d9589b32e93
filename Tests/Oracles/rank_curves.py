"""Prints the curves and areas that scikit-learn gives for scores, and NumPy's percentiles.

    rank_curves.py                exits with 1 if scikit-learn is not installed, or too old
    rank_curves.py FILE           a line of scores, one of classes and one of weights for each curve;
                                  for a single line of numbers, their percentiles
"""
import importlib.metadata
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / ".build/python"))
try:
    version = importlib.metadata.version("scikit-learn")
except importlib.metadata.PackageNotFoundError:
    sys.exit(1)
if [int(part) for part in version.split(".")[:2]] < [1, 3]:
    # In older versions, the first threshold of the curve is not infinite.
    sys.exit(1)


def say(*rows):
    for row in rows:
        print(" ".join(repr(float(number)) for number in row))


def curves(scores, classes, weights):
    from sklearn import metrics

    false, true, thresholds = metrics.roc_curve(
        classes, scores, sample_weight=weights, drop_intermediate=False)
    precision, recall, levels = metrics.precision_recall_curve(classes, scores, sample_weight=weights)
    say(thresholds, false, true, levels, precision, recall,
        [metrics.roc_auc_score(classes, scores, sample_weight=weights),
         metrics.average_precision_score(classes, scores, sample_weight=weights),
         metrics.auc(recall, precision)])


if len(sys.argv) > 1:
    import numpy

    for paragraph in pathlib.Path(sys.argv[1]).read_text().split("\n\n"):
        rows = [numpy.array([float(word) for word in line.split()]) for line in paragraph.splitlines()]
        if len(rows) == 3:
            curves(*rows)
        elif rows:
            say(numpy.percentile(rows[0], [2.5, 97.5, 10, 50]))
