// The clock of the page, its controls, and everything that shows an instant.

import { textOf } from "./numbers.js";
import { indexAt, runOf, stateAt } from "./runs.js";
import { viewOf } from "./scale.js";
import { layerOf } from "./layers.js";
import { cellsOf } from "./values.js";
import { fingersOf } from "./fingers.js";
import { plotsOf } from "./plots.js";
import { connectHover } from "./hover.js";
import { pinOf } from "./pin.js";
import { connectOverview, placeOn } from "./overview.js";
import { gesturesOf } from "./gestures.js";
import { connectMatrix } from "./matrix.js";
import { connectLegends } from "./legend.js";
import { settlingPlot } from "./settling.js";
import { connectThresholds } from "./thresholds.js";
import { address, addressed } from "./address.js";

const replay = document.getElementById("replay");
const data = JSON.parse(document.getElementById("replay-data").textContent);
const runs = data.runs.map(run => runOf(run, data.decimals));
const view = viewOf(data);
const layers = runs.map((run, number) => layerOf(run, number, data.layer));
const cells = runs.map((run, number) => cellsOf(run, number, data.channels));
const fingers = fingersOf(data.fingers);
const plots = plotsOf(data, runs, view);
const overview = document.querySelector("svg.overview");
const gestures = gesturesOf(document.getElementById("gesture-list"), gesture => {
  showGesture(gesture);
  address(gesture.number, now, true);
});
const instants = [...new Set(runs.flatMap(run => [...run.times]))].sort((a, b) => a - b);
const events = [...new Set(data.marks.map(mark => mark.time))].sort((a, b) => a - b);

const slider = document.getElementById("time");
const button = replay.querySelector(".play");
const speed = replay.querySelector("[name=speed]");
const loop = replay.querySelector("[name=loop]");
const skins = replay.querySelector("[name=skins]");
/** Before the instant that is shown, in microseconds, the earliest first. */
const skinTimes = [250_000, 200_000, 150_000, 100_000, 50_000];
const clock = replay.querySelector("output");
const cursors = document.querySelectorAll(".cursor");
const pin = pinOf(plots.svgs, view, replay.querySelector(".pin"));

let now = data.from;
let begun = null;

function show(time) {
  now = Math.round(Math.min(Math.max(time, data.from), data.to));
  const texts = runs.map((run, index) => {
    const { phase, channels } = stateAt(run, now);
    layers[index].show(channels);
    layers[index].showSkins(skins.checked ? skinTimes.map(time => stateAt(run, now - time).channels) : []);
    cells[index].show(channels, pin.time === null ? null : stateAt(run, pin.time).channels);
    const name = run.label === "" ? "" : run.label + ": ";
    return `${name}fraction ${textOf(channels[0], 2)}, ${phase}`;
  });
  fingers.show(now);
  showCursors();
  const text = [`${textOf(now / 1e6, 3)} s, ${texts.join("; ")}`, pin.text(now)].filter(part => part !== "").join("; ");
  slider.value = now;
  slider.setAttribute("aria-valuetext", text);
  clock.textContent = text;
  replay.dataset.time = now;
}

function showCursors() {
  const x = view.x(now), isSeen = view.from <= now && now <= view.to;
  for (const cursor of cursors) {
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    cursor.style.display = isSeen ? "" : "none";
  }
  pin.show(now);
}

/** Pins the second cursor where the first is, or takes it away. */
function togglePin() {
  pin.time = pin.time === null ? now : null;
  show(now);
}

/** Shows the span between the cursors as large as possible. */
function showSpan() {
  if (pin.time !== null && pin.time !== now) view.show(Math.min(pin.time, now), Math.max(pin.time, now));
}

// MARK: Playback

function stop() {
  if (begun !== null) remember();
  begun = null;
  button.textContent = "Play";
}

function tick(instant) {
  if (begun === null) return;
  // Playback starts with the first animation frame, whose timestamp is the origin.
  begun.instant ??= instant;
  const elapsed = Math.max(instant - begun.instant, 0) * 1000;
  const time = begun.time + elapsed * Number(speed.value);
  const end = loop.checked ? view.to : data.to;
  if (time >= end && loop.checked) {
    show(view.from);
    begun = { time: view.from, instant: null };
  } else {
    show(time);
    if (!loop.checked) view.reveal(now);
    if (time >= end) return stop();
  }
  requestAnimationFrame(tick);
}

function start() {
  begun = { time: now >= data.to ? data.from : now, instant: null };
  button.textContent = "Pause";
  requestAnimationFrame(tick);
}

function toggle() { if (begun === null) start(); else stop(); }

function seek(time) {
  stop();
  show(time);
  view.reveal(now);
  remember();
}

/** Puts the instant into the address, some time later: browsers allow few changes a second. */
let waiting = null;
function remember() {
  clearTimeout(waiting);
  waiting = setTimeout(() => address(gestures?.chosen?.number ?? null, now, false), 300);
}

