/** Gestures that a test makes by itself, traced in real pages. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { compareGesture, pantograph } from "../../Sources/Web/play.mjs";
import { Firefox, lacks } from "./browsing.mjs";
import { cantPlay, changed, inPage, launch, playPath, replaced, serve } from "./playing.mjs";
import { fails, inFolder, isMissing, root } from "./support.mjs";

const patience = { timeout: 600_000 };
const program = process.env.PANTOGRAPH_PROGRAM ?? root + ".build/debug/pantograph";
const module = existsSync(playPath) ? readFileSync(playPath) : undefined;

let browser, server;
before(async () => {
  if (isMissing) return;
  server = await serve(replaced);
  if (!cantPlay) browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Calls a function with a new page that shows the sheet, and its player. */
const withSheet = (body, address = `${server.address}/sheet-page/`) => inPage(browser, async (page) => {
  await page.goto(address);
  return body(page, pantograph(page, { module }));
}, { hasTouch: true });

/** Drags the sheet up by 300 pixels, in steps of 20 at their times. */
async function drag(page, between = () => page.waitForTimeout(16)) {
  await page.mouse.move(200, 800);
  await page.mouse.down();
  for (let y = 780; y >= 500; y -= 20) {
    await page.mouse.move(200, y);
    await between();
  }
  await page.mouse.up();
  await page.waitForFunction("performance.getEntriesByName('settled').length > 0");
}

/** More than any busy machine makes of a drag: the events and their order remain. */
const late = { value: 400, seconds: 60 };
const options = { show: ["y"], tolerances: { "*": late, events: late } };

