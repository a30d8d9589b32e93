/** What comes out of a session: samples, events, and the trajectory that they are. */
import { onlyKeys, shown, refuse } from "./errors.mjs";
import { sizes, status } from "./memory.mjs";
import { readRelease } from "./releases.mjs";

export const phases = Object.freeze(["idle", "tracking", "settling", "rest"]);
export const kinds = Object.freeze([
  "began", "changed", "ended", "cancelled", "decided", "handoff", "completed", "held", "started",
]);
export const outcomes = Object.freeze(["finish", "cancel", "snap"]);

/** The list of an event's detail, by the kind. */
const details = { decided: "verdicts", completed: "positions", started: "runs" };
const decimals = 6;

/** Returns an object with a number for each name, also for names such as `__proto__`. */
export function emptyValues(names) {
  return Object.fromEntries(names.map((name) => [name, 0]));
}

/** Takes all samples of a session that have not been taken yet. */
export function takeSamples(memory, session, names) {
  const rows = 512;
  const width = names.length;
  const found = [];
  memory.borrow(rows * (sizes.sample + 8 * width), (samples) => {
    const table = samples + rows * sizes.sample;
    for (let count = rows; count === rows;) {
      count = memory.call("pg_session_take_samples", session, samples, rows, table, width);
      for (let row = 0; row < count; row++) {
        found.push(sample(memory, samples + row * sizes.sample, table + 8 * row * width, names));
      }
    }
  });
  return found;
}

/** Samples as columns of numbers, without an object for each. */
export class Columns {
  #parts = [];
  #count = 0;

  /** Takes all samples of a session that have not been taken yet. */
  take(memory, session, width) {
    const rows = 512;
    memory.borrow(rows * (sizes.sample + 8 * width), (samples) => {
      const table = samples + rows * sizes.sample;
      for (let count = rows; count === rows;) {
        count = memory.call("pg_session_take_samples", session, samples, rows, table, width);
        const numbers = memory.doubles.slice(samples >>> 3, (samples + count * sizes.sample) >>> 3);
        const values = memory.doubles.slice(table >>> 3, (table >>> 3) + count * width);
        this.#parts.push({ count, numbers, words: new Int32Array(numbers.buffer), values });
        this.#count += count;
      }
    });
  }

