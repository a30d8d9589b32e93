/** Recordings played into real pages by Playwright, with the same bytes as `pantograph check`. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { pathToFileURL } from "node:url";
import { compareGesture, matchers, pantograph } from "../../Sources/Web/play.mjs";
import {
  cantPlay, changed, inPage, launch, pagesWithLibraries, pagesWithoutLibraries, playPath, replaced, serve,
} from "./playing.mjs";
import { fails, root, web } from "./support.mjs";

const patience = { timeout: 600_000 };
const examples = root + "Tests/Examples/";
const program = process.env.PANTOGRAPH_PROGRAM ?? root + ".build/debug/pantograph";
const module = cantPlay ? undefined : readFileSync(playPath);

let browser, server;
const folder = mkdtempSync(join(tmpdir(), "pantograph-play-"));
before(async () => {
  if (cantPlay) return;
  server = await serve(replaced);
  browser = await launch("--disable-frame-rate-limit");
});
after(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true });
});

/** Calls a function with a new page and its player. */
const withPage = (body) => inPage(browser, (page) => body(page, pantograph(page, { module })));

/** The options of `play` for a case of the examples, without those that are as usual. */
function optionsOf(name) {
  const { elements, show, events, pace, pixelsPerMillimetre, placement, rest } =
    JSON.parse(readFileSync(`${examples}${name}/subject.json`));
  const options = { trace: elements, show, events, pace, pixelsPerMillimetre, placement, rest };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

const sheet = optionsOf("sheet-page");
const sheetFolder = examples + "sheet-page/recordings/";
const flick = sheetFolder + "flick/recording.evemu";

suite("exact replays", { skip: cantPlay, ...patience }, () => {
  test("have the bytes that pantograph check has accepted", (t) => withPage(async (page, player) => {
    for (const name of pagesWithoutLibraries) {
      t.diagnostic(`${name}: skipped, its libraries are missing; tools/lib/prepare-tests installs them`);
    }
    // Of fingers, of pressure, and of two fingers at once.
    for (const name of ["sheet-page", "drawing-page", ...pagesWithLibraries]) {
      const above = name === "sheet-page" ? sheetFolder : `${examples}${name}/`;
      const cases = readdirSync(above, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".")).map((entry) => above + entry.name);
      assert.ok(cases.length >= 4);
      for (const one of cases) {
        await player.open(`${server.address}/${name}/`);
        const recording = readdirSync(one).find((file) => file.startsWith("recording."));
        const trace = await player.play(`${one}/${recording}`, optionsOf(name));
        assert.equal(trace.csv(), readFileSync(`${one}/expected.csv`, "utf8"), one);
        assert.deepEqual(trace.compare(trace.csv()), { same: true, lines: [] });
      }
    }
  }));

  test("are the same 20 of 20 times, in the same page and in new ones", async () => {
    const tables = new Set();
    for (let number = 0; number < 2; number++) {
      await withPage(async (page, player) => {
        for (let time = 0; time < 10; time++) {
          await player.open(`${server.address}/sheet-page/`);
          tables.add((await player.play(flick, sheet)).csv());
        }
      });
    }
    assert.equal(tables.size, 1);
  });

  test("load a page again that was opened otherwise, and leave others alone", () => withPage(async (page, player) => {
    await page.goto(`${server.address}/sheet-page/`);
    const first = await player.play(flick, sheet);
    assert.equal(first.csv(), readFileSync(sheetFolder + "flick/expected.csv", "utf8"));
    assert.match(first.notes[0], /^the page was loaded again, to have the clock/);
    assert.equal(await page.evaluate("new Date().getUTCFullYear()"), 2026);
    const again = await player.play(flick, { ...sheet, reload: true });
    assert.deepEqual([again.csv(), again.notes], [first.csv(), first.notes.slice(1)]);
    await page.goto(`${server.address}/sheet-page/`);
    assert.equal(await page.evaluate("new Promise((done) => requestAnimationFrame(() => done(1)))"), 1);
  }));

  test("go on in a page that has the clock", () => withPage(async (page, player) => {
    await player.open(`${server.address}/sheet-page/`);
    const first = await player.play(flick, sheet);
    assert.deepEqual(first.end, { sheet: { y: 200 } });
    const back = await player.play(sheetFolder + "back/recording.evemu", sheet);
    assert.equal(back.at(0).sheet.y, 200);
  }));

  test("go on after the lift of a touchpad, as pantograph check has accepted", () => withPage(async (page, player) => {
    const { elements: trace, show, input, momentum: law, placement } =
      JSON.parse(readFileSync(examples + "pager-page/subject.json"));
    for (const momentum of [law, `${law}-untrusted`]) {
      await player.open(`${server.address}/pager-page/`);
      const folder = examples + "pager-page/next/";
      const played = await player.play(folder + "recording.evemu", { trace, show, input, momentum, placement });
      assert.equal(played.csv(), readFileSync(folder + "expected.csv", "utf8"));
      assert.equal(played.notes.filter((note) => note.includes("untrusted")).length, momentum === law ? 0 : 1);
    }
  }));

  test("land on an element", () => withPage(async (page, player) => {
    await player.open(`${server.address}/sheet-page/`);
    const { placement, ...others } = sheet;
    const trace = await player.play(flick, { ...others, on: "#sheet", from: [0.5, 0.1] });
    assert.deepEqual(trace.subject.placement, { on: "#sheet", part: [0.5, 0.1] });
    assert.ok(trace.events.some(({ name }) => name === "opens"), JSON.stringify(trace.events));
    assert.ok(placement && trace.at(0.4).sheet.y < 600 && trace.end.sheet.y === 200);
  }));

  test("wait for each other", () => withPage(async (page, player) => {
    const all = [player.open(`${server.address}/sheet-page/`), player.play(flick, sheet),
      player.play(flick, { ...sheet, reload: true })];
    const [, one, two] = await Promise.all(all);
    assert.equal(one.csv(), two.csv());
  }));
});

