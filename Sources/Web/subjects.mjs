/** The options of a replay, and what subject.json says of them. */
import { boolean, finite, onlyKeys, refuse, shown, text } from "./errors.mjs";

/** Those that subject.json has under the same names; the module checks what they contain. */
const copied = ["show", "events", "input", "momentum", "pixelsPerMillimetre", "frameRate", "rest", "tolerances"];
const own = ["on", "from", "placement", "trace", "pace", "timeLimit", "reload"];
const centre = [0.5, 0.5];

/** Checks the options of `play`, and returns them with what they mean without saying so. */
export function readPlayOptions(options) {
  onlyKeys(options, [...own, ...copied], "the options");
  const { on, pace = "exact", timeLimit = 60, reload = false } = options;
  if (on !== undefined) selector(on, "on");
  if (pace !== "exact" && pace !== "real") refuse(`pace is ${shown(pace)}; expected "exact" or "real"`);
  if (finite(timeLimit, "timeLimit") <= 0) refuse(`timeLimit is ${timeLimit}; expected seconds above 0`);
  return {
    ...Object.fromEntries(copied.filter((key) => options[key] !== undefined).map((key) => [key, options[key]])),
    pace, timeLimit, reload: boolean(reload, "reload"), elements: readElements(options),
    placement: readPlacement(options),
  };
}

/** Checks the arguments of `trace`, and returns them as those of `play`. */
export function readTraceOptions(elements, options) {
  onlyKeys(options, ["show", "events", "rest", "tolerances", "timeLimit"], "the options");
  const { rest = 0 } = options;
  if (finite(rest, "rest") < 0) refuse(`rest is ${rest}; expected seconds from 0`);
  return readPlayOptions({ ...options, trace: elements, pace: "real" });
}

/** Returns what subject.json contains, in the order in which people read it. */
export function subjectOf({ elements, placement, pace, ...settings }, page, viewport) {
  const subject = { version: 1, page: placeOf(page), viewport, elements };
  for (const key of copied) if (settings[key] !== undefined) subject[key] = settings[key];
  if (pace === "real") subject.pace = pace;
  if (placement !== undefined) subject.placement = placement;
  return subject;
}

/** Returns the page as subject.json has it: a file by its name, which is looked for in the folder of a case. */
function placeOf(page) {
  if (!page.startsWith("file:")) return page;
  return new URL(page).pathname.split("/").at(-1) || "index.html";
}

function selector(value, what) {
  if (typeof value !== "string") refuse(`${what} is ${shown(value)}; expected a selector, such as ".sheet"`);
  return text(value, what);
}

/** Returns the selectors of the elements by their names. */
function readElements({ on, trace = on }) {
  if (trace === undefined) refuse('name the elements that are recorded, such as trace: [".sheet"]');
  if (typeof trace === "object" && trace !== null && !Array.isArray(trace)) {
    for (const [name, one] of Object.entries(trace)) selector(one, `trace: ${name}`);
    if (Object.keys(trace).length === 0) refuse("trace is empty; expected at least one selector");
    return { ...trace };
  }
  const selectors = Array.isArray(trace) ? trace : [trace];
  if (selectors.length === 0) refuse("trace is empty; expected at least one selector");
  const elements = {};
  selectors.forEach((one, index) => {
    const name = nameOf(selector(one, Array.isArray(trace) ? `trace[${index}]` : "trace"));
    if (name === "" || Object.hasOwn(elements, name)) {
      const sentence = name === "" ? "gives no name" : `has the name '${name}', as another one has`;
      refuse(`the selector ${shown(one)} ${sentence}: give names, such as trace: { sheet: ${JSON.stringify(one)} }`);
    }
    elements[name] = one;
  });
  return elements;
}

/** The name of an element in columns: the words of its selector. */
function nameOf(one) {
  return one.replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, "");
}

/** Returns where the fingers are on the page; `undefined` for the upper left corners. */
function readPlacement({ on, from, placement }) {
  if (placement !== undefined) {
    if (from !== undefined) refuse("from and placement both say where the fingers land: leave one out");
    return placement;
  }
  if (on === undefined) {
    if (from !== undefined) refuse('from is a part of an element: name it, such as on: ".sheet"');
    return undefined;
  }
  const part = from === undefined || from === "centre" || from === "center" ? centre : from;
  const isPart = Array.isArray(part) && part.length === 2 && part.every((number) => number >= 0 && number <= 1);
  if (!isPart) {
    refuse(`from is ${shown(from)}; expected "centre", or parts of the width and height, such as [0.5, 0.9]`);
  }
  return { on, part: [...part] };
}
