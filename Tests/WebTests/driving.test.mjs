/** What the player does with a page, a recording and a folder, with sessions and replays that are made up. */
import assert from "node:assert/strict";
import { mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { suite, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { DrivenPage, drive } from "../../Sources/Web/driving.mjs";
import { readGesture } from "../../Sources/Web/gestures.mjs";
import { compareGesture, matchers, pantograph } from "../../Sources/Web/play.mjs";
import { readPlayOptions, subjectOf } from "../../Sources/Web/subjects.mjs";
import { Trace } from "../../Sources/Web/traces.mjs";

const fails = (promise, message) => assert.rejects(promise, (error) => {
  assert.equal(error.name, "PantographError");
  assert.match(error.message, message);
  return true;
});

/** Calls a function with an empty folder. */
async function inFolder(body) {
  const folder = mkdtempSync(join(tmpdir(), "pantograph-play-"));
  try {
    return await body(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

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

// What comes of it

/** A trace with some columns, whose table is a text. */
function traceOf(columns, options = {}) {
  const { table = "time,sheet.y\n0.000000,1.0\n", bytes = "E: 1\n", subject = {}, lines = ["other"] } = options;
  const { silences = [] } = options;
  const replay = {
    result: {
      columns: columns.map(([name, times, values]) => ({ name, times, values })),
      events: [{ time: 0.25, words: "opens" }], notes: ["a note"], silences,
      contacts: [{ id: 1, times: [0], x: [1], y: [2] }],
    },
    table,
    compare: (expected) => {
      const same = Buffer.from(expected).toString() === table;
      return { same, lines: same ? [] : lines };
    },
    free() {},
  };
  return new Trace(replay, { bytes: Buffer.from(bytes), ending: "evemu" }, subject, ["loaded"]);
}

suite("traces", () => {
  test("have the values of elements at any time", () => {
    const trace = traceOf([
      ["sheet.y", [0, 0.5, 1], [100, 50, 80]], ["a.b.--x", [0.5, 1], [null, 3]], ["none.x", [], []],
    ]);
    const y = (time) => trace.at(time).sheet.y;
    assert.deepEqual([-1, 0, 0.25, 0.5, 0.75, 1, 9].map(y), [100, 100, 75, 50, 65, 80, 80]);
    assert.deepEqual(trace.at(0.9)["a.b"], { "--x": null });
    assert.deepEqual(trace.end, { sheet: { y: 80 }, "a.b": { "--x": 3 }, none: { x: null } });
    assert.deepEqual([trace.duration, trace.events], [1, [{ time: 0.25, name: "opens" }]]);
    assert.deepEqual([trace.notes, trace.contacts[0].y], [["loaded", "a note"], [2]]);
    assert.throws(() => trace.at("1"), { name: "PantographError" });
    assert.throws(() => trace.compare(5), /the table is 5/);
  });
});

suite("accepted gestures", () => {
  const subject = { version: 1, page: "http://127.0.0.1:5/", elements: { sheet: "#sheet" }, show: ["x", "y"] };
  const trace = (options) => traceOf([["sheet.y", [0], [1]]], { subject, ...options });
  const names = (folder) => readdirSync(folder).sort();

  test("are not accepted if they would hardly ever differ", () => inFolder(async (folder) => {
    const silent = (table) => trace({ silences: ["nothing moves"], table });
    const refused = /not accepted, as it would hardly ever differ: nothing moves; with evenSilent it is$/;
    for (const accept of [true, "missing"]) {
      const first = await compareGesture(silent(), folder, { accept });
      assert.deepEqual([first.pass, first.written, names(folder)], [false, false, []]);
      assert.match(first.message, refused);
    }
    assert.equal((await compareGesture(silent(), folder, { evenSilent: true })).written, true);
    assert.equal((await compareGesture(silent(), folder)).pass, true);
    assert.match((await compareGesture(silent("new\n"), folder, { accept: true })).message, refused);
    assert.equal((await compareGesture(silent("new\n"), folder, { accept: true, evenSilent: true })).pass, true);
    const matched = await matchers.toMatchGesture(silent("newer\n"), "x", { folder, accept: true, evenSilent: true });
    assert.equal(matched.pass, true);
  }));

  test("are written once, and compared from then on", () => inFolder(async (above) => {
    const folder = join(above, "gestures/open");
    const none = await compareGesture(trace(), folder, { accept: false });
    assert.deepEqual([none.pass, none.written, readdirSync(above)], [false, false, []]);
    const first = await compareGesture(trace(), folder);
    assert.deepEqual([first.pass, first.written, first.folder], [false, true, folder]);
    assert.match(first.message, /nothing was accepted yet; wrote subject.json, recording.evemu and expected.csv: look/);
    assert.deepEqual(names(folder), ["expected.csv", "recording.evemu", "subject.json"]);
    assert.equal(readFileSync(join(folder, "expected.csv"), "utf8"), trace().csv());
    assert.equal(readFileSync(join(folder, "subject.json"), "utf8"), `{
  "version": 1,
  "page": "http://127.0.0.1:5/",
  "elements": { "sheet": "#sheet" },
  "show": ["x", "y"]
}
`);
    assert.deepEqual((await compareGesture(trace(), pathToFileURL(folder))).pass, true);
    // The port is another one.
    const elsewhere = { ...subject, page: "http://127.0.0.1:6/" };
    assert.equal((await compareGesture(trace({ subject: elsewhere }), folder)).pass, true);
  }));

  test("differ by what the page shows, the recording and the options", () => inFolder(async (folder) => {
    await compareGesture(trace(), folder);
    const other = { table: "time,sheet.y\n", lines: ["'a' at 1 s", "    greatest gaps: b"] };
    const { pass, message, lines } = await compareGesture(trace(other), folder);
    assert.deepEqual([pass, lines, names(folder)[0]], [false, other.lines, "actual.csv"]);
    assert.match(message, /'a' at 1 s\n +greatest gaps: b\n.*actual.csv; PANTOGRAPH_ACCEPT=1 accepts it$/);
    assert.equal(readFileSync(join(folder, "actual.csv"), "utf8"), other.table);
    assert.equal((await compareGesture(trace(), folder)).pass, true);
    assert.ok(!names(folder).includes("actual.csv"));
    const said = async (options) => (await compareGesture(trace(options), folder)).lines.join();
    assert.equal(await said({ bytes: "E: 2\n" }), "the recording is another one than the accepted one");
    assert.equal(await said({ subject: { ...subject, rest: 2 } }), "rest of subject.json is not as the test says");
    const others = { version: 1, show: ["y", "x"] };
    assert.equal(await said({ subject: others }), "elements, show of subject.json are not as the test says");
  }));

  test("are accepted anew, with what else subject.json has", () => inFolder(async (folder) => {
    await compareGesture(trace(), folder);
    rmSync(join(folder, "recording.evemu"));
    writeFileSync(join(folder, "recording.yml"), "old");
    writeFileSync(join(folder, "subject.json"), JSON.stringify({ ...subject, rest: 5, timeLimit: 9 }));
    const { pass, written } = await compareGesture(trace({ table: "new\n" }), folder, { accept: true });
    assert.deepEqual([pass, written, names(folder)], [true, true, ["expected.csv", "recording.evemu", "subject.json"]]);
    assert.deepEqual(JSON.parse(readFileSync(join(folder, "subject.json"))), { ...subject, timeLimit: 9 });
    process.env.PANTOGRAPH_ACCEPT = "1";
    try {
      assert.equal((await compareGesture(trace({ table: "newer\n" }), folder)).written, true);
      assert.equal((await compareGesture(trace({ table: "newer\n" }), folder)).written, false);
      assert.equal((await compareGesture(trace(), folder, { accept: false })).pass, false);
    } finally {
      delete process.env.PANTOGRAPH_ACCEPT;
    }
  }));

  test("that can't be read or meant are refused", () => inFolder(async (folder) => {
    await fails(compareGesture({}, folder), /the trace is an object; expected what play\(\) returns/);
    await fails(compareGesture(trace(), 5), /the folder is 5/);
    await fails(compareGesture(trace(), folder, { accept: "all" }), /accept is "all"/);
    writeFileSync(join(folder, "subject.json"), "{");
    await fails(compareGesture(trace(), folder), /subject.json: /);
    writeFileSync(join(folder, "file"), "");
    await fails(compareGesture(trace(), join(folder, "file")), /can't write .*file\/subject.json/);
  }));
});

suite("the matcher", () => {
  const trace = (table) => traceOf([["sheet.y", [0], [1]]], { table });
  const match = (state, ...values) => matchers.toMatchGesture.call(state, ...values);

  test("writes what is missing, or not, as the runner says", () => inFolder(async (above) => {
    const folder = (name) => ({ folder: join(above, name) });
    const state = (update) => ({ snapshotState: { _updateSnapshot: update } });
    assert.equal((await match({}, trace("a"), "one", folder("one"))).pass, false);
    assert.equal((await match({}, trace("a"), "one", folder("one"))).pass, true);
    assert.equal((await match({}, trace("b"), "one", folder("one"))).pass, false);
    assert.equal((await match(state("none"), trace("a"), "two", folder("two"))).pass, false);
    assert.deepEqual(readdirSync(above), ["one"]);
    assert.equal((await match(state("all"), trace("b"), "one", folder("one"))).pass, true);
    assert.equal((await match({}, trace("b"), "one", folder("one"))).pass, true);
    await fails(match({}, trace("b"), "../up"), /the gesture's name is "..\/up"/);
    await fails(match({}, trace("b"), 7), /the gesture's name is 7/);
    await fails(match({}, trace("b"), "a", { place: "b" }), /the options has no 'place'/);
  }));

  test("negated, passes only with something else than what was accepted", () => inFolder(async (above) => {
    const folder = join(above, "one");
    const { pass, message } = await match({ isNot: true }, trace("a"), "one", { folder });
    assert.ok(pass && /nothing was accepted yet/.test(message()) && readdirSync(above).length === 0);
    await match({}, trace("a"), "one", { folder });
    assert.equal((await match({ isNot: true }, trace("a"), "one", { folder })).pass, true);
    assert.equal((await match({ isNot: true }, trace("b"), "one", { folder })).pass, false);
  }));

  test("finds Playwright's snapshots by the module that the test has loaded", () => inFolder(async (above) => {
    const module = join(above, "node_modules/@playwright/test");
    mkdirSync(module, { recursive: true });
    writeFileSync(join(module, "index.js"), `exports.test = { info: () => exports.current() };`);
    writeFileSync(join(module, "index.mjs"), 'export { default } from "./index.js";');
    const { default: playwright } = await import(pathToFileURL(join(module, "index.mjs")));
    const info = (updateSnapshots) => ({
      config: { updateSnapshots }, snapshotPath: (...parts) => join(above, "sheet.spec.js-snapshots", ...parts),
    });
    playwright.current = () => info("none");
    assert.equal((await match({}, trace("a"), "sheets/open")).pass, false);
    assert.deepEqual(readdirSync(above), ["node_modules"]);
    playwright.current = () => info("all");
    assert.equal((await match({}, trace("a"), "sheets/open")).pass, true);
    playwright.current = () => info("missing");
    assert.equal((await match({}, trace("a"), "sheets/open")).pass, true);
    assert.equal((await match({}, trace("b"), "sheets/open")).pass, false);
    assert.deepEqual(readdirSync(join(above, "sheet.spec.js-snapshots")), ["sheets"]);
    // Outside of a test, as in another runner.
    playwright.current = () => { throw new Error("no test"); };
    const { message } = await match({ isNot: true }, trace("a"), `${basename(above)}`);
    assert.match(message(), new RegExp(`^gestures/${basename(above)}: nothing`));
  }));
});