suite("replays in real time", { skip: cantPlay, ...patience }, () => {
  test("keep the page, and let the browser scroll", () => withPage(async (page, player) => {
    await page.goto(`${server.address}/carousel-page/`);
    await page.evaluate("window.kept = 1");
    const recording = examples + "carousel-page/flick/recording.evemu";
    const accepted = readFileSync(examples + "carousel-page/flick/expected.csv");
    const others = [];
    // Inputs that came late are another gesture, which says nothing about the player.
    for (let time = 0; time < 10 && others.length < 3; time++) {
      await page.evaluate("carousel.scrollTo({ left: 0, behavior: 'instant' })");
      const trace = await player.play(recording, optionsOf("carousel-page"));
      assert.deepEqual([await page.evaluate("window.kept"), trace.end.carousel.scrollLeft], [1, 412]);
      const { same, lines } = trace.compare(accepted);
      if (same) return;
      if (!trace.notes.some((note) => /ms late: the machine was busy/.test(note))) others.push(lines.join("\n"));
    }
    assert.ok(others.length < 3, others.join("\n"));
  }));

  test("load a page again that has the clock of a recording", () => withPage(async (page, player) => {
    await player.open(`${server.address}/sheet-page/`);
    const trace = await player.play(flick, { ...sheet, pace: "real" });
    assert.equal(trace.end.sheet.y, 200);
    assert.ok(trace.notes.some((note) => /its own clock/.test(note)), trace.notes.join());
  }));
});

suite("accepted gestures", { skip: cantPlay, ...patience }, () => {
  test("are written, are the same, and differ where the page does", () => withPage(async (page, player) => {
    const place = join(folder, "open");
    const play = async (address = `${server.address}/sheet-page/`) => {
      await player.open(address);
      return player.play(sheetFolder + "short/recording.evemu", sheet);
    };
    const match = async (trace) => {
      const { pass, message } = await matchers.toMatchGesture.call({}, trace, "open", { folder: place });
      return [pass, message()];
    };
    const trace = await play();
    assert.equal((await match(trace))[0], false);
    assert.deepEqual(readdirSync(place).sort(), ["expected.csv", "recording.evemu", "subject.json"]);
    assert.deepEqual(readFileSync(join(place, "recording.evemu")), readFileSync(sheetFolder + "short/recording.evemu"));
    assert.equal((await match(await play()))[0], true);
    const checked = () => new Promise((resolve) => execFile(program, ["check", place], (error, output) => {
      resolve([error?.code ?? 0, output]);
    }));
    if (existsSync(program)) assert.deepEqual(await checked(), [0, "1 case: 1 same\n"]);
    const [pass, message] = await match(await play(changed(server, "threshold = 0.5", "threshold = 0.05")));
    assert.ok(!pass && /'opens' at .* instead of 'closes'/.test(message), message);
    assert.match(readFileSync(join(place, "actual.csv"), "utf8"), /opens/);
  }));
});

