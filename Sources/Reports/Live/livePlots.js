// The plots of the last seconds, whose time axis runs.

import { drawGround, drawTicks, drawWords } from "./plots.js";
import { lineThrough, plotted, shape } from "./svg.js";
import { ticksOf } from "./scale.js";
import { inSpan } from "./liveTrack.js";

/** 6 s, as the captions say. */
const shownTime = 6e6;
const sides = { left: 46, right: 408 };
const eventWords = { began: "begins", handoff: "handoff", cancelled: "cut off", completed: "rest" };

/** Returns where the times from `shownTime` before an instant lie in a plot. */
function windowUpTo(end) {
  const to = Math.max(end, shownTime), from = to - shownTime;
  return { from, to, ...sides, x: time => sides.left + (time - from) / shownTime * (sides.right - sides.left) };
}

/** Returns what the samples of a span do, and from when to when. */
function phaseSpans(samples) {
  const spans = [];
  for (const { time, phase } of samples) {
    const last = spans.at(-1), letter = phase[0];
    if (last) last.to = time;
    if (last?.phase !== letter) spans.push({ phase: letter, from: time, to: time });
  }
  return spans;
}

/** Returns a line through points, of which each unit of width keeps at most the lowest and the highest. */
function outline(points) {
  if (points.length < 4 * (sides.right - sides.left)) return lineThrough(points);
  const kept = [];
  for (let at = 0; at < points.length;) {
    const start = at, unit = Math.floor(points[at][0]);
    let low = at, high = at;
    for (; at < points.length && Math.floor(points[at][0]) === unit; at += 1) {
      if (points[at][1] < points[low][1]) low = at;
      if (points[at][1] > points[high][1]) high = at;
    }
    for (const index of new Set([start, low, high, at - 1].sort((a, b) => a - b))) kept.push(points[index]);
  }
  return lineThrough(kept);
}

/** Returns a plot of a channel, whose values are at least those of a range. */
export function runningPlotOf(svg, channel, [least, most]) {
  const height = Number(svg.getAttribute("viewBox").split(" ")[3]), bottom = height - 28;
  const isWorded = channel === "fraction", top = isWorded ? 38 : 24;
  const group = name => svg.querySelector(`g.${name}`);
  const curve = shape("path", { class: "curve run0" });
  group("curves").append(curve);
  let drawn = "";

  /** Draws the lines across the plot, if they have changed. */
  function drawLevels(low, high, y, levels) {
    const key = JSON.stringify([low, high, levels]);
    if (key === drawn) return;
    drawn = key;
    const across = { x1: sides.left, x2: sides.right };
    group("lines").replaceChildren(...ticksOf(low, high, 4).flatMap(({ value, label }) => [
      shape("line", { class: "grid", ...across, y1: plotted(y(value)), y2: plotted(y(value)) }),
      shape("text", { class: "end", x: sides.left - 6, y: plotted(y(value) + 4) }, label),
    ]));
    group("levels").replaceChildren(...levels.flatMap(([value, words]) => [
      shape("line", { class: "asked", ...across, y1: plotted(y(value)), y2: plotted(y(value)), "data-value": value }),
      shape("text", { class: "end level halo", x: sides.right - 3, y: plotted(y(value) - 4) }, words),
    ]));
  }

  return {
    /** Draws the samples and events of a source up to a time, and the levels of thresholds. */
    draw(source, end, levels) {
      const view = windowUpTo(end);
      const samples = inSpan(source.samples, view.from, view.to);
      let low = least, high = most;
      for (const value of [...samples.map(sample => sample[channel]), ...levels.map(([value]) => value)]) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
      // Room for what goes beyond the usual range.
      if (low < least) low -= (high - low) * 0.05;
      if (high > most) high += (high - low) * 0.05;
      const y = value => bottom - (value - low) / (high - low) * (bottom - top);
      drawLevels(low, high, y, levels);
      const marks = source.events.filter(({ time, event }) => event in eventWords && view.from <= time && time <= view.to)
        .map(({ time, event }) => ({
          time, kind: "mark", word: eventWords[event], weight: event === "handoff" || event === "cancelled" ? 1 : 0,
        }));
      drawGround(group("ground"), view, top, bottom, phaseSpans(samples), marks);
      if (isWorded) drawWords(group("words"), view, top - 5, marks);
      drawTicks(group("ticks"), view, bottom);
      // While nothing moves, a sample holds until the next, or until now.
      const points = samples.flatMap((sample, at) => {
        const isStill = sample.phase === "idle" || sample.phase === "rest";
        const times = isStill ? [sample.time, samples[at + 1]?.time ?? end] : [sample.time];
        return times.map(time => [Math.max(view.x(time), sides.left), y(sample[channel])]);
      });
      curve.setAttribute("d", outline(points));
    },
  };
}
