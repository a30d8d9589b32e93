"""Judges random series of positions by the definitions of jank, and prints each with what it found.

    jank_series.py SEED COUNT     four lines of numbers for each series, where nan is what there is not: the frame rate,
                                  and whether the clock is virtual; for each row the microseconds, the position, the
                                  first and the last touch, and whether fingers are down; what was found, by NAMES;
                                  the times of the first janky frames

It has the whole series at once and exact fractions, where the engine has a frame at a time and floating point:

    predictor   steps d1 d2 d3 of one sign: max(d2/max(d1,d3), min(d1,d3)/d2) >= 1.4, or 1.2 if one is above 7 px;
                not judged if all are below 0.2 px
    missed      a gap of more than 1.5 intervals between frames that move the same way
    v4          V vsyncs since the frame before, judged if V > 1 and both move the same way; own cutoff
                D = presentation - last touch; running cutoff = min(running + V * .01 * interval, D), D after jank
        1       floor((presentation - first touch - adjusted) / (.99 * interval)), where adjusted = the running cutoff
                + (V - 1) * .01 * interval - .05 * interval
        2       V - 1 if this and the former step are >= 3 px, and none is inertial
        3       V - 1 if this one is inertial and >= 0.2 px, and the former one is inertial, or fast as in 2
    second      |x[k-1] - 2 x[k] + x[k+1]| while fingers are down, without a gap; above 0.5 px it counts
    dropped     display frames between the rows, in all and by windows of 64
"""
import random
import sys
from fractions import Fraction


NAMES = ["frames", "janky", "predictor", "severity", "gaps", "scroll", "missed", "rough", "roughness",
         "dropped", "share"]


def say(numbers):
    print(" ".join("nan" if number is None else repr(float(number)) for number in numbers))


def series(chance):
    rate = chance.choice([None, 60, 60, 90, 120, 1000])
    interval = 1e6 / (rate or 60)
    size = chance.choice([1, 8, 200, 640, 640])
    jitter = chance.choice([0, 0, 2000]) if interval > 5000 else 0
    lag = chance.choice([0, 3000, 30000])
    length = chance.randint(0, 90)
    landing, lift = chance.choice([0, 0, chance.randint(0, 20)]), chance.randint(0, 120)
    rows, vsync, time, value, way = [], 0, 0, 0, 1
    for index in range(length):
        vsync += chance.choices([1, 2, 3, 40, 300], [80, 10, 8, 1, 1])[0]
        before, time = time, max(round(vsync * interval) + chance.randint(-jitter, jitter), time + 1)
        if chance.random() < .05:
            way = -way
        if chance.random() > .15:
            value += way * chance.randint(1 + size // 2, size + 1)
        touches, is_down = None, landing <= index < lift
        if chance.random() < .6 and is_down:
            touches = sorted(chance.randint(before, time) - lag for _ in range(2))
            if rows and rows[-1][2]:
                touches = [max(touch, rows[-1][2][1]) for touch in touches]
        # Steps of 1/64 px are exact in floating point.
        rows.append([time, value / 64, touches, is_down])
    return rate, chance.random() < .5, rows


def judged(rate, virtual, rows):
    interval = Fraction(1e6 / rate) if rate else None
    vsyncs = lambda start, end: max(int((end - start) / interval + Fraction(1, 2)), 1)
    long = lambda start, end: end - start > Fraction(3, 2) * interval
    values = [Fraction(row[1]) for row in rows]
    moves = [k for k in range(1, len(rows)) if values[k] != values[k - 1]]
    steps = [values[k] - values[k - 1] for k in moves]
    times = [rows[k][0] for k in moves]
    touches = []
    for last, k in zip([-1] + moves, moves):
        since = [touch for row in rows[last + 1:k + 1] for touch in row[2] or []]
        touches.append((min(since), max(since)) if since else None)
    inertial = [touch is None and not rows[k][3] for k, touch in zip(moves, touches)]
    found = {"frames": len(moves)}

    janky, ratios, count = set(), [], 0
    for n in range(1, len(moves) - 1):
        three = steps[n - 1:n + 2]
        if not (all(step > 0 for step in three) or all(step < 0 for step in three)):
            continue
        one, two, three = map(abs, three)
        if max(one, two, three) < Fraction(2, 10):
            continue
        limit = Fraction(12 if max(one, two, three) > 7 else 14, 10)
        ratio = max(two / max(one, three), min(one, three) / two)
        if ratio >= limit:
            janky.add(n)
            ratios.append(ratio - limit)
    found["predictor"] = len(ratios) if len(moves) >= 3 else None
    found["severity"] = float(max(ratios)) if ratios else None

    gaps = scroll = missed = None
    if interval and len(moves) > 1:
        gaps = scroll = missed = 0
        running = None
        for n in range(len(moves)):
            own = times[n] - touches[n][1] if touches[n] else None
            if n == 0:
                running = own
                continue
            count = vsyncs(times[n - 1], times[n])
            same = steps[n] * steps[n - 1] > 0
            gaps += same and long(times[n - 1], times[n])
            lost = [0]
            if same and count > 1:
                if touches[n] and running is not None:
                    adjusted = running + (count - 1) * interval / 100 - interval * 5 / 100
                    lost.append((times[n] - touches[n][0] - adjusted) // (interval * 99 / 100))
                fast = [abs(steps[k]) >= 3 and not inertial[k] for k in (n - 1, n)]
                if all(fast):
                    lost.append(count - 1)
                if inertial[n] and abs(steps[n]) >= Fraction(2, 10) and (inertial[n - 1] or fast[0]):
                    lost.append(count - 1)
            aged = None if running is None else running + count * interval / 100
            if max(lost) > 0:
                scroll, missed = scroll + 1, missed + int(max(lost))
                janky.add(n)
                running = aged if own is None else own
            else:
                running = min([cutoff for cutoff in (aged, own) if cutoff is not None], default=None)
    found |= {"janky": len(janky), "gaps": gaps, "scroll": scroll, "missed": missed}
    found["instants"] = sorted({times[n] for n in janky})[:30]

    seconds = []
    for k in range(1, len(rows) - 1):
        if interval and all(row[3] for row in rows[k - 1:k + 2]) and not any(
                long(rows[j][0], rows[j + 1][0]) for j in (k - 1, k)):
            seconds.append(abs(values[k - 1] - 2 * values[k] + values[k + 1]))
    found["rough"] = sum(second > Fraction(1, 2) for second in seconds) if seconds else None
    found["roughness"] = float(sum(seconds) / len(seconds)) if seconds else None

    dropped = share = None
    if interval and not virtual and len(rows) > 1:
        shown = [gap == 0 for row, other in zip(rows, rows[1:])
                 for gap in reversed(range(vsyncs(row[0], other[0])))]
        dropped = shown.count(False)
        shares = [shown[k:k + 64].count(False) / 64 for k in range(0, len(shown) - 63, 64)]
        share = max(shares, default=None)
    return found | {"dropped": dropped, "share": share}


if __name__ == "__main__":
    chance = random.Random(int(sys.argv[1]))
    for _ in range(int(sys.argv[2])):
        rate, virtual, rows = series(chance)
        found = judged(rate, virtual, rows)
        instants = found.pop("instants")
        say([rate, virtual])
        say([cell for time, value, touches, driven in rows for cell in [time, value, *(touches or [None] * 2), driven]])
        say(found[name] for name in NAMES)
        say(instants)
