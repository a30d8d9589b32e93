/** Random arguments for every function: only a `PantographError` may come out, and the engine must live. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isMissing, random, start } from "./support.mjs";

const rounds = Number(process.env.PANTOGRAPH_ROUNDS ?? 3000);
const seed = Number(process.env.PANTOGRAPH_SEED ?? 1);

/** Values of every type; `pick` returns a number from 0 to below another. */
function anything(chance, depth = 0) {
  const pick = (count) => Math.floor(chance() * count);
  const numbers = [
    0, -0, 1, -1, 0.5, 3, 16.7, 60, 1e3, 1e6, 1e9, 1e15, 1e300, -1e300, 5e-324, NaN, Infinity, -Infinity, 2 ** 31,
    -(2 ** 31), 2 ** 32, 2 ** 53, 2 ** 63, -(2 ** 63), Number.MAX_VALUE,
  ];
  const texts = [
    "", "sheet", "gtk", "android", "easeInOut", "uikit-nav-back", "decided", "event", "\0", "\ud800", "é".repeat(300),
    "rate", "animation/duration", "progress/distance", "{", "[".repeat(3000), '{"version":1}', "// \n{}", "pointerdown",
    "pointermove", "touchstart", "wheel", "__proto__", "1e400",
  ];
  const others = [
    undefined, null, true, false, 1n, -(2n ** 70n), Symbol("x"), () => 1, new Uint8Array(9), new Date(NaN), /x/,
    new Map(), Object.create(null), new Proxy([], {}), [,], Promise.resolve(1),
  ];
  switch (pick(depth > 2 ? 4 : 7)) {
    case 0: return numbers[pick(numbers.length)];
    case 1: return chance() * 200 - 50;
    case 2: return texts[pick(texts.length)];
    case 3: return others[pick(others.length)];
    case 4: return Array.from({ length: pick(5) }, () => anything(chance, depth + 1));
    case 5: return object(chance, depth);
    default: return chance() < 0.02 ? { get x() { throw new RangeError("a getter"); } } : pick(1000);
  }
}

const keys = [
  "id", "x", "y", "pressure", "palm", "time", "start", "surface", "width", "height", "keep", "millimetresPerPixel",
  "type", "timeStamp", "pointerId", "clientX", "clientY", "deltaX", "deltaY", "changedTouches", "identifier", "values",
  "mass", "stiffness", "damping", "response", "dampingRatio", "distance", "fraction", "position", "velocity", "version",
  "gesture", "device", "events", "times", "types", "codes", "axes", "heldBack", "form", "as", "fingers", "slop",
  "direction", "axisLock", "edge", "at", "hysteresis", "withPalms", "estimator", "taps", "longestPress", "absorbed",
];

function object(chance, depth) {
  const count = Math.floor(chance() * 6);
  const named = () => keys[Math.floor(chance() * keys.length)];
  return Object.fromEntries(Array.from({ length: count }, () => [named(), anything(chance, depth + 1)]));
}

/** Arguments that are often nearly right. */
function plausible(chance, interactions, recordings) {
  const number = (most = 400) => (chance() < 0.1 ? anything(chance) : chance() * most);
  const contact = () => ({ id: chance() < 0.05 ? anything(chance) : Math.floor(chance() * 4), x: number(), y: number() });
  const event = (type) => ({
    type, timeStamp: number(), pointerId: 1, clientX: number(), clientY: number(), deltaX: number(), deltaY: number(),
    changedTouches: [{ identifier: 1, clientX: number(), clientY: number() }],
  });
  const choose = (...values) => values[Math.floor(chance() * values.length)];
  const size = () => ({ width: number(), height: number() });
  const element = { getBoundingClientRect: () => ({ left: number(), top: number(), ...size() }) };
  const position = (_, index) => ({ time: index * 8, x: number(), y: number() });
  return {
    feed: () => [number(), Array.from({ length: Math.floor(chance() * 3) }, contact)],
    pointer: () => [event(choose("pointerdown", "pointermove", "pointermove", "pointerup", "pointercancel"))],
    touch: () => [event(choose("touchstart", "touchmove", "touchend", "touchcancel"))],
    wheel: () => [event("wheel")],
    session: () => [{ keep: chance() < 0.5, surface: choose(element, size()) }],
    interaction: () => [choose("sheet", "scroll", "pager", "tap-transition", "press-preview", "scrub")],
    with: () => choose(
      ["rate", number()], ["surface", { unit: "device" }], ["animation/duration", number()],
      ["progress/distance", { mm: number() }],
      ["settle/finish", { spring: { response: number(), dampingRatio: number() } }]),
    velocity: () => ["android", Array.from({ length: 4 }, position), number()],
    spring: () => [choose({ response: number() }, { mass: number(), stiffness: number(), damping: number() })],
    judge: () => [{ distance: number(), fraction: chance(), velocity: number(), heldBack: 2 * chance() - 1 }],
    withThresholds: () => [Array.from({ length: 1 + Math.floor(chance() * 2) }, number)],
    words: () => [choose("restTime", "travel", "fraction")],
    recording: () => [{
      device: { codes: [[1, 330]], axes: [[0, 0, number(), 40], [1, 0, 4000, number()]].filter(() => chance() < 0.9) },
      events: { times: [0, 8000], types: [3, 0], codes: [Math.floor(100 * chance()), 0], values: [number(), 0] },
    }],
    replay: () => [choose(...recordings), choose(...interactions), choose({}, { form: "columns" })],
    recognizer: () => choose(
      ["pan", { as: choose("uikit", "libinput", "qt-drawer"), fingers: choose(1, 2, [1, 3]), slop: number(20) }],
      ["pan", { edge: { at: choose("left", "bottom"), width: number() } }, { surface: choose(element, size()) }],
      ["tap", { taps: choose(1, 2), longestPause: number() }], ["long-press", { minimumDuration: number(1) }],
      ["pinch", { slop: number(20), absorbed: number(10) }], ["rotation", {}]),
    decide: () => [choose("android-viewpager", "libadwaita", "niri"), { distance: number(), fraction: number() }],
    on: () => [choose("event", "decided", "completed"), () => {}],
  };
}

