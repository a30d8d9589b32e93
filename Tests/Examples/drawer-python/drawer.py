"""A drawer that a finger pulls up and lets go: shows its offset in pixels for each requested frame."""
import json
import math
import sys

HEIGHT, STIFFNESS = 400, 14  # pixels; per second


def show(time, **values):
    print(json.dumps({"time": round(time, 6), **values}))


offset = velocity = 0.0
finger = release = None
for line in sys.stdin:
    row = json.loads(line)
    time, kind = row["time"], row["kind"]
    if kind == "began" and finger is None:
        finger, release, last, velocity = row["contact"], None, row, 0.0
    elif kind == "moved" and row["contact"] == finger:
        way = last["yPixels"] - row["yPixels"]
        if time > last["time"]:
            velocity = way / (time - last["time"])
        offset = min(max(offset + way, 0), HEIGHT)
        last = row
    elif kind in ("ended", "cancelled") and row["contact"] == finger:
        opens = kind == "ended" and (velocity > 300 or velocity > -300 and offset > HEIGHT / 2)
        finger, release, start, target, settled = None, time, offset, HEIGHT if opens else 0, False
        show(time, event="opens" if opens else "closes")
    elif kind == "frame":
        if release is not None:  # a critically damped spring
            t, distance = time - release, start - target
            offset = target + (distance + (velocity + STIFFNESS * distance) * t) * math.exp(-STIFFNESS * t)
            if not settled and abs(offset - target) < 0.5:
                settled = True
                show(time, event="settled")
        show(time, **{"drawer.offset": round(offset, 3)})
