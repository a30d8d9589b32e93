/**
 * A law: random interactions and touches have the same trajectories by WebAssembly in Node and by the native library.
 *
 *     PANTOGRAPH_NATIVE=journeys PANTOGRAPH_JOURNEYS=10000 PANTOGRAPH_SEED=1 node --test Tests/WebTests/journeys.test.mjs
 *
 * journeys.c is the native program. All printed digits have to be the same; how many of the numbers have other bits, which
 * the mathematics of the two C libraries may give them, is said.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { once } from "node:events";
import { test } from "node:test";
import { choicesOf, numbersOf, thresholdsOf } from "../../Sources/Web/workbench/controls.mjs";
import { kinds, phases } from "../../Sources/Web/results.mjs";
import { cases, isMissing, random, start } from "./support.mjs";

const program = process.env.PANTOGRAPH_NATIVE;
const count = Number(process.env.PANTOGRAPH_JOURNEYS ?? 1000);
const seed = Number(process.env.PANTOGRAPH_SEED ?? 1);
/** In the order of the header's `pg_length_unit`. */
const lengthUnits = ["progress", "mm", "pt", "dp", "px", "pad-px", "scroll-px"];
/** As many are made, and compared, together. */
const batch = 100;

/** Makes journeys. */
class Journeys {
  #chance;
  #engine;
  #originals;
  #choices;
  /** How many changes were made, and refused. */
  changed = 0;
  refused = 0;

  constructor(engine, chance) {
    this.#engine = engine;
    this.#chance = chance;
    const files = cases().map(({ folder }) => readFileSync(folder + "interaction.json", "utf8"));
    this.#originals = [...engine.names.templates, ...files].map((source) => engine.interaction(source));
    this.#choices = choicesOf(engine);
  }

  #pick(list) {
    return list[Math.floor(this.#chance() * list.length)];
  }

  #between(low, high) {
    return low + (high - low) * this.#chance();
  }

  /** Returns an interaction with some changes of any kind. */
  #interaction() {
    let interaction = this.#pick(this.#originals);
    for (let changes = Math.floor(this.#between(0, 5)); changes > 0; changes--) {
      try {
        interaction = this.#change(interaction);
        this.changed += 1;
      } catch (refusal) {
        assert.equal(refusal.name, "PantographError", refusal.stack);
        this.refused += 1;
      }
    }
    return interaction;
  }

