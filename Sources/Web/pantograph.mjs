/**
 * Pantograph: touches drive interruptible animations.
 *
 *     import { load } from "pantograph";
 *
 *     const engine = await load();
 *     const session = engine.interaction("sheet").session({ surface: element });
 *     element.addEventListener("pointermove", (event) => session.pointer(event));
 *     const { values } = session.at(time);    // in requestAnimationFrame
 *
 * Times are milliseconds on the page's clock, as events and `requestAnimationFrame` have them. Lengths are
 * millimetres; events of the DOM are converted from CSS pixels.
 *
 * SPDX-License-Identifier: MIT
 */
import { MotionEngine, listNumber, namesOf } from "./engine.mjs";
import { PantographError, json, onlyKeys, refuse, shown, text } from "./errors.mjs";
import { changeThresholds, conditions, decide, judge } from "./judging.mjs";
import { compile } from "./loading.mjs";
import { format } from "./mathematics.mjs";
import { Memory, interactions, status } from "./memory.mjs";
import { Recording, readSource } from "./recordings.mjs";
import { Session } from "./session.mjs";

export { PantographError };

/** The largest text of an interaction, in characters. */
const largestText = 16 << 20;

/**
 * Starts the engine.
 *
 * @param source where its module is: a URL, a Response, bytes, or a WebAssembly.Module, such as one that another
 *     thread has compiled; without, the file `pantograph.wasm` beside this one
 */
export async function load(source) {
  const module = await compile(source, () => new URL("pantograph.wasm", import.meta.url));
  return new Engine(await Memory.of(module));
}

/** What opens interactions and recordings, and has recognisers and the mathematics. */
class Engine extends MotionEngine {
  #memory;
  #names;

  constructor(memory) {
    const names = namesOf(memory);
    super(memory, names);
    names.format = (value, decimals) => format(memory, value, decimals);
    this.#memory = memory;
    this.#names = Object.freeze(names);
  }

  /** The names of templates and rules, and of what a `MotionEngine` has. */
  get names() {
    const { templates, rules } = this.#names;
    return { templates, rules, ...super.names };
  }

  /**
   * Opens an interaction.
   *
   * @param source the text of an interaction file, the same as an object, or the name of a template
   */
  interaction(source) {
    const memory = this.#memory;
    if (typeof source === "string" && /^[\w-]+$/.test(source)) {
      memory.withText(source, "the template", (name) =>
        memory.ask("pg_interaction_create_from_template", name, memory.result));
      return new Interaction(memory, this.#names);
    }
    if (typeof source !== "string" && (typeof source !== "object" || source === null)) {
      refuse(`the interaction is ${shown(source)}; expected a text, an object or the name of a template`);
    }
    const written = typeof source === "string" ? source : json(source, "the interaction");
    if (written.length > largestText) refuse("the text is longer than 16 MiB");
    memory.withBytes(new TextEncoder().encode(written), (start, length) =>
      memory.ask("pg_interaction_create", start, length, memory.result));
    return new Interaction(memory, this.#names);
  }

  /**
   * Reads a recording: its text, bytes, Blob, File or Response, packed by gzip or not, or the events of a device.
   *
   * Events are `{ device, events }`, with times in whole microseconds.
   */
  async recording(source) {
    return new Recording(this.#memory, await readSource(source));
  }

  /** Drives an interaction with a recording, and returns the trajectory, or with `{ form: "columns" }` its numbers. */
  replay(recording, interaction, options = {}) {
    const { form = "trajectory" } = onlyKeys(options, ["form"], "the options");
    if (!["trajectory", "columns"].includes(form)) refuse(`the form is ${shown(form)}; expected trajectory or columns`);
    if (!(recording instanceof Recording)) {
      refuse(`the recording is ${shown(recording)}; expected what engine.recording() returns`);
    }
    if (!(interaction instanceof Interaction)) {
      refuse(`the interaction is ${shown(interaction)}; expected what engine.interaction() returns`);
    }
    return interaction[replayed](recording, form);
  }

  /** Judges a release by the rule of a toolkit. */
  decide(rule, release) {
    return decide(this.#memory, rule, release);
  }

  /** Returns a quantity of conditions in words, such as "rest time" for "restTime". */
  words(quantity) {
    const memory = this.#memory;
    const index = memory.withText(quantity, "the quantity", (name) =>
      memory.call("pg_name_index", listNumber("quantities"), name, memory.error));
    if (index < 0) throw memory.failure(status.invalid);
    return this.#names.quantityWords[index];
  }

  /** Returns a number as Pantograph's tables have it. */
  format(value, decimals) {
    return format(this.#memory, value, decimals);
  }
}

/** The key of the method that only the engine calls. */
const replayed = Symbol("replayed");

/** What a gesture does to an animation; it never changes. */
class Interaction {
  #memory;
  #names;
  #handle;
  #conditions;

  constructor(memory, names) {
    if (!(memory instanceof Memory)) refuse("an interaction is opened with engine.interaction()");
    this.#memory = memory;
    this.#names = names;
    this.#handle = memory.stored("pg_interaction_destroy", this, "interaction");
    interactions.set(this, { memory, handle: this.#handle });
    const { address } = this.#handle;
    const count = memory.call("pg_interaction_value_count", address);
    /** The number of samples per second. */
    this.rate = memory.call("pg_interaction_rate", address);
    /** The names of the animated properties. */
    this.values = Object.freeze(Array.from({ length: count }, (_, index) =>
      memory.text(memory.call("pg_interaction_value_name", address, index))));
    Object.freeze(this);
  }

  /** Returns an interaction that differs in one value, such as `with("animation/duration", 0.4)`. */
  with(path, value) {
    const memory = this.#memory;
    const original = this.#handle.address;
    const written = json(value, "the value");
    memory.withText(text(path, "the path"), "the path", (keys) => memory.withText(written, "the value", (place) =>
      memory.ask("pg_interaction_create_with", original, keys, place, memory.result)));
    return new Interaction(memory, this.#names);
  }

  /** The text that it was made from. */
  get text() {
    return this.#memory.written("pg_interaction_text", this.#handle.address);
  }

  /** The conditions of its rule, in the order of the clauses. */
  get conditions() {
    return (this.#conditions ??= conditions(this.#memory, this.#names, this.#handle.address));
  }

  /** Returns an interaction whose rule has other thresholds, one for each condition. */
  withThresholds(thresholds) {
    changeThresholds(this.#memory, this.#handle.address, thresholds);
    return new Interaction(this.#memory, this.#names);
  }

  /** Judges a release by its rule, such as that of a "decided" event: how it ends, why, and what would change that. */
  judge(release) {
    return judge(this.#memory, this.#names, this.#handle.address, release);
  }

  /** Starts a session, with its animation at the start. */
  session(options = {}) {
    return new Session(this.#memory, this.#names, this, this.#handle, options);
  }

  [replayed](recording, form) {
    return recording.replay(this.#memory, this.#names, this.#handle, this.values, form);
  }

  /** Frees the interaction's memory; sessions that have started keep what they need, others can't start. */
  close() {
    this.#handle.free();
  }
}

if (Symbol.dispose) Interaction.prototype[Symbol.dispose] = Interaction.prototype.close;