suite("traces of a test's own gestures", { skip: cantPlay, ...patience }, () => {
  test("have what the page has shown since the first input", () => withSheet(async (page, player) => {
    await page.evaluate("performance.mark('before all')");
    const tracing = await player.trace(["#sheet"], options);
    await page.evaluate("performance.mark('before the input')");
    await page.waitForTimeout(200);
    await drag(page);
    const trace = await tracing.stop();
    assert.deepEqual([trace.end, trace.silences], [{ sheet: { y: 200 } }, []]);
    const { times: frames, values } = trace.columns["sheet.y"];
    assert.deepEqual([frames[0], values[0]], [0, 600]);
    const [{ id, times, x, y }, ...others] = trace.contacts;
    assert.deepEqual([id, others, times[0], x[0], y[0]], [0, [], 0, 200, 800]);
    // What the test has done; the browser leaves moves out that come within a frame.
    assert.ok(y.every((one, index) => one % 20 === 0 && (index === 0 || one <= y[index - 1])) && y.at(-1) === 500);
    const release = times.at(-1);
    assert.ok(times.every((time, index) => index === 0 || time >= times[index - 1]) && release > 0);
    const [opens, settled, ...more] = trace.events;
    assert.deepEqual([opens.name, settled.name, more], ["opens", "settled", []]);
    // The transition of the page takes 300 ms, and is over before the rest of 1 s is.
    assert.ok(opens.time >= release && settled.time >= opens.time + 0.29 && trace.duration > release + 0.9);
    assert.equal(tracing.stop(), tracing.stop());
  }));

  test("are accepted beside folders of recordings, and differ where the page does", () => inFolder(async (above) => {
    const folder = join(above, "drag");
    const compared = (address) => withSheet(async (page, player) => {
      const tracing = await player.trace({ sheet: "#sheet" }, options);
      await drag(page);
      return compareGesture(await tracing.stop(), folder);
    }, address);
    const first = await compared();
    assert.match(first.message, /wrote traced.json and traced.csv: look at them/);
    assert.deepEqual(readdirSync(folder).sort(), ["traced.csv", "traced.json"]);
    const second = await compared();
    assert.equal(second.pass, true, second.message);
    const other = await compared(changed(server, "threshold = 0.5, flick = 0.5", "threshold = 0.9, flick = 99"));
    assert.ok(!other.pass && /'(opens|closes)'/.test(other.message), other.message);
    if (!existsSync(program)) return;
    cpSync(root + "Tests/Examples/sheet-page/recordings/flick", join(above, "flick"), { recursive: true });
    cpSync(root + "Tests/Examples/sheet-page/index.html", join(above, "index.html"));
    cpSync(root + "Tests/Examples/sheet-page/subject.json", join(above, "subject.json"));
    assert.match(execFileSync(program, ["check", above], { encoding: "utf8" }), /^1 case: 1 same\n/);
  }));

  test("of a key or a wheel alone count from it, and land nowhere", () => withSheet(async (page, player) => {
    await page.evaluate("addEventListener('keydown', () => { sheet.style.top = '100px'; performance.mark('key'); })");
    const tracing = await player.trace("#sheet", { show: ["y"], rest: 0.2 });
    await page.waitForTimeout(300);
    await page.keyboard.press("a");
    const trace = await tracing.stop();
    assert.deepEqual([trace.end.sheet.y, trace.contacts, trace.silences], [100, [], []]);
    assert.ok(trace.events[0].name === "key" && trace.events[0].time < 0.25, JSON.stringify(trace.events));
    const nothing = await (await player.trace("#sheet", { show: ["y"], rest: 0 })).stop();
    assert.match(nothing.silences.join(), /no column changes/);
  }));

  test("of each finger have its path", () => withSheet(async (page, player) => {
    const tracing = await player.trace("#sheet", { show: ["y"], rest: 0 });
    await page.touchscreen.tap(100, 700);
    await page.touchscreen.tap(150, 720);
    const { contacts } = await tracing.stop();
    assert.deepEqual(contacts.map(({ id, x, y }) => [id, x[0], y[0]]), [[0, 100, 700], [1, 150, 720]]);
  }));

  test("end with a message where the page does not stay", () => withSheet(async (page, player) => {
    const address = page.url();
    const trace = () => player.trace("#sheet", { show: ["y"], rest: 0 });
    await fails(player.trace("#no"), /^no element of http.* matches #no$/);
    await fails(player.trace("#sheet", { show: ["z"] }), /^the options: show.*unknown property 'z'/);
    assert.throws(() => player.trace("#sheet", { pace: "real" }), /the options has no 'pace'/);
    assert.throws(() => player.trace("#sheet", { rest: -1 }), /rest is -1/);
    assert.throws(() => player.trace([]), /trace is empty/);
    const left = await trace();
    await page.goto(address);
    await fails(left.stop(), /^the page failed: .*it went to another page, or loaded itself again/);
    const [first, second] = [await trace(), await trace()];
    await fails(first.stop(), /^another gesture has begun in the page/);
    await second.stop();
    // A busy machine may not even begin in time.
    const hanging = async () => {
      const tracing = await player.trace("#sheet", { rest: 0, timeLimit: 0.5 });
      page.evaluate("{ const end = Date.now() + 3000; while (Date.now() < end); }").catch(() => {});
      return tracing.stop();
    };
    await fails(hanging(), /^the page has not answered for 0.5 s: it may hang/);
    await player.open(address);
    await fails(trace(), /^the page's clock stands still/);
    await page.close();
    await fails(trace(), /^the page failed: .*closed/);
  }));

  test("come from a session alone", () => withSheet(async (page) => {
    const player = pantograph(await page.context().newCDPSession(page), { module });
    const tracing = await player.trace("#sheet", { show: ["y"], rest: 0.5 });
    await drag(page);
    assert.equal((await tracing.stop()).end.sheet.y, 200);
  }));
});

test("traces come from Firefox, too", { skip: isMissing || lacks("firefox"), ...patience }, async () => {
  const firefox = await Firefox.start({ width: 412, height: 915 });
  try {
    await firefox.open(`${server.address}/sheet-page/`);
    const opens = "sheet.style.transition = 'top 300ms'; sheet.style.top = '200px';";
    await firefox.run(`(addEventListener('keydown', () => { ${opens} }), 1)`);
    const page = { evaluate: (expression) => firefox.run(`(0, eval)(${JSON.stringify(expression)})`) };
    const tracing = await pantograph(page, { module }).trace("#sheet", { show: ["y"] });
    await firefox.key("a");
    const trace = await tracing.stop();
    // The page's own script marks the end of the transition, which began with a frame: up to 16.7 ms before the key.
    assert.ok(trace.events[0]?.name === "settled" && trace.events[0].time > 0.28, JSON.stringify(trace.events));
    assert.deepEqual([trace.columns["sheet.y"].values[0], trace.end.sheet.y], [600, 200]);
  } finally {
    await firefox.close();
  }
});
