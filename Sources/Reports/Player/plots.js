// The plots over time, drawn again for each span of time that is shown.

import { indexAt, outlineOf, phasesOf } from "./runs.js";
import { numbersOf } from "./numbers.js";
import { lineThrough, plotted, scaleOf, shape } from "./svg.js";
import { ticksOf } from "./scale.js";

/** Four for each unit of a plot: each pixel has its lowest and its highest value. */
export const slotsPerUnit = 4;
const bands = { t: "tracking", s: "settling" };
/** 120: more lines of marks can't be told apart. */
const mostMarks = 120;

/** Draws the phases and the marks behind the curves of a plot. */
export function drawGround(group, view, top, bottom, spans, marks) {
  group.replaceChildren();
  for (const letter in bands) {
    let data = "", end = -Infinity;
    for (const span of spans) {
      if (span.phase !== letter || span.to < view.from || view.to < span.from) continue;
      const x = plotted(Math.max(view.x(span.from), view.left, end));
      end = plotted(Math.min(view.x(span.to), view.right));
      if (end > x) data += `M${x} ${top}H${end}V${bottom}H${x}Z`;
    }
    if (data !== "") group.append(shape("path", { class: bands[letter], d: data }));
  }
  for (const { time, kind } of marks.length > mostMarks ? [] : marks) {
    const x = plotted(view.x(time));
    group.append(shape("line", { class: kind, x1: x, x2: x, y1: top, y2: bottom }));
  }
}

/** Writes the words of the marks as far as there is room beside the plot's title, the most important first. */
export function drawWords(group, view, y, marks) {
  group.replaceChildren();
  const title = group.ownerSVGElement.querySelector("text.strong")?.getBBox();
  const taken = title ? [{ middle: title.x + title.width / 2, half: title.width / 2 }] : [];
  for (const mark of [...marks].sort((a, b) => b.weight - a.weight)) {
    const half = mark.word.length * 3.6;
    const middle = Math.min(Math.max(view.x(mark.time), view.left + half), view.right - half);
    if (taken.some(other => Math.abs(other.middle - middle) < other.half + half + 6)) continue;
    taken.push({ middle, half });
    const word = shape("text", { class: "halo middle", x: plotted(middle), y }, mark.word);
    word.dataset.time = mark.time;
    group.append(word);
  }
}

export function drawTicks(group, view, y) {
  group.replaceChildren(shape("line", { class: "axis", x1: view.left, x2: view.right, y1: y, y2: y }));
  for (const { value, label } of ticksOf(view.from / 1e6, view.to / 1e6, 5)) {
    const x = plotted(view.x(value * 1e6));
    group.append(
      shape("line", { class: "axis", x1: x, x2: x, y1: y, y2: y + 4 }),
      shape("text", { class: "middle", x, y: y + 17 }, label));
  }
}

/** Moves what belongs to an instant or a span. */
function place(svg, view) {
  for (const element of svg.querySelectorAll("[data-at]")) {
    const time = Number(element.dataset.at);
    element.style.display = view.from <= time && time <= view.to ? "" : "none";
    element.setAttribute("transform", `translate(${plotted(view.x(time) - Number(element.dataset.x))} 0)`);
  }
  for (const element of svg.querySelectorAll("[data-from]")) {
    const from = Number(element.dataset.from), to = Number(element.dataset.to);
    const left = Math.max(view.x(from), view.left), right = Math.min(view.x(to), view.right);
    element.style.display = to < view.from || view.to < from ? "none" : "";
    element.setAttribute("x", plotted(left));
    element.setAttribute("width", plotted(Math.max(right - left, 1)));
  }
}

/** Returns the plots of a page, which follow its view. */
export function plotsOf(data, runs, view) {
  let run = null, spans = [];
  const fingers = data.fingers.map(({ times, pressure }) => pressure === null ? null
    : { times: numbersOf(times), pressure: numbersOf(pressure, 2) });

  function curve(path, y) {
    const run = runs[path.dataset.run], slots = slotsPerUnit * (view.right - view.left);
    const points = outlineOf(run, Number(path.dataset.channel), view.from, view.to, slots);
    return lineThrough(points.map(({ time, value }) => [view.x(time), y(value)]));
  }

  function pressure(path, y) {
    const { times, pressure } = fingers[path.dataset.finger];
    const first = indexAt(times, view.from), last = indexAt(times, view.to) + 1;
    if (times[times.length - 1] < view.from || view.to < times[0]) return "";
    return lineThrough([...times.slice(first, last + 1)].map((time, at) => [view.x(time), y(pressure[first + at])]));
  }

  /** Returns the phases of the only trajectory, of which there may be another one since. */
  function phases() {
    if (runs.length === 1 && run !== runs[0].phases) [run, spans] = [runs[0].phases, phasesOf(runs[0])];
    return spans;
  }

  function draw(svg) {
    const y = scaleOf(svg), base = Number(svg.dataset.base);
    const marks = data.marks.filter(({ time }) => view.from <= time && time <= view.to);
    const group = name => svg.querySelector(`g.${name}`);
    drawGround(group("ground"), view, Number(svg.dataset.ground), base, phases(), marks);
    if (group("words")) drawWords(group("words"), view, Number(svg.dataset.ground) - 5, marks);
    drawTicks(group("ticks"), view, base);
    for (const path of svg.querySelectorAll("[data-channel]")) path.setAttribute("d", curve(path, y));
    for (const path of svg.querySelectorAll("[data-finger]")) path.setAttribute("d", pressure(path, y));
    place(svg, view);
  }

  const svgs = [...document.querySelectorAll("svg.timed")];
  return { draw() { svgs.forEach(draw); }, svgs };
}
