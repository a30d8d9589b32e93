/** Replays in the module: what is sent to a page, what it answers, and what comes of it. */
import { PantographError, json } from "./errors.mjs";
import { Memory, status } from "./memory.mjs";

/** 64 MiB: a page that shows 100 columns for an hour stays below. */
const longest = 64 << 20;

const encoder = new TextEncoder();

/** Starts an instance of a compiled module of the player. */
export function startReplays(module) {
  return Memory.of(module, "pg_replay_create");
}

/** A recording on its way into a page. */
export class Replay {
  #memory;
  #handle;

  /**
   * @param {Uint8Array} recording the bytes of a file
   * @param {string} subject the text of subject.json
   */
  constructor(memory, recording, subject) {
    this.#memory = memory;
    memory.withBytes(recording, (start, length) => memory.withBytes(encoder.encode(subject), (text, size) =>
      memory.ask("pg_replay_create", start, length, text, size, memory.result)));
    this.#handle = memory.stored("pg_replay_destroy", this, "replay");
  }

  /** What runs in the page before its own scripts. */
  get script() {
    return this.#text("pg_replay_script");
  }

  /**
   * Returns what is sent next; `undefined` at the end.
   *
   * @param now the milliseconds since 1970
   */
  next(now) {
    const memory = this.#memory;
    if (memory.ask("pg_replay_next", this.#handle.address, now, memory.result) === status.end) return undefined;
    return JSON.parse(this.#stored());
  }

  /**
   * Takes the value of the last exchange's expression; throws what has gone wrong in the page.
   *
   * @param now the milliseconds since 1970
   */
  answer(now, value) {
    const memory = this.#memory;
    memory.withBytes(encoder.encode(value), (start, length) =>
      memory.ask("pg_replay_answer", this.#handle.address, now, start, length));
  }

  /** What the page has shown, after the end. */
  get result() {
    return JSON.parse(this.#text("pg_replay_trace"));
  }

  /** The table that `pantograph check` accepts. */
  get table() {
    return this.#text("pg_replay_table");
  }

  /** Compares with a table that was accepted: `{ same, lines }`. */
  compare(expected) {
    const memory = this.#memory;
    memory.withBytes(expected, (start, length) =>
      memory.ask("pg_replay_compare", this.#handle.address, start, length, memory.result));
    return JSON.parse(this.#stored());
  }

  #text(name) {
    const text = this.#memory.text(this.#memory.call(name, this.#handle.address), longest);
    if (text === undefined) throw new PantographError("the replay is not over");
    return text;
  }

  /** The text whose address a call has stored in the small result. */
  #stored() {
    return this.#memory.text(this.#memory.integers[this.#memory.result >>> 2], longest);
  }

  /** Frees its memory. */
  free() {
    this.#handle.free();
  }
}

/** A finger that lands: the shortest recording, for what is the same with all of them. */
const landing = `# EVEMU 1.3
N: finger
A: 35 0 9 0 0 1
A: 36 0 9 0 0 1
E: 0.0 3 39 0
E: 0.0 3 35 1
E: 0.0 3 36 1
E: 0.0 0 0 0
`;

/**
 * Opens a recording for a subject; throws what is wrong with one of them.
 *
 * @param gesture `{ bytes, name }` of the recording
 */
export function openReplay(memory, gesture, subject) {
  const text = json(subject, "the options");
  try {
    return new Replay(memory, gesture.bytes, text);
  } catch (failure) {
    if (failure.code === "stopped") throw failure;
    throw explained(memory, gesture, text, failure);
  }
}

/** Returns the exception of a recording or a subject that can't be used, with the name of what it is about. */
function explained(memory, { name }, text, failure) {
  const { message, code, line, column } = failure;
  const plain = message.replace(/^\d+(:\d+)?: /, "");
  try {
    new Replay(memory, encoder.encode(landing), text).free();
  } catch {
    // Nobody sees the text of the subject, so its lines say nothing.
    return new PantographError(`the options: ${plain}`, { code });
  }
  if (name === undefined) return failure;
  const place = [name, line, column].filter((part) => part !== undefined).join(":");
  return Object.assign(new PantographError(`${place}: ${plain}`, { code }), { line, column });
}

/** Returns what gives a page a clock that stands still, whatever is played then. */
export function clockScript(memory) {
  const subject = { version: 1, page: "https://page.test/", elements: { page: "html" } };
  const replay = new Replay(memory, encoder.encode(landing), JSON.stringify(subject));
  try {
    return replay.script;
  } finally {
    replay.free();
  }
}
