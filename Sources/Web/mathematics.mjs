/** Functions of time without a session. Durations are in seconds, as in interaction files. */
import { finite, microseconds, object, onlyKeys, refuse, shown, whole } from "./errors.mjs";
import { sizes } from "./memory.mjs";

/** A damped spring of unit mass. */
export class Spring {
  #memory;

  constructor(memory, frequency, dampingRatio) {
    this.#memory = memory;
    /** The angular frequency in radians per second. */
    this.frequency = frequency;
    /** Below 1 it overshoots. */
    this.dampingRatio = dampingRatio;
    Object.freeze(this);
  }

  /** Returns the motion after some seconds, relative to the rest, from a position and a velocity. */
  at(seconds, from = {}) {
    const { position = 1, velocity = 0 } = onlyKeys(from, ["position", "velocity"], "the start");
    if (!(finite(seconds, "seconds") >= 0)) refuse(`seconds is ${seconds}; expected a number from 0`);
    const memory = this.#memory;
    const start = [finite(position, "position"), finite(velocity, "velocity")];
    memory.write(memory.bulk, this.frequency, this.dampingRatio, ...start);
    memory.call("pg_spring_state", memory.result, memory.bulk, seconds, memory.bulk + sizes.motion);
    return motion(memory, memory.result);
  }

  /** Returns the seconds after which it counts as settled, as Core Animation has it. */
  settlingTime(velocity = 0) {
    const memory = this.#memory;
    memory.write(memory.bulk, this.frequency, this.dampingRatio);
    return memory.call("pg_spring_settling_time", memory.bulk, finite(velocity, "velocity"));
  }
}

/** Returns the spring of a response and damping ratio, of mass, stiffness and damping, or of a frequency. */
export function spring(memory, description) {
  const keys = Object.keys(object(description, "the spring"));
  const has = (...names) => names.every((name) => keys.includes(name));
  const number = (name) => finite(description[name], name);
  const make = (...numbers) => {
    const made = numbers[0] > 0 && numbers[1] >= 0 && Number.isFinite(numbers[0])
      ? new Spring(memory, ...numbers) : undefined;
    return made ?? refuse("the spring has no rest; expected positive numbers, and damping from 0");
  };
  if (has("mass", "stiffness", "damping")) {
    onlyKeys(description, ["mass", "stiffness", "damping"], "the spring");
    memory.call("pg_spring_with_mass", memory.result, number("mass"), number("stiffness"), number("damping"));
    return make(...numbers(memory, memory.result, 2));
  }
  onlyKeys(description, ["frequency", "response", "dampingRatio"], "the spring");
  const ratio = description.dampingRatio === undefined ? 1 : number("dampingRatio");
  if (has("frequency") === has("response")) {
    refuse("a spring needs response and dampingRatio, mass, stiffness and damping, or frequency and dampingRatio");
  }
  if (has("frequency")) return make(number("frequency"), ratio);
  memory.call("pg_spring_with_response", memory.result, number("response"), ratio);
  return make(...numbers(memory, memory.result, 2));
}

/** A cubic curve from (0, 0) to (1, 1) with two control points. */
export class Curve {
  #memory;

  constructor(memory, x1, y1, x2, y2) {
    this.#memory = memory;
    Object.assign(this, { x1, y1, x2, y2 });
    Object.freeze(this);
  }

  /** Returns the value at a fraction of the duration, and the slope there. */
  at(fraction) {
    const memory = this.#memory;
    if (!(finite(fraction, "fraction") >= 0 && fraction <= 1)) refuse(`fraction is ${fraction}; expected 0 to 1`);
    memory.write(memory.bulk, this.x1, this.y1, this.x2, this.y2);
    memory.call("pg_curve_at", memory.result, memory.bulk, fraction);
    const { position, velocity } = motion(memory, memory.result);
    return { value: position, slope: velocity };
  }
}

/** Returns the curve with a name, or with control points as CSS has them. */
export function curve(memory, description) {
  if (typeof description === "string") {
    memory.withText(description, "the curve", (name) => memory.ask("pg_curve_named", name, memory.result));
    return new Curve(memory, ...numbers(memory, memory.result, 4));
  }
  if (!Array.isArray(description) || description.length !== 4) {
    refuse(`the curve is ${shown(description)}; expected a name or [x1, y1, x2, y2]`);
  }
  const points = Array.from(description, (number, index) => finite(number, `the curve's number ${index + 1}`));
  if ([points[0], points[2]].some((x) => x < 0 || x > 1)) refuse("x1 and x2 of a curve lie between 0 and 1");
  return new Curve(memory, ...points);
}

/** Returns how far content coasts within some seconds by the law of a toolkit, and in all. */
export function momentum(memory, law, velocity, seconds) {
  const [start, duration] = [finite(velocity, "velocity"), finite(seconds, "seconds")];
  const { result } = memory;
  memory.withText(law, "the momentum", (name) =>
    memory.ask("pg_momentum_at", name, start, duration, result, result + 16, result + 24));
  const [distance, time] = numbers(memory, result + 16, 2);
  return { ...motion(memory, result), distance, duration: time };
}

/** Estimates the velocity of a finger per second, from its positions with times in milliseconds. */
export function velocity(memory, estimator, positions, now) {
  const moment = microseconds(now, "now");
  if (!Array.isArray(positions)) refuse(`the positions are ${shown(positions)}; expected an array`);
  const count = whole(positions.length, "the number of positions", 0, 1 << 20);
  const rows = Array.from({ length: count }, (_, index) => position(positions[index], index));
  const { result } = memory;
  memory.withText(estimator, "the estimator", (name) => memory.borrow(count * sizes.position + 8, (start) => {
    rows.forEach(([time, x, y], index) => {
      memory.view.setBigInt64(start + index * sizes.position, BigInt(time), true);
      memory.write(start + index * sizes.position + 8, x, y);
    });
    memory.ask("pg_velocity", name, start, count, BigInt(moment), result, result + 8);
  }));
  const [x, y] = numbers(memory, result, 2);
  return { x, y };
}

function position(value, index) {
  const { time, x, y } = object(value, `positions[${index}]`);
  const what = (name) => `positions[${index}].${name}`;
  return [microseconds(time, what("time")), finite(x, what("x")), finite(y, what("y"))];
}

/** Returns a number as Pantograph's tables have it, with up to 9 decimals. */
export function format(memory, value, decimals = 6) {
  if (typeof value !== "number") refuse(`the value is ${shown(value)}; expected a number`);
  memory.call("pg_format", value, whole(decimals, "decimals", 0, 9), memory.bulk, 64);
  return memory.text(memory.bulk, 64);
}

function numbers(memory, address, count) {
  return Array.from(memory.doubles.subarray(address >>> 3, (address >>> 3) + count));
}

function motion(memory, address) {
  const [position, velocity] = numbers(memory, address, 2);
  return { position, velocity };
}
