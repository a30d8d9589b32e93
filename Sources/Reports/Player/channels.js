// What a settling animation makes of each channel: the fraction, the velocity, and the properties.

import { settled } from "./springs.js";

/** Returns the progress of what moves a property: 0 is the whole, 1 and more are the others of the path. */
function progressOf(path, mover, seconds) {
  const whole = settled(path, seconds).value;
  if (mover === 0) return whole;
  const { ramp, delay, rate, ...own } = path.others[mover - 1];
  if (ramp !== undefined) {
    const [from, to] = ramp;
    if (whole <= from && whole < 1) return 0;
    return whole >= to ? 1 : (whole - from) / (to - from);
  }
  // What moves across has a time of its own.
  if (delay === undefined) return settled(own, seconds).value;
  return seconds >= path.seconds ? own.target : settled(own, Math.max(seconds - delay, 0) * rate).value;
}

/** Returns the value of a property at its progress: on a line, or between keyframes. */
function valueAt(from, to, progress) {
  if (!Array.isArray(to)) return from + (to - from) * progress;
  let value = from;
  for (const [start, end, next] of to) {
    if (progress <= start) return value;
    if (progress < end) return value + (next - value) * (progress - start) / (end - start);
    value = next;
  }
  return value;
}

/** Returns the value of a channel a number of seconds after the release. */
export function channelAt(columns, path, channel, seconds) {
  if (channel === 0) return settled(path, seconds).value;
  if (channel === 1) return settled(path, seconds).velocity;
  const { base, moves } = columns[channel - 2];
  const values = moves.map(([mover, from, to]) => valueAt(from, to, progressOf(path, mover, seconds)));
  // Of properties that are added to another one, only the changes count.
  return values.reduce((sum, value, at) => at === 0 ? value : sum + value - moves[at][1], base);
}

/** Returns the seconds until everything rests. */
export const lengthOf = path =>
  Math.max(path.seconds, ...(path.others ?? []).map(({ ramp, delay, seconds }) => (ramp ?? delay) === undefined ? seconds : 0));
