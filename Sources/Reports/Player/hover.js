// The values of the curves below a pointer, and at the cursor: a dot on each curve, and its number.

import { textOf } from "./numbers.js";
import { placeOn } from "./overview.js";
import { hasValueAt, stateAt } from "./runs.js";
import { plotted, scaleOf, shape } from "./svg.js";

/** 11 units: the height of a line of text. */
const line = 11;

/** Returns what writes the values of the plots at an instant, into groups of a class. */
export function readingsOf(kind, svgs, runs, view, data) {
  const plots = svgs.map(svg => {
    const group = shape("g", { class: kind });
    svg.append(group);
    const curves = [...svg.querySelectorAll("[data-channel]")].reverse()
      .map(path => ({ run: Number(path.dataset.run), channel: Number(path.dataset.channel) }));
    return { svg, group, curves };
  });

  function draw({ svg, group, curves }, time, states, under) {
    const y = scaleOf(svg), x = plotted(view.x(time)), isLeft = x > (view.left + view.right) / 2;
    const { ground, base } = svg.dataset, side = isLeft ? "halo end" : "halo", beside = x + (isLeft ? -6 : 6);
    group.replaceChildren();
    if (under !== null) group.append(shape("line", { class: "hair", x1: x, x2: x, y1: ground, y2: base }));
    const words = curves.filter(({ run }) => states[run]).map(({ run, channel }) => {
      const value = states[run].channels[channel], { decimals } = data.channels[runs[run].places[channel]];
      return { run, y: y(value), text: textOf(value, decimals) };
    }).sort((a, b) => a.y - b.y);
    let free = Number(ground) + line;
    for (const { run, y, text } of words) {
      const height = Math.min(Math.max(y, free), Number(base) - 2);
      free = height + line;
      group.append(
        shape("circle", { class: `dot run${run}`, cx: x, cy: plotted(y), r: 3 }),
        shape("text", { class: `${side} run${run}`, x: beside, y: plotted(height) }, text));
    }
    if (under === svg) group.append(shape("text", { class: side, x: beside, y: base - 4 }, `${textOf(time / 1e6, 3)} s`));
  }

  return {
    hide() { for (const { group } of plots) group.replaceChildren(); },
    /** Writes the values at a time; with a hair line, and the time in the plot under the pointer, if there is one. */
    show(time, under = null) {
      const states = runs.map(run => hasValueAt(run, time) ? stateAt(run, time) : null);
      for (const plot of plots) draw(plot, time, states, under);
    },
  };
}

/** Shows what the curves have below a pointer, as long as it is over one of the plots. */
export function connectHover(svgs, runs, view, data) {
  const readings = readingsOf("hover", svgs, runs, view, data);
  for (const svg of svgs) {
    const place = placeOn(svg);
    svg.addEventListener("pointermove", event => {
      const at = place(event);
      // A finger hides what is below it, and the cursor follows a button that is down.
      const isOver = event.pointerType !== "touch" && event.buttons === 0 && view.left <= at && at <= view.right;
      if (isOver) readings.show(view.time(at), svg); else readings.hide();
    });
    svg.addEventListener("pointerleave", readings.hide);
    svg.addEventListener("pointerdown", readings.hide);
  }
}
