// How an animation settles: springs and curves in closed form.

/** Returns the offset of a spring from rest after a number of seconds; see `Spring` in PantographMotion. */
function springOffset({ frequency, ratio, offset, velocity }, seconds) {
  const a = frequency * seconds;
  let c, s;
  if (ratio < 1) {
    const w = Math.sqrt((1 - ratio) * (1 + ratio)), decay = Math.exp(-ratio * a);
    [c, s] = [decay * Math.cos(w * a), decay * Math.sin(w * a) / w];
  } else if (ratio === 1) {
    [c, s] = [Math.exp(-a), Math.exp(-a) * a];
  } else {
    const r = Math.sqrt(ratio - 1) * Math.sqrt(ratio + 1), slow = Math.exp(-a / (ratio + r));
    [c, s] = [slow * (1 + Math.exp(-2 * r * a)) / 2, slow * -Math.expm1(-2 * r * a) / 2 / r];
  }
  return offset * (c + ratio * s) + velocity / frequency * s;
}

/** Returns the progress of a cubic curve at a fraction of its time, by bisection. */
function curveValue([x1, y1, x2, y2], fraction) {
  if (x1 === y1 && x2 === y2) return fraction;
  const coordinate = (a, b, s) => 3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s;
  let low = 0, high = 1;
  while (true) {
    const middle = (low + high) / 2;
    if (middle <= low || high <= middle) return coordinate(y1, y2, middle);
    if (coordinate(x1, x2, middle) < fraction) low = middle; else high = middle;
  }
}

/** Returns the progress of a settling path a number of seconds after the release. */
export function settle(path, seconds) {
  if (seconds >= path.seconds) return path.target;
  if (path.spring !== undefined) return path.target + springOffset(path.spring, seconds);
  const { points, from, to, low, high } = path.curve;
  return low + (high - low) * curveValue(points, from + (to - from) * seconds / path.seconds);
}
