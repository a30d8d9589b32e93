/** What needs no interaction: recognisers and the mathematics. */
import { refuse } from "./errors.mjs";
import * as mathematics from "./mathematics.mjs";
import { Memory } from "./memory.mjs";
import { Recognizer } from "./recognizer.mjs";

/** The lists of names, in the order of their constants in C. */
const lists = [
  "templates", "curves", "estimators", "momenta", "rules", "verdicts", "positions", "runs", "quantities",
  "comparisons", "units", "quantityWords", "recognizers", "families", "directions", "edges",
];

/** Returns the number of a list in C. */
export function listNumber(name) {
  return lists.indexOf(name);
}

/** Returns the lists of names; each is made when something of it is looked for. */
export function namesOf(memory) {
  const names = {};
  lists.forEach((name, index) => {
    let list;
    const get = () => (list ??= readNames(memory, index));
    Object.defineProperty(names, name, { get, enumerable: true });
  });
  return names;
}

function readNames(memory, list) {
  const names = [];
  for (let name; (name = memory.text(memory.call("pg_name", list, names.length))) !== undefined;) names.push(name);
  return Object.freeze(names);
}

/** Recognisers, springs, curves, momentum and velocities. */
export class MotionEngine {
  #memory;
  #names;

  constructor(memory, names = namesOf(memory)) {
    if (!(memory instanceof Memory)) refuse("an engine is started with load()");
    this.#memory = memory;
    this.#names = names;
  }

  /** The version, such as "0.9.0". */
  get version() {
    return this.#memory.text(this.#memory.call("pg_version"));
  }

  /** The names of curves, estimators and momenta, of recognisers, and of the families, directions and edges of pans. */
  get names() {
    const { curves, estimators, momenta, recognizers, families, directions, edges } = this.#names;
    return { curves, estimators, momenta, recognizers, families, directions, edges };
  }

  /**
   * Returns a recogniser of a gesture, such as "pan", without an animation.
   *
   * @param settings what it needs of the gesture, such as `{ as: "gtk-touch", direction: "horizontal" }`
   * @param options where its touches come from: surface, millimetresPerPixel and so on, as a session's
   */
  recognizer(kind, settings = {}, options = {}) {
    return new Recognizer(this.#memory, kind, settings, options);
  }

  /** Returns a spring, such as `{ response: 0.4, dampingRatio: 0.8 }` or `{ mass, stiffness, damping }`. */
  spring(description) {
    return mathematics.spring(this.#memory, description);
  }

  /** Returns a curve by its name, or by its control points. */
  curve(description) {
    return mathematics.curve(this.#memory, description);
  }

  /** Returns how far content coasts within some seconds, by the law of a toolkit. */
  momentum(law, velocity, seconds) {
    return mathematics.momentum(this.#memory, law, velocity, seconds);
  }

  /** Estimates the velocity of a finger per second from `{ time, x, y }`, with times in milliseconds. */
  velocity(estimator, positions, now) {
    return mathematics.velocity(this.#memory, estimator, positions, now);
  }
}
