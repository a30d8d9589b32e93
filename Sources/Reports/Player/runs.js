// Trajectories: all samples, and the state at any instant.

import { numbersOf } from "./numbers.js";

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
export function runOf({ label, places, roles, times, phases, channels }, decimals) {
  const spans = [...phases.matchAll(/([a-z])(\d+)/g)];
  return {
    label, places, roles, times: numbersOf(times),
    phases: spans.map(([, phase, count]) => phase.repeat(count)).join(""),
    channels: channels.map(channel => numbersOf(channel, decimals)),
  };
}

/** Returns the values of a sample at its time, and between two samples those on the line through them. */
export function stateAt(run, time) {
  const at = indexAt(run.times, time), next = Math.min(at + 1, run.times.length - 1);
  const span = run.times[next] - run.times[at], phase = run.phases[at];
  // While nothing moves, a sample holds until the next.
  const isStill = phase === "i" || phase === "r" || span === 0 || time < run.times[at];
  const share = isStill ? 0 : (time - run.times[at]) / span;
  const mix = list => share === 0 ? list[at] : list[at] + (list[next] - list[at]) * share;
  return { phase: words[phase], channels: run.channels.map(mix) };
}
