/** A page that a program drives: its session of the DevTools Protocol, and the exchanges of a replay with it. */
import { PantographError, refuse, shown } from "./errors.mjs";

/** As many fingers as Chromium takes. */
const mostFingers = 16;

/** What the browser says of a call whose page has gone to another one. */
const navigated = /Inspected target navigated|xecution context|Cannot find context/;
/** What it and the libraries say of a page that is no longer there. */
const closed = /has been closed|[Ss]ession closed|[Tt]arget closed|[Ss]ession with given id not found|Not attached/;

/** A page of Playwright or Puppeteer, or a session alone. */
export class DrivenPage {
  #page;
  #session;
  /** The refusals of what is waited for. */
  #waiting = new Set();
  /** Why nothing more can be sent. */
  #end;
  /** What is told that the page has loaded. */
  #hasLoaded = () => {};
  /** The identifier of the script that runs before those of a page. */
  #installed;

  /** Opens a session for a page. */
  static async of(page) {
    const made = new DrivenPage();
    made.#session = await openSession(page);
    if (made.#session !== page) made.#page = page;
    made.#listen();
    for (const [method, parameters] of [
      ["Page.enable"], ["Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: mostFingers }],
    ]) await made.send(method, parameters);
    // It tells of a crash; a session that lacks it does without.
    made.#session.send("Inspector.enable").catch(() => {});
    return made;
  }

  #listen() {
    const ends = {
      "the page has crashed": [[this.#session, "Inspector.targetCrashed"], [this.#page, "crash"]],
      "the page was closed": [[this.#session, "Inspector.detached"], [this.#page, "close"]],
    };
    for (const [sentence, events] of Object.entries(ends)) {
      for (const [source, event] of events) source?.on?.(event, () => this.#finish(sentence));
    }
    this.#session.on("Page.loadEventFired", () => this.#hasLoaded());
  }

  #finish(sentence) {
    this.#end ??= sentence;
    for (const fail of this.#waiting) fail(new PantographError(sentence, { code: "unusable" }));
  }

  /** Detaches the session, unless the caller has brought it. */
  async close() {
    if (this.#page === undefined || this.#end !== undefined) return;
    this.#finish("the player is closed");
    await this.#session.detach?.();
  }

  // Calls

  /** Calls a method of the DevTools Protocol. */
  async send(method, parameters) {
    if (this.#end !== undefined) throw new PantographError(this.#end, { code: "unusable" });
    try {
      return await this.#session.send(method, parameters);
    } catch (cause) {
      const isClosed = closed.test(cause?.message);
      const sentence = isClosed ? this.#end ?? "the page was closed" : `${method}: ${cause?.message}`;
      throw new PantographError(sentence, { code: "unusable", cause });
    }
  }

  /** Waits for an answer as long as the page is there, and for some seconds at most. */
  within(seconds, answer, sentence) {
    let fail;
    const end = new Promise((_, reject) => { fail = reject; });
    this.#waiting.add(fail);
    return within(seconds, Promise.race([answer, end]), sentence).finally(() => this.#waiting.delete(fail));
  }

  /** Evaluates an expression, waits for its promise, and returns `{ result, exceptionDetails }`. */
  async #evaluate(expression) {
    return this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
  }

  /** Returns the value of an expression. */
  async value(expression) {
    const { result, exceptionDetails } = await this.#evaluate(expression);
    if (exceptionDetails === undefined) return result.value;
    throw new PantographError(`the page failed: ${described(exceptionDetails)}`, { code: "unusable" });
  }

  /** Returns the text of an expression that a replay asks for, or that of its exception. */
  async answer(expression) {
    let answer;
    try {
      answer = await this.#evaluate(expression);
    } catch (failure) {
      if (this.#end === undefined && navigated.test(failure.message)) return "Error: it went to another page";
      throw failure;
    }
    const { result, exceptionDetails } = answer;
    return exceptionDetails === undefined ? String(result.value ?? "") : described(exceptionDetails);
  }

  // The document

  /** Its address. */
  async address() {
    return this.#page?.url?.() ?? await this.value("location.href");
  }

  /** The size of its viewport in CSS pixels. */
  async viewport() {
    const size = this.#page?.viewportSize?.() ?? this.#page?.viewport?.();
    const [width, height] = size ? [size.width, size.height] : await this.value("[innerWidth, innerHeight]");
    return { width, height };
  }

  /** Runs a script before those of each page from now on, in place of the one before; `undefined` for none. */
  async install(script) {
    const { text, identifier } = this.#installed ?? {};
    if (text === script) return;
    this.#installed = undefined;
    if (identifier !== undefined) await this.send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
    if (script === undefined) return;
    const added = await this.send("Page.addScriptToEvaluateOnNewDocument", { source: script });
    this.#installed = { text: script, identifier: added.identifier };
  }

  /** Navigates to an address, and waits until the page has loaded. */
  async open(address) {
    if (this.#page !== undefined) return void await this.#page.goto(String(address));
    const loaded = new Promise((done) => { this.#hasLoaded = done; });
    const { errorText } = await this.send("Page.navigate", { url: String(address) });
    if (errorText) throw new PantographError(`can't load ${address}: ${errorText}`, { code: "unusable" });
    await loaded;
  }

  /** Loads the page again. */
  async reload() {
    if (this.#page !== undefined) return void await this.#page.reload();
    const loaded = new Promise((done) => { this.#hasLoaded = done; });
    await this.send("Page.reload");
    await loaded;
  }
}

/** Returns what an exception says, which begins with its class. */
function described({ exception, text }) {
  return exception?.description ?? text;
}

/** Returns a session of the DevTools Protocol for a page. */
async function openSession(page) {
  const has = (name) => typeof page?.[name] === "function";
  if (has("send") && has("on")) return page;
  if (has("createCDPSession")) return page.createCDPSession();
  if (!has("context")) {
    refuse(`the page is ${shown(page)}; expected Playwright's or Puppeteer's, or a session of the DevTools Protocol`);
  }
  const context = page.context();
  try {
    return await context.newCDPSession(page);
  } catch (cause) {
    const name = context.browser?.()?.browserType?.().name();
    if (name === undefined || name === "chromium") throw cause;
    throw new PantographError(
      `${name} does not take the times of a recording, only Chromium does: skip this test there, or play the accepted`
        + " folder with 'pantograph check --browser firefox-esr'", { code: "unusable", cause });
  }
}

/**
 * Sends the exchanges of a replay to a page until its end.
 *
 * An input and the question for what it did are on their way together: the answer to an input takes as long as a frame.
 *
 * @param replay an object with `next(now)` and `answer(now, value)`
 * @param seconds how long each answer may take
 */
export async function drive(page, replay, seconds) {
  const sentence = "the page has not answered";
  const clock = Date.now() - performance.now();
  const posted = [];
  const finishPosts = () => page.within(seconds, Promise.all(posted.splice(0)), sentence);
  for (let exchange; (exchange = replay.next(clock + performance.now())) !== undefined;) {
    const { at, calls, confirmation, expression } = exchange;
    if (at !== undefined) await until(at - clock);
    const sent = Promise.all(calls.map(({ method, params }) => page.send(method, params)));
    // Who waits for it learns of its failure.
    sent.catch(() => {});
    if (expression === undefined) {
      posted.push(sent);
      continue;
    }
    if (posted.length > 0) await finishPosts();
    const value = page.answer(expression);
    value.catch(() => {});
    const answers = async () => {
      await sent;
      if (confirmation !== undefined) page.send("Runtime.evaluate", { expression: confirmation }).catch(() => {});
      return value;
    };
    const answer = await page.within(seconds, answers(), sentence);
    replay.answer(clock + performance.now(), answer);
  }
  await finishPosts();
}

/** Waits for an answer for some seconds at most. */
export function within(seconds, answer, sentence) {
  return new Promise((resolve, reject) => {
    const overdue = () => reject(new PantographError(
      `${sentence} for ${seconds} s: it may hang, or show a dialog; timeLimit allows more`, { code: "unusable" }));
    const timer = setTimeout(overdue, Math.min(seconds * 1000, 2 ** 31 - 1));
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Waits for some milliseconds. */
export function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** Waits until a time on the clock of `performance.now`. */
async function until(time) {
  for (let rest; (rest = time - performance.now()) > 0;) await pause(rest);
}