  /** Returns the microseconds since a time, the indices of the phases, and fraction, velocity and values. */
  joined(start, width) {
    const column = () => new Float64Array(this.#count);
    const [times, phases] = [column(), new Uint8Array(this.#count)];
    const channels = Array.from({ length: 2 + width }, column);
    let row = 0;
    for (const { count, numbers, words, values } of this.#parts) {
      for (let index = 0; index < count; index++, row++) {
        // A whole number of 64 bits, and after three numbers of 8 bytes the phase.
        times[row] = (words[8 * index] >>> 0) + words[8 * index + 1] * 2 ** 32 - start;
        phases[row] = words[8 * index + 6];
        channels[0][row] = numbers[4 * index + 1];
        channels[1][row] = numbers[4 * index + 2];
        for (let value = 0; value < width; value++) channels[2 + value][row] = values[width * index + value];
      }
    }
    return { times, phases, channels };
  }
}

function sample(memory, address, row, names) {
  const values = emptyValues(names);
  names.forEach((name, index) => { values[name] = memory.doubles[(row >>> 3) + index]; });
  const at = address >>> 3;
  return {
    time: memory.long(address) / 1000, phase: phases[memory.integers[(address >>> 2) + 6]],
    fraction: memory.doubles[at + 1], velocity: memory.doubles[at + 2], values,
  };
}

/**
 * Takes the next event of a session.
 *
 * @param isWanted whether events of a kind are wanted; without, all are
 * @returns the event; `undefined` if there is none, and `null` for one that is not wanted
 */
export function takeEvent(memory, session, names, isWanted) {
  const address = memory.bulk;
  if (memory.callQuickly("pg_session_take_events", session, address, 1) === 0) return undefined;
  const [at, word] = [address >>> 3, address >>> 2];
  const kind = memory.integers[word + 10];
  if (isWanted !== undefined && !isWanted(kinds[kind])) return null;
  const [outcome, clause, detail] = memory.integers.subarray(word + 11, word + 14);
  const event = {
    time: memory.long(address) / 1000, kind: kinds[kind], fraction: memory.doubles[at + 1],
    velocity: memory.doubles[at + 2],
  };
  const target = memory.doubles[at + 3];
  const judged = memory.doubles[at + 4];
  if (!Number.isNaN(target)) event.target = target;
  if (detail >= 0) event.detail = names[details[event.kind]][detail];
  if (event.kind !== "decided") return event;
  event.outcome = outcomes[outcome];
  if (clause >= 0) event.clause = clause;
  if (!Number.isNaN(judged)) event.judged = judged;
  event.findings = findings(memory, session, names);
  if (memory.call("pg_session_release", session, address) === status.ok) event.release = readRelease(memory, address);
  return event;
}

/** Returns what was found about the conditions of the decision that was taken last. */
function findings(memory, session, names) {
  const count = memory.call("pg_session_findings", session, 0, 0);
  if (count === 0) return [];
  return memory.borrow(count * sizes.finding, (start) => {
    memory.call("pg_session_findings", session, start, count);
    return Array.from({ length: count }, (_, index) => finding(memory, start + index * sizes.finding, names));
  });
}

/** Returns the finding at an address. */
export function finding(memory, address, names) {
  const [at, word] = [address >>> 3, address >>> 2];
  return {
    clause: memory.integers[word], holds: memory.integers[word + 1] === 1,
    quantity: names.quantities[memory.integers[word + 6]], value: memory.doubles[at + 1],
    comparison: names.comparisons[memory.integers[word + 7]], threshold: memory.doubles[at + 2],
    unit: names.units[memory.integers[word + 8]],
  };
}

/** Returns what has a time with its milliseconds since a start. */
export function since(start) {
  return (row) => ({ ...row, time: (Math.round(row.time * 1000) - Math.round(start * 1000)) / 1000 });
}

/** The samples and events of a session or of a replayed recording; times count from `start`, in milliseconds. */
export class Trajectory {
  #format;

  constructor(format, names, samples, events, start) {
    this.#format = format;
    /** The names of the animated properties. */
    this.names = names;
    this.samples = samples.map(since(start));
    this.events = events.map(since(start));
  }

  /** What was decided at each release: "finish", "cancel" or "snap". */
  get outcomes() {
    return this.events.filter((event) => event.kind === "decided").map((event) => event.outcome);
  }

  /**
   * Returns the samples as `pantograph replay --format csv` prints them.
   *
   * With `events`, comments with the events come first, as in an expected trajectory.
   */
  csv(options = {}) {
    const { events = false } = onlyKeys(options, ["events"], "the options");
    if (typeof events !== "boolean") refuse(`events is ${shown(events)}; expected true or false`);
    const lines = events ? this.#eventLines() : [];
    lines.push(["time", "phase", "fraction", "velocity", ...this.names].join(","));
    for (const { time, phase, fraction, velocity, values } of this.samples) {
      const numbers = [fraction, velocity, ...this.names.map((name) => values[name])];
      lines.push([this.#seconds(time), phase, ...numbers.map((number) => this.#six(number))].join(","));
    }
    return lines.join("\n") + "\n";
  }

  #six(number) {
    return this.#format(number, decimals);
  }

  #seconds(time) {
    return this.#six(Math.round(time * 1000) / 1e6);
  }

  #eventLines() {
    return this.events.filter((event) => event.kind !== "changed").flatMap((event) => {
      const motion = `fraction ${this.#six(event.fraction)} velocity ${this.#six(event.velocity)}`;
      const line = `# event ${this.#seconds(event.time)} ${this.#words(event).join(" ")} ${motion}`;
      return [line, ...(event.findings ?? []).map((found) => this.#findingLine(found))];
    });
  }

  #words(event) {
    if (event.kind === "started" || event.kind === "completed") return [event.kind, event.detail];
    if (event.kind !== "decided") return [event.kind];
    const words = [event.kind, event.outcome, "target", this.#six(event.target)];
    if (event.detail !== undefined) words.push("verdict", event.detail);
    if (event.clause !== undefined) words.push("clause", event.clause + 1);
    if (event.judged !== undefined) words.push("progress", this.#six(event.judged));
    return words;
  }

  #findingLine(found) {
    const { quantity, comparison, unit } = found;
    const result = `# found clause ${found.clause + 1} ${found.holds ? "holds" : "fails"}`;
    return `${result} ${quantity} ${this.#six(found.value)} ${comparison} ${this.#six(found.threshold)} ${unit}`;
  }
}
