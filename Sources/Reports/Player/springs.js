// How an animation settles: springs and curves in closed form.

/** Returns the state of a spring after a number of seconds; see `Spring` in PantographMotion. */
function springState({ frequency, ratio, offset, velocity }, seconds) {
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
  return {
    value: offset * (c + ratio * s) + velocity / frequency * s,
    velocity: velocity * (c - ratio * s) - frequency * offset * s,
  };
}

/** Returns the coordinate of a cubic curve at its parameter, and its change. */
const coordinate = (a, b, s) => 3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s;
const change = (a, b, s) => 3 * (1 - s) * (1 - s) * a + 6 * (1 - s) * s * (b - a) + 3 * s * s * (1 - b);

/** Returns the progress of a cubic curve at a fraction of its time, and its slope, by bisection. */
function curveState([x1, y1, x2, y2], fraction) {
  if (x1 === y1 && x2 === y2) return { value: fraction, velocity: 1 };
  let low = 0, high = 1, middle = 0.5;
  while (low < middle && middle < high) {
    if (coordinate(x1, x2, middle) < fraction) low = middle; else high = middle;
    middle = (low + high) / 2;
  }
  // With a control point on its corner both changes are 0, and those beside it decide.
  const isFlat = change(x1, x2, middle) <= 1e-9, at = !isFlat ? middle : middle < 0.5 ? middle + 1e-6 : middle - 1e-6;
  return {
    value: coordinate(y1, y2, middle), velocity: change(y1, y2, at) / Math.max(change(x1, x2, at), 1e-9),
  };
}

/** Returns the progress of a settling path a number of seconds after the release, and its velocity. */
export function settled(path, seconds) {
  if (seconds >= path.seconds) return { value: path.target, velocity: 0 };
  if (path.spring !== undefined) {
    const { value, velocity } = springState(path.spring, seconds);
    return { value: path.target + value, velocity };
  }
  const { points, from, to, low, high } = path.curve;
  const { value, velocity } = curveState(points, from + (to - from) * seconds / path.seconds);
  return { value: low + (high - low) * value, velocity: (high - low) * velocity * (to - from) / path.seconds };
}
