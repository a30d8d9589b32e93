/** What goes wrong, and the checks of arguments before they reach the engine. */

/** An interaction, a recording or an argument that can't be used, or an engine that has stopped. */
export class PantographError extends Error {
  /**
   * @param {string} message what is wrong, and often what to do
   * @param {{ code?: string, line?: number, column?: number, cause?: unknown }} [details]
   */
  constructor(message, { code = "invalid", line = 0, column = 0, cause } = {}) {
    const position = line > 0 ? (column > 0 ? `${line}:${column}: ` : `${line}: `) : "";
    super(position + message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.line = line > 0 ? line : undefined;
    this.column = column > 0 ? column : undefined;
  }
}

// On the prototype, so that consoles print the name and no object has a copy.
Object.defineProperty(PantographError.prototype, "name", {
  value: "PantographError", configurable: true, writable: true,
});

/** Throws that an argument is not a possible one. */
export function refuse(message) {
  throw new PantographError(message);
}

/** Returns a description of a value for messages: short, and without calling anything of the value's. */
export function shown(value) {
  switch (typeof value) {
    case "string": return JSON.stringify(value.length > 40 ? value.slice(0, 40) + "…" : value);
    case "bigint": return "a BigInt";
    case "number": case "boolean": case "undefined": return String(value);
    case "object": return value === null ? "null" : "an object";
    default: return `a ${typeof value}`;
  }
}

/** Checks that a value is a finite number, and returns it. */
export function finite(value, what) {
  if (typeof value !== "number" || !Number.isFinite(value)) refuse(`${what} is ${shown(value)}; expected a number`);
  return value;
}

/** Checks that a value is a whole number in a range, and returns it. */
export function whole(value, what, least, most) {
  if (!Number.isInteger(value) || value < least || value > most) {
    refuse(`${what} is ${shown(value)}; expected a whole number from ${least} to ${most}`);
  }
  return value;
}

/** Checks that a value is true or false, and returns it. */
export function boolean(value, what) {
  if (typeof value !== "boolean") refuse(`${what} is ${shown(value)}; expected true or false`);
  return value;
}

/** Checks that a value is a text without null characters, and returns it. */
export function text(value, what) {
  if (typeof value !== "string") refuse(`${what} is ${shown(value)}; expected a text`);
  if (value.includes("\0")) refuse(`${what} contains a null character`);
  return value;
}

/** Checks that a value is an object, and returns it. */
export function object(value, what) {
  if (typeof value !== "object" || value === null) refuse(`${what} is ${shown(value)}; expected an object`);
  return value;
}

/** Checks that a value is a function, and returns it. */
export function callable(value, what) {
  if (typeof value !== "function") refuse(`${what} is ${shown(value)}; expected a function`);
  return value;
}

/** Checks that an object has no other keys than some, so that a misspelt option is not ignored. */
export function onlyKeys(value, keys, what) {
  for (const key of Object.keys(object(value, what))) {
    if (!keys.includes(key)) refuse(`${what} has no '${key}'; there are ${keys.join(", ")}`);
  }
  return value;
}

/** The largest time: beyond it, microseconds are no whole numbers. */
const largestTime = Number.MAX_SAFE_INTEGER;

/** Returns a time in milliseconds as whole microseconds. */
export function microseconds(time, what) {
  const rounded = typeof time === "number" ? Math.round(time * 1000) : NaN;
  if (!(Math.abs(rounded) <= largestTime)) refuse(`${what} is ${shown(time)}; expected a time in milliseconds`);
  return rounded;
}

/** Returns an object as JSON, or says why it is none. */
export function json(value, what) {
  let written;
  try {
    written = JSON.stringify(value);
  } catch (cause) {
    throw new PantographError(`${what} can't be written as JSON`, { cause });
  }
  if (written === undefined) refuse(`${what} is ${shown(value)}, which JSON lacks`);
  return written;
}
