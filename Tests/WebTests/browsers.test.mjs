/** The package in real browsers, with a content security policy that allows nothing but WebAssembly. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, extname, join, normalize } from "node:path";
import { test, suite } from "node:test";
import { cases, expected, flick, isMissing, modulePath, plainCases, root, start } from "./support.mjs";

const patience = 600_000;
const types = { ".mjs": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };

/** The documentation's page, with the script that drives it in front of its own. */
function sheetPage() {
  const text = readFileSync(root + "Sources/Commands/Commands.docc/UseFromJavaScript.md", "utf8");
  const page = text.split("```html\n")[1].split("```")[0];
  const [, script] = /<script type="module">([\s\S]*?)<\/script>/.exec(page);
  const hash = createHash("sha256").update(script).digest("base64");
  const drive = '<script type="module" src="/Tests/WebTests/drive.mjs"></script>\n';
  return { page: page.replace('<script type="module">', drive + '<script type="module">'), hash };
}

/** Returns the file of a path; the package is where npm installs it. */
function file(path) {
  if (path === "/node_modules/pantograph/pantograph.wasm") return modulePath;
  return root + normalize(path).replace(/^\/node_modules\/pantograph\//, "/Sources/Web/").slice(1);
}

/** Serves the files, and passes on what the page sends. */
function serve(receive) {
  const { page, hash } = sheetPage();
  const policy = "default-src 'none'; connect-src 'self'; worker-src 'self'; style-src 'unsafe-inline';"
    + ` script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'`;
  return createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (request.method === "POST") {
      const pieces = [];
      request.on("data", (piece) => pieces.push(piece)).on("end", () => {
        response.end();
        receive(JSON.parse(Buffer.concat(pieces)));
      });
      return;
    }
    try {
      const body = pathname === "/" ? page : readFileSync(file(pathname));
      const type = pathname === "/" ? "text/html" : types[extname(pathname)] ?? "text/plain";
      response.writeHead(200, { "content-type": type, "content-security-policy": policy }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
}

const preferences = [
  ["browser.shell.checkDefaultBrowser", false], ["datareporting.policy.dataSubmissionEnabled", false],
  ["toolkit.telemetry.enabled", false], ["app.update.enabled", false], ["browser.aboutwelcome.enabled", false],
  ["network.captive-portal-service.enabled", false], ["network.connectivity-service.enabled", false],
  ["services.settings.server", "http://127.0.0.1:9"],
];

/** How a browser opens a page without a window, with a profile of its own. */
const browsers = {
  chromium: (profile, page) => [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    `--user-data-dir=${profile}`, page,
  ],
  firefox: (profile, page) => {
    const lines = preferences.map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
    writeFileSync(join(profile, "user.js"), lines.join(""));
    return ["--headless", "--no-remote", "--profile", profile, page];
  },
};

/** Opens a page in a browser, and returns what it sends. */
async function ask(program, query) {
  const profile = mkdtempSync(join(tmpdir(), "pantograph-browser-"));
  let server;
  let child;
  try {
    return await new Promise((resolve, reject) => {
      server = serve(resolve).listen(0, "127.0.0.1", () => {
        const page = `http://127.0.0.1:${server.address().port}/?${new URLSearchParams(query)}`;
        const options = { detached: true, stdio: "ignore", env: { ...process.env, HOME: profile } };
        child = spawn(program, browsers[program](profile, page), options).on("error", reject);
        child.on("exit", (status) => reject(new Error(`${program} has ended with ${status}`)));
      });
    });
  } finally {
    await ended(child);
    server.close().closeAllConnections();
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Ends a browser and the processes that it has started, which are a group of their own. */
function ended(child) {
  if (!child?.pid || child.exitCode !== null) return undefined;
  const end = new Promise((resolve) => child.on("exit", resolve));
  process.kill(-child.pid, "SIGKILL");
  return end;
}

async function result(program, query) {
  const { result: value, failure } = await ask(program, query);
  assert.equal(failure, undefined);
  return value;
}

for (const program of Object.keys(browsers)) {
  const isThere = spawnSync(program, ["--version"]).status === 0;
  suite(`in ${program}`, { skip: isMissing || (isThere ? false : `no ${program}`), concurrency: 1 }, () => {
    test("the page's sheet follows the finger, opens and closes", { timeout: patience }, async () => {
      const { opened, closed } = await result(program, { do: "sheet" });
      // Of 300 pixels, the pan's slop is not followed.
      assert.ok(opened.height >= 100 && opened.height < 160, `${opened.height}`);
      assert.deepEqual([opened.detail, opened.rest], ["end", 0]);
      assert.ok(closed.height > 240 && closed.height <= 300, `${closed.height}`);
      assert.deepEqual([closed.detail, closed.rest], ["start", 400]);
    });

    test("cases have the same rows to the digit", { timeout: patience }, async () => {
      const plain = cases().filter(({ name }) => plainCases.has(name));
      const names = plain.map(({ name, recording }) => [name, basename(recording)]);
      const rows = await result(program, { do: "cases", cases: JSON.stringify(names) });
      for (const one of plain) assert.equal(rows[one.name], expected(one), one.name);
    });

    test("a worker drives a session with the page's module", { timeout: patience }, async () => {
      const session = (await start()).interaction("sheet").session();
      flick(session);
      assert.deepEqual(await result(program, { do: "worker" }), session.at(150));
    });

    test("the policy allows no texts to run", { timeout: patience }, async () => {
      assert.equal(await result(program, { do: "policy" }), false);
    });
  });
}
