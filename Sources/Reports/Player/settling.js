// How changed gestures would settle, drawn in the plot of the fraction.

import { lineThrough, plotted, shape } from "./svg.js";
import { settle } from "./springs.js";

/** 120: more curves can't be told apart. */
const mostSettling = 120;

/** Returns the points of a path from a time on, as far as the view shows it. */
function pointsOf(view, y, { time, path }) {
  const from = Math.max(time, view.from), to = Math.min(time + path.seconds * 1e6, view.to);
  const steps = Math.min(Math.max(Math.ceil(view.x(to) - view.x(from)), 2), 400);
  const instants = Array.from({ length: steps + 1 }, (_, step) => from + (to - from) * step / steps);
  return instants.map(instant => [view.x(instant), y(settle(path, (instant - time) / 1e6))]);
}

/** Returns what draws paths, each from a time on, and thresholds of the fraction. */
export function settlingPlot(view) {
  const svg = document.querySelector('svg.timed [data-channel="0"]').ownerSVGElement;
  const group = shape("g", { class: "otherwise", "clip-path": "url(#sides)" });
  svg.querySelector(".words").before(group);
  const [top, bottom, low, high] = ["top", "bottom", "low", "high"].map(key => Number(svg.dataset[key]));
  const y = value => bottom - (value - low) / (high - low) * (bottom - top);
  let paths = [], levels = [];
  function draw() {
    const seen = paths.filter(({ time, path }) => time <= view.to && view.from <= time + path.seconds * 1e6);
    group.replaceChildren(
      ...levels.map(level => shape("line", { x1: view.left, x2: view.right, y1: plotted(y(level)), y2: plotted(y(level)) })),
      ...seen.slice(0, mostSettling).map(one => shape("path", { d: lineThrough(pointsOf(view, y, one)) })));
  }
  view.onChange(draw);
  return { show(newPaths, newLevels) { [paths, levels] = [newPaths, newLevels]; draw(); } };
}