  #change(interaction) {
    const kind = this.#chance();
    if (kind < 0.35) {
      const { groups, apply } = this.#pick(this.#choices);
      const group = Math.floor(this.#chance() * Object.keys(groups).length);
      return apply(interaction, this.#pick(Object.values(groups)[group]), group);
    }
    if (kind < 0.5) return interaction.with("gesture/pan/as", this.#pick(this.#engine.names.families));
    if (kind < 0.6) return interaction.with("settle", { finish: this.#settling(), cancel: this.#settling() });
    const sliders = kind < 0.75 ? thresholdsOf(this.#engine, interaction) : numbersOf(interaction);
    if (sliders.length === 0) return interaction;
    const slider = this.#pick(sliders);
    return slider.apply(interaction, slider.value * this.#pick([-1, 0, 0.25, 0.5, 0.9, 1.1, 2, 5]));
  }

  #settling() {
    const ratio = this.#between(0.05, 2);
    if (this.#chance() < 0.3) return { curve: this.#pick(this.#engine.names.curves), duration: this.#between(0.05, 1) };
    return { spring: { response: this.#between(0.05, 1.5), dampingRatio: this.#pick([1, ratio, ratio]) } };
  }

  /** Returns an interaction, a surface and calls, each with its name, its time and perhaps contacts. */
  next() {
    for (;;) {
      const interaction = this.#interaction();
      const surface = this.#chance() < 0.8
        ? { width: this.#between(40, 300), height: this.#between(40, 300) } : undefined;
      const start = Math.floor(this.#between(0, 1e9));
      try {
        const session = interaction.session({ start: start / 1000, surface, keep: true });
        const calls = this.#calls(interaction, start, surface ?? { width: 100, height: 70 });
        return { interaction, surface, start, session, calls };
      } catch (refusal) {
        assert.equal(refusal.name, "PantographError", refusal.stack);
      }
    }
  }

  #calls(interaction, start, surface) {
    const calls = [];
    let time = start;
    for (let gestures = 1 + Math.floor(this.#between(0, 3)); gestures > 0; gestures--) {
      time = this.#chance() < 0.2 ? this.#reports(calls, time) : this.#gesture(calls, time, surface);
      if (this.#chance() < 0.4) {
        time += Math.floor(this.#between(0, 300_000));
        calls.push({ name: this.#pick(["hold", "resume", "reverse", "advance", "at"]), time });
        if (this.#chance() < 0.3) {
          const progress = this.#pick([0, 0.5, 1, this.#between(-0.2, 1.2)]);
          const [method, name] = this.#pick([["settleTo", "settle_to"], ["place", "place"]]);
          calls.push({ name, method, time, given: [progress], numbers: [progress] });
        }
        if (this.#chance() < 0.3) this.#replacement(calls, interaction, time);
      }
      // The next one may catch the animation, or come long after.
      time += Math.floor(this.#pick([this.#between(0, 100_000), this.#between(0, 1_500_000)]));
    }
    calls.push({ name: "advance", time: time + 2_000_000 });
    return calls;
  }

  /** Appends the change to another interaction, which mostly has the same values. */
  #replacement(calls, interaction, time) {
    let next = this.#pick([interaction, interaction, this.#interaction()]);
    try {
      next = this.#change(next);
    } catch (refusal) {
      assert.equal(refusal.name, "PantographError", refusal.stack);
    }
    const [kept, keep] = this.#pick([[0, "progress"], [1, "value"]]);
    const { text } = next;
    const numbers = [kept, Buffer.byteLength(text)];
    calls.push({ name: "change", method: "setInteraction", time, given: [next, { keep }], numbers, text });
  }

  /** Appends what a toolkit reports of a gesture; returns when it ends. Some calls come too often, or too late. */
  #reports(calls, from) {
    let time = from;
    const report = (name, given, numbers) => {
      const count = this.#chance() < 0.03 ? 2 : 1;
      for (let calling = 0; calling < count; calling++) calls.push({ name, time, given, numbers });
    };
    const fingers = this.#pick([0, 1, 2, 3]), index = Math.floor(this.#between(0, lengthUnits.length));
    const scale = index === 0 ? 0.01 : 1, [dx, dy] = [this.#between(-4, 4), this.#between(-4, 4)];
    report("begin", fingers === 0 ? [] : [fingers], [fingers]);
    for (let moves = Math.floor(this.#between(0, 30)); moves > 0; moves--) {
      time += this.#pick([4_000, 8_000, 8_000, 16_667]);
      const delta = [(dx + this.#between(-0.1, 0.1)) * scale, (dy + this.#between(-0.1, 0.1)) * scale];
      report("move", [...delta, lengthUnits[index]], [...delta, index]);
    }
    time += this.#pick([0, 8_000, 100_000]);
    const cancelled = this.#chance() < 0.2;
    report("end", [{ cancelled }], [Number(cancelled)]);
    return time;
  }

  /** Appends fingers that land, move, perhaps rest, and lift; returns when. */
  #gesture(calls, from, { width, height }) {
    let time = from;
    const step = this.#pick([4_000, 7_000, 8_000, 10_000, 16_667]);
    const angle = this.#pick([0, 0.5, 1, 1.5]) * Math.PI + this.#between(-0.3, 0.3);
    let speed = this.#between(0, 400);
    const fingers = Array.from({ length: this.#pick([1, 1, 1, 2, 2, 3, 4]) }, (_, index) => ({
      id: index + 1, x: this.#between(0, width), y: this.#between(0, height), pressure: this.#between(0.05, 1),
      palm: this.#chance() < 0.02,
    }));
    for (let frames = 2 + Math.floor(this.#between(0, 40)); frames > 0; frames--) {
      calls.push({ name: "feed", time, contacts: fingers.map((finger) => ({ ...finger })) });
      time += this.#chance() < 0.03 ? 5 * step : step;
      if (this.#chance() < 0.05) speed = this.#pick([0, -speed, speed * 2, 50]);
      for (const finger of fingers) {
        const noise = () => this.#between(-0.05, 0.05);
        finger.x += Math.cos(angle) * speed * step / 1e6 + noise();
        finger.y += Math.sin(angle) * speed * step / 1e6 + noise();
        finger.pressure = Math.min(Math.max(finger.pressure + noise(), 0), 1);
      }
      if (this.#chance() < 0.1) calls.push({ name: "at", time: time - Math.floor(this.#between(0, step)) });
      if (this.#chance() < 0.01) calls.push({ name: "cancel", time: time - 1 });
      // One lifts before the others.
      if (fingers.length > 1 && this.#chance() < 0.02) fingers.pop();
    }
    calls.push({ name: "feed", time, contacts: [] });
    return time;
  }
}

/** Returns a journey as the native program reads it. */
function written({ interaction, surface, start, calls }) {
  const text = interaction.text;
  const size = surface ? ` ${surface.width} ${surface.height}` : "";
  const lines = calls.map(({ name, time, numbers = [], contacts = [], text: following = "" }) => [
    name, time, ...numbers, ...contacts.flatMap(({ id, x, y, pressure, palm }) => [id, x, y, pressure, Number(palm)]),
  ].join(" ") + "\n" + following);
  return `interaction ${Buffer.byteLength(text)} ${start}${size}\n${text}${lines.join("")}end\n`;
}

const row = ({ time, phase, fraction, velocity, values }, names) =>
  [Math.round(time * 1000), phases.indexOf(phase), fraction, velocity, ...names.map((name) => values[name])];

/** Makes the calls, and returns what comes out, in the order of the native program. */
function driven({ interaction, session, calls }) {
  const [taken, asked] = [[], []];
  for (const { name, method = name, time, given = [], contacts } of calls) {
    try {
      const result = session[method](time / 1000, ...given, ...(contacts ? [contacts] : []));
      if (name === "at") asked.push(...row(result, interaction.values));
      taken.push(result === false ? 0 : 1);
    } catch (refusal) {
      assert.equal(refusal.name, "PantographError", refusal.stack);
      taken.push(0);
    }
  }
  const samples = session.samples().flatMap((sample) => row(sample, interaction.values));
  const events = session.events().flatMap(({ time, kind, fraction, velocity, target = NaN, judged = NaN }) =>
    [Math.round(time * 1000), kinds.indexOf(kind), fraction, velocity, target, judged]);
  session.close();
  return { taken, samples, events, asked };
}

/** Compares numbers with those of the native program, and counts those with other bits. */
function compare(engine, own, numbers, seen, what) {
  for (const [list, found] of Object.entries(own)) {
    const length = numbers.next();
    assert.equal(found.length, length, `${what}: ${found.length} numbers of ${list} here, ${length} in the native library`);
    for (const number of found) {
      const other = numbers.next();
      seen.numbers += 1;
      if (Object.is(number, other)) continue;
      seen.otherBits += 1;
      assert.equal(engine.format(number), engine.format(other), `${what}, ${list}`);
    }
  }
}

test("random journeys are the same natively", {
  skip: isMissing || (program ? false : "no PANTOGRAPH_NATIVE; tools/ci/check-web makes it"), timeout: 3_600_000,
}, async (context) => {
  const engine = await start();
  const journeys = new Journeys(engine, random(seed));
  const seen = { numbers: 0, otherBits: 0 };
  for (let made = 0; made < count; made += batch) {
    const some = Array.from({ length: Math.min(batch, count - made) }, () => journeys.next());
    const native = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
    const parts = [];
    native.stdout.on("data", (part) => parts.push(part));
    native.stdin.end(some.map(written).join(""));
    const [status] = await once(native, "close");
    assert.equal(status, 0, `the native program, of the journeys from ${made}, with seed ${seed}`);
    const bytes = Buffer.concat(parts);
    const all = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    let at = 0;
    const numbers = { next: () => all[at++] };
    some.forEach((journey, index) => compare(engine, driven(journey), numbers, seen, `journey ${made + index} of seed ${seed}`));
    assert.equal(at, all.length);
  }
  const { changed, refused } = journeys;
  context.diagnostic(`${count} journeys, ${seen.numbers} numbers, ${seen.otherBits} with other bits and the same digits`);
  context.diagnostic(`${changed} changes of interactions, ${refused} refused`);
  assert.ok(seen.numbers > 100 * count && changed > refused, "they are too much alike");
});
