/** The workbench of a report: what is changed in it drives the recorded touches again, or judges releases again. */
import { load } from "../pantograph.mjs";
import { unpacked } from "../pages/unpacking.mjs";
import { Handles } from "./handles.mjs";
import { Releases } from "./releases.mjs";
import { Touches } from "./touches.mjs";
import { Workbench } from "./workbench.mjs";

async function start() {
  const data = JSON.parse(document.getElementById("workbench-data").textContent);
  // Only a page that plays trajectories has a player.
  const player = globalThis.player;
  const engine = await load(await unpacked(document.getElementById("engine").textContent));
  const subject = data.touches
    ? new Touches(engine, await engine.recording(Touches.recordingOf(data.touches, player.numbersOf)), player)
    : new Releases(engine, data);
  const workbench = new Workbench(engine, subject, data, player);
  if (data.touches) new Handles(workbench, subject, player);
  await workbench.restore();
  document.documentElement.dataset.workbench = engine.version;
}

start().catch((error) => {
  const note = document.querySelector("#workbench .unscripted");
  note.hidden = false;
  note.textContent = `The engine does not run here: ${error.message}.`;
});
