// How changed gestures would settle, drawn in the plot of each channel.

import { channelAt, lengthOf } from "./channels.js";
import { heightsOf } from "./heights.js";
import { lineThrough, plotted, scaleOf, shape } from "./svg.js";

/** 120: more curves can't be told apart. */
const mostSettling = 120;
/** 200: the extremes of a path are known to a hundredth of its range. */
const instantsOfPath = 200;

/** Returns what draws paths in all plots, each from a time until another one, and thresholds of the fraction. */
export function settlingPlots(view, columns, redraw) {
  const plots = [...document.querySelectorAll('svg.timed [data-run="0"]')].map(curve => {
    const svg = curve.ownerSVGElement, group = shape("g", { class: "otherwise", "clip-path": "url(#sides)" });
    (svg.querySelector(".words") ?? svg.querySelector(".ticks")).before(group);
    return { svg, group, channel: Number(curve.dataset.channel), heights: heightsOf(svg), known: new Map() };
  });
  let paths = [], levels = [];

  const endOf = ({ time, until, path }) => Math.min(time + lengthOf(path) * 1e6, until);

  /** Returns the points of a path as far as the view shows it. */
  function pointsOf(one, channel, y) {
    const from = Math.max(one.time, view.from), to = Math.min(endOf(one), view.to);
    const steps = Math.min(Math.max(Math.ceil(4 * (view.x(to) - view.x(from))), 16), 1600);
    const instants = Array.from({ length: steps + 1 }, (_, step) => from + (to - from) * step / steps);
    return instants.map(at => [view.x(at), y(channelAt(columns, one.path, channel, (at - one.time) / 1e6))]);
  }

  /** Returns the lowest and the highest value of a path in a channel. */
  function rangeOf({ channel, known }, one) {
    if (!known.has(one.path)) {
      const length = (endOf(one) - one.time) / 1e6;
      const values = Array.from({ length: instantsOfPath + 1 }, (_, step) =>
        channelAt(columns, one.path, channel, length * step / instantsOfPath));
      known.set(one.path, [Math.min(...values), Math.max(...values)]);
    }
    return known.get(one.path);
  }

  function draw() {
    const seen = paths.filter(one => one.time <= view.to && view.from <= endOf(one)).slice(0, mostSettling);
    for (const { svg, group, channel } of plots) {
      const y = scaleOf(svg), isInside = level => svg.dataset.low <= level && level <= svg.dataset.high;
      group.replaceChildren(
        ...(channel === 0 ? levels.filter(isInside) : []).map(level => shape("line", {
          x1: view.left, x2: view.right, y1: plotted(y(level)), y2: plotted(y(level)),
        })),
        ...seen.map(one => shape("path", { d: lineThrough(pointsOf(one, channel, y)) })));
    }
  }

  view.onChange(draw);
  return {
    show(newPaths, newLevels) {
      [paths, levels] = [newPaths, newLevels];
      const changes = plots.map(plot => plot.heights.fit(paths.flatMap(one => rangeOf(plot, one))));
      if (changes.includes(true)) redraw();
      draw();
    },
  };
}
