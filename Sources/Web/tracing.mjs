/** Gestures that a test makes by itself: what the page shows meanwhile, on its own clock. */
import { pause, within } from "./driving.mjs";
import { PantographError } from "./errors.mjs";
import { openReplay } from "./replay.mjs";
import { subjectOf } from "./subjects.mjs";
import { Trace } from "./traces.mjs";

/** Takes down the inputs of a page, in milliseconds of its clock, and where its pointers went while they were down. */
const inputsScript = `(() => {
  if (pantograph.inputs) return;
  const down = new Map();
  const begin = () => Object.assign(pantograph.inputs, { first: null, last: null, contacts: [] });
  pantograph.inputs = { begin };
  begin();
  const listen = (names, listener) => {
    for (const name of names) {
      addEventListener(name, (event) => { if (event.isTrusted) listener(event); }, { capture: true, passive: true });
    }
  };
  const take = ({ timeStamp }) => {
    pantograph.inputs.first ??= timeStamp;
    pantograph.inputs.last = timeStamp;
  };
  const move = (event) => {
    const contact = down.get(event.pointerId);
    if (!contact) return;
    take(event);
    contact.times.push(event.timeStamp);
    contact.x.push(event.clientX);
    contact.y.push(event.clientY);
  };
  listen(["wheel", "keydown", "keyup"], take);
  listen(["pointerdown"], (event) => {
    const { contacts } = pantograph.inputs;
    const contact = { id: contacts.length, times: [], x: [], y: [] };
    contacts.push(contact);
    down.set(event.pointerId, contact);
    move(event);
  });
  listen(["pointermove"], move);
  listen(["pointerup", "pointercancel"], (event) => {
    move(event);
    down.delete(event.pointerId);
  });
})()`;

/** A recording without touches, for a replay that sends nothing. */
const nothing = new TextEncoder().encode(`# EVEMU 1.3
N: nothing
A: 35 0 9 0 0 1
A: 36 0 9 0 0 1
E: 0.0 0 0 0
`);

/** A gesture that goes on until `stop`. */
export class Tracing {
  #memory;
  #evaluate;
  #settings;
  #subject;
  /** The page's time at which it began. */
  #start;
  #trace;
  #isOver = false;

  /**
   * Begins to take down what a page shows.
   *
   * @param evaluate returns the value of an expression in the page
   * @param settings what `readTraceOptions` returns
   */
  static async begin(memory, evaluate, settings) {
    const made = new Tracing();
    [made.#memory, made.#settings] = [memory, settings];
    made.#evaluate = (expression) =>
      within(settings.timeLimit, failing(evaluate(expression)), "the page has not answered");
    await made.#begin();
    return made;
  }

  async #begin() {
    const page = JSON.parse(await this.#evaluate(`JSON.stringify({
      address: location.href, viewport: { width: innerWidth, height: innerHeight },
      standsStill: window.pantograph?.frame !== undefined,
    })`));
    if (page.standsStill) {
      throw new PantographError(
        "the page's clock stands still until a gesture is played: open it by its own goto(), not by"
          + " pantograph(page).open()", { code: "unusable" });
    }
    this.#subject = subjectOf(this.#settings, page.address, page.viewport);
    const replay = this.#replay();
    try {
      await this.#evaluate(replay.script);
      await this.#evaluate(inputsScript);
      const { expression } = replay.next(0);
      replay.answer(0, await this.#evaluate(expression));
    } finally {
      replay.free();
    }
    this.#start = await this.#evaluate("(pantograph.inputs.begin(), performance.now())");
  }

  #replay() {
    return openReplay(this.#memory, { bytes: nothing }, this.#subject);
  }

  /** Waits until the last input is over for a while, and returns what the page has shown since the first one. */
  stop() {
    this.#trace ??= this.#stop();
    return this.#trace;
  }

  /** Leaves the page to the next gesture. */
  static end(tracing) {
    tracing.#isOver = true;
  }

  async #stop() {
    const { rest = 1 } = this.#settings;
    for (;;) {
      if (this.#isOver) {
        throw new PantographError("another gesture has begun in the page: stop() each before the next one");
      }
      const wait = await this.#evaluate(
        `window.pantograph?.inputs ? ${rest * 1000} - performance.now() + (pantograph.inputs.last ?? -1e9) : -1`);
      if (!(wait > 0)) break;
      await pause(wait);
    }
    const text = await this.#evaluate(`(async () => {
      if (!window.pantograph?.inputs) throw Error("it went to another page, or loaded itself again: " + location.href);
      return JSON.stringify({ ...JSON.parse(await pantograph.result()), inputs: pantograph.inputs });
    })()`);
    const { inputs, ...result } = JSON.parse(text);
    const zero = inputs.first ?? this.#start;
    return this.#traceOf(result, zero, inputs.contacts.map((contact) => ({
      ...contact, times: contact.times.map((time) => Math.round((time - zero) * 1000) / 1e6),
    })));
  }

  /** Lets a replay that sends nothing take what was taken down. */
  #traceOf(result, zero, contacts) {
    const replay = this.#replay();
    // What the last frame before the first input has shown is there until the next one.
    const before = result.rows.findLast(([time]) => time <= zero);
    if (before !== undefined) before[0] = zero;
    try {
      // A replay in real time begins half a second after its question.
      const now = result.origin + zero - 500;
      replay.next(now);
      replay.answer(now, '{ "missing": [], "now": 0 }');
      replay.next(now);
      // The test knows where it acts, which may be a button beside what moves.
      replay.answer(now, JSON.stringify({ ...result, landings: 1, hits: 1 }));
      replay.next(now);
      return new Trace(replay, undefined, this.#subject, [], contacts);
    } catch (failure) {
      replay.free();
      throw failure;
    }
  }
}

/** Waits for an answer, and rejects with our own exception. */
async function failing(answer) {
  try {
    return await answer;
  } catch (cause) {
    if (cause instanceof PantographError) throw cause;
    const sentence = String(cause?.message ?? cause).split("\n")[0];
    throw new PantographError(`the page failed: ${sentence}`, { code: "unusable", cause });
  }
}
