// Trajectories: all samples, and the state at any instant.

import { channelsOf, numbersOf } from "./numbers.js";

const words = { i: "idle", t: "tracking", s: "settling", r: "rest" };

/** Returns the index of the last instant up to a time, or 0. */
export function indexAt(times, time) {
  let low = 0, high = times.length - 1;
  while (low < high) {
    const middle = low + high + 1 >> 1;
    if (times[middle] <= time) low = middle; else high = middle - 1;
  }
  return low;
}

/** Returns a trajectory of the page's data. */
export function runOf({ label, places, roles, times, knots, gaps, phases, channels }, decimals) {
  const spans = [...phases.matchAll(/([a-z])(\d+)/g)], values = channelsOf(channels, decimals);
  const all = numbersOf(times), between = new Set(numbersOf(knots));
  return {
    label, places, roles, times: all,
    // The times of samples, without those of grabs and releases between them.
    steps: all.filter((_, at) => !between.has(at)),
    phases: spans.map(([, phase, count]) => phase.repeat(count)).join(""),
    channels: values, extremes: values.map(extremesOf),
    // The indices after which a column has no value until its next one.
    gaps: new Set(gaps ? numbersOf(gaps) : []),
  };
}

const isStill = phase => phase === "i" || phase === "r";

/** Returns whether a run has a value at a time; what stands still keeps its last one. */
export function hasValueAt(run, time) {
  const at = indexAt(run.times, time), last = run.times.length - 1;
  if (time > run.times[last]) return isStill(run.phases[last]);
  return time >= run.times[0] && (!run.gaps.has(at) || run.times[at] === time);
}

/** 64: of so many samples the extremes are kept, so that a long span needs no look at each sample. */
const blockSize = 64;

/** Returns a function that returns the indices of the lowest and the highest value from one index to another. */
export function extremesOf(values) {
  const among = (low, high, next) => [values[next] < values[low] ? next : low, values[next] > values[high] ? next : high];
  const scan = (first, last) => {
    let [low, high] = [first, first];
    for (let at = first + 1; at <= last; at += 1) [low, high] = among(low, high, at);
    return [low, high];
  };
  const blocks = [];
  for (let start = 0; start < values.length; start += blockSize) {
    blocks.push(scan(start, Math.min(start + blockSize, values.length) - 1));
  }
  return (first, last) => {
    const next = Math.ceil(first / blockSize), end = Math.floor((last + 1) / blockSize);
    if (next >= end) return scan(first, last);
    const parts = [scan(first, next * blockSize), ...blocks.slice(next, end), scan(end * blockSize - 1, last)];
    return parts.flat().reduce(([low, high], at) => among(low, high, at), [first, first]);
  };
}

/** Returns the values of a sample at its time, and between two samples those on the line through them. */
export function stateAt(run, time) {
  const at = indexAt(run.times, time), next = Math.min(at + 1, run.times.length - 1);
  const span = run.times[next] - run.times[at], phase = run.phases[at];
  // While nothing moves, a sample holds until the next.
  const isHeld = isStill(phase) || span === 0 || time < run.times[at];
  const share = isHeld ? 0 : (time - run.times[at]) / span;
  const mix = list => share === 0 ? list[at] : list[at] + (list[next] - list[at]) * share;
  return { phase: words[phase], channels: run.channels.map(mix) };
}

/** Returns the samples of a channel within a span as points, with the extremes of each of `slots` parts of it. */
export function outlineOf(run, channel, from, to, slots) {
  const { times, phases } = run, values = run.channels[channel];
  const first = indexAt(times, from), last = Math.min(indexAt(times, to) + 1, times.length - 1);
  const points = [];
  // While nothing moves, a sample holds until the next.
  const add = at => {
    const before = points.at(-1);
    if (before && isStill(phases[before.at])) {
      points.push({ at: before.at, time: times[at], value: before.value });
    }
    points.push({ at, time: times[at], value: values[at] });
  };
  if (last - first <= 4 * slots) {
    for (let at = first; at <= last; at += 1) add(at);
    return points;
  }
  const width = (to - from) / slots;
  for (let at = first; at <= last;) {
    const slot = Math.floor((times[at] - from) / width);
    const end = Math.min(Math.max(indexAt(times, from + (slot + 1) * width), at), last);
    for (const kept of new Set([at, ...run.extremes[channel](at, end), end].sort((a, b) => a - b))) add(kept);
    at = end + 1;
  }
  return points;
}

/** Returns the spans of the phases: what a run does, and from when to when. */
export function phasesOf(run) {
  const spans = [];
  for (let at = 0; at < run.times.length; at += 1) {
    const last = spans.at(-1);
    if (last) last.to = run.times[at];
    if (last?.phase !== run.phases[at]) spans.push({ phase: run.phases[at], from: run.times[at], to: run.times[at] });
  }
  return spans;
}
