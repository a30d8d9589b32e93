/**
 * Prints how many of the traces of a flick are as accepted, alone and beside busy processes, what a gesture takes
 * beside a plain script, and how far the positions of a slow drag are apart in several runs of each.
 *
 *     node Tests/WebTests/play-time.mjs 200 6
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { pantograph } from "../../Sources/Web/play.mjs";
import { cantPlay, inPage, launch, playPath, serve } from "./playing.mjs";
import { root } from "./support.mjs";

const busyCount = Number(process.argv[3] ?? 6);
/** The gestures that are timed and followed, of each kind and with each browser. */
const timedCount = 15;
const folder = root + "Tests/Examples/sheet-page/";
const { elements, show, pixelsPerMillimetre, placement } = JSON.parse(readFileSync(folder + "subject.json"));
const options = { trace: elements, show, pixelsPerMillimetre, placement };
const recording = readFileSync(folder + "recordings/flick/recording.evemu");
const accepted = readFileSync(folder + "recordings/flick/expected.csv", "utf8");

const drag = readFileSync(folder + "recording.yml");

const count = Number(process.argv[2]);
if (cantPlay || !(count >= 1 && busyCount >= 1)) {
  console.error(`play-time: ${cantPlay || "give the number of gestures, and that of busy processes"}`);
  process.exit(2);
}
const module = readFileSync(playPath);
const server = await serve();
const address = `${server.address}/sheet-page/`;

/** Calls a function with a new page, as a test has it. */
const withPage = (browser, body) => inPage(browser, body, { hasTouch: true });

/** Plays the flick into a new page, and returns its table. */
const play = (browser) => withPage(browser, async (page) => {
  const player = pantograph(page, { module });
  await player.open(address);
  const trace = await player.play(recording, options);
  const table = trace.csv();
  trace.close();
  return table;
});

// Bytes

/** Plays the flick again and again, and prints how many traces are as accepted. */
async function compare(browser, words) {
  const others = new Map();
  for (let number = 0; number < count; number++) {
    const table = await play(browser).catch((failure) => failure.message);
    // The browser has ended, and Playwright ends this process.
    if (isInterrupted) return new Promise(() => {});
    if (table !== accepted) others.set(table, (others.get(table) ?? 0) + 1);
  }
  const otherCount = [...others.values()].reduce((sum, one) => sum + one, 0);
  console.log(`${words}: ${count - otherCount} of ${count} traces are as accepted, byte for byte`);
  for (const [table, times] of others) console.log(`    ${times} times: ${table.slice(0, 200)}`);
  if (otherCount > 0) process.exitCode = 1;
}

/** Calls a function beside processes that do nothing but run; they end with this one, however it ends. */
async function besideBusy(body) {
  const run = "const parent = process.ppid; while (process.ppid === parent);";
  const busy = Array.from({ length: busyCount }, () => spawn(process.execPath, ["-e", run], { stdio: "ignore" }));
  try {
    await body();
  } finally {
    for (const one of busy) one.kill();
  }
}

// Times

/** Returns the touches that the player sends for a recording, and the milliseconds from the first one to each. */
const touchesOf = (browser, recording) => withPage(browser, async (page) => {
  const session = await page.context().newCDPSession(page);
  const sent = [];
  const send = (method, parameters) => {
    if (method === "Input.dispatchTouchEvent") sent.push(parameters);
    return session.send(method, parameters);
  };
  const player = pantograph({ send, on: (...parts) => session.on(...parts) }, { module });
  await player.open(address);
  await player.play(recording, options);
  return sent.map(({ timestamp, ...parameters }) => ({ at: (timestamp - sent[0].timestamp) * 1000, parameters }));
});

/** Sends touches at their times, waits for each, and then for a second. */
async function playPlainly(page, touches) {
  const session = await page.context().newCDPSession(page);
  const start = performance.now();
  for (const { at, parameters } of touches) {
    await page.waitForTimeout(Math.max(0, start + at - performance.now()));
    await session.send("Input.dispatchTouchEvent", parameters);
  }
  await page.waitForTimeout(1000);
}

async function timed(body) {
  const start = performance.now();
  await body();
  return performance.now() - start;
}

