"""The session of Pantograph for Python by GObject Introspection: its signals and properties agree with each other."""
import math
import sys

import gi

gi.require_version("Pantograph", "0")
from gi.repository import GLib, GObject, Pantograph  # noqa: E402

TEXT = open(sys.argv[1], encoding="utf-8").read()
session = Pantograph.Session.new(TEXT, 0)
seen, notified, settled, decided = [], [], [], []
session.connect("update", lambda _, progress: seen.append(progress))
session.connect("notify::progress", lambda one, _: notified.append(one.props.progress))
session.connect("settled", lambda _, point: settled.append(point))
session.connect("decided", lambda _, target: decided.append(target))

assert session.begin(0, 3) and not session.begin(0, 3)
for step in range(1, 26):
    assert session.move(8000 * step, -26.712 / 2.54, 0, Pantograph.Unit.SCROLL_PX)
    session.frame(8000 * step)
# 25 mm of 120, of which 30 are a workspace, and still fast.
assert math.isclose(session.props.progress, 25 / 120, rel_tol=1e-9), session.props.progress
assert session.props.moves and session.get_names() == ["workspace"]
assert math.isclose(session.get_value("workspace"), 4 * 25 / 120, rel_tol=1e-9) and math.isnan(session.get_value("x"))
assert session.end(200_000, False) and decided == [0.25], decided
time = 200_000
while session.frame(time):
    time += 16_667
assert settled == [0.25] and session.props.progress == 0.25 and not session.props.moves
assert seen == notified and session.props.velocity == 0
session.settle_to(time, 0.75)
session.hold(time + 50_000)
session.frame(time + 60_000)
held = session.props.progress
session.frame(time + 900_000)
assert 0.25 < held < 0.75 and session.props.progress == held
assert session.resume(time + 900_000)
while session.frame(time):
    time += 16_667
assert settled == [0.25, 0.75], settled
assert session.set_interaction(time, TEXT.replace('"to": 4', '"to": 8'), False)
session.frame(time)
assert session.get_value("workspace") == 6, session.get_value("workspace")
for call in (lambda: session.settle_to(time, 1000), lambda: session.place(time, 1000), lambda: Pantograph.Session.new("[", 0)):
    try:
        call()
    except GLib.Error as error:
        assert error.matches(Pantograph.error_quark(), error.code), error
    else:
        raise AssertionError("it is refused")
assert issubclass(Pantograph.Session, GObject.Object)
print("ok: a session in Python")
