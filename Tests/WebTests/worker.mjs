/** Drives a sheet in a worker, in Node's or a browser's, with the module that the page has compiled. */
import { load } from "../../Sources/Web/pantograph.mjs";

async function drive(module) {
  const engine = await load(module);
  const session = engine.interaction("sheet").session();
  for (let number = 0; number < 13; number++) session.feed(8 * number, [{ id: 1, x: 30, y: 100 - 1.25 * number }]);
  session.feed(104);
  return session.at(150);
}

if (globalThis.process?.versions?.node) {
  const { parentPort, workerData } = await import("node:worker_threads");
  parentPort.postMessage(await drive(workerData));
} else {
  globalThis.onmessage = async ({ data }) => globalThis.postMessage(await drive(data));
}
