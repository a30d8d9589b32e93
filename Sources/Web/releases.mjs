/** Releases: the numbers that a rule judges. */
import { finite, onlyKeys } from "./errors.mjs";

/** The numbers of a release, in the order of `struct pg_release`. */
const keys = [
  "fraction", "startFraction", "peak", "distance", "travel", "crossTravel", "lastMovement", "duration", "restTime",
  "velocity", "crossVelocity", "earlierTravel", "heldBack",
];

/** Writes a release at an address; what is not given is 0, and the peak the fraction. */
export function writeRelease(memory, address, release) {
  onlyKeys(release, keys, "the release");
  const all = { peak: release.fraction ?? 0, ...release };
  memory.write(address, ...keys.map((key) => finite(key in all ? all[key] : 0, `release: ${key}`)));
}

/** Returns the release at an address. */
export function readRelease(memory, address) {
  return Object.fromEntries(keys.map((key, index) => [key, memory.doubles[(address >>> 3) + index]]));
}
