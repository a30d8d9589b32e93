/**
 * Runs in a page before its own script: drags the sheet of the documentation's page, and sends what it did.
 *
 * The page's policy allows no other scripts, so what a test wants is in the query: `?do=sheet`.
 */
import { frames as framesOf } from "/Tests/WebTests/parsing.mjs";

const send = (result) => fetch("/result", { method: "POST", body: JSON.stringify(result) });
const frame = () => new Promise(requestAnimationFrame);

/** Waits until the page's script listens to the sheet. */
function listening() {
  return new Promise((resolve) => {
    const original = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function add(type, ...values) {
      original.call(this, type, ...values);
      if (type === "pointercancel") resolve(this);
    };
  });
}

function shownHeight(sheet) {
  return Number(/translateY\((.+)px\)/.exec(sheet.style.transform)[1]);
}

/** Drags by some pixels in twenty steps of 8 ms, and returns where the sheet was before the release. */
async function drag(sheet, distance, start) {
  const dispatch = (type, step) => {
    const clientY = 700 + distance * step / 20;
    const event = new PointerEvent(type, {
      pointerId: 1, pointerType: "touch", isPrimary: true, clientX: 100, clientY, bubbles: true, pressure: 0.4,
    });
    // The same whatever else the machine does.
    Object.defineProperty(event, "timeStamp", { value: start + 8 * step });
    sheet.dispatchEvent(event);
  };
  dispatch("pointerdown", 0);
  for (let step = 1; step <= 20; step++) dispatch("pointermove", step);
  await frame();
  await frame();
  const height = shownHeight(sheet);
  const settled = new Promise((resolve) => sheet.addEventListener("settled", resolve, { once: true }));
  dispatch("pointerup", 21);
  const { detail } = await settled;
  await frame();
  await frame();
  return { height, detail, rest: shownHeight(sheet) };
}

async function dragSheet() {
  const sheet = await listening();
  const opened = await drag(sheet, -300, performance.now());
  const closed = await drag(sheet, 300, performance.now() + 1000);
  return { opened, closed };
}

/** Drives cases with the frames of their recordings. */
async function driveCases(names) {
  const { load } = await import("/node_modules/pantograph/pantograph.mjs");
  const engine = await load();
  const text = async (path) => (await fetch(path)).text();
  const results = {};
  for (const [name, file] of names) {
    const { surface, frames, start } = framesOf(file, await text(`/Recordings/${name}/${file}`));
    const interaction = engine.interaction(await text(`/Recordings/${name}/interaction.json`));
    const session = interaction.session({ start, surface, keep: true });
    for (const { time, contacts } of frames) session.feed(time, contacts);
    session.finish();
    results[name] = session.trajectory().csv({ events: true });
  }
  return results;
}

async function askWorker() {
  const module = await WebAssembly.compileStreaming(fetch("/node_modules/pantograph/pantograph.wasm"));
  const worker = new Worker("/Tests/WebTests/worker.mjs", { type: "module" });
  const answer = new Promise((resolve, reject) => Object.assign(worker, {
    onmessage: ({ data }) => resolve(data), onerror: ({ message }) => reject(new Error(message)),
  }));
  worker.postMessage(module);
  return answer;
}

/** Whether the policy holds: a text is not run. */
function runsTexts() {
  try {
    return new Function("return true")();
  } catch {
    return false;
  }
}

const query = new URLSearchParams(location.search);
const task = query.get("do");
try {
  const results = {
    sheet: dragSheet, cases: () => driveCases(JSON.parse(query.get("cases"))), worker: askWorker,
    policy: async () => runsTexts(),
  };
  await send({ result: await results[task]() });
} catch (failure) {
  await send({ failure: `${failure}\n${failure?.stack}` });
}
