"""Figures of trajectories, as on the pages of `pantograph replay --html`; they need Matplotlib."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING

import numpy as np

from . import _native

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .session import Event
    from .trajectory import Trajectory

# The colours of the pages.
_INK, _RULE, _FOUND, _PHASES = "#1b1a22", "#d8d5e2", "#00695a", {"tracking": "#dce8f8", "settling": "#f9e8da"}
# The word for each kind of event. A release, its decision and the handoff happen in one instant.
_WORDS = {
    "handoff": "handoff", "cancelled": "cut off", "began": "begins", "ended": "released", "decided": "decided",
    "completed": "rest", "held": "held", "started": "starts",
}
# More words of events would cover each other.
_MOST_WORDS = 12


def plot(trajectory: Trajectory, quantity: str = "fraction", axes: Axes | None = None) -> Axes:
    """Draws a quantity over time: "fraction", "velocity" or a property, with phases, events and thresholds.

    The curve is the first line of the axes, which are new by default. A vertical line marks each event except
    movements, and a dot each release. The thresholds are those that the rule has for the fraction.
    """
    pyplot = _native.optional("matplotlib.pyplot", "plot")
    return _draw(trajectory, quantity, pyplot.subplots(layout="constrained")[1] if axes is None else axes)


def image(trajectory: Trajectory) -> str | None:
    """Returns the fraction and its velocity as the URL of a PNG with its data; `None` without Matplotlib."""
    try:
        figure = _native.optional("matplotlib.figure", "image").Figure((7, 5), layout="constrained")
    except ModuleNotFoundError:
        return None
    top, bottom = figure.subplots(2, sharex=True)
    _draw(trajectory, "fraction", top).set_xlabel("")
    _draw(trajectory, "velocity", bottom, has_words=False)
    data = io.BytesIO()
    figure.savefig(data, format="png")
    return "data:image/png;base64," + base64.b64encode(data.getvalue()).decode()


def _draw(trajectory: Trajectory, quantity: str, axes: Axes, has_words: bool = True) -> Axes:
    is_own = quantity in ("fraction", "velocity")
    values = getattr(trajectory, quantity) if is_own else trajectory[quantity]
    seconds, phase = trajectory.seconds, trajectory.phase
    # What is still has no samples: its value holds until the next one.
    still = np.flatnonzero(np.isin(phase[:-1], ("idle", "rest"))) + 1
    axes.plot(
        np.insert(seconds, still, seconds[still]), np.insert(values, still, values[still - 1]), color=_INK,
        label=quantity,
    )
    changes = np.flatnonzero(phase[1:] != phase[:-1]) + 1
    starts = [0, *changes] if len(phase) else []
    for start, end in zip(starts, [*changes, len(phase) - 1]):
        if color := _PHASES.get(phase[start]):
            axes.axvspan(seconds[start], seconds[end], color=color, linewidth=0, zorder=0)
    marks = _marks(trajectory.events)
    for time in marks:
        axes.axvline(time, color=_INK, linewidth=0.8, linestyle="--", zorder=1)
    if has_words and len(marks) <= _MOST_WORDS:
        axes.secondary_xaxis("top").set_xticks(list(marks), marks.values(), rotation=30, ha="left", fontsize="small")
    if is_own and (ends := [event for event in trajectory.events if event.kind == "ended"]):
        dots = [event.time / 1e6 for event in ends], [getattr(event, quantity) for event in ends]
        axes.plot(*dots, "o", color=_INK, label="released")
    if quantity == "fraction":
        for comparison, threshold in _thresholds(trajectory.events):
            axes.axhline(threshold, color=_FOUND, linestyle="--", label=f"{comparison} {threshold:g}")
            axes.annotate(
                f"{comparison} {threshold:g}", (1, threshold), xycoords=axes.get_yaxis_transform(), color=_FOUND,
                ha="right", va="bottom", fontsize="small",
            )
    axes.grid(axis="y", color=_RULE)
    axes.set(xlabel="seconds", ylabel="velocity, per second" if quantity == "velocity" else quantity)
    return axes


def _marks(events: list[Event]) -> dict[float, str]:
    """Returns the word of each instant with events, by its seconds."""
    marks: dict[float, str] = {}
    for event in sorted(events, key=lambda event: list(_WORDS).index(event.kind) if event.kind in _WORDS else -1):
        if event.kind in _WORDS:
            marks.setdefault(event.time / 1e6, _WORDS[event.kind])
    return dict(sorted(marks.items()))


def _thresholds(events: list[Event]) -> list[tuple[str, float]]:
    """Returns the comparisons of the rule with the fraction, except with 0, which only test a sign."""
    findings = [found for event in events for found in event.findings]
    return list(
        dict.fromkeys(
            (found.comparison, found.threshold)
            for found in findings
            if found.quantity == "fraction" and found.threshold != 0
        )
    )
