/** What a trace says, and what becomes of it in the folder of an accepted gesture, with replays that are made up. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { suite, test } from "node:test";
import { pathToFileURL } from "node:url";
import { PantographError, compareGesture, matchers } from "../../Sources/Web/play.mjs";
import { Trace } from "../../Sources/Web/traces.mjs";
import { fails, inFolder } from "./support.mjs";

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
    const refused = /not accepted, as it would hardly ever differ: nothing moves; \{ evenSilent: true \} accepts it$/;
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

  test("share a subject.json above them", () => inFolder(async (above) => {
    const folder = join(above, "gestures/open");
    const shared = { version: 1, page: "page.html", elements: { sheet: "#sheet" }, show: ["x", "y"] };
    writeFileSync(join(above, "subject.json"), JSON.stringify(shared));
    const viewport = { width: 412, height: 915 };
    const own = (options) => trace({ ...options, subject: { ...subject, viewport, ...options?.subject } });
    const first = await compareGesture(own(), folder, { accept: true });
    assert.match(first.message, /wrote recording.evemu and expected.csv$/);
    assert.deepEqual(names(folder), ["expected.csv", "recording.evemu"]);
    assert.equal((await compareGesture(own(), folder)).pass, true);
    const other = { subject: { viewport: { width: 412, height: 800 }, momentum: "mutter" } };
    const { lines } = await compareGesture(own(other), folder);
    assert.deepEqual([...lines], ["viewport, momentum of ../../subject.json are not as the test says"]);
    assert.match((await compareGesture(own(other), folder, { accept: true })).message, /wrote subject.json, /);
    assert.equal((await compareGesture(own(other), folder)).pass, true);
    writeFileSync(join(above, "subject.json"), "{");
    await fails(compareGesture(own(), join(above, "gestures/other")), /other\/\.\.\/\.\.\/subject\.json: /);
  }));

  test("are named and can be replaced if they can't be read", () => inFolder(async (folder) => {
    await compareGesture(trace(), folder);
    const damaged = (options) => {
      const one = trace(options);
      one.compare = () => { throw new PantographError("41: the time 0.6 is before that of an earlier row"); };
      return one;
    };
    const { pass, message } = await compareGesture(damaged(), folder);
    assert.equal(pass, false);
    assert.match(message, /: expected\.csv:41: the time 0\.6 is before that of an earlier row\n/);
    assert.equal((await compareGesture(damaged({ table: "new\n" }), folder, { accept: true })).written, true);
    assert.equal(readFileSync(join(folder, "expected.csv"), "utf8"), "new\n");
    const stopped = trace();
    stopped.compare = () => { throw new PantographError("the engine has stopped", { code: "stopped" }); };
    await assert.rejects(compareGesture(stopped, folder, { accept: true }), /has stopped/);
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

  /** What a process does that accepts another table, of some bytes, with files that behave otherwise. */
  const accepting = (folder, size, otherwise = "") => {
    const files = new URL("../../Sources/Web/", import.meta.url);
    const script = `
      import files from "node:fs/promises";
      import { writeFileSync } from "node:fs";
      import { syncBuiltinESMExports } from "node:module";
      import { compareGesture } from "${files}goldens.mjs";
      import { Trace } from "${files}traces.mjs";
      ${otherwise}
      syncBuiltinESMExports();
      const result = { columns: [], events: [], notes: [], silences: [], contacts: [] };
      const replay = { result, table: "x".repeat(${size}), compare: () => ({ same: false, lines: ["other"] }) };
      const trace = new Trace(replay, { bytes: Buffer.from("E: 1\\n"), ending: "evemu" }, { version: 1 }, []);
      await compareGesture(trace, ${JSON.stringify(folder)}, { accept: true });`;
    // 64 KiB; Node gets an error beyond them, and no signal.
    const line = 'ulimit -c 0; ulimit -f 64; exec "$0" --input-type=module -e "$1"';
    return spawnSync("bash", ["-c", line, process.execPath, script], { encoding: "utf8" });
  };
  const contents = (folder) => names(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]);

  test("stay whole where the disk is full", () => inFolder(async (folder) => {
    await compareGesture(trace(), folder);
    const before = contents(folder);
    const full = accepting(folder, 100_000);
    assert.match(full.stderr, /can't write .*\/expected.csv: EFBIG/);
    assert.deepEqual(contents(folder), before);
    assert.equal(accepting(folder, 50_000).status, 0);
    assert.equal(contents(folder)[0][1].length, 50_000);
  }));

  test("are the old or the new files when the process is killed", () => inFolder(async (folder) => {
    await compareGesture(trace(), folder);
    const before = contents(folder);
    const end = 'process.kill(process.pid, "SIGKILL")';
    const writes = `files.writeFile = (path, content) => {
      writeFileSync(path, content.slice(0, content.length / 2));
      ${end};
    };`;
    for (const otherwise of [writes, `files.rename = () => ${end};`]) {
      assert.equal(accepting(folder, 1000, otherwise).signal, "SIGKILL");
      // What it has begun is hidden, and no recording.
      assert.deepEqual(contents(folder).filter(([name]) => !/^\..*\.part$/.test(name)), before);
    }
    assert.equal(accepting(folder, 1000).status, 0);
    assert.equal(readFileSync(join(folder, "expected.csv"), "utf8").length, 1000);
  }));

  test("keep links and modes, and are files", () => inFolder(async (above) => {
    const [folder, other] = [join(above, "open"), join(above, "elsewhere.csv")];
    mkdirSync(folder);
    writeFileSync(other, "old");
    chmodSync(other, 0o660);
    symlinkSync(other, join(folder, "expected.csv"));
    assert.equal((await compareGesture(trace(), folder, { accept: true })).written, true);
    assert.deepEqual([readFileSync(other, "utf8"), statSync(other).mode & 0o777], [trace().csv(), 0o660]);
    assert.ok(lstatSync(join(folder, "expected.csv")).isSymbolicLink());
    assert.deepEqual(names(above), ["elsewhere.csv", "open"]);
    symlinkSync("/dev/null", join(folder, "actual.csv"));
    await fails(compareGesture(trace({ table: "new\n" }), folder), /can't write .*actual.csv: it is no file$/);
  }));

  test("that can't be read or meant are refused", () => inFolder(async (folder) => {
    await fails(compareGesture({}, folder), /the trace is an object; expected what play\(\) or stop\(\) returns/);
    await fails(compareGesture(trace(), 5), /the folder is 5/);
    await fails(compareGesture(trace(), folder, { accept: "all" }), /accept is "all"/);
    writeFileSync(join(folder, "file"), "");
    await fails(compareGesture(trace(), join(folder, "file")), /can't write .*file\/subject.json/);
    writeFileSync(join(folder, "subject.json"), "{");
    await fails(compareGesture(trace(), folder), /subject.json: /);
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
