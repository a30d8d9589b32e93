/**
 * What the tests of the JavaScript package share: the module, the cases, and made-up gestures.
 *
 *     PANTOGRAPH_WASM=pantograph.wasm node --test Tests/WebTests
 */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Memory } from "../../Sources/Web/memory.mjs";
import { load as loadMotion } from "../../Sources/Web/motion.mjs";
import { load } from "../../Sources/Web/pantograph.mjs";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const web = root + "Sources/Web/";

/** The module that the tests are about. */
export const modulePath = process.env.PANTOGRAPH_WASM ?? root + ".build/web/pantograph/pantograph.wasm";
export const isMissing = existsSync(modulePath) ? false : `no ${modulePath}; tools/package web builds it`;
export const moduleBytes = isMissing ? undefined : readFileSync(modulePath);
const compiled = isMissing ? undefined : new WebAssembly.Module(moduleBytes);

let last = Promise.resolve();
/** Calls one function after the other: one of them changes for a while what all start with. */
const inTurn = (body) => (last = last.then(body, body));

/** Starts an engine of its own for a test. */
export function start() {
  return inTurn(() => load(compiled));
}

/** The module of recognisers and mathematics alone, beside that of the whole engine. */
export const motionPath = fileURLToPath(new URL("motion.wasm", pathToFileURL(modulePath)));
const isMotionMissing = existsSync(motionPath) ? false : `no ${motionPath}; tools/package web builds it`;

/** How an engine with recognisers is started, by the file of its module; `isMissing` says why there is none. */
export const engines = [
  { name: "pantograph.wasm", start, isMissing },
  { name: "motion.wasm", start: () => loadMotion(readFileSync(motionPath)), isMissing: isMotionMissing },
];

/** Starts an engine whose module lacks the readers of recordings. */
export function startWithoutReaders() {
  return inTurn(loadWithoutReaders);
}

async function loadWithoutReaders() {
  const { of } = Memory;
  Memory.of = async (module) => {
    const memory = await of.call(Memory, module);
    memory.exports = Object.fromEntries(Object.entries(memory.exports).filter(([name]) => !/^pg_recording_/.test(name)));
    return memory;
  };
  try {
    return await load(compiled);
  } finally {
    Memory.of = of;
  }
}

/** Returns the events of a recording as columns, with times from the first event's, by the module's functions alone. */
export async function readEvents(bytes) {
  const memory = await Memory.of(compiled);
  const { result, bulk } = memory;
  memory.withBytes(bytes, (start, length) => memory.ask("pg_recording_create", start, length, result));
  const recording = memory.integers[result >>> 2];
  const first = Number(memory.call("pg_recording_start", recording));
  const events = { times: [], types: [], codes: [], values: [] };
  // 1 is the end.
  while (memory.ask("pg_recording_read", recording, bulk, 100, result) !== 1) {
    for (let index = 0, count = memory.integers[result >>> 2]; index < count; index++) {
      const address = bulk + 16 * index;
      events.times.push(memory.long(address) - first);
      events.types.push(memory.view.getUint16(address + 8, true));
      events.codes.push(memory.view.getUint16(address + 10, true));
      events.values.push(memory.view.getInt32(address + 12, true));
    }
  }
  return events;
}

/** Whether the module reads recordings; otherwise why tests of them are skipped. */
export const readsNoRecordings = isMissing || (
  WebAssembly.Module.exports(compiled).some(({ name }) => name === "pg_recording_create")
    ? false : "the module exports no pg_recording_create"
);

/** The cases of the repository: a recording, an interaction and what is expected. */
export function cases() {
  return readdirSync(root + "Recordings", { withFileTypes: true, recursive: true })
    .filter((entry) => entry.name === "expected.csv")
    .map((entry) => (entry.parentPath ?? entry.path) + "/")
    .map((folder) => {
      const recording = ["recording.yml", "recording.evemu"].find((name) => existsSync(folder + name));
      return { name: folder.slice((root + "Recordings/").length, -1), folder, recording: folder + recording };
    })
    .filter(({ folder }) => existsSync(folder + "interaction.json"))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Cases whose fingers are all that the kernel reports: no palms, thumbs or pressures decide about them. */
export const plainCases = new Set([
  "b6-drag-and-double-afresh", "b6-drag-and-double-reverse", "b6-drag-and-double-shortened", "b8-scrub-by-place",
  "b8-scrub-caught", "d1-present", "d3-present-by-button", "d4-interrupt-cancel", "d7-pop-by-button",
  "touchscreen-drag-type-a",
]);

/** Returns an expected trajectory without the lines that only `check` reads. */
export function expected({ folder }) {
  const lines = readFileSync(folder + "expected.csv", "utf8").split("\n");
  return lines.filter((line) => !/^# (pantograph|tolerance)/.test(line)).join("\n");
}

/** Checks that a call throws a `PantographError` with a message. */
export function refuses(body, message) {
  assert.throws(body, (error) => error.name === "PantographError" && message.test(error.message));
}

/** Waits until a promise is rejected by a `PantographError` with a message. */
export const fails = (promise, message) => assert.rejects(promise, (error) => {
  assert.equal(error.name, "PantographError", error.stack);
  assert.match(error.message, message);
  return true;
});

/** Calls a function with an empty folder. */
export async function inFolder(body) {
  const folder = mkdtempSync(join(tmpdir(), "pantograph-web-"));
  try {
    return await body(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Feeds a finger that moves up by some millimetres each 8 ms, and lifts. */
export function flick(session, start = 0, step = 1.25) {
  for (let number = 0; number < 13; number++) {
    session.feed(start + 8 * number, [{ id: 1, x: 30, y: 100 - step * number }]);
  }
  session.feed(start + 104);
}

/** A generator of numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function random(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