/** Shows a gesture from its first contact until it rests, at the instant of its release. */
function showGesture(gesture) {
  const room = Math.max((gesture.to - gesture.from) * 0.08, 20_000);
  view.show(gesture.from - room, gesture.to + room);
  stop();
  show(gesture.at);
  thresholds?.choose(gesture.number);
}

/** Shows what the address says. */
function followAddress() {
  const { gesture, time } = addressed();
  const chosen = gesture === null ? null : gestures?.choose(gesture);
  if (chosen) showGesture(chosen);
  if (time !== null) {
    show(time);
    view.reveal(now);
  }
}

button.addEventListener("click", toggle);
replay.querySelector(".pin").addEventListener("click", togglePin);
speed.addEventListener("change", () => { if (begun !== null) begun = { time: now, instant: null }; });
skins.addEventListener("change", () => show(now));
slider.addEventListener("input", () => seek(Number(slider.value)));
addEventListener("popstate", followAddress);

// MARK: Keys

const after = (times, time) => times.find(other => other > time) ?? data.to;
const before = (times, time) => times.findLast(other => other < time) ?? data.from;

function later() {
  const at = indexAt(instants, now);
  return instants[at] > now ? instants[at] : instants[at + 1] ?? data.to;
}

function earlier() {
  const at = indexAt(instants, now);
  return instants[at] < now ? instants[at] : instants[at - 1] ?? data.from;
}

const keys = {
  ArrowRight: later, ArrowUp: later, ArrowLeft: earlier, ArrowDown: earlier,
  PageUp: () => now + 100_000, PageDown: () => now - 100_000,
  Home: () => data.from, End: () => data.to,
  e: () => after(events, now), E: () => before(events, now),
};
const actions = {
  "+": () => view.zoom(0.5, now), "-": () => view.zoom(2, now), "0": () => view.show(data.from, data.to),
  n: () => gestures?.step(1), N: () => gestures?.step(-1), p: togglePin, z: showSpan,
};
replay.addEventListener("keydown", event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.tagName === "SELECT") return;
  if (event.key === " ") {
    // On a button or a box, Space presses that.
    if (event.target !== slider) return;
    toggle();
  } else if (Object.hasOwn(keys, event.key)) {
    // Arrows scroll what has the focus elsewhere.
    if (event.key.length > 1 && event.target.closest(".player") === null) return;
    seek(keys[event.key]());
  } else if (Object.hasOwn(actions, event.key)) actions[event.key]();
  else return;
  event.preventDefault();
});

// MARK: Pointers

for (const plot of plots.svgs) {
  const place = placeOn(plot, data.plot.width);
  const pointers = new Map();
  plot.addEventListener("pointerdown", event => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, place(event));
    plot.setPointerCapture(event.pointerId);
    if (pointers.size === 1) {
      const { time } = event.target.dataset, at = time === undefined ? view.time(place(event)) : Number(time);
      if (event.shiftKey) pin.time = Math.round(at);
      seek(at);
    }
    slider.focus({ preventScroll: true });
    event.preventDefault();
  });
  plot.addEventListener("pointermove", event => {
    if (!pointers.has(event.pointerId)) return;
    if (pointers.size === 1) return seek(view.time(place(event)));
    // Two fingers keep the times below them.
    const [a, b] = pointers.values(), times = [view.time(a), view.time(b)];
    pointers.set(event.pointerId, place(event));
    const [c, d] = pointers.values();
    if (Math.abs(d - c) < 1 || a === b) return;
    const length = (times[1] - times[0]) / (d - c) * (view.right - view.left);
    const from = times[0] - (c - view.left) / (view.right - view.left) * length;
    if (length > 0) view.show(from, from + length);
  });
  plot.addEventListener("lostpointercapture", event => pointers.delete(event.pointerId));
  plot.addEventListener("wheel", event => {
    // Pinches of a touchpad come with the control key.
    if (event.ctrlKey) view.zoom(Math.exp(event.deltaY / 200), view.time(place(event)));
    else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const by = event.deltaX / 400 * (view.to - view.from);
      view.show(view.from + by, view.to + by);
    } else return;
    event.preventDefault();
  }, { passive: false });
}

view.onChange(() => {
  plots.draw();
  fingers.showSpan(view.from, view.to, view.isWhole());
  showCursors();
});
connectHover(plots.svgs, runs, view, data, svg => placeOn(svg, data.plot.width));
if (runs.length > 1) connectLegends();
for (const matrix of data.matrices) connectMatrix(matrix, seek);
if (overview) connectOverview(overview, view, data.plot.width);
const thresholds = connectThresholds(data.thresholds, gestures, settlingPlot(view));
document.documentElement.classList.add("live");
replay.querySelector(".player").hidden = false;
show(data.from);
followAddress();
