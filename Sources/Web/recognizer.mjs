/** Recognisers alone: touches in, the events of one gesture out. */
import { boolean, finite, microseconds, onlyKeys, refuse, shown, text, whole } from "./errors.mjs";
import { sizes, status } from "./memory.mjs";
import { readTouchOptions, touchOptions, writeContacts } from "./touches.mjs";

/** The settings of each kind. */
const settingNames = {
  pan: ["as", "fingers", "slop", "direction", "axisLock", "edge", "hysteresis", "withPalms", "estimator"],
  tap: ["taps", "fingers", "slop", "longestPress", "longestPause", "spacing"],
  "long-press": ["fingers", "slop", "minimumDuration"],
  pinch: ["fingers", "slop", "absorbed"],
  rotation: ["fingers", "slop", "absorbed"],
};
const phases = ["began", "changed", "ended", "cancelled"];
const states = ["idle", "possible", "active", "failed"];
/** The number of PG_RECOGNIZERS. */
const recognizers = 12;
const never = 0x7fff_ffff_ffff_ffffn;
const mostFingers = 10;

/** Recognises one kind of gesture. Calls that take touches return the events of the gesture since the last call. */
export class Recognizer {
  #memory;
  #kind;
  #handle;
  #fingers;

  constructor(memory, kind, settings, options) {
    this.#memory = memory;
    this.#kind = text(kind, "the recogniser");
    onlyKeys(options, touchOptions, "the options");
    const { fingers, surface } = readTouchOptions(options);
    this.#fingers = fingers;
    memory.withText(kind, "the recogniser", (name) => {
      if (!Object.hasOwn(settingNames, kind)) {
        memory.call("pg_name_index", recognizers, name, memory.error);
        throw memory.failure(status.invalid);
      }
      const { texts, numbers, counts } = readSettings(onlyKeys(settings, settingNames[kind], `the ${kind}`));
      withTexts(memory, texts, (addresses) => {
        const { bulk, result } = memory;
        const place = surface ? bulk + sizes.recognizerSettings : 0;
        memory.integers.set(addresses, bulk >>> 2);
        memory.write(bulk + 16, ...numbers);
        memory.integers.set(counts, (bulk + 88) >>> 2);
        if (surface) memory.write(place, ...surface);
        memory.ask("pg_recognizer_create", name, bulk, place, result);
      });
    });
    this.#handle = memory.stored("pg_recognizer_destroy", this, "recogniser");
  }

  // Touches

  /** Takes a touch frame: all contacts at a time, in millimetres; none when the last finger has lifted. */
  feed(time, contacts = []) {
    const moment = microseconds(time, "time");
    if (!Array.isArray(contacts)) refuse(`contacts is ${shown(contacts)}; expected an array`);
    this.#feed(moment, contacts);
    return this.#taken();
  }

