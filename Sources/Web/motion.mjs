/**
 * Pantograph without interactions and sessions: recognisers, springs, curves, momentum and velocities, in a module of
 * a fifth of the size.
 *
 *     import { load } from "pantograph/motion";
 *
 *     const motion = await load();
 *     const pan = motion.recognizer("pan", { as: "gtk-touch", direction: "horizontal" });
 *     for (const { phase, translation, velocity } of pan.feed(time, contacts)) …
 *
 * Times are milliseconds on the page's clock. Lengths are millimetres; events of the DOM are converted from CSS pixels.
 *
 * SPDX-License-Identifier: MIT
 */
import { MotionEngine } from "./engine.mjs";
import { PantographError } from "./errors.mjs";
import { compile } from "./loading.mjs";
import { Memory } from "./memory.mjs";

export { PantographError };

/**
 * Starts the engine.
 *
 * @param source where its module is, as for the whole engine; without, the file `motion.wasm` beside this one
 */
export async function load(source) {
  const module = await compile(source, () => new URL("motion.wasm", import.meta.url));
  return new MotionEngine(await Memory.of(module, "pg_recognizer_create"));
}
