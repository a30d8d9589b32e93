// The trajectory of a changed interaction in place of the recorded one, whose curves stay behind it, dotted.

import { heightsOf } from "./heights.js";
import { slotsPerUnit } from "./plots.js";
import { extremesOf, outlineOf } from "./runs.js";
import { lineThrough, plotted, scaleOf, shape } from "./svg.js";

/** Returns what replaces the first trajectory of a page, and puts it back. */
export function trialOf(data, runs, view, redraw) {
  const [run] = runs, recorded = { ...run }, marks = data.marks, { to } = data;
  const plots = [...document.querySelectorAll('svg.timed [data-run="0"]')].map(curve => {
    const svg = curve.ownerSVGElement, group = shape("g", { class: "otherwise", "clip-path": "url(#sides)" });
    (svg.querySelector(".words") ?? svg.querySelector(".ticks")).before(group);
    return { svg, group, channel: Number(curve.dataset.channel), heights: heightsOf(svg, view) };
  });
  let levels = [], isChanged = false;

  /** Draws the recorded curves, and the thresholds of the fraction. */
  function draw() {
    const slots = slotsPerUnit * (view.right - view.left);
    for (const { svg, group, channel } of isChanged ? plots : []) {
      const y = scaleOf(svg), isInside = level => svg.dataset.low <= level && level <= svg.dataset.high;
      const points = outlineOf(recorded, channel, view.from, view.to, slots);
      group.replaceChildren(
        ...(channel === 0 ? levels.filter(isInside) : []).map(level => shape("line", {
          x1: view.left, x2: view.right, y1: plotted(y(level)), y2: plotted(y(level)),
        })),
        shape("path", { d: lineThrough(points.map(({ time, value }) => [view.x(time), y(value)])) }));
    }
  }

  view.onChange(draw);
  return {
    /** The recorded trajectory. */
    recorded,
    /**
     * Shows a trajectory of the same channels: its times, its phases as letters, its channels, its marks.
     *
     * Without one, the recorded trajectory is shown again. The levels are those of changed thresholds of the fraction.
     */
    show(trajectory, newLevels = []) {
      [isChanged, levels] = [trajectory !== null, newLevels];
      Object.assign(run, trajectory === null ? recorded
        : { ...trajectory, steps: trajectory.times, extremes: trajectory.channels.map(extremesOf) });
      data.marks = trajectory?.marks ?? marks;
      const wasWhole = view.isWhole();
      data.to = Math.max(to, run.times.at(-1));
      for (const { heights, channel, group } of plots) {
        const values = run.channels[channel], [low, high] = run.extremes[channel](0, values.length - 1);
        heights.fit([values[low], values[high]]);
        if (!isChanged) group.replaceChildren();
      }
      if (wasWhole) view.show(data.from, data.to); else view.show(view.from, view.to);
      redraw();
      draw();
    },
  };
}
