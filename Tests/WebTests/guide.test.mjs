/**
 * The examples about tests of pages, run as they are: in a real Chromium, with what stands in for the test runners and
 * Puppeteer.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, suite, test } from "node:test";
import { cantPlay, playPath, serve } from "./playing.mjs";
import { inFolder, root, web } from "./support.mjs";

const program = process.env.PANTOGRAPH_PROGRAM ?? root + ".build/debug/pantograph";
const flick = root + "Tests/Examples/sheet-page/recordings/flick/recording.evemu";
const launches = `import { launch } from ${JSON.stringify(new URL("playing.mjs", import.meta.url).href)};\n`;

/** What is installed beside the package: the parts of the libraries that the examples use. */
const standIns = {
  // Vitest's and Playwright's runner; each example has one test.
  "runner/index.js": `
    const assert = require("node:assert/strict");
    const runner = { state: {}, hooks: { before: [], after: [] }, info: undefined };
    const extended = {};
    exports.runner = runner;
    exports.defineConfig = (config) => config;
    exports.beforeAll = (hook) => runner.hooks.before.push(hook);
    exports.afterAll = (hook) => runner.hooks.after.push(hook);
    exports.test = (name, body) => { (runner.tests ??= []).push(body); };
    exports.test.skip = (isSkipped) => assert.ok(!isSkipped({ browserName: "chromium" }));
    exports.test.info = () => runner.info;
    exports.expect = (value) => ({
      toBe: (other) => assert.equal(value, other),
      toBeLessThan: (other) => assert.ok(value < other),
      toContain: (other) => assert.ok(value.includes(other)),
      ...Object.fromEntries(Object.entries(extended).map(([name, matcher]) => [name, async (...parts) => {
        const { pass, message } = await matcher.call(runner.state, value, ...parts);
        assert.ok(pass, message());
      }])),
    });
    exports.expect.extend = (matchers) => Object.assign(extended, matchers);`,
  "@playwright/test/index.js": 'module.exports = require("../../runner/index.js");',
  "vitest/index.js": 'module.exports = require("../runner/index.js");',
  "playwright/index.mjs": `${launches}
    export const chromium = { launch: ({ args = [] } = {}) => launch(...args) };`,
  "puppeteer/index.mjs": `${launches}
    const tab = (page) => ({
      createCDPSession: () => page.context().newCDPSession(page), on: (...parts) => page.on(...parts),
      url: () => page.url(), goto: (address) => page.goto(address), reload: () => page.reload(),
      viewport: () => page.viewportSize(), setViewport: (size) => page.setViewportSize(size),
    });
    export default {
      launch: async () => {
        const browser = await launch();
        return { newPage: async () => tab(await browser.newPage()), close: () => browser.close() };
      },
    };`,
};

/** Runs the tests of a file: in Playwright's runner if its name says so, otherwise in the other one. */
const run = `${launches}
  import { pathToFileURL } from "node:url";
  import { join, resolve } from "node:path";
  import standIn from "./node_modules/runner/index.js";
  import config from "./playwright.config.mjs";
  const { runner } = standIn;
  const file = resolve(process.argv[2]);
  const isPlaywright = file.endsWith(".spec.mjs");
  if (isPlaywright) {
    const snapshotPath = (...parts) => join(file + "-snapshots", ...parts);
    runner.info = { config: { updateSnapshots: "missing" }, snapshotPath };
  } else {
    runner.state.snapshotState = { _updateSnapshot: "new" };
  }
  await import(pathToFileURL(file));
  const { launchOptions, ...context } = config.use;
  const browser = isPlaywright ? await launch(...launchOptions.args) : undefined;
  try {
    for (const hook of runner.hooks.before) await hook();
    for (const body of runner.tests) await body({ page: await browser?.newPage(context) });
  } catch (failure) {
    console.log(failure.message);
    process.exitCode = 1;
  } finally {
    for (const hook of runner.hooks.after) await hook();
    await browser?.close();
  }`;

