/**
 * Recorded gestures in tests of pages, with Playwright, Puppeteer or a session of the DevTools Protocol.
 *
 *     import { matchers, pantograph } from "pantograph/play";
 *
 *     await pantograph(page).open("/sheet.html");
 *     const trace = await pantograph(page).play("flick.evemu", { on: "#sheet" });
 *     expect(trace.at(0.4).sheet.y).toBeLessThan(500);
 *     await expect(trace).toMatchGesture("open");
 *
 * Times are seconds since the first event of the recording.
 *
 * SPDX-License-Identifier: MIT
 */
import { DrivenPage, drive } from "./driving.mjs";
import { PantographError, object, onlyKeys, refuse } from "./errors.mjs";
import { readGesture } from "./gestures.mjs";
import { compareGesture, matchers } from "./goldens.mjs";
import { compile } from "./loading.mjs";
import { clockScript, openReplay, startReplays } from "./replay.mjs";
import { readPlayOptions, readTraceOptions, subjectOf } from "./subjects.mjs";
import { Trace } from "./traces.mjs";
import { Tracing } from "./tracing.mjs";

export { PantographError, compareGesture, matchers };

/** The players of pages. */
const players = new WeakMap();

/**
 * Returns the player of a page of Playwright or Puppeteer, or of a session of the DevTools Protocol.
 *
 * @param options `{ module }`: where the player's module is, as for the engine; without, the file `play.wasm` beside
 *     this one
 */
export function pantograph(page, options = {}) {
  onlyKeys(options, ["module"], "the options");
  const known = players.get(object(page, "the page"));
  if (known !== undefined && !Player.isClosed(known)) return known;
  const made = new Player(page, options.module);
  players.set(page, made);
  return made;
}

/** The module beside this file, compiled once. */
let usual;

function compiled(source) {
  if (source !== undefined) return compile(source);
  usual ??= compile(undefined, () => new URL("play.wasm", import.meta.url));
  usual.catch(() => { usual = undefined; });
  return usual;
}

/** Plays recordings into a page, one after the other. */
class Player {
  #page;
  #source;
  #driven;
  #memory;
  #last = Promise.resolve();
  #tracing;
  #isClosed = false;

  constructor(page, source) {
    this.#page = page;
    this.#source = source;
  }

  /** Whether it has been closed. */
  static isClosed(player) {
    return player.#isClosed;
  }

  /** Navigates to an address, and gives the page a clock that stands still until a gesture is played. */
  open(address) {
    return this.#inTurn(async (memory) => {
      const driven = await this.#drive();
      await driven.install(clockScript(memory));
      await driven.open(address);
    });
  }

  /**
   * Plays a recording into the page, and returns what it has shown.
   *
   * @param recording the path of a file, or what a file has: a text, bytes, a Blob, a Response or a URL
   */
  play(recording, options = {}) {
    const settings = readPlayOptions(options);
    return this.#inTurn(async (memory) => {
      const driven = await this.#drive();
      const { timeLimit } = settings;
      const limited = (answer) => driven.within(timeLimit, answer, "the page has not answered");
      const gesture = await readGesture(recording);
      const subject = subjectOf(settings, await limited(driven.address()), await limited(driven.viewport()));
      const replay = openReplay(memory, gesture, subject);
      try {
        const notes = await limited(prepare(driven, replay.script, settings));
        await drive(driven, replay, timeLimit);
        // The next page has its own clock.
        await limited(driven.install(undefined));
        return new Trace(replay, gesture, subject, notes);
      } catch (failure) {
        replay.free();
        // Nobody knows whether it answers.
        driven.install(undefined).catch(() => {});
        throw failure;
      }
    });
  }

  /**
   * Takes down what elements of the page show while the test acts by itself, until `stop` of what it returns.
   *
   * @param elements selectors, with or without names
   */
  trace(elements, options = {}) {
    const settings = readTraceOptions(elements, options);
    return this.#inTurn(async (memory) => {
      this.#tracing = await Tracing.begin(memory, await this.#evaluator(), settings);
      return this.#tracing;
    });
  }

  /** Returns what evaluates expressions in the page; a page of a library does it in each browser. */
  async #evaluator() {
    if (typeof this.#page.evaluate === "function") return (expression) => this.#page.evaluate(expression);
    const driven = await this.#drive();
    return (expression) => driven.value(expression);
  }

  async #drive() {
    this.#driven ??= await DrivenPage.of(this.#page);
    return this.#driven;
  }

  /** Detaches from the page, which keeps its clock. */
  close() {
    this.#isClosed = true;
    return this.#last.then(async () => (await this.#driven)?.close());
  }

  /** Calls a function with the module when the calls before have ended. */
  #inTurn(body) {
    if (this.#isClosed) refuse("the player is closed");
    const result = this.#last.then(async () => {
      this.#memory ??= await startReplays(await compiled(this.#source));
      if (this.#tracing !== undefined) Tracing.end(this.#tracing);
      try {
        return await body(this.#memory);
      } catch (failure) {
        // The next call starts another one.
        if (failure.code === "stopped") this.#memory = undefined;
        throw failure;
      }
    });
    this.#last = result.catch(() => {});
    return result;
  }
}

/** Gives the page the clock of a replay, or its own, and returns notes about it. */
async function prepare(driven, script, { pace, reload }) {
  const hasClock = await driven.value("window.pantograph?.frame !== undefined");
  if (pace === "real" && !hasClock && !reload) {
    await driven.value(script);
    return [];
  }
  await driven.install(script);
  if (pace === "exact" && hasClock && !reload) return [];
  const address = await driven.address();
  if (!/^(https?|file):/.test(address)) {
    refuse(`${address} can't be loaded again: give it its clock by pantograph(page).open() first, or play with`
      + ' pace: "real"');
  }
  await driven.reload();
  if (reload) return [];
  return [pace === "exact"
    ? "the page was loaded again, to have the clock of the recording: open it by pantograph(page).open()"
    : "the page was loaded again, to have its own clock"];
}
