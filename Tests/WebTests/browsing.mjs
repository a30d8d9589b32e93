/**
 * Browsers without a window that tests control: Chromium by the DevTools Protocol on a pipe, Firefox by Marionette.
 *
 * Both open pages, evaluate expressions in them, and send touches and keys as if they came from a device.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Whether a browser is installed; otherwise why its tests are skipped. */
export function lacks(program) {
  return spawnSync(program, ["--version"]).status === 0 ? false : `no ${program}`;
}

/** Starts a program with a profile of its own; its processes are a group, and `end` ends it. */
function started(program, values, profile, stdio) {
  const child = spawn(program, values, { detached: true, stdio, env: { ...process.env, HOME: profile } });
  const ended = new Promise((resolve) => child.on("exit", resolve).on("error", resolve));
  const end = async () => {
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  return { child, ended, end };
}

/** The common part: questions to a page. */
class Browser {
  /** Declarations that expressions can use. */
  helpers = "";

  /** The value of an expression, which may be a promise. */
  evaluate(expression) {
    return this.run(`(async () => { ${this.helpers}; return (${expression}); })()`);
  }

  /** Waits until an expression is true in the page, and returns it. */
  async until(expression) {
    for (;;) {
      const value = await this.evaluate(expression);
      if (value) return value;
      await wait(20);
    }
  }
}

/** Chromium. */
export class Chromium extends Browser {
  #program;
  #next = 1;
  #waiting = new Map();
  #session;

  static async start({ width = 1280, height = 800, touch = false } = {}) {
    const made = new Chromium();
    const profile = mkdtempSync(join(tmpdir(), "pantograph-chromium-"));
    made.#program = started("chromium", [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
      "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe", `--user-data-dir=${profile}`, "about:blank",
    ], profile, ["ignore", "ignore", "ignore", "pipe", "pipe"]);
    made.#listen(made.#program.child.stdio[4]);
    const { targetInfos } = await made.#send("Target.getTargets");
    const { targetId } = targetInfos.find(({ type }) => type === "page");
    ({ sessionId: made.#session } = await made.#send("Target.attachToTarget", { targetId, flatten: true }));
    await made.send("Page.enable");
    await made.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: touch });
    if (touch) await made.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 5 });
    return made;
  }

  #listen(pipe) {
    let rest = "";
    pipe.setEncoding("utf8").on("data", (piece) => {
      const messages = (rest + piece).split("\0");
      rest = messages.pop();
      for (const message of messages) this.#receive(JSON.parse(message));
    });
    // What is lost when it ends is said below.
    for (const stream of this.#program.child.stdio) stream?.on("error", () => {});
    this.#program.ended.then(() => {
      for (const { reject } of this.#waiting.values()) reject(new Error("chromium has ended"));
    });
  }

  #receive({ id, result, error }) {
    const { resolve, reject } = this.#waiting.get(id) ?? {};
    this.#waiting.delete(id);
    if (error) reject?.(new Error(error.message));
    else resolve?.(result);
  }

  #send(method, params = {}, sessionId = undefined) {
    const id = this.#next++;
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#program.child.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    return answer;
  }

  /** Calls a method of the DevTools Protocol for the page. */
  send(method, params) {
    return this.#send(method, params, this.#session);
  }

  async open(address) {
    // Another fragment alone would not load the page again.
    await this.send("Page.navigate", { url: "about:blank" });
    await this.send("Page.navigate", { url: address });
  }

  async run(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression, awaitPromise: true, returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Moves a finger along points of `[milliseconds, x, y]`, whose times the page sees whatever the machine does. */
  async drag(points) {
    const start = Date.now() / 1000;
    const send = (type, [time, x, y]) => this.send("Input.dispatchTouchEvent", {
      type, touchPoints: type === "touchEnd" ? [] : [{ x, y, id: 0 }], timestamp: start + time / 1000,
    });
    const answers = points.map((point, index) => send(index === 0 ? "touchStart" : "touchMove", point));
    const [time, x, y] = points.at(-1);
    await Promise.all([...answers, send("touchEnd", [time + 4, x, y])]);
  }

  async key(key, code = key, text = undefined) {
    const virtual = { " ": 32, Enter: 13, Escape: 27, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };
    const common = { key, code, windowsVirtualKeyCode: virtual[key] ?? key.toUpperCase().charCodeAt(0) };
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", text, ...common });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...common });
  }

  /** Saves a picture of what is shown. */
  async picture(path) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    writeFileSync(path, Buffer.from(data, "base64"));
  }

  close() {
    return this.#program.end();
  }
}