let server;
before(async () => { if (!cantPlay) server = await serve(); });
after(() => server?.close());

/** The examples of a page by the names as which they are saved, with the address of the server here. */
function examples(path) {
  const text = readFileSync(path, "utf8").replaceAll("http://localhost:8080", server.address)
    .replaceAll("/sheet.html", "/sheet-page/");
  const blocks = [...text.matchAll(/(?:as\s`([^`]+)`:)?\n\n```js\n([\s\S]*?)```/g)];
  return blocks.map(([, name, block]) => ({ name, block }));
}

/** Calls a function with a folder in which the package and the libraries are installed. */
const installed = (body) => inFolder((folder) => {
  const save = (name, content) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  cpSync(web, join(folder, "node_modules/pantograph"), { recursive: true });
  copyFileSync(playPath, join(folder, "node_modules/pantograph/play.wasm"));
  for (const [name, text] of Object.entries(standIns)) save("node_modules/" + name, text);
  for (const name of ["playwright", "puppeteer"]) {
    save(`node_modules/${name}/package.json`, '{ "exports": "./index.mjs" }');
  }
  save("run.mjs", run);
  const start = (...values) => new Promise((resolve) => {
    execFile(process.execPath, values, { cwd: folder }, (error, output, complaints) =>
      resolve([error?.code ?? 0, output + complaints]));
  });
  return body({ folder, save, start });
});

suite("examples", { skip: cantPlay, timeout: 600_000 }, () => {
  test("of the guide", () => installed(async ({ folder, save, start }) => {
    for (const { name, block } of examples(root + "Sources/Commands/Commands.docc/TestWithPlaywright.md")) {
      save(name, block);
    }
    save("gestures/flick.evemu", readFileSync(flick));
    const [spec, other] = ["tests/sheet.spec.mjs", "tests/sheet.test.mjs"];
    for (const file of [spec, other]) {
      const [status, output] = await start("run.mjs", file);
      assert.ok(status === 1 && /open: nothing was accepted yet; wrote/.test(output), output);
      assert.deepEqual(await start("run.mjs", file), [0, ""]);
    }
    const table = (place) => readFileSync(join(folder, place, "expected.csv"), "utf8");
    assert.equal(table("gestures/open"), table(spec + "-snapshots/open"));
    assert.deepEqual(await start("sheet.mjs"), [0, "gestures/open: the same as what was accepted\n"]);
    const [status, output] = await start("run.mjs", "tests/drag.spec.mjs");
    assert.ok(status === 1 && /drag: nothing was accepted yet; wrote traced.json and traced.csv/.test(output), output);
    if (!existsSync(program)) return;
    const checked = await new Promise((resolve) => {
      execFile(program, ["check", "gestures"], { cwd: folder }, (error, text) => resolve([error?.code ?? 0, text]));
    });
    assert.deepEqual(checked, [0, "1 case: 1 same\n"]);
  }));

  test("of the package's page", () => installed(async ({ folder, save, start }) => {
    const [, play, trace] = examples(web + "README.md").map(({ block }) => block);
    save("playwright.config.mjs", `export default {
      use: { baseURL: "${server.address}", viewport: { width: 412, height: 915 }, launchOptions: { args: [] } },
    };`);
    save("flick.evemu", readFileSync(flick));
    // The first one imports what the second one uses.
    const imports = play.slice(0, play.indexOf("test("));
    for (const [name, text] of [["open", play], ["drag", imports + trace]]) {
      save(`${name}.spec.mjs`, text);
      const [status, output] = await start("run.mjs", `${name}.spec.mjs`);
      assert.ok(status === 1 && output.includes(`${name}: nothing was accepted yet; wrote`), output);
      assert.deepEqual(readdirSync(join(folder, `${name}.spec.mjs-snapshots`)), [name]);
    }
  }));
});