const calls = {
  engine: [
    "interaction", "spring", "curve", "momentum", "velocity", "decide", "format", "replay", "recording", "words",
    "recognizer", "recognizer",
  ],
  interaction: ["with", "session", "withThresholds", "judge"],
  recognizer: [
    "feed", "feed", "feed", "pointer", "pointer", "touch", "wheel", "advance", "cancel", "velocity", "close",
  ],
  session: [
    "feed", "feed", "pointer", "pointer", "touch", "wheel", "at", "at", "at", "advance", "hold", "resume", "reverse",
    "settleTo", "place", "setInteraction", "cancel", "samples", "events", "trajectory", "on", "finish", "close",
  ],
};

/** What may come out: an error of ours, or what the arguments themselves throw. */
function isExpected(failure) {
  return failure?.name === "PantographError" ? failure.code !== "stopped" : failure?.message === "a getter";
}

test("random arguments", { skip: isMissing, timeout: 600_000 }, async () => {
  const chance = random(seed);
  const engine = await start();
  const choose = (values) => values[Math.floor(chance() * values.length)];
  const [interactions, recordings] = [[engine.interaction("sheet")], []];
  const likely = plausible(chance, interactions, recordings);
  let sessions = [interactions[0].session()];
  let recognizers = [engine.recognizer("pan")];
  let [succeeded, refused] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const kinds = ["engine", "interaction", "recognizer", "recognizer", "session", "session", "session"];
    const kind = kinds[Math.floor(chance() * kinds.length)];
    const subject = {
      engine, interaction: choose(interactions), recognizer: choose(recognizers), session: choose(sessions),
    }[kind];
    const name = choose(calls[kind]);
    const isLikely = chance() < 0.6;
    const values = isLikely && likely[name]
      ? likely[name]() : Array.from({ length: Math.floor(chance() * 4) }, () => anything(chance));
    const what = `round ${round}: ${kind}.${name}`;
    try {
      const result = await subject[name](...values);
      succeeded += 1;
      if (name === "session") sessions = [...sessions, result].slice(-5);
      if (name === "recording") recordings.splice(Math.floor(chance() * 4), 1, result);
      if (["with", "withThresholds", "interaction"].includes(name)) interactions.splice(1 + Math.floor(chance() * 4), 1, result);
      if (name === "recognizer") recognizers = [...recognizers, result].slice(-5);
      if (kind === "recognizer" && name !== "close") assert.ok(subject.nextTime === null || Number.isFinite(subject.nextTime));
      if (name === "close") {
        sessions = sessions.filter((session) => session !== subject);
        recognizers = recognizers.filter((recognizer) => recognizer !== subject);
      }
    } catch (failure) {
      refused += 1;
      if (!isExpected(failure)) throw new Error(`${what} of seed ${seed} threw ${failure?.stack}`, { cause: failure });
    }
    if (sessions.length === 0) sessions.push(interactions[0].session());
    if (recognizers.length === 0) recognizers.push(engine.recognizer("pinch"));
  }
  // It has reached both the engine and its refusals, and still works.
  assert.ok(succeeded > rounds / 10 && refused > rounds / 10, `${succeeded} succeeded, ${refused} were refused`);
  assert.equal(engine.spring({ frequency: 10, dampingRatio: 0.5 }).at(0).position, 1);
});
