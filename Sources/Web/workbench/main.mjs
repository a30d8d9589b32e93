/** The workbench: the engine in a report's page. */
import { unpacked } from "../pages/unpacking.mjs";
import { load } from "../pantograph.mjs";

async function start() {
  const engine = await load(await unpacked(document.getElementById("engine").textContent));
  document.documentElement.dataset.workbench = engine.version;
}

start();
