// The page of a live stream: what moves now, a paused view, or a gesture again.

import { textOf } from "./numbers.js";
import { layerOf } from "./layers.js";
import { lastIndex, trackOf } from "./liveTrack.js";
import { surfaceOf } from "./liveSurface.js";
import { runningPlotOf } from "./livePlots.js";
import { historyOf } from "./liveHistory.js";

const element = id => document.getElementById(id);
const write = (node, text) => { if (node.textContent !== text) node.textContent = text; };
const live = element("live"), slider = element("time"), clock = live.querySelector("output");
const pauseButton = live.querySelector(".play"), againButton = live.querySelector(".again");
const speed = live.querySelector("[name=speed]");
const pageToken = new URLSearchParams(location.search).get("token") ?? "";

const track = trackOf();
const surface = surfaceOf(document.querySelector("svg.touches"));
const plots = {
  fraction: runningPlotOf(document.querySelectorAll("svg.running")[0], "fraction", [-0.1, 1.15]),
  velocity: runningPlotOf(document.querySelectorAll("svg.running")[1], "velocity", [-1, 1]),
};
const history = historyOf(element("history"), element("decision"), track, pageToken, replay);
let levels = null, layer = null, columns = [], cells = new Map();
/** What is shown: `null` follows the stream; otherwise a part of it at a time, which runs if it has begun. */
let look = null;
let isScheduled = false;

// MARK: Drawing

function showNumbers(sample) {
  write(element("fraction"), textOf(sample.fraction, 3));
  write(element("velocity"), textOf(sample.velocity, 2));
  write(element("phase"), sample.phase);
  write(element("phase-note"), `at ${textOf(sample.time / 1e6, 2)}\u00a0s`);
  for (const [name, { value, decimals }] of cells) write(value, textOf(sample.values[name], decimals));
}

function draw() {
  const source = look?.part ?? track, time = look?.time ?? track.end;
  const sample = source.samples[lastIndex(source.samples, time)];
  if (sample) {
    layer?.show([sample.fraction, sample.velocity, ...columns.map(({ name }) => sample.values[name])]);
    showNumbers(sample);
  }
  surface.show(source.touches, time);
  for (const channel in plots) plots[channel].draw(source, time, levels?.[channel] ?? []);
  live.dataset.time = time;
  if (look === null) return;
  slider.value = time;
  slider.setAttribute("aria-valuetext", `${textOf(time / 1e6, 3)}\u00a0s`);
  const at = `at ${textOf(time / 1e6, 3)}\u00a0s`;
  write(clock, look.gesture ? `gesture ${look.gesture.number} ${at}` : `paused ${at}`);
}

function tick(instant) {
  isScheduled = false;
  if (look?.begun) {
    // Playback starts with the first animation frame, whose timestamp is the origin.
    look.begun.instant ??= instant;
    const elapsed = Math.max(instant - look.begun.instant, 0) * 1000;
    look.time = Math.min(look.begun.time + elapsed * Number(speed.value), look.part.end);
    if (look.time >= look.part.end) look.begun = null;
  }
  draw();
  if (look?.begun) schedule();
}

function schedule() {
  if (!isScheduled) requestAnimationFrame(tick);
  isScheduled = true;
}

// MARK: Looking back

function view(next) {
  look = next;
  history.mark(look?.gesture ?? null);
  slider.disabled = look === null;
  write(pauseButton, look === null ? "Pause" : "Follow");
  pauseButton.setAttribute("aria-pressed", look === null ? "false" : "true");
  if (look === null) write(clock, "live");
  else {
    // A span may be older than the first sample that is known.
    slider.min = look.part.from;
    slider.max = look.part.end;
  }
  schedule();
}

function toggle() {
  if (look !== null) return view(null);
  const from = track.samples[0]?.time ?? 0;
  view({ part: track.part(from, track.end), time: track.end, begun: null, gesture: null });
}

/** Shows a gesture again, from before it began until the animation rested. */
function replay(gesture) {
  const part = history.part(gesture), from = Math.max(part.from, part.samples[0]?.time ?? 0);
  view({ part: { ...part, from }, time: from, begun: { time: from, instant: null }, gesture });
}

function replayNewest() { if (history.newest) replay(history.newest); }

