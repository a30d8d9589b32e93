"""Tests the oracle itself: if an interaction or a recording differs slightly, its result must differ from the expected
one."""
import copy
from fractions import Fraction

import case_oracle
import case_plan
import case_recording


def changed(*path, to):
    """A document with the value at a path replaced, by a function of the old one or by a value."""
    def change(document, recording):
        place = document = copy.deepcopy(document)
        for key in path[:-1]:
            place = place[key]
        old = place.get(path[-1]) if isinstance(place, dict) else place[path[-1]]
        place[path[-1]] = to(old) if callable(to) else to
        return document, recording
    return change


def moved(code, by, at=0.5):
    """A recording in which one report, in the middle or at another share of them, has another value."""
    def change(document, recording):
        events = list(recording.events)
        those = [index for index, event in enumerate(events) if event[1:3] == (case_recording.EV_ABS, code)]
        one = those[int(len(those) * at)]
        usec, kind, _, value = events[one]
        events[one] = (usec, kind, code, value + by)
        return document, recording._replace(events=events)
    return change


def later(by):
    """A recording whose last frame comes this many microseconds later."""
    def change(document, recording):
        last = recording.events[-1][0]
        events = [(usec + by if usec == last else usec, *event) for usec, *event in recording.events]
        return document, recording._replace(events=events)
    return change


def longer(share):
    return lambda old: old * (1 + Fraction(share))


