/** The files of gestures: recordings from a path, a text or bytes. */
import { PantographError, shown } from "./errors.mjs";
import { readSource } from "./recordings.mjs";

/** Returns a module of Node; bundlers for pages must not look for it. */
export function node(name) {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ `node:${name}`);
}

/** The first characters of formats, and how their files end. */
const endings = [
  [/^\uFEFF?\s*#\s*EVEMU/, "evemu"], [/^\uFEFF?\s*[[{]/, "json"], [/^\uFEFF?\s*(#\s*libinput|version:)/, "yml"],
];

/**
 * Returns the bytes of a recording, unpacked, its name, and the ending of a name for them.
 *
 * @param source a path, a text that has several lines, bytes, a Blob, a Response, or a URL
 */
export async function readGesture(source) {
  const given = source instanceof Promise ? await source : source;
  const isPath = typeof given === "string" && !/[\r\n]/.test(given);
  const name = isPath ? given : given instanceof URL ? given.pathname : undefined;
  const bytes = await readSource(isPath || given instanceof URL ? await fileAt(given) : given);
  if (!(bytes instanceof Uint8Array)) {
    throw new PantographError("the recording is the events of a device; expected what a file has");
  }
  return { bytes, name, ending: endingOf(name ?? given?.name) ?? guessed(bytes) };
}

async function fileAt(place) {
  if (place instanceof URL && place.protocol !== "file:") {
    try {
      return await fetch(place);
    } catch (cause) {
      throw new PantographError(`can't load ${place}: ${cause?.message}`, { code: "unusable", cause });
    }
  }
  if (!globalThis.process?.versions?.node) {
    throw new PantographError(`the recording is ${shown(String(place))}, and only Node reads files by their names`);
  }
  const [{ readFile }, { resolve }, { fileURLToPath }] =
    [await node("fs/promises"), await node("path"), await node("url")];
  const path = place instanceof URL ? fileURLToPath(place) : resolve(place);
  try {
    return await readFile(path);
  } catch (cause) {
    const reason = { ENOENT: "no such file", EISDIR: "it is a folder", EACCES: "no permission" }[cause?.code];
    throw new PantographError(
      `can't read the recording ${path}: ${reason ?? cause?.message}`, { code: "unusable", cause });
  }
}

/** Returns the ending of a file's name without that of gzip; `undefined` if it has none. */
function endingOf(name) {
  if (typeof name !== "string") return undefined;
  const plain = name.replace(/\.gz$/i, "");
  return /[^/\\]\.([A-Za-z0-9]{1,16})$/.exec(plain)?.[1];
}

function guessed(bytes) {
  const start = new TextDecoder().decode(bytes.subarray(0, 200));
  return endings.find(([sign]) => sign.test(start))?.[1] ?? "txt";
}