function seek(time) {
  if (look === null) toggle();
  look.begun = null;
  look.time = Math.min(Math.max(time, look.part.from), look.part.end);
  schedule();
}

/** Shows the next sample of the part, or the one before. */
function step(by) {
  if (look === null) toggle();
  const { samples } = look.part, at = lastIndex(samples, look.time) + by;
  seek(samples[Math.min(Math.max(at, 0), samples.length - 1)]?.time ?? look.time);
}

pauseButton.addEventListener("click", toggle);
againButton.addEventListener("click", replayNewest);
slider.addEventListener("input", () => seek(Number(slider.value)));
speed.addEventListener("change", () => { if (look?.begun) look.begun = { time: look.time, instant: null }; });
const keyActions = {
  " ": toggle, r: replayNewest, Escape: () => view(null),
  ArrowRight: () => step(1), ArrowUp: () => step(1), ArrowLeft: () => step(-1), ArrowDown: () => step(-1),
};
live.addEventListener("keydown", event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.tagName === "SELECT") return;
  // On a button, Space presses it.
  if (!Object.hasOwn(keyActions, event.key) || event.key === " " && event.target.tagName === "BUTTON") return;
  keyActions[event.key]();
  event.preventDefault();
});

// MARK: The stream

// Four digits of the range between both ends.
const decimalsOf = (from, to) => Math.min(Math.max(3 - Math.floor(Math.log10(Math.abs(to - from) || 1)), 0), 4);

function showAbout(about) {
  document.title = `${about.name ?? "Live"} – Pantograph`;
  write(element("name"), about.name ?? "Live");
  write(element("gesture"), about.gesture ? `${about.gesture}, ${about.rate} samples per second` : "");
  columns = about.columns ?? [];
  // After a lost connection, more is known already.
  levels ??= about.levels;
  layer = about.layer ? layerOf({ roles: about.roles }, 0, about.layer) : null;
  if (about.surface) surface.resize(about.surface);
  cells = new Map();
  element("properties").replaceChildren(...columns.map(column => {
    const [tile, name, value, note] = ["div", "dt", "dd", "dd"].map(tag => document.createElement(tag));
    tile.className = "tile";
    note.className = "note";
    name.textContent = column.name;
    value.textContent = "–";
    const ends = column.from === null ? "" : `from ${Number(column.from)} to ${Number(column.to)}`.replaceAll("-", "−");
    note.textContent = [ends, column.effect].filter(part => part).join("; ");
    tile.append(name, value, note);
    cells.set(column.name, { value, decimals: decimalsOf(column.from ?? 0, column.to ?? 1) });
    return tile;
  }));
  schedule();
}

const takers = {
  source({ surface: size }) {
    history.settle(track.end);
    track.clear();
    surface.resize(size);
  },
  fingers: track.add,
  gesture: note => {
    history.add(note);
    againButton.disabled = false;
  },
  kept: history.offer,
  levels: note => { levels = note.levels; },
};

function takeNote(note) {
  takers[note.note]?.(note);
  if (look === null) schedule();
}

function takeLine(line) {
  track.add(line);
  if (line.event === "completed") history.settle(Math.round(line.time * 1e6));
  if (look === null) schedule();
}

const stateWords = {
  connecting: "connecting", following: "following", lost: "connection lost; retrying",
  refused: "refused; open the printed address", ended: "ended",
};
function showState(state) {
  element("state").dataset.state = state;
  write(element("state"), stateWords[state]);
}

surface.resize([100, 60]);
live.querySelector(".player").hidden = false;
document.documentElement.classList.add("live");
// Each listener may be called at once, so everything that it uses is defined above.
pantograph.on("about", showAbout);
pantograph.on("note", takeNote);
pantograph.on("line", takeLine);
pantograph.on("state", showState);

// MARK: A page of the user's own

write(element("example"), `<!DOCTYPE html>
<title>Mine</title>
<link rel="icon" href="data:,">
<script src="/pantograph.js"></${"script"}>
<style>
  #box { width: 6rem; height: 6rem; translate: calc(var(--pantograph-fraction, 0) * 20rem) }
</style>
<div id="box"></div>
<p id="phase"></p>
<script>pantograph.on(sample => { phase.textContent = sample.phase })</${"script"}>
`);
write(element("curl"), `curl -N '${location.origin}/stream${location.search}&format=ndjson'`);
