/** The player in Playwright's own test runner, as the package's page shows it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cantPlay, playPath, replaced, serve } from "./playing.mjs";
import { inFolder, root, web } from "./support.mjs";

/** The packages of Playwright, of those that npm installs. */
const modules = root + ".build/playwright-test/";
const skip = cantPlay || (existsSync(modules + "playwright/cli.js") ? false
  : "no Playwright Test; tools/lib/get-playwright-test installs it");

const config = `import { defineConfig } from "@playwright/test";
export default defineConfig({ testDir: "tests", reporter: "line", workers: 1, use: {
  baseURL: process.env.SERVER, viewport: { width: 412, height: 915 }, hasTouch: true,
  launchOptions: { executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] } } });
`;
const spec = `import { expect, test } from "@playwright/test";
import { matchers, pantograph } from "pantograph/play";
expect.extend(matchers);
test("a flick opens the sheet", async ({ page }) => {
  await pantograph(page).open("/sheet-page/" + (process.env.CHANGE ?? ""));
  const trace = await pantograph(page).play("flick.evemu", { on: "#sheet", show: ["y"] });
  expect(trace.duration).toBeGreaterThan(1);
  await expect(trace).toMatchGesture("open");
});
`;

/** Calls a function with a project in which npm has installed Playwright and the package, and a way to run its tests. */
async function inProject(address, body) {
  await inFolder(async (folder) => {
    const own = join(folder, "node_modules");
    mkdirSync(join(own, "@playwright/test"), { recursive: true });
    for (const name of ["playwright", "playwright-core"]) cpSync(modules + name, join(own, name), { recursive: true });
    // All that the package of this name contains.
    writeFileSync(join(own, "@playwright/test/package.json"), '{ "name": "@playwright/test", "exports": "./index.mjs" }');
    writeFileSync(join(own, "@playwright/test/index.mjs"), 'export * from "playwright/test";');
    cpSync(web, join(own, "pantograph"), { recursive: true });
    copyFileSync(playPath, join(own, "pantograph/play.wasm"));
    mkdirSync(join(folder, "tests"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "playwright.config.mjs"), config);
    writeFileSync(join(folder, "tests/sheet.spec.mjs"), spec);
    copyFileSync(root + "Tests/Examples/sheet-page/recordings/flick/recording.evemu", join(folder, "flick.evemu"));
    const run = (change, ...options) => new Promise((resolve) => {
      const env = { ...process.env, SERVER: address, CHANGE: change, NO_COLOR: "1", NODE_TEST_CONTEXT: undefined };
      const child = spawn(process.execPath, [join(own, "playwright/cli.js"), "test", ...options], { cwd: folder, env });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => { output += piece; });
      child.on("close", (status) => resolve({ status, output }));
    });
    await body({ folder, run });
  });
}

test("Playwright Test keeps a gesture where its snapshots are, and accepts another when asked", { skip }, async () => {
  const server = await serve(replaced);
  try {
    await inProject(server.address, async ({ folder, run }) => {
      const first = await run("");
      assert.equal(first.status, 1, first.output);
      assert.match(first.output, /nothing was accepted yet; wrote subject\.json, recording\.evemu and expected\.csv/);
      const kept = readdirSync(join(folder, "tests/sheet.spec.mjs-snapshots"), { recursive: true }).sort();
      assert.ok(kept.some((name) => name.endsWith("expected.csv")), kept.join());
      const same = await run("");
      assert.equal(same.status, 0, same.output);
      // The sheet takes 400 ms to settle instead of 300.
      const change = "?" + encodeURIComponent("transform 300ms→transform 400ms");
      const other = await run(change);
      assert.equal(other.status, 1, other.output);
      assert.match(other.output, /sheet\.y/);
      const accepted = await run(change, "--update-snapshots");
      assert.equal(accepted.status, 0, accepted.output);
      assert.equal((await run(change)).status, 0);
    });
  } finally {
    await server.close();
  }
});
