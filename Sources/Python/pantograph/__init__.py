"""Pantograph drives interruptible animations with touches.

    import pantograph

    flick = pantograph.replay("recording.yml", "interaction.json")
    flick.outcomes            # ['finish']
    flick.seconds, flick.fraction, flick["offset"]     # NumPy arrays
    flick.to_pandas()         # a table with a row for each sample
    pantograph.plot(flick)    # a figure

A `Session` does the same with touches of your own. `Spring`, `Curve`, `velocity` and `momentum` are functions of
time without a session. `features` and `tune` run the command-line program.
"""

from ._native import PantographError, library as _library, names as _names
from .device import Device, InputEvent
from .figure import plot
from .interaction import Interaction, Surface
from .mathematics import Curve, Momentum, Motion, Spring, decide, format, momentum, velocity
from .program import features, tune
from .session import KEPT, LENGTH_UNITS, Contact, Event, Finding, Sample, Session
from .trajectory import Trajectory, replay

__version__ = _library.pg_version().decode()

#: The names that `Interaction.from_template`, `Curve.named`, `velocity`, `momentum` and `decide` know.
TEMPLATES, CURVES, ESTIMATORS, MOMENTA, RULES = (tuple(_names(number)) for number in range(5))

__all__ = [
    "CURVES", "Contact", "Curve", "Device", "ESTIMATORS", "Event", "Finding", "InputEvent", "Interaction",
    "KEPT", "LENGTH_UNITS", "MOMENTA", "Momentum", "Motion", "PantographError", "RULES", "Sample", "Session", "Spring",
    "Surface", "TEMPLATES", "Trajectory", "decide", "features", "format", "momentum", "plot", "replay", "tune", "velocity",
]
