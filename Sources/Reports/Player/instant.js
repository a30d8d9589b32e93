// The instant that is shown, and everything that shows it.

import { textOf } from "./numbers.js";
import { stateAt } from "./runs.js";
import { layerOf } from "./layers.js";
import { cellsOf } from "./values.js";
import { fingersOf } from "./fingers.js";
import { readingsOf } from "./hover.js";
import { pinOf } from "./pin.js";

/** Before the instant that is shown, in microseconds, the earliest first. */
const skinTimes = [250_000, 200_000, 150_000, 100_000, 50_000];

/** Returns the instant of a page, with its fingers and its second cursor. */
export function instantOf(replay, data, runs, view, svgs) {
  const layers = runs.map((run, number) => layerOf(run, number, data.layer));
  const cells = runs.map((run, number) => cellsOf(run, number, data.channels));
  const fingers = fingersOf(data.fingers, data.marks);
  const slider = document.getElementById("time"), clock = replay.querySelector("output");
  const skins = replay.querySelector("[name=skins]"), cursors = document.querySelectorAll(".cursor");
  const button = replay.querySelector(".pin"), pin = pinOf(svgs, view, button);
  const readings = readingsOf("reading", svgs, runs, view, data);
  let now = data.from;

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
    // At the very start there is nothing to read.
    if (isSeen && now > data.from) readings.show(now); else readings.hide();
    pin.show(now);
  }

  /** Pins the second cursor where the first is, or takes it away. */
  function togglePin() {
    pin.time = pin.time === null ? now : null;
    show(now);
  }

  view.onChange(() => {
    // The slider spans what the plots show: of a whole day an instant would be less than a pixel.
    [slider.min, slider.max] = [Math.floor(view.from), Math.ceil(view.to)];
    slider.value = now;
    fingers.showSpan(view.from, view.to, view.isWhole());
    showCursors();
  });
  button.addEventListener("click", togglePin);
  skins.addEventListener("change", () => show(now));
  return { show, togglePin, pin, get now() { return now; } };
}