const median = (numbers) => numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** Times gestures of both kinds in turn, and prints their medians. */
async function time(browser, words) {
  const touches = await touchesOf(browser, recording);
  const [played, plain] = [[], []];
  for (let number = 0; number < timedCount; number++) {
    await withPage(browser, async (page) => {
      const player = pantograph(page, { module });
      await player.open(address);
      played.push(await timed(() => player.play(recording, options)));
    });
    await withPage(browser, async (page) => {
      await page.goto(address);
      plain.push(await timed(() => playPlainly(page, touches)));
      // It takes longer than the finger did, so the sheet may close.
      const marks = await page.evaluate("performance.getEntriesByType('mark').map(({ name }) => name).join()");
      if (!/^(opens|closes),settled$/.test(marks)) throw new Error(`the plain script makes the page mark '${marks}'`);
    });
  }
  const [player, script] = [median(played), median(plain)];
  const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(2)} s`;
  console.log(`${words}: a gesture takes ${seconds(player)} in the player and ${seconds(script)} in a plain script,`
    + ` ${(player / script).toFixed(2)} times; medians of ${timedCount}, in turn`);
}

// Positions

/** Follows the sheet in each frame of a page's own clock, from its first touch on. */
const follow = `{
  const sheet = document.querySelector("#sheet");
  let start = null;
  window.seen = [];
  addEventListener("pointerdown", ({ timeStamp }) => { start = timeStamp; }, { capture: true, once: true });
  const look = () => {
    if (start !== null) seen.push([(performance.now() - start) / 1000, sheet.getBoundingClientRect().y]);
    requestAnimationFrame(look);
  };
  look();
}`;

/** Returns the value of a path of times and values at a time, on the line between two. */
function valueAt(path, time) {
  const after = path.findIndex(([at]) => at >= time);
  if (after <= 0) return path.at(after)[1];
  const [[start, first], [stop, last]] = path.slice(after - 1, after + 1);
  return first + ((last - first) * (time - start)) / (stop - start);
}

/** Returns how far apart paths are at the same time, at most, 60 times per second before the finger lifts. */
function spread(paths, lift) {
  const times = Array.from({ length: Math.floor(lift * 60) }, (_, frame) => frame / 60);
  return Math.max(...times.map((time) => {
    const values = paths.map((path) => valueAt(path, time));
    return Math.max(...values) - Math.min(...values);
  }));
}

/** Drags the sheet with both kinds in turn, and prints how far apart its positions are at the same time. */
async function followed(browser, words) {
  const touches = await touchesOf(browser, drag);
  const [played, plain] = [[], []];
  for (let number = 0; number < timedCount; number++) {
    await withPage(browser, async (page) => {
      const player = pantograph(page, { module });
      await player.open(address);
      const trace = await player.play(drag, options);
      const rows = trace.csv().trim().split("\n").slice(1).map((row) => row.split(","));
      played.push(rows.filter(([, y]) => y !== "").map(([time, y]) => [Number(time), Number(y)]));
      trace.close();
    });
    await withPage(browser, async (page) => {
      await page.goto(address);
      await page.evaluate(follow);
      await playPlainly(page, touches);
      plain.push(await page.evaluate("seen"));
    });
  }
  const [player, script] = [played, plain].map((paths) => spread(paths, touches.at(-1).at / 1000));
  console.log(`${words}: at the same time, the sheet's positions are up to ${script.toFixed(0)} px apart`
    + ` in a plain script and ${player.toFixed(0)} px in the player; ${timedCount} slow drags of each`);
}

let isInterrupted = false;
process.once("SIGINT", () => { isInterrupted = true; });
const usual = await launch();
const fast = await launch("--disable-frame-rate-limit");
try {
  await time(usual, "Chromium");
  await time(fast, "Chromium with --disable-frame-rate-limit");
  await followed(usual, "alone");
  await compare(usual, "alone");
  await besideBusy(async () => {
    await followed(usual, `beside ${busyCount} busy processes`);
    await compare(usual, `beside ${busyCount} busy processes`);
  });
} finally {
  await Promise.all([usual.close(), fast.close(), server.close()]);
}
