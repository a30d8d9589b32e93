// One instant in all plots of a page, so that several results are looked at together.

import { readingsOf } from "./hover.js";
import { textOf } from "./numbers.js";
import { placeOn } from "./overview.js";
import { indexAt, runOf } from "./runs.js";
import { viewOf } from "./scale.js";

const { decimals, sides, plots: listed } = JSON.parse(document.getElementById("plots-data").textContent);
const control = document.querySelector(".together"), slider = control.querySelector("[type=range]");
const output = control.querySelector("output"), aligned = control.querySelector("select");

/** Each plot with its curves, its span, and the instants that others can be aligned with. */
const plots = listed.map(({ id, from, to, origins, unit, runs: list }) => {
  const svg = document.getElementById(`${id}-title`).closest("svg");
  const runs = list.map(run => runOf({ ...run, places: [0] }, decimals));
  const view = viewOf({ from, to, plot: sides }), data = { channels: [{ decimals: unit }] };
  const readings = ["reading", "hover"].map(kind => readingsOf(kind, [svg], runs, view, data));
  const frames = [...svg.closest("details, main").querySelectorAll(".strip > [data-at]")];
  return { svg, from, to, origins, view, readings, cursor: svg.querySelector(".cursor"), place: placeOn(svg), frames };
});
/** Since what all plots are aligned with, in microseconds. */
let now = 0;

/** Returns the instant that a plot is aligned with; its first event if it has no such one. */
const originOf = plot => plot.origins[aligned.value] ?? 0;

/** Writes the values at a time into all plots, those of a pointer or those of the cursor; as far as a plot has the time. */
function write(kind, time, under = null) {
  for (const { svg, from, to, readings, ...plot } of plots) {
    const at = originOf(plot) + time;
    if (from <= at && at <= to) readings[kind].show(at, under === null ? null : svg);
    else readings[kind].hide();
  }
}

function show(time) {
  now = Math.min(Math.max(Math.round(time), Number(slider.min)), Number(slider.max));
  for (const { view, cursor, from, to, frames, ...plot } of plots) {
    const at = originOf(plot) + now, x = view.x(at);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    cursor.style.display = from <= at && at <= to ? "" : "none";
    const shown = frames[indexAt(frames.map(frame => Number(frame.dataset.at)), at)];
    for (const frame of frames) frame.classList.toggle("shown", frame === shown);
  }
  write(0, now);
  slider.value = now;
  const text = `${textOf(now / 1e6, 3)} s`;
  output.textContent = text;
  slider.setAttribute("aria-valuetext", text);
}

/** Shows an instant of the span that all plots together have. */
function align() {
  slider.min = Math.min(...plots.map(plot => plot.from - originOf(plot)));
  slider.max = Math.max(...plots.map(plot => plot.to - originOf(plot)));
  show(0);
}

for (const plot of plots) {
  const { svg, view, place, readings } = plot;
  const timeAt = event => view.time(Math.min(Math.max(place(event), view.left), view.right)) - originOf(plot);
  const hide = () => { for (const { readings } of plots) readings[1].hide(); };
  svg.addEventListener("pointerdown", event => {
    if (event.button !== 0) return;
    hide();
    svg.setPointerCapture(event.pointerId);
    event.preventDefault();
    show(timeAt(event));
  });
  svg.addEventListener("pointermove", event => {
    if (svg.hasPointerCapture(event.pointerId)) show(timeAt(event));
    // A finger hides what is below it.
    else if (event.pointerType !== "touch") write(1, timeAt(event), readings);
  });
  svg.addEventListener("pointerleave", hide);
}
slider.addEventListener("input", () => show(Number(slider.value)));
aligned.addEventListener("input", align);
document.documentElement.classList.add("live");
control.hidden = false;
align();
