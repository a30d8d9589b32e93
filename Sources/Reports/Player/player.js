// The page: its trajectories, its gestures and its address, and what moves them.

import { address, addressed, addressLater, connectLinks } from "./address.js";
import { connectCopy } from "./copying.js";
import { gesturesOf } from "./gestures.js";
import { connectHover } from "./hover.js";
import { instantOf } from "./instant.js";
import { connectKeys } from "./keys.js";
import { connectLegends } from "./legend.js";
import { connectMatrix } from "./matrix.js";
import { connectNotes } from "./notes.js";
import { connectOverview, placeOn } from "./overview.js";
import { playbackOf } from "./playback.js";
import { plotsOf } from "./plots.js";
import { connectPointers } from "./pointers.js";
import { numbersOf } from "./numbers.js";
import { runOf } from "./runs.js";
import { viewOf } from "./scale.js";
import { scaleOf, shape } from "./svg.js";
import { trialOf } from "./trial.js";
import { connectWidth } from "./width.js";

const replay = document.getElementById("replay"), slider = document.getElementById("time");
const data = JSON.parse(document.getElementById("replay-data").textContent);
const runs = data.runs.map(run => runOf(run, data.decimals));
const view = viewOf(data);
const plots = plotsOf(data, runs, view);
view.onChange(() => plots.draw());
const instant = instantOf(replay, data, runs, view, plots.svgs);
const command = document.querySelector(".command"), ofGesture = command?.querySelector(".of-gesture") ?? null;
const gestures = gesturesOf(document.getElementById("gesture-list"), followChoice);
const playback = playbackOf(replay, view, instant, () => spanOf(gestures?.chosen ?? null), () => addressLater(here(), false));

/** Returns the span of a gesture, from its first contact until it rests, with some room; all time for `null`. */
function spanOf(gesture) {
  if (gesture === null) return data;
  const room = Math.max((gesture.to - gesture.from) * 0.08, 20_000);
  return { from: Math.max(gesture.from - room, data.from), to: Math.min(gesture.to + room, data.to) };
}

/** Returns the gesture and the instant as words of the address. */
function here() {
  const chosen = gestures?.chosen ?? null;
  return { g: chosen === null ? null : String(chosen.number), t: (instant.now / 1e6).toFixed(3) };
}

function seek(time) {
  playback.stop();
  instant.show(time);
  view.reveal(instant.now);
  const { from, to } = spanOf(gestures?.chosen ?? null);
  // Beyond the chosen gesture there is another one, or none.
  if (instant.now < Math.floor(from) || instant.now > Math.ceil(to)) {
    gestures.choose(null);
    mark(null);
  }
  addressLater(here(), false);
}

/** Shows a gesture alone, at the instant of its release. */
function showGesture(gesture) {
  const { from, to } = spanOf(gesture);
  view.show(from, to);
  playback.stop();
  instant.show(gesture.at);
}

/** Marks a gesture wherever else it is shown or named, or none. */
function mark(number) {
  onMark(number);
  if (ofGesture !== null) ofGesture.textContent = number === null ? "" : `--gesture ${number}`;
  for (const markColumn of matrices) markColumn(number);
  for (const strand of document.querySelectorAll(".strand.marked")) strand.classList.remove("marked");
  for (const strand of document.querySelectorAll(`.strand.gesture${number}`)) {
    strand.classList.add("marked");
    // Above all others.
    strand.parentNode.append(strand);
  }
}

/** Shows a gesture that was chosen, or all of them for `null`. */
function followChoice(gesture) {
  if (gesture === null) view.show(data.from, data.to);
  else showGesture(gesture);
  mark(gesture?.number ?? null);
  address(here(), true);
}

/** Shows the gesture of a table's cell: alone if another one is, or else its instant. */
function followCell(number, time) {
  if ((gestures?.chosen ?? null) === null) seek(time);
  else followChoice(gestures.choose(number));
}

/** Shows the whole time and all gestures. */
function showAll() {
  const isChosen = (gestures?.chosen ?? null) !== null;
  gestures?.choose(null);
  mark(null);
  view.show(data.from, data.to);
  if (isChosen) address(here(), true);
}

/** Shows the gesture and the instant of the address. */
function followAddress() {
  const numberOf = addressed(), time = numberOf("t");
  const before = gestures?.chosen ?? null, chosen = gestures?.choose(numberOf("g")) ?? null;
  mark(chosen?.number ?? null);
  if (chosen !== null) showGesture(chosen);
  else if (before !== null) view.show(data.from, data.to);
  if (time !== null) {
    instant.show(Math.round(time * 1e6));
    view.reveal(instant.now);
  }
}

/** Called with the number of the gesture that is marked, or `null`. */
let onMark = () => {};
const moves = { instant, playback, view, gestures, seek, showAll };
const sorted = times => [...new Set(times)].sort((a, b) => a - b);
let known = null, instantsAndEvents = null;
connectKeys(data, () => {
  // They are made when a key asks for them, and again after another trajectory is shown.
  if (known !== runs[0].times) {
    known = runs[0].times;
    instantsAndEvents = {
      instants: sorted(runs.flatMap(run => [...run.steps])), events: sorted(data.marks.map(mark => mark.time)),
    };
  }
  return instantsAndEvents;
}, moves);
for (const svg of plots.svgs) connectPointers(svg, moves);
connectHover(plots.svgs, runs, view, data);
if (runs.length > 1) connectLegends();
const matrices = data.matrices.map(matrix => connectMatrix(matrix, followCell));
const overview = document.querySelector("svg.overview");
if (overview) connectOverview(overview, view);
const trial = trialOf(data, runs, view, () => {
  plots.draw();
  instant.show(instant.now);
});
slider.addEventListener("input", () => seek(Number(slider.value)));
connectLinks(time => {
  seek(time);
  address(here(), true);
});
if (command !== null) connectCopy(command.querySelector("button"), () => command.querySelector("code").textContent.trim(), () => "Not allowed");
connectCopy(replay.querySelector("[name=link]"), () => {
  address(here(), false);
  return location.href;
}, () => "It is the page's address");
addEventListener("popstate", followAddress);
/** What the workbench needs, which is another script of the page, and has the engine. */
globalThis.player = {
  data, runs, view, gestures, trial, svgs: plots.svgs, numbersOf, scaleOf, shape, place: placeOn, address, addressLater,
  /** The number of the gesture that is chosen, or `null`. */
  get chosen() { return gestures?.chosen?.number ?? null; },
  /** Calls a function with the number of the gesture that is chosen, or `null`, whenever that changes. */
  onMark(listener) { onMark = listener; },
};
document.documentElement.classList.add("live");
replay.querySelector(".player").hidden = false;
const noted = document.getElementById("notes");
if (noted) connectNotes(noted, plots.svgs, view, instant);
connectWidth([...plots.svgs, ...overview ? [overview] : []], view);
instant.show(data.from);
const isOpened = performance.getEntriesByType("navigation")[0]?.type === "navigate";
const isLink = ["g", "t"].some(name => addressed()(name) !== null);
if (isOpened && !isLink && data.chosen !== null) address({ g: String(data.chosen) }, false);
followAddress();
// A link to an instant is one to what is on the stage then, and a page of one gesture shows its decision. A page
// that is loaded again stays where it was.
if (isOpened && isLink) {
  document.querySelector("#played h2").scrollIntoView({ behavior: "instant" });
  replay.querySelector(".watched").focus({ preventScroll: true });
} else if (isOpened) document.getElementById(`decision-${data.chosen}`)?.scrollIntoView({ behavior: "instant" });