  #feed(moment, contacts) {
    const memory = this.#memory;
    const { address } = this.#handle;
    writeContacts(memory, contacts);
    memory.ask("pg_recognizer_feed", address, BigInt(moment), memory.bulk, contacts.length);
  }

  /** Takes a PointerEvent. Moves of several fingers wait for their fellows' events, or for `advance`. */
  pointer(event) {
    this.#fingers.pointer(event, this.#feedFingers, this.#cancelFingers);
    return this.#taken();
  }

  /** Takes a TouchEvent. */
  touch(event) {
    this.#fingers.touch(event, this.#feedFingers, this.#cancelFingers);
    return this.#taken();
  }

  /** Takes a WheelEvent, whose deltas move a scroll's fingers. */
  wheel(event) {
    this.#fingers.wheel(event, this.#feedFingers);
    return this.#taken();
  }

  #feedFingers = (moment) => this.#feed(moment, this.#fingers.contacts);
  #cancelFingers = (moment) => this.#control("pg_recognizer_cancel", moment);

  // Time

  /** Advances to a time by which every touch has been fed. */
  advance(time) {
    this.#settle("pg_recognizer_advance", microseconds(time, "time"));
    return this.#taken();
  }

  /** Cancels the gesture; none begins before all fingers have lifted. */
  cancel(time) {
    this.#settle("pg_recognizer_cancel", microseconds(time, "time"));
    return this.#taken();
  }

  /** Feeds what waits for other events, ends a scroll that is over, and then advances or cancels. */
  #settle(name, moment) {
    this.#fingers.flush(this.#feedFingers);
    this.#fingers.settle(moment, this.#feedFingers);
    this.#control(name, moment);
  }

  #control(name, moment) {
    this.#memory.ask(name, this.#handle.address, BigInt(moment));
  }

  /** The time at which something may happen without a touch; `null` if there is none. */
  get nextTime() {
    const next = this.#memory.call("pg_recognizer_next_time", this.#handle.address);
    const earliest = Math.min(next === never ? Infinity : Number(next), this.#fingers.scrollEnd ?? Infinity);
    return earliest === Infinity ? null : earliest / 1000;
  }

  // The gesture

  /** What it is doing: "idle", "possible", "active" or "failed". */
  get state() {
    return states[this.#memory.call("pg_recognizer_state", this.#handle.address)];
  }

  /** Estimates the velocity of a pan's fingers at a time, in millimetres per second. */
  velocity(time) {
    const memory = this.#memory;
    const { result } = memory;
    const moment = BigInt(microseconds(time, "time"));
    memory.ask("pg_recognizer_velocity", this.#handle.address, moment, result, result + 8);
    return point(memory, result);
  }

  /** Takes the events that have not been taken yet. */
  #taken() {
    const memory = this.#memory;
    const { address } = this.#handle;
    const found = [];
    while (memory.callQuickly("pg_recognizer_take_events", address, memory.bulk, 1) === 1) {
      found.push(readEvent(memory, memory.bulk, this.#kind));
    }
    return found;
  }

  /** Frees its memory. */
  close() {
    this.#handle.free();
  }
}

if (Symbol.dispose) Recognizer.prototype[Symbol.dispose] = Recognizer.prototype.close;

/** Returns what `struct pg_recognizer_settings` has, in its order; what is not set is NaN or 0. */
function readSettings(settings) {
  const { fingers = [0, 0], edge, taps, withPalms = false } = settings;
  const { at, width } = readEdge(edge);
  const number = (name) => (settings[name] === undefined ? NaN : finite(settings[name], name));
  const [fewest, most] = Array.isArray(fingers) ? fingers : [fingers, fingers];
  const count = (value) => whole(value, "fingers", settings.fingers === undefined ? 0 : 1, mostFingers);
  return {
    texts: [
      [settings.as, "as"], [settings.direction, "direction"], [at, "edge"], [settings.estimator, "estimator"],
    ],
    numbers: [
      number("slop"), number("absorbed"), number("axisLock"), width, number("hysteresis"),
      number("minimumDuration"), number("longestPress"), number("longestPause"), number("spacing"),
    ],
    counts: [
      count(fewest), count(most), taps === undefined ? 0 : whole(taps, "taps", 1, 10),
      boolean(withPalms, "withPalms") ? 1 : 0,
    ],
  };
}

/** Returns the edge of `"left"` or `{ at: "left", width: 3 }`, and the width, which is NaN without one. */
function readEdge(edge) {
  if (edge === undefined || typeof edge === "string") return { at: edge, width: NaN };
  const { at, width } = onlyKeys(edge, ["at", "width"], "the edge");
  return { at: text(at, "the edge's at"), width: width === undefined ? NaN : finite(width, "the edge's width") };
}

/** Calls a function with the addresses of texts in the module; 0 for one that is undefined. */
function withTexts(memory, texts, body, addresses = []) {
  if (addresses.length === texts.length) return body(addresses);
  const [value, what] = texts[addresses.length];
  const next = (address) => withTexts(memory, texts, body, [...addresses, address]);
  return value === undefined ? next(0) : memory.withText(value, what, next);
}

function point(memory, address) {
  return { x: memory.doubles[address >>> 3], y: memory.doubles[(address >>> 3) + 1] };
}

/** Returns the event at an address, with what its kind has. */
function readEvent(memory, address, kind) {
  const [numbers, words] = [memory.doubles.subarray(address >>> 3), memory.integers.subarray(address >>> 2)];
  const event = { time: memory.long(address) / 1000, phase: phases[words[20]], centre: point(memory, address + 64) };
  if (kind === "pan" || kind === "long-press") event.translation = point(memory, address + 8);
  if (kind === "pan") Object.assign(event, { velocity: point(memory, address + 24), fingers: words[21] });
  if (kind === "pinch") event.scale = numbers[5];
  if (kind === "rotation") event.angle = numbers[6];
  if (kind === "pinch" || kind === "rotation") event.rate = numbers[7];
  return event;
}
