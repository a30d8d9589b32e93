/** Where touches come from: the surface, the fingers of the DOM's events on it, and frames of contacts. */
import { finite, microseconds, object, onlyKeys, refuse, shown, whole } from "./errors.mjs";
import { mostContacts } from "./memory.mjs";
import { Fingers, cssMillimetres } from "./pointers.mjs";

/** The options that say where touches come from. */
export const touchOptions = ["surface", "millimetresPerPixel", "pixelsPerMillimetre", "scrollFingers", "scrollEnd"];
/** How long no wheel event must come for the fingers to have lifted, in milliseconds. */
const silence = 100;

/** Returns the fingers of the DOM's events, and the numbers of `struct pg_surface`, or nothing if it is not known. */
export function readTouchOptions(options) {
  const { scrollFingers = 1, scrollEnd = silence } = options;
  const millimetres = scale(options);
  const [element, surface] = readSurface(options.surface, millimetres);
  const silent = microseconds(finite(scrollEnd, "scrollEnd"), "scrollEnd");
  return { fingers: new Fingers(millimetres, element, whole(scrollFingers, "scrollFingers", 1, 10), silent), surface };
}

/** Returns the millimetres of a CSS pixel. */
function scale({ millimetresPerPixel, pixelsPerMillimetre }) {
  if (millimetresPerPixel !== undefined && pixelsPerMillimetre !== undefined) {
    refuse("millimetresPerPixel and pixelsPerMillimetre are the same; give one of them");
  }
  const value = pixelsPerMillimetre === undefined
    ? millimetresPerPixel ?? cssMillimetres : 1 / finite(pixelsPerMillimetre, "pixelsPerMillimetre");
  if (typeof value !== "number" || !(value >= 1e-6 && value <= 1e6)) {
    refuse(`a CSS pixel of ${shown(value)} mm; expected a number above 0`);
  }
  return value;
}

/** Returns the element of a surface, if it is one, and its numbers in millimetres; nothing if it is not known. */
function readSurface(surface, millimetres) {
  if (surface === undefined) return [undefined, undefined];
  if (typeof object(surface, "the surface").getBoundingClientRect === "function") {
    const { width, height } = surface.getBoundingClientRect();
    const size = [finite(width, "the element's width"), finite(height, "the element's height")];
    const units = 1 / millimetres;
    if (size.some((length) => !(length > 0))) refuse("the element has no size; is it in the page, and shown?");
    return [surface, [...size.map((length) => length * millimetres), units, units]];
  }
  const { width, height, unitsPerMillimetre: units = 0 } =
    onlyKeys(surface, ["width", "height", "unitsPerMillimetre"], "the surface");
  return [
    undefined, [finite(width, "width"), finite(height, "height"), finite(units, "unitsPerMillimetre"), units],
  ];
}

/** Writes the contacts of a frame to the scratch area. */
export function writeContacts(memory, contacts) {
  const count = contacts.length;
  if (count > mostContacts) refuse(`${count} contacts; expected up to ${mostContacts}`);
  for (let index = 0; index < count; index++) writeContact(memory, index, contacts[index]);
}

function writeContact(memory, index, contact) {
  if (typeof contact !== "object" || contact === null) refuse(`contacts[${index}] is ${shown(contact)}`);
  const { id, x, y, pressure, palm } = contact;
  // The engine counts in 32 bits here.
  if (typeof id !== "number" || (id | 0) !== id) {
    refuse(`contacts[${index}].id is ${shown(id)}; expected a whole number of 32 bits`);
  }
  if (typeof x !== "number" || typeof y !== "number") refuse(`contacts[${index}] has no position`);
  if (pressure !== undefined && typeof pressure !== "number") {
    refuse(`contacts[${index}].pressure is ${shown(pressure)}; expected a number`);
  }
  const { doubles, integers } = memory;
  const word = (memory.bulk >>> 2) + 10 * index;
  const first = (memory.bulk >>> 3) + 5 * index;
  integers[word] = id;
  integers[word + 1] = id >> 31;
  doubles[first + 1] = x;
  doubles[first + 2] = y;
  doubles[first + 3] = pressure ?? NaN;
  integers[word + 8] = palm === true ? 1 : 0;
  integers[word + 9] = 0;
}