MUTATIONS = {
    "touchpad-flick": {
        "the slop 0.01 mm longer": changed("gesture", "pan", "slop", "mm", to=lambda old: old + Fraction("0.01")),
        "the distance a thousandth longer": changed("progress", "distance", "mm", to=longer("0.001")),
        "the other side": changed("progress", "toward", to="left"),
        "an offset of 0.1 mm": changed("progress", "offset", to={"mm": Fraction("0.1")}),
        "an upper limit just below the release": changed("progress", "limits", to=[0, Fraction("0.7")]),
        "a threshold above the release": changed("rule", "fractionAbove", to=Fraction("0.73")),
        "a spring a thousandth slower": changed("settle", "finish", "spring", "response", to=longer("0.001")),
        "a spring a thousandth less damped": changed("settle", "finish", "spring", "dampingRatio", to=longer("-0.001")),
        "no velocity handed over": changed("settle", "finish", "spring", "velocity", to="none"),
        "a property's other end": changed("animation", "properties", 1, "to", to=Fraction("0.401")),
        "a property that begins later": changed("animation", "properties", 1, "delayFactor", to=Fraction("0.01")),
        "another rate": changed("rate", to=119),
        "a place one unit of the device farther": moved(case_recording.MT_X, 1),
        "a lift 50 microseconds later": later(50),
    },
    "touchpad-pan-cancel": {
        "a key of the pan that is not known": changed("gesture", "pan", "hysteresis", to={"mm": 1}),
        "one finger": changed("gesture", "pan", "fingers", to=1),
        "a threshold below the release": changed("rule", "fractionAbove", to=Fraction("0.3")),
        "another curve on the way back": changed("settle", "cancel", "curve", to="default"),
        "a control point a hundredth off": changed("settle", "cancel", "curve", to=[0, 0, Fraction("0.59"), 1]),
        "the animation's own timing": changed("settle", "cancel", to={}),
        "a curve from its beginning": changed("settle", "cancel", "fullCurve", to=True),
        "a thousandth of the duration": changed("animation", "duration", to=longer("0.001")),
    },
    "touchpad-pan-finish": {
        "a spring a thousandth faster": changed("settle", "finish", "spring", "response", to=longer("-0.001")),
        "a spring under the critical damping": changed(
            "settle", "finish", "spring", "dampingRatio", to=Fraction("0.99")),
    },
    "b2-press-preview": {
        "a press that begins a little later": changed("gesture", "press", "start", to=Fraction("0.201")),
        "a peak a little higher": changed("gesture", "press", "peak", to=Fraction("0.751")),
        "no upper limit": changed("progress", "limits", to=[Fraction("0.01"), 1]),
        "a rule that finishes at the peak": changed("rule", to={"preset": "tutorial-press"}),
        "a little more of force": moved(case_recording.MT_PRESSURE, 20, at=0.15),
    },
    "b4-preview-commit": {
        "a press that commits when it lifts": changed("gesture", "press", "commits", to="atLift"),
        "no jump": changed("settle", "finish", to={}),
        "the following spring a hundredth less damped": changed("then", "spring", "dampingRatio", to=longer("-0.01")),
        "the dismissal a thousandth longer": changed("dismiss", "duration", to=longer("0.001")),
    },
    "b6-drag-and-double-shortened": {
        "the whole duration": changed("settle", "cancel", "durationFactor", to=1),
        "the hand leads it": changed("progress", to={"toward": "right", "distance": {"mm": 40}}),
    },
    "b7-spring-to-centre": {
        "a hundredth more damping where it is critical": changed(
            "settle", "cancel", "spring", "damping", to=lambda _: Fraction("26")),
        "a thousandth stiffer": changed("settle", "cancel", "spring", "stiffness", to=longer("0.001")),
        "what moves across is led the other way": changed("progress", "toward", to="down"),
        "another scale": changed("surface", "pointsPerMm", to=Fraction("6.41")),
    },
    "b7-spring-to-centre-tutorial": {
        "the velocity as it was": changed("settle", "cancel", "spring", "velocity", to="none"),
    },
    "b8-scrub-by-place": {
        "from the other side": changed("progress", "toward", to="up"),
        "the colours a hundredth earlier": changed("animation", "properties", 1, "delayFactor", to=Fraction("0.74")),
    },
    "b9-pan-interrupt": {
        "never caught": changed("catch", to="never"),
        "the whole duration each time": changed("settle", "finish", "durationFactor", to=1),
    },
    "d2-pull-to-present": {
        "an offset half a millimetre longer": changed("progress", "offset", to={"points": Fraction("33.2")}),
        "a delay a hundredth longer": changed("animation", "properties", 0, "delayFactor", to=Fraction("0.16")),
    },
    "d4-interrupt-cancel": {
        "judged at the release": changed("judge", to="release"),
        "caught by the gesture alone": changed("catch", to="moving"),
        "held until the gesture": changed("start", to="manual"),
    },
    "d5-reveal-other-way": {"one way only": changed("progress", "bothDirections", to=False)},
    "d7-pop-by-pan": {"three quarters of the surface": changed("progress", "distance", to={"share": Fraction("0.75")})},
    "d8-percent-driver": {
        "a hundredth faster": changed("settle", "finish", "speed", to=Fraction("2.02")),
        "from the beginning of the curve": changed("settle", "finish", "fullCurve", to=True),
    },
    "touchscreen-drag-type-a": {"one value of one contact": moved(case_recording.MT_Y, 3)},
    "touchscreen-drag": {
        "the way along the other axis": changed("progress", "toward", to="right"),
        "half as long again": changed("settle", "finish", "durationFactor", to=Fraction("0.75")),
        "keyframes": changed("animation", "properties", 0, to=lambda old: {
            "name": old["name"], "from": old["from"], "keyframes": [
                {"start": 0, "duration": Fraction("0.5"), "to": 106},
                {"start": Fraction("0.5"), "duration": Fraction("0.4"), "to": 46}]}),
    },
}


def run(root):
    """0 if all are noticed."""
    missed = count = 0
    for case, mutations in MUTATIONS.items():
        folder = root / case
        if not folder.exists():
            print(f"{case}: is not there")
            missed += 1
            continue
        recording = case_recording.read(next(folder.glob("recording.*")))
        document = case_plan.read(folder / "interaction.json")
        case_oracle.compare(recording, document, folder / "expected.csv")
        for name, mutate in mutations.items():
            count += 1
            other, events = mutate(document, recording)
            try:
                case_oracle.compare(events, other, folder / "expected.csv")
            except (case_oracle.Disagreement, case_recording.UnknownKey) as noticed:
                print(f"{case}, {name}: noticed, {noticed}")
            else:
                print(f"{case}, {name}: NOT noticed")
                missed += 1
    print(f"{count - missed} of {count} changes noticed")
    return 1 if missed else 0
