/** What tests of the player share: Playwright in a real Chromium, and pages under test on a server. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, extname, normalize } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { modulePath, root } from "./support.mjs";

/** The module of the player, beside that of the whole engine. */
export const playPath = fileURLToPath(new URL("play.wasm", pathToFileURL(modulePath)));

/** Playwright as Python's package brings it. */
const library = root + ".build/python/playwright/driver/package/index.mjs";
const programs = ["chromium", "google-chrome", "google-chrome-stable"];
const found = programs.map((name) => spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim());
const chromium = found.find((path) => path !== "");

/** The libraries by others that the pages use: Debian's, and those of tools/lib/get-quasar. */
const debian = "/usr/share/javascript/", quasar = root + ".build/quasar/";
const libraries = {
  "map-page": [debian + "leaflet/leaflet.js"],
  "sortable-page": [debian + "sortable/Sortable.js"],
  "slider-page": [debian + "nouislider/nouislider.js", debian + "nouislider/nouislider.css"],
  "drawer-page": ["quasar.umd.prod.js", "quasar.important.prod.css", "quasar.unimportant.prod.css",
    "vue.esm-browser.prod.js"].map((name) => quasar + name),
};
const hasLibraries = (name) => libraries[name].every((path) => existsSync(path));

/** The pages that use them, as far as these are here. */
export const pagesWithLibraries = Object.keys(libraries).filter(hasLibraries);
export const pagesWithoutLibraries = Object.keys(libraries).filter((name) => !hasLibraries(name));

/** Why nothing can be played; false if it can. */
export const cantPlay = !existsSync(playPath) ? `no ${playPath}; tools/package web builds it`
  : !existsSync(library) ? "no Playwright; tools/lib/install-python-packages playwright installs it"
    : chromium === undefined ? "no chromium" : false;

/** Starts Chromium without a window by Playwright. */
export async function launch(...flags) {
  const { chromium: browser } = await import(library);
  return browser.launch({ executablePath: chromium, args: ["--no-sandbox", ...flags] });
}

/** Calls a function with a new page of a browser, as big as the accepted ones. */
export async function inPage(browser, body, options = {}) {
  const context = await browser.newContext({ viewport: { width: 412, height: 915 }, ...options });
  try {
    return await body(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Returns another text of a page of `serve`, whose address says which part is to be which; `changed` makes one. */
export function replaced(text, search) {
  const [old, now] = decodeURIComponent(search.slice(1)).split("→");
  return now === undefined ? text : text.replace(old, now);
}

/** Returns the address of the sheet with another text in its script, for a server with `replaced`. */
export const changed = (server, old, now) =>
  `${server.address}/sheet-page/?${encodeURIComponent(`${old}→${now}`)}`;

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/**
 * Serves the folder of examples, and returns `{ address, close }`.
 *
 * @param changed returns another text of a page, for its address
 */
export async function serve(changed = (text) => text) {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url, "http://localhost");
    // Who asks for it waits for some seconds.
    if (pathname === "/slow") return void setTimeout(() => response.end(), 3000);
    try {
      const name = pathname.endsWith("/") ? pathname + "index.html" : pathname;
      const library = Object.values(libraries).flat().find((path) => basename(path) === basename(name));
      const path = library ?? root + "Tests/Examples" + normalize(name);
      const text = readFileSync(path, "utf8");
      response.writeHead(200, { "content-type": types[extname(name)] ?? "text/plain" });
      response.end(changed(text, search));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  return { address: `http://127.0.0.1:${server.address().port}`, close };
}
