/** What the player does with a page, its options and a recording, with sessions and replays that are made up. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { DrivenPage, drive } from "../../Sources/Web/driving.mjs";
import { readGesture } from "../../Sources/Web/gestures.mjs";
import { pantograph } from "../../Sources/Web/play.mjs";
import { readPlayOptions, subjectOf } from "../../Sources/Web/subjects.mjs";
import { fails, inFolder } from "./support.mjs";

// Sessions

/** A session that keeps what is sent, and answers as it is told. */
class Session {
  sent = [];
  listeners = {};
  answers = {};

  on(event, listener) {
    (this.listeners[event] ??= []).push(listener);
  }

  emit(event) {
    for (const listener of this.listeners[event] ?? []) listener({});
  }

  send(method, parameters) {
    const name = parameters?.expression ?? parameters?.type ?? method;
    this.sent.push(name);
    const answer = this.answers[name] ?? this.answers[method];
    return typeof answer === "function" ? answer(parameters) : Promise.resolve(answer ?? { result: { value: "" } });
  }
}

async function opened() {
  const session = new Session();
  const page = await DrivenPage.of(session);
  session.sent.length = 0;
  return { session, page };
}

/** A replay of made-up exchanges. */
function replayOf(...exchanges) {
  const answers = [];
  return {
    answers, next: () => exchanges.shift(),
    answer(now, value) {
      assert.ok(Math.abs(now - Date.now()) < 1000);
      if (value.startsWith("Error: ")) throw Object.assign(new Error(value), { name: "PantographError" });
      answers.push(value);
    },
  };
}

const touch = (type) => ({ method: "Input.dispatchTouchEvent", params: { type, touchPoints: [] } });
const exchange = (type, expression) => ({ calls: [touch(type)], expression, confirmation: `confirm ${type}` });

/** A promise and what fulfils it. */
function later() {
  let settle;
  const promise = new Promise((resolve, reject) => { settle = { resolve, reject }; });
  return { promise, ...settle };
}

suite("exchanges", () => {
  test("an input and its question are on their way together, and its confirmation follows its answer", async () => {
    const { session, page } = await opened();
    const [input, value] = [later(), later()];
    session.answers = { touchStart: () => input.promise, one: () => value.promise };
    const replay = replayOf(exchange("touchStart", "one"), exchange("touchEnd", "two"));
    const end = drive(page, replay, 60);
    await new Promise(setImmediate);
    assert.deepEqual(session.sent, ["touchStart", "one"]);
    value.resolve({ result: { value: "first" } });
    await new Promise(setImmediate);
    assert.deepEqual([session.sent.length, replay.answers], [2, []]);
    input.resolve({});
    await end;
    assert.deepEqual(session.sent, ["touchStart", "one", "confirm touchStart", "touchEnd", "two", "confirm touchEnd"]);
    assert.deepEqual(replay.answers, ["first", ""]);
  });

  test("in real time, inputs are sent at their times, and nothing is waited for before a question", async () => {
    const { session, page } = await opened();
    const [first, start] = [later(), Date.now()];
    session.answers = { touchStart: () => first.promise };
    const times = [];
    const send = session.send.bind(session);
    session.send = (...values) => (times.push(Date.now() - start), send(...values));
    const replay = replayOf(
      { at: start + 30, calls: [touch("touchStart")] }, { at: start + 60, calls: [touch("touchMove")] },
      { at: start - 5, calls: [], expression: "result" });
    const end = drive(page, replay, 60);
    await new Promise((done) => setTimeout(done, 120));
    assert.deepEqual(session.sent, ["touchStart", "touchMove"]);
    first.resolve({});
    await end;
    assert.ok(times[0] >= 28 && times[1] >= 58 && session.sent.at(-1) === "result", String(times));
  });

  test("what fails in the page is the replay's matter", async () => {
    const { session, page } = await opened();
    const exceptionDetails = { text: "Uncaught", exception: { description: "Error: no room\n    at there" } };
    session.answers = { one: { result: {}, exceptionDetails } };
    await assert.rejects(drive(page, replayOf(exchange("touchStart", "one")), 60), /^PantographError: Error: no room/);
    for (const message of ["Inspected target navigated or closed", "Cannot find context with specified id",
      "Execution context was destroyed."]) {
      session.answers = { one: () => Promise.reject(new Error(message)) };
      await assert.rejects(
        drive(page, replayOf(exchange("touchStart", "one")), 60), /Error: it went to another page/);
    }
  });

  test("a page that refuses, crashes, closes or hangs ends them", async () => {
    const start = async (answers, seconds = 60) => {
      const { session, page } = await opened();
      session.answers = answers;
      return { session, end: drive(page, replayOf(exchange("touchStart", "one")), seconds) };
    };
    const never = () => new Promise(() => {});
    const refusing = (message) => () => Promise.reject(new Error(message));
    await fails((await start({ touchStart: refusing("too far") })).end, /^Input.dispatchTouchEvent: too far$/);
    await fails((await start({ touchStart: refusing("Target page has been closed") })).end, /^the page was closed$/);
    await fails((await start({ one: never }, 0.05)).end, /^the page has not answered for 0.05 s: .*timeLimit/);
    for (const [event, message] of [
      ["Inspector.targetCrashed", /^the page has crashed$/], ["Inspector.detached", /^the page was closed$/],
    ]) {
      const { session, end } = await start({ one: never });
      setTimeout(() => session.emit(event), 10);
      await fails(end, message);
    }
  });

  test("posted inputs that fail are not forgotten", async () => {
    const { session, page } = await opened();
    session.answers = { touchMove: () => Promise.reject(new Error("no")) };
    await fails(drive(page, replayOf({ calls: [touch("touchMove")] }), 60), /^Input.dispatchTouchEvent: no$/);
  });
});