suite("what can't be played", { skip: cantPlay, ...patience }, () => {
  const open = (player, name = "sheet-page") => player.open(`${server.address}/${name}/`);

  test("is said", () => withPage(async (page, player) => {
    await open(player);
    await fails(player.play("nowhere.evemu", sheet), /^can't read the recording .*nowhere.evemu: no such file/);
    await fails(player.play("no\nrecording", sheet), /^1:1: unrecognised recording format/);
    await fails(player.play(join(web, "play.mjs"), sheet), /play\.mjs:1:1: unrecognised recording format/);
    await fails(player.play(flick, { ...sheet, trace: ["#no"] }), /^no element of http.* matches #no$/);
    const nowhere = { ...sheet, placement: undefined, on: "#no" };
    await fails(player.play(flick, nowhere), /no element .*matches #no$/);
    await fails(player.play(flick, { ...sheet, show: ["z"] }), /^the options: show.*unknown property 'z'/);
    // The player goes on.
    assert.equal((await player.play(flick, { ...sheet, reload: true })).end.sheet.y, 200);
  }));

  test("a page without an address", () => withPage(async (page, player) => {
    await page.setContent("<div id=sheet>");
    await fails(player.play(flick, sheet), /^about:blank can't be loaded again/);
  }));

  test("a page that goes away, hangs, crashes or closes", async () => {
    const doing = (script) => changed(server, "grabbed = null;\n", `grabbed = null; ${script};\n`);
    await withPage(async (page, player) => {
      await player.open(doing("location = '/drawing-page/'"));
      await fails(player.play(flick, sheet), /it went to another page/);
      // Chromium closes no page that is on its way.
      await page.waitForURL("**/drawing-page/");
    });
    await withPage(async (page, player) => {
      const ask = 'const slow = new XMLHttpRequest(); slow.open("GET", "/slow", false); slow.send()';
      await player.open(doing(ask));
      await fails(player.play(flick, { ...sheet, timeLimit: 1 }), /^the page has not answered for 1 s: it may hang/);
    });
    await withPage(async (page, player) => {
      await open(player);
      const trace = player.play(flick, sheet);
      setTimeout(() => page.close(), 100);
      await fails(trace, /^the page was closed$/);
    });
    await withPage(async (page, player) => {
      await open(player);
      const trace = player.play(flick, { ...sheet, rest: 60 });
      setTimeout(() => page.goto("chrome://crash").catch(() => {}), 300);
      await fails(trace, /^the page has crashed$/);
      await fails(player.play(flick, sheet), /^the page has crashed$/);
    });
  });
});

suite("other sessions", { skip: cantPlay, ...patience }, () => {
  const accepted = () => readFileSync(sheetFolder + "flick/expected.csv", "utf8");

  test("Puppeteer's pages", () => withPage(async (page) => {
    const tab = {
      createCDPSession: () => page.context().newCDPSession(page), url: () => page.url(), on: () => {},
      viewport: () => page.viewportSize(), goto: (url) => page.goto(url), reload: () => page.reload(),
    };
    await tab.goto(`${server.address}/sheet-page/`);
    assert.equal((await pantograph(tab, { module }).play(flick, sheet)).csv(), accepted());
  }));

  test("a session alone", () => withPage(async (page) => {
    const session = await page.context().newCDPSession(page);
    const player = pantograph(session, { module });
    await player.open(`${server.address}/sheet-page/`);
    assert.equal((await player.play(flick, sheet)).csv(), accepted());
    assert.match((await player.play(flick, { ...sheet, reload: true })).subject.page, /^http.*sheet-page\/$/);
    await fails(player.open("http://127.0.0.1:1/"), /^can't load http:\/\/127.0.0.1:1\/: net::ERR/);
    await player.close();
    await assert.rejects(async () => player.open("about:blank"), /the player is closed/);
  }));

  test("pages of files", () => withPage(async (page, player) => {
    const path = join(folder, "page.html");
    copyFileSync(examples + "sheet-page/index.html", path);
    await player.open(pathToFileURL(path));
    assert.equal((await player.play(flick, sheet)).csv(), accepted());
  }));
});

test("what the declarations name is there", { skip: cantPlay, ...patience }, () => withPage(async (page, player) => {
  const declared = readFileSync(web + "play.d.ts", "utf8");
  await player.open(`${server.address}/sheet-page/`);
  for (const [name, object] of [["Player", player], ["Trace", await player.play(flick, sheet)]]) {
    const [, body] = new RegExp(`^export interface ${name} \\{\n([\\s\\S]*?)^\\}`, "m").exec(declared);
    const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+)[(:?]/gm)].map(([, member]) => member);
    assert.deepEqual(members.filter((member) => !(member in object)), [], name);
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter((key) => key !== "constructor");
    assert.deepEqual(methods.filter((method) => !members.includes(method)), [], name);
  }
}));

test("the file of the module is found beside the script", { skip: cantPlay, ...patience }, async () => {
  const installed = join(folder, "node_modules/pantograph/");
  cpSync(web, installed, { recursive: true });
  copyFileSync(playPath, installed + "play.wasm");
  const own = await import(pathToFileURL(installed + "play.mjs"));
  const context = await browser.newContext({ viewport: { width: 412, height: 915 } });
  const page = await context.newPage();
  await own.pantograph(page).open(`${server.address}/sheet-page/`);
  const trace = await own.pantograph(page).play(flick, sheet);
  assert.equal((await own.compareGesture(trace, join(folder, "beside"), { accept: true })).pass, true);
  await fails(compareGesture(trace, folder), /the trace is an object/);
  await context.close();
});
