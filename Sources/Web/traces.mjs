/** What a page has shown during a replay. */
import { finite, refuse, shown } from "./errors.mjs";

const encoder = new TextEncoder();

/** The result of a replay: columns of values over time, and what the page has marked. */
export class Trace {
  #replay;
  #gesture;

  /**
   * @param replay a replay that is over, which the trace now owns
   * @param gesture `{ bytes, ending }` of the file that was played; undefined if the test made the gesture by itself
   * @param contacts the paths of its fingers then
   */
  constructor(replay, gesture, subject, notes, contacts) {
    const { columns, events, notes: more, silences, contacts: played } = replay.result;
    this.#replay = replay;
    this.#gesture = gesture;
    this.columns = Object.freeze(Object.fromEntries(
      columns.map(({ name, times, values }) => [name, Object.freeze({ times, values })])));
    this.events = Object.freeze(events.map(({ time, words }) => Object.freeze({ time, name: words })));
    this.notes = Object.freeze([...notes, ...more]);
    this.silences = Object.freeze(silences);
    this.contacts = Object.freeze(contacts ?? played);
    this.subject = subject;
    this.duration = Math.max(0, ...columns.map(({ times }) => times.at(-1) ?? 0));
    this.end = Object.freeze(this.at(this.duration));
  }

  /** The file that was played: `{ bytes, ending }`; undefined if there is none. */
  static gestureOf(trace) {
    return trace.#gesture;
  }

  /** Whether a value is a trace. */
  static is(value) {
    return typeof value === "object" && value !== null && #replay in value;
  }

  /** Returns what each element shows at a time: between two samples what lies on the straight line between them. */
  at(seconds) {
    finite(seconds, "the time");
    const elements = {};
    for (const [name, column] of Object.entries(this.columns)) {
      const dot = name.lastIndexOf(".");
      const [element, property] = [name.slice(0, dot), name.slice(dot + 1)];
      (elements[element] ??= {})[property] = valueAt(column, seconds);
    }
    return elements;
  }

  /** Returns the table that `pantograph check` accepts as expected.csv. */
  csv() {
    return this.#replay.table;
  }

  /** Compares with a table that was accepted: `{ same, lines }`. */
  compare(expected) {
    if (typeof expected === "string") return this.#replay.compare(encoder.encode(expected));
    if (!(expected instanceof Uint8Array)) refuse(`the table is ${shown(expected)}; expected a text or bytes`);
    return this.#replay.compare(expected);
  }

  /** Frees its memory in the module. */
  close() {
    this.#replay.free();
  }
}

if (Symbol.dispose) Trace.prototype[Symbol.dispose] = Trace.prototype.close;

/** Returns the value of a column at a time; before the first sample that one's, and after the last that one's. */
function valueAt({ times, values }, time) {
  if (times.length === 0) return null;
  let [low, high] = [0, times.length - 1];
  // The last sample at or before the time.
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  const [start, from] = [times[low], values[low]];
  if (time <= start || low === times.length - 1) return from;
  const [end, to] = [times[low + 1], values[low + 1]];
  // While an element comes or goes, nothing lies between.
  if (from === null || to === null) return from;
  return from + (to - from) * (time - start) / (end - start);
}