suite("sessions", () => {
  test("are those of Playwright's and Puppeteer's pages", async () => {
    for (const wrap of [
      (session) => ({
        createCDPSession: async () => session, url: () => "u", viewport: () => ({ width: 1, height: 2 }),
      }),
      (session) => ({
        context: () => ({ newCDPSession: async () => session }), url: () => "u",
        viewportSize: () => ({ width: 1, height: 2 }),
      }),
    ]) {
      const session = new Session();
      const page = await DrivenPage.of(wrap(session));
      assert.deepEqual(
        session.sent, ["Page.enable", "Emulation.setTouchEmulationEnabled", "Inspector.enable"]);
      assert.deepEqual([await page.address(), await page.viewport()], ["u", { width: 1, height: 2 }]);
    }
  });

  test("are Chromium's alone", async () => {
    const page = { context: () => ({
      newCDPSession: () => Promise.reject(new Error("not here")),
      browser: () => ({ browserType: () => ({ name: () => "webkit" }) }),
    }) };
    await fails(DrivenPage.of(page), /^webkit does not take the times .* only Chromium/);
    await fails(DrivenPage.of({}), /^the page is an object; expected Playwright's/);
    await fails(DrivenPage.of(5), /^the page is 5/);
  });

  test("have one script that runs before those of a page", async () => {
    const { session, page } = await opened();
    const [add, remove] = ["Page.addScriptToEvaluateOnNewDocument", "Page.removeScriptToEvaluateOnNewDocument"];
    session.answers = { [add]: ({ source }) => Promise.resolve({ identifier: source }) };
    for (const script of ["a", "a", "b", undefined, undefined]) await page.install(script);
    assert.deepEqual(session.sent, [add, remove, add, remove]);
  });

  test("a page has one player", () => {
    const page = new Session();
    assert.equal(pantograph(page), pantograph(page));
    assert.notEqual(pantograph(page), pantograph(new Session()));
    assert.throws(() => pantograph(page, { wasm: "" }), /the options has no 'wasm'/);
    assert.throws(() => pantograph(undefined), /the page is undefined/);
  });
});

// Options

suite("options", () => {
  const subject = (options) => subjectOf(readPlayOptions(options), "https://a.test/", { width: 400, height: 800 });

  test("become what subject.json says, with what was given only", () => {
    const viewport = { width: 400, height: 800 };
    const start = { version: 1, page: "https://a.test/", viewport };
    assert.deepEqual(subject({ on: ".sheet" }), {
      ...start, elements: { sheet: ".sheet" }, placement: { on: ".sheet", part: [0.5, 0.5] },
    });
    assert.deepEqual(subject({ on: "#a", from: [0, 1], trace: [".b", "main > c"], pace: "real", rest: 0 }), {
      ...start, elements: { b: ".b", "main-c": "main > c" }, rest: 0, pace: "real",
      placement: { on: "#a", part: [0, 1] },
    });
    const placement = { from: [1, 2], to: [3, 4] };
    assert.deepEqual(subject({ trace: { x: "[a=b]" }, placement, show: ["y"], tolerances: { "x.y": { value: 1 } } }), {
      ...start, elements: { x: "[a=b]" }, show: ["y"], tolerances: { "x.y": { value: 1 } }, placement,
    });
    assert.deepEqual(subject({ trace: "p" }), { ...start, elements: { p: "p" } });
    const page = (address) => subjectOf(readPlayOptions({ on: "p" }), address, viewport).page;
    assert.deepEqual([page("file:///a/b%20c.html?x#y"), page("http://a/b?x")], ["b%20c.html", "http://a/b?x"]);
  });

  test("that can't be meant are refused", () => {
    for (const [options, message] of [
      [{}, /name the elements/], [{ trace: [] }, /trace is empty/], [{ trace: {} }, /trace is empty/],
      [{ on: 5 }, /on is 5; expected a selector/], [{ trace: [".a", "#a"] }, /'#a' has the name|"#a" has the name 'a'/],
      [{ trace: "*" }, /"\*" gives no name/], [{ from: "centre", trace: "a" }, /name it, such as on/],
      [{ on: "a", from: [0, 2] }, /from is an object/], [{ on: "a", from: "top" }, /from is "top"/],
      [{ on: "a", from: "centre", placement: {} }, /leave one out/], [{ on: "a", pace: "fast" }, /pace is "fast"/],
      [{ on: "a", timeLimit: 0 }, /timeLimit is 0/], [{ on: "a", reload: 1 }, /reload is 1/],
      [{ on: "a", elements: {} }, /the options has no 'elements'/], [{ on: "a", trace: [3] }, /trace\[0\] is 3/],
    ]) assert.throws(() => readPlayOptions(options), { name: "PantographError", message });
  });
});

suite("recordings", () => {
  const text = "# EVEMU 1.3\nN: A\n";
  const plain = Buffer.from(text);

  test("come from paths, texts and bytes, packed or not", () => inFolder(async (folder) => {
    const path = (name) => join(folder, name);
    writeFileSync(path("flick.evemu"), plain);
    writeFileSync(path("flick.yml.gz"), gzipSync(plain));
    for (const [source, ending] of [
      [path("flick.evemu"), "evemu"], [path("flick.yml.gz"), "yml"], [pathToFileURL(path("flick.yml.gz")), "yml"],
      [text, "evemu"], [plain, "evemu"], [gzipSync(plain), "evemu"], [new Blob([plain]), "evemu"],
      [Promise.resolve(new Response(plain)), "evemu"],
    ]) {
      const gesture = await readGesture(source);
      assert.deepEqual([Buffer.from(gesture.bytes).toString(), gesture.ending], [text, ending]);
    }
    const ending = async (source) => (await readGesture(source)).ending;
    assert.deepEqual(
      [await ending("version: 1\n"), await ending('[\n{"a": 1}]'), await ending("E: 1\n"), await ending(text)],
      ["yml", "json", "txt", "evemu"]);
  }));

  test("that are not there are named", async () => {
    await fails(readGesture("nowhere/flick.evemu"), /^can't read the recording \/.*nowhere\/flick.evemu: no such file/);
    await fails(readGesture(tmpdir()), /it is a folder$/);
    await fails(readGesture(5), /^the recording is 5; expected a text/);
    await fails(readGesture({ events: {} }), /expected what a file has/);
  });
});
