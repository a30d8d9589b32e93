/** The playground: its one file, and what it does in real browsers, opened from a disk. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Chromium, Firefox, lacks } from "./browsing.mjs";
import { isMissing, modulePath, readsNoRecordings, refuses, root, start } from "./support.mjs";
import { Player } from "../../Sources/Web/playground/player.mjs";
import { parse, write } from "../../Sources/Web/pages/json.mjs";
import { scenes } from "../../Sources/Web/playground/scenes.mjs";
import { settlingPresets, springs } from "../../Sources/Web/pages/choosing.mjs";
import { initial, textOf } from "../../Sources/Web/playground/choices.mjs";

const patience = { timeout: 600_000 };
/** The engine is most of it, as text; what judges and explains releases took 19 kB, what changes interactions 22. */
const largest = 756_000;
const program = process.env.PANTOGRAPH_PROGRAM ?? root + ".build/debug/pantograph";
const hasNoProgram = existsSync(program) ? false : `no ${program}`;

const folder = isMissing ? undefined : mkdtempSync(join(tmpdir(), "pantograph-playground-"));
after(() => folder && rmSync(folder, { recursive: true }));

/** Makes the page, and returns its path. */
function made(name = "playground.html") {
  const path = join(folder, name);
  const values = ["--module", modulePath, "--output", path, "--version", "1.2.3"];
  const { status, stderr } = spawnSync(root + "tools/lib/package-playground", values, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return path;
}

suite("the file", { skip: isMissing }, () => {
  test("is the same each time, and small", () => {
    const [one, other] = [made("one.html"), made("other.html")].map((path) => readFileSync(path));
    assert.deepEqual(one, other);
    assert.ok(one.length < largest, `${one.length} bytes`);
  });

  test("refers to nothing else, and its policy allows its own script only", () => {
    const text = readFileSync(made(), "utf8");
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(text)[1];
    const hash = (found) => createHash("sha256").update(found.exec(text)[1]).digest("base64");
    const script = hash(/<script type="module">([\s\S]*?)<\/script>/);
    assert.ok(policy.startsWith(`default-src 'none'; script-src 'sha256-${script}' 'wasm-unsafe-eval';`), policy);
    assert.ok(policy.includes(`style-src 'sha256-${hash(/<style>([\s\S]*?)<\/style>/)}';`));
    assert.deepEqual([...text.matchAll(/(?:src|href)="(?!#|data:image)[^"]*"/g)].map(([found]) => found), []);
    assert.match(text, /Pantograph 1\.2\.3\./);
  });
});

suite("the interactions", { skip: isMissing }, () => {
  test("each scene takes each rule, momentum, spring and estimator", async () => {
    const engine = await start();
    const settles = settlingPresets(engine);
    assert.ok(settles.has("libadwaita") && !settles.has("kwin"), [...settles].join());
    const kinds = {
      rule: engine.names.rules, momentum: engine.names.momenta, spring: Object.keys(springs), estimator: engine.names.estimators,
    };
    for (const { name: scene } of scenes) {
      for (const [kind, values] of Object.entries(kinds)) {
        for (const value of values) {
          const text = textOf({ ...initial, scene, [kind]: value }, settles);
          // Hyprland's velocity has another unit; the page shows what the engine says.
          if (value === "hyprland" && kind === "estimator") {
            refuses(() => engine.interaction(text), /per event/);
          } else {
            engine.interaction(text).close();
          }
        }
      }
    }
  });

  test("a text is written as it was read, without its comments", () => {
    const text = '// a\n{ "a": "/* no // comment */", /* b */ "list": [1, { "x": [] }], "none": {} } // c';
    assert.deepEqual(parse(text), { a: "/* no // comment */", list: [1, { x: [] }], none: {} });
    for (const scene of scenes) assert.deepEqual(parse(write(parse(scene.text))), parse(scene.text));
  });
});

test("a replay passes on each sample and event once, in its own time", () => {
  const samples = [0, 10, 20, 30].map((time) => ({ time, fraction: time / 30 }));
  const events = [{ time: 12, kind: "began" }, { time: 30.4, kind: "completed" }];
  const player = new Player({ samples, events }, 1000);
  const got = [];
  const advance = (now) => player.advance(now, (time) => got.push(time), ({ time, kind }) => got.push(`${kind} ${time}`));
  assert.equal(advance(1000).time, 0);
  assert.equal(advance(1015).time, 10);
  assert.deepEqual(got, [1010, "began 1012"]);
  assert.ok(!player.hasEnded);
  // An event between the last sample and the end of the recording is not lost.
  assert.equal(advance(1100).time, 30);
  assert.deepEqual(got.slice(2), [1020, 1030, "completed 1030.4"]);
  assert.ok(player.hasEnded);
});

// In browsers

/** Scripts of the page's side: a finger whose times do not depend on the machine. */
const helpers = `
  const text = (id) => document.getElementById(id).textContent;
  const finger = (points, kind = "touch") => {
    const stage = document.getElementById("stage");
    const { left, top, width, height } = stage.getBoundingClientRect();
    const start = performance.now();
    points.forEach(([time, right, down], index) => {
      const type = index === 0 ? "pointerdown" : index === points.length - 1 ? "pointerup" : "pointermove";
      const event = new PointerEvent(type, { pointerId: 7, pointerType: kind, isPrimary: true, bubbles: true, button: 0,
        clientX: left + width * (0.5 + right), clientY: top + height * (0.5 + down) });
      Object.defineProperty(event, "timeStamp", { value: start + time });
      stage.dispatchEvent(event);
    });
  };
  const option = (name) => [...document.querySelectorAll("[role=option]")].find((one) => one.firstChild.data === name);
  const plotted = (color) => {
    const plot = document.getElementById("plot");
    const { data } = plot.getContext("2d").getImageData(0, 0, plot.width, plot.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) count += data[at + 3] === 255 && data.slice(at, at + 3).join() === color;
    return count;
  };
  const hasSettled = () => text("facts").includes("settled in")`;

/** A drag by shares of the stage in steps of 8 ms, with a rest before the lift. */
function drag(right, down, { steps = 12, rest = 0 } = {}) {
  const points = Array.from({ length: steps + 1 }, (_, step) => [8 * step, right * step / steps, down * step / steps]);
  const last = points.at(-1);
  return JSON.stringify([...points, [last[0] + rest + 4, last[1], last[2]]]);
}

/** What the editor has, and which option is selected. */
const written = "document.getElementById('text').value";
const selected = "document.querySelector('[aria-selected=true][role=option]').firstChild.data";

/** The address of the page with a fragment. */
const address = (fragment = "") => pathToFileURL(join(folder, "playground.html")).href + fragment;

async function open(browser, fragment) {
  await browser.open(address(fragment));
  await browser.until("document.documentElement?.dataset.ready");
  browser.helpers = helpers;
}

const browsers = { chromium: Chromium, firefox: Firefox };

for (const [name, Browser] of Object.entries(browsers)) {
  const why = isMissing || lacks(name);
  suite(`in ${name}`, { skip: why, concurrency: 1 }, () => {
    let browser;
    before(async () => {
      made();
      browser = await Browser.start();
    }, patience);
    after(() => browser?.close());
    const text = (id) => browser.evaluate(`text(${JSON.stringify(id)})`);

    test("a flick throws the card away, and a short drag does not", patience, async () => {
      await open(browser);
      await browser.evaluate(`finger(${drag(-0.3, 0)})`);
      assert.match(await text("decision"), /^It finishes: velocity .* mm\/s is above 90\.0\.$/);
      await browser.until("text('stage').includes('Gone at')");
      // The stroke of the finger and that of the animation, in the plot's colours.
      for (const color of ["10,79,163", "160,60,0"]) {
        assert.ok(await browser.evaluate(`plotted("${color}")`) > 20, color);
      }
      await browser.evaluate(`finger(${drag(0.1, 0, { rest: 300 })})`);
      assert.match(await text("decision"), /^It goes back: no condition holds\.$/);
      await browser.until("hasSettled()");
      await browser.until("document.querySelector('.pile .layer:last-child').style.transform === 'translateX(0px) rotate(0deg)'");
      assert.match(await text("findings"), /^1\. ✗ velocity 0\.00 mm\/s is not above 90\.0.*2\. ✗ fraction 0\.1\d is not above 0\.45$/);
    });

    test("each scene goes to its end", patience, async () => {
      for (const [scene, ...by] of [["sheet", 0, -0.4], ["carousel", -0.4, 0], ["photo", 0, 0.4]]) {
        await open(browser, `#s=${scene}`);
        await browser.evaluate(`finger(${drag(...by)})`);
        assert.match(await text("decision"), scene === "carousel" ? /^It goes to a resting point, 0\.33: travel/ : /^It finishes: /);
        await browser.until("hasSettled()");
      }
    });

    test("a tap opens the sheet, and another closes it", patience, async () => {
      await open(browser, "#s=sheet");
      const top = "Number(/translateY\\((.*)px/.exec(document.querySelector('.sheet-scene .layer').style.transform)[1])";
      const first = await browser.evaluate(top);
      await browser.evaluate("finger([[0, 0, 0.4], [60, 0, 0.4]])");
      // A tap before it rests would only catch it.
      await browser.until(`Math.abs(${top} - ${first} / 7) < 1e-3`);
      await browser.evaluate("finger([[0, 0, 0.4], [60, 0, 0.4]])");
      await browser.until(`Math.abs(${top} - ${first}) < 1e-3`);
    });

    test("another rule judges the same touches otherwise", patience, async () => {
      await open(browser);
      // Held still at 0.48 of the distance: above the scene's 0.45, and too long for Pantograph's own rule, where a rest goes back.
      await browser.evaluate(`finger(${drag(0.44, 0, { steps: 60, rest: 400 })})`);
      assert.match(await text("decision"), /^It finishes: fraction 0\.4\d is above 0\.45\.$/);
      await browser.until("option('hammer').lastChild.textContent !== ''");
      assert.equal(await browser.evaluate("option('pantograph').lastChild.textContent"), "goes back");
      assert.equal(await browser.evaluate("option('As written below').lastChild.textContent"), "finishes");
      await browser.evaluate("option('pantograph').click()");
      assert.match(await text("decision"), /^It goes back: /);
      assert.match(await text("findings"), /^1\. ✓ rest time 0\.40 s is not below 0\.10/);
      assert.match(await browser.evaluate(written), /"rule": \{ "preset": "pantograph" \}/);
    });

    test("the list of rules has keys", patience, async () => {
      await open(browser);
      await browser.evaluate("document.getElementById('rules').focus()");
      await browser.key("ArrowDown");
      assert.equal(await browser.evaluate(selected), "pantograph");
      for (const letter of "niri") await browser.key(letter, "Key", letter);
      assert.equal(await browser.evaluate(selected), "niri");
      assert.match(await browser.evaluate(written), /"settle": \{ "preset": "niri" \}/);
    });

    test("the link restores what was chosen and written", patience, async () => {
      await open(browser, "#s=sheet");
      await browser.evaluate("option('gnome-shell').click()");
      await browser.evaluate("(() => { const one = document.getElementById('spring'); one.value = 'jelly';"
        + " one.dispatchEvent(new Event('change')); })()");
      const fragment = await browser.until("location.hash.includes('jelly') && location.hash");
      assert.equal(fragment, "#s=sheet&r=gnome-shell&k=jelly");
      const shown = await browser.evaluate(written);
      await open(browser, fragment);
      assert.equal(await browser.evaluate(written), shown);
      await browser.evaluate("(() => { const one = document.getElementById('text');"
        + " one.value = one.value.replace('jelly', '').replace('0.2', '0.33'); one.dispatchEvent(new Event('input')); })()");
      const own = await browser.until("location.hash.includes('&i=') && location.hash");
      await open(browser, own);
      assert.equal(await browser.evaluate(written), shown.replace("0.2", "0.33"));
      await open(browser, "#s=nothing&r=none&i=!!");
      assert.equal(await browser.evaluate("document.querySelector('[role=tab][aria-selected=true]').id"), "scene-card");
    });

    test("keys drag, lift, flick, hold, reverse and cancel", patience, async () => {
      await open(browser);
      await browser.evaluate("document.getElementById('stage').focus()");
      await browser.key("ArrowRight");
      await browser.key("Enter");
      await browser.until("hasSettled() && text('decision').startsWith('It goes back')");
      await browser.key(" ", "Space", " ");
      await browser.until("text('stage').includes('Gone at')");
      for (let step = 0; step < 4; step++) await browser.key("ArrowLeft");
      await browser.until("/rotate\\(-[1-9]/.test(document.querySelector('.pile .layer:last-of-type').style.transform)");
      await browser.key("Escape");
      await browser.until("text('decision').includes('cut off')");
      await browser.until("hasSettled()");
      await browser.evaluate("document.getElementById('scene-sheet').click()");
      await browser.evaluate("document.getElementById('stage').focus()");
      await browser.key(" ", "Space", " ");
      await browser.until("hasSettled()");
      await browser.key("r", "KeyR", "r");
      await browser.until("/translateY\\((.*)px/.exec(document.querySelector('.sheet-scene .layer').style.transform)[1]"
        + " > 0.8 * document.getElementById('stage').clientHeight");
    });

    test("what is held rests until it is resumed", patience, async () => {
      await open(browser, "#s=sheet");
      const place = "document.querySelector('.sheet-scene .layer').style.transform";
      // So slow that the machine is not slower: 60 s is the slowest response there is.
      await browser.evaluate("(() => { const one = document.getElementById('text');"
        + " one.value = one.value.replaceAll('0.4, \"damp', '60, \"damp'); one.dispatchEvent(new Event('input')); })()");
      await browser.until("location.hash.includes('&i=')");
      await browser.evaluate(`finger(${drag(0, -0.3, { steps: 40, rest: 200 })})`);
      const first = await browser.evaluate(place);
      await browser.until(`${place} !== ${JSON.stringify(first)}`);
      await browser.evaluate("document.getElementById('hold').click()");
      await browser.evaluate("new Promise(requestAnimationFrame)");
      const held = await browser.evaluate(`new Promise(requestAnimationFrame).then(() => ${place})`);
      await browser.evaluate("new Promise((resolve) => setTimeout(resolve, 200))");
      assert.equal(await browser.evaluate(place), held);
      await browser.evaluate("document.getElementById('hold').click()");
      await browser.until(`${place} !== ${JSON.stringify(held)}`);
    });

    test("a touchpad scrolls the sheet up", patience, async () => {
      await open(browser, "#s=sheet");
      await browser.evaluate(`(() => {
        const stage = document.getElementById("stage");
        const { left, top, width, height } = stage.getBoundingClientRect();
        for (let step = 0; step < 12; step++) {
          const event = new WheelEvent("wheel", { deltaY: height / 40, bubbles: true, cancelable: true,
            clientX: left + width / 2, clientY: top + height / 2 });
          Object.defineProperty(event, "timeStamp", { value: performance.now() + 8 * step });
          stage.dispatchEvent(event);
        }
      })()`);
      await browser.until("text('decision').startsWith('It finishes')");
      await browser.until("hasSettled()");
    });

    test("a mistake in the text is shown in its line", patience, async () => {
      await open(browser);
      await browser.evaluate("(() => { const one = document.getElementById('text');"
        + " one.value = one.value.replace('\"distance\"', '\"distanc\"'); one.dispatchEvent(new Event('input')); })()");
      await browser.until("!document.getElementById('mistake').hidden");
      assert.match(await text("mistake"), /^6:\d+: progress: unknown key 'distanc'; did you mean 'distance'\?6 \| .*\n +\^$/);
      // What was there before still runs.
      await browser.evaluate(`finger(${drag(0.3, 0)})`);
      assert.match(await text("decision"), /^It finishes/);
    });

    test("a recorded case is one that check reads", { ...patience, skip: hasNoProgram }, async () => {
      await open(browser, "#s=sheet");
      await browser.evaluate("document.getElementById('record').click()");
      await browser.evaluate(`finger(${drag(0.02, -0.22, { steps: 20, rest: 200 })}, "pen")`);
      const decision = await text("decision");
      await browser.until("hasSettled()");
      await browser.evaluate("document.getElementById('record').click()");
      const archive = join(folder, `${name}.zip`);
      writeFileSync(archive, Buffer.from(await browser.evaluate(`(async () => {
        let blob;
        const original = URL.createObjectURL;
        URL.createObjectURL = (one) => original.call(URL, blob = one);
        document.getElementById("download").click();
        URL.createObjectURL = original;
        return [...new Uint8Array(await blob.arrayBuffer())];
      })()`)));
      const run = (name, ...values) => spawnSync(name, values, { cwd: folder, encoding: "utf8" });
      assert.equal(run("python3", "-m", "zipfile", "-t", archive).status, 0);
      assert.equal(run("python3", "-m", "zipfile", "-e", archive, name).status, 0);
      const made = join(folder, name, "my-sheet");
      run(program, "check", "--accept", made);
      const checked = run(program, "check", made);
      assert.equal(checked.status, 0, checked.stdout + checked.stderr);
      const replayed = run(program, "replay", join(made, "recording.json"), "-i", join(made, "interaction.json"));
      const target = /goes to a resting point, (0\.\d\d)/.exec(decision)?.[1];
      assert.equal(target, "0.45", decision);
      assert.match(replayed.stdout, /decided +snap/, replayed.stdout + replayed.stderr);
      assert.match(readFileSync(join(made, "expected.csv"), "utf8"), /decided snap target 0\.450000/);
    });

    test("a dropped recording plays, or the page says why not", patience, async () => {
      await open(browser);
      const recording = readFileSync(root + "Recordings/touchpad-flick/recording.yml", "utf8");
      await browser.evaluate(`(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([${JSON.stringify(recording)}], "flick.yml"));
        dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, cancelable: true }));
      })()`);
      const said = await browser.until("!/^(Reading|$)/.test(text('recorded')) && text('recorded')");
      if (readsNoRecordings) {
        assert.equal(said, "Can't play flick.yml: this module reads no recordings.");
      } else {
        assert.match(said, /^Playing flick\.yml: finish\.$/);
        await browser.until("text('decision').startsWith('It finishes')");
      }
    });

    test("nothing is loaded", patience, async () => {
      await open(browser);
      assert.equal(await browser.evaluate("performance.getEntriesByType('resource').length"), 0);
    });
  });
}

const axe = root + ".build/python/axe_playwright_python/axe.min.js";
const hasNoAxe = existsSync(axe) ? false : `no ${axe}`;

suite("on a phone", { skip: isMissing || lacks("chromium"), concurrency: 1 }, () => {
  let browser;
  before(async () => {
    made();
    browser = await Chromium.start({ width: 390, height: 844, touch: true });
  }, patience);
  after(() => browser?.close());

  /** Moves a real finger by pixels from the middle of the stage. */
  async function touch(right, down, steps) {
    const [x, y] = await browser.evaluate("(({ left, top, width, height }) => [left + width / 2, top + height / 2])"
      + "(document.getElementById('stage').getBoundingClientRect())");
    const points = Array.from({ length: steps + 1 }, (_, step) => [8 * step, x + right * step / steps, y + down * step / steps]);
    await browser.drag(points);
  }

  test("fingers of the browser drive it", patience, async () => {
    await open(browser);
    await touch(120, 0, 10);
    await browser.until("text('decision').startsWith('It finishes')");
    await browser.until("text('stage').includes('Gone at')");
    await touch(60, 0, 60);
    await browser.until("text('decision').startsWith('It goes back')");
    await browser.until("hasSettled()");
  });

  test("the page is as wide as the screen", patience, async () => {
    for (const { name } of scenes) {
      await open(browser, `#s=${name}`);
      assert.equal(await browser.evaluate("document.documentElement.scrollWidth"), 390, name);
    }
  });

  test("axe finds nothing that keeps people from using it", { ...patience, skip: hasNoAxe }, async () => {
    const script = readFileSync(axe, "utf8");
    for (const scheme of ["light", "dark"]) {
      await browser.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
      await open(browser, "#s=sheet&r=kwin");
      await touch(0, -80, 10);
      await browser.until("hasSettled()");
      await browser.send("Runtime.evaluate", { expression: script });
      const found = await browser.evaluate("axe.run().then(({ violations }) => violations.map(({ id, nodes }) =>"
        + " `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`))");
      assert.deepEqual(found, [], scheme);
    }
  });

  test("without DecompressionStream, a sentence says so", patience, async () => {
    const { identifier } = await browser.send("Page.addScriptToEvaluateOnNewDocument", { source: "delete globalThis.DecompressionStream" });
    await browser.open(address());
    await browser.until("document.getElementById('alert')?.hidden === false");
    assert.match(await browser.evaluate("document.getElementById('alert').textContent"), /lacks DecompressionStream/);
    await browser.send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
  });
});
