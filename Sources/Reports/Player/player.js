// The clock of the page, its controls, and everything that shows an instant.

import { textOf } from "./numbers.js";
import { indexAt, runOf, stateAt } from "./runs.js";
import { layerOf } from "./layers.js";
import { cellsOf } from "./values.js";
import { fingersOf } from "./fingers.js";

const replay = document.getElementById("replay");
const data = JSON.parse(document.getElementById("replay-data").textContent);
const runs = data.runs.map(run => runOf(run, data.decimals));
const layers = runs.map((run, number) => layerOf(run, number, data.layer));
const cells = runs.map((run, number) => cellsOf(run, number, data.channels));
const fingers = fingersOf(data.fingers);
const instants = [...new Set(runs.flatMap(run => [...run.times]))].sort((a, b) => a - b);

const slider = replay.querySelector("input");
const button = replay.querySelector(".play");
const slow = replay.querySelector(".slow");
const clock = replay.querySelector("output");
const cursors = document.querySelectorAll(".cursor");

let now = data.from;
let begun = null;

function show(time) {
  now = Math.round(Math.min(Math.max(time, data.from), data.to));
  const texts = runs.map((run, index) => {
    const { phase, channels } = stateAt(run, now);
    layers[index].show(channels.slice(2));
    cells[index].show(channels);
    const name = run.label === "" ? "" : run.label + ": ";
    return `${name}fraction ${textOf(channels[0], 2)}, ${phase}`;
  });
  fingers.show(now);
  const share = (now - data.from) / (data.to - data.from);
  const x = data.plot.left + share * (data.plot.right - data.plot.left);
  for (const cursor of cursors) { cursor.setAttribute("x1", x); cursor.setAttribute("x2", x); }
  const text = `${textOf(now / 1e6, 3)} s, ${texts.join("; ")}`;
  slider.value = now;
  slider.setAttribute("aria-valuetext", text);
  clock.textContent = text;
  replay.dataset.time = now;
}

function stop() {
  begun = null;
  button.textContent = "Play";
}

function tick(instant) {
  if (begun === null) return;
  // Playback starts with the first animation frame, whose timestamp is the origin.
  begun.instant ??= instant;
  const elapsed = Math.max(instant - begun.instant, 0) * 1000;
  const time = begun.time + elapsed * (slow.getAttribute("aria-pressed") === "true" ? 0.25 : 1);
  show(time);
  if (time >= data.to) stop(); else requestAnimationFrame(tick);
}

function start() {
  begun = { time: now >= data.to ? data.from : now, instant: null };
  button.textContent = "Pause";
  requestAnimationFrame(tick);
}

function toggle() { if (begun === null) start(); else stop(); }

function seek(time) { stop(); show(time); }

button.addEventListener("click", toggle);
slow.addEventListener("click", () => {
  slow.setAttribute("aria-pressed", slow.getAttribute("aria-pressed") !== "true");
  if (begun !== null) begun = { time: now, instant: null };
});
slider.addEventListener("input", () => seek(Number(slider.value)));

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
};
replay.querySelector(".player").addEventListener("keydown", event => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === " ") {
    // On a button, Space presses that button.
    if (event.target !== slider) return;
    toggle();
  } else if (Object.hasOwn(keys, event.key)) seek(keys[event.key]());
  else return;
  event.preventDefault();
});

for (const plot of document.querySelectorAll("svg.timed")) {
  const drag = event => {
    const frame = plot.getBoundingClientRect();
    const x = (event.clientX - frame.left) / frame.width * data.plot.width;
    const share = (x - data.plot.left) / (data.plot.right - data.plot.left);
    seek(data.from + share * (data.to - data.from));
  };
  plot.addEventListener("pointerdown", event => {
    if (event.button !== 0) return;
    plot.setPointerCapture(event.pointerId);
    drag(event);
    slider.focus({ preventScroll: true });
    event.preventDefault();
  });
  plot.addEventListener("pointermove", event => {
    if (plot.hasPointerCapture(event.pointerId)) drag(event);
  });
}

document.documentElement.classList.add("live");
replay.querySelector(".player").hidden = false;
show(data.from);
