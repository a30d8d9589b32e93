/**
 * Prints what a frame of a drag costs in Node, beside plain JavaScript of the same task.
 *
 *     PANTOGRAPH_WASM=pantograph.wasm node Tests/WebTests/frame-time.mjs
 */
import { start } from "./support.mjs";

const frames = 200_000;
const rounds = 5;

/** The task by hand: the fraction of a drag, and a velocity over 150 ms; at the release a threshold and a spring. */
class Tracker {
  #history = [];
  #origin;
  #settling;

  feed(time, contacts) {
    if (contacts.length === 0) return this.#release(time);
    const [{ y }] = contacts;
    this.#origin ??= y;
    this.#history.push({ time, y });
    while (this.#history[0].time < time - 150) this.#history.shift();
  }

  #velocity() {
    const [first, last] = [this.#history[0], this.#history.at(-1)];
    return last.time > first.time ? (first.y - last.y) / (last.time - first.time) * 1000 / 45 : 0;
  }

  #release(time) {
    const [fraction, velocity] = [(this.#origin - this.#history.at(-1).y) / 45, this.#velocity()];
    const target = velocity > 2 || (velocity > -2 && fraction > 0.5) ? 1 : 0;
    this.#settling = { time, offset: fraction - target, velocity, target };
    [this.#history, this.#origin] = [[], undefined];
  }

  at(time) {
    const frequency = 2 * Math.PI / 0.4;
    let [fraction, velocity, phase] = [0, 0, "idle"];
    if (this.#history.length > 0) {
      [fraction, velocity, phase] = [(this.#origin - this.#history.at(-1).y) / 45, this.#velocity(), "tracking"];
    } else if (this.#settling) {
      const { time: from, offset, velocity: initial, target } = this.#settling;
      const [elapsed, sum] = [(time - from) / 1000, initial + frequency * offset];
      const decay = Math.exp(-frequency * elapsed);
      fraction = target + decay * (offset + sum * elapsed);
      velocity = decay * (initial - frequency * sum * elapsed);
      phase = elapsed > 1 ? "rest" : "settling";
    }
    return { time, fraction, velocity, phase, values: { top: 800 - 700 * fraction, dimming: 0.4 * fraction } };
  }
}

/** Drags up and down for a number of frames, and returns the microseconds that each took. */
function drag(session, into) {
  let sum = 0;
  const began = performance.now();
  for (let frame = 0; frame < frames; frame++) {
    const time = 8 * frame;
    session.feed(time, [{ id: 1, x: 30, y: 80 + 20 * Math.sin(frame / 50) }]);
    sum += (into ? session.at(time + 4, into) : session.at(time + 4)).fraction;
  }
  const cost = (performance.now() - began) * 1000 / frames;
  if (!Number.isFinite(sum)) throw new Error("the drag has no sum");
  return cost;
}

const engine = await start();
const sheet = engine.interaction("sheet");
const costs = { "at(time)": [], "at(time, into)": [], "with a listener": [], "plain JavaScript": [] };
for (let round = 0; round < rounds; round++) {
  costs["at(time)"].push(drag(sheet.session()));
  const reusing = sheet.session();
  costs["at(time, into)"].push(drag(reusing, reusing.at(0)));
  const listening = sheet.session();
  listening.on("decided", () => {});
  costs["with a listener"].push(drag(listening));
  costs["plain JavaScript"].push(drag(new Tracker()));
}
for (const [name, all] of Object.entries(costs)) {
  console.log(`${name}: ${Math.min(...all).toFixed(2)} µs a frame, of ${rounds} runs of ${frames} frames`);
}