const preferences = {
  "marionette.port": 0, "browser.shell.checkDefaultBrowser": false, "datareporting.policy.dataSubmissionEnabled": false,
  "toolkit.telemetry.enabled": false, "app.update.enabled": false, "browser.aboutwelcome.enabled": false,
  "network.captive-portal-service.enabled": false, "network.connectivity-service.enabled": false,
  "services.settings.server": "http://127.0.0.1:9",
};

/** Codes of keys in WebDriver, 17.4.2. */
const webDriverKeys = {
  Enter: "\uE007", Escape: "\uE00C", ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015",
};

/** Firefox. */
export class Firefox extends Browser {
  #program;
  #socket;
  #next = 1;
  #waiting = new Map();

  static async start({ width = 1280, height = 800 } = {}) {
    const made = new Firefox();
    const profile = mkdtempSync(join(tmpdir(), "pantograph-firefox-"));
    const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
    writeFileSync(join(profile, "user.js"), lines.join(""));
    made.#program = started("firefox", [
      "--headless", "--no-remote", "--marionette", `--width=${width}`, `--height=${height}`, "--profile", profile,
    ], profile, "ignore");
    await made.#connect(join(profile, "MarionetteActivePort"));
    await made.send("WebDriver:NewSession", { capabilities: {} });
    await made.send("WebDriver:SetTimeouts", { script: 600_000, pageLoad: 600_000 });
    return made;
  }

  async #connect(file) {
    let isOver = false;
    this.#program.ended.then(() => { isOver = true; });
    while (!existsSync(file) || readFileSync(file, "utf8").trim() === "") {
      if (isOver) throw new Error("firefox has ended");
      await wait(50);
    }
    this.#socket = connect(Number(readFileSync(file, "utf8")), "127.0.0.1");
    let bytes = Buffer.alloc(0);
    const greeted = new Promise((resolve, reject) => {
      this.#waiting.set("greeting", { resolve });
      this.#socket.on("error", reject);
    });
    this.#socket.on("data", (piece) => {
      bytes = Buffer.concat([bytes, piece]);
      for (let colon; (colon = bytes.indexOf(":")) > 0;) {
        const end = colon + 1 + Number(bytes.subarray(0, colon));
        if (bytes.length < end) return;
        this.#receive(JSON.parse(bytes.subarray(colon + 1, end)));
        bytes = bytes.subarray(end);
      }
    }).on("close", () => {
      for (const { reject } of this.#waiting.values()) reject?.(new Error("firefox has ended"));
    });
    await greeted;
  }

  #receive(message) {
    const [, id, error, result] = Array.isArray(message) ? message : [1, "greeting", null, message];
    const { resolve, reject } = this.#waiting.get(id) ?? {};
    this.#waiting.delete(id);
    if (error) reject?.(new Error(error.message));
    else resolve?.(result);
  }

  /** Calls a method of Marionette. */
  send(name, values = {}) {
    const id = this.#next++;
    const text = JSON.stringify([0, id, name, values]);
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    return answer;
  }

  async open(address) {
    await this.send("WebDriver:Navigate", { url: "about:blank" });
    await this.send("WebDriver:Navigate", { url: address });
  }

  async run(expression) {
    const script = `return ${expression};`;
    return (await this.send("WebDriver:ExecuteScript", { script, args: [], newSandbox: false })).value;
  }

  async key(key) {
    const value = webDriverKeys[key] ?? key;
    const actions = [{ type: "keyDown", value }, { type: "keyUp", value }];
    await this.send("WebDriver:PerformActions", { actions: [{ type: "key", id: "keys", actions }] });
  }

  close() {
    this.#socket?.destroy();
    return this.#program.end();
  }
}
