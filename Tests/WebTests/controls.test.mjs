/** The workbench of pages without a page: what can be changed in an interaction, and the recording that a page contains. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { choicesOf, numbersOf, rangeOf, thresholdsOf } from "../../Sources/Web/workbench/controls.mjs";
import { Touches } from "../../Sources/Web/workbench/touches.mjs";
import { judgementOf, outcomesOf } from "../../Sources/Web/workbench/words.mjs";
import { root, start } from "./support.mjs";

const flick = readFileSync(`${root}Recordings/touchpad-flick/interaction.json`, "utf8");
/** Numbers as lists, which are as they should be. */
const plain = (list) => Float64Array.from(list);

suite("The workbench", async () => {
  const engine = await start();

  test("makes the recording of a page into events", () => {
    const { device, events } = Touches.recordingOf({
      device: { name: "pad" }, times: [1000, 9000], patterns: [[0, 1, 2], [1, 2]], shapes: [0, 1],
      streams: [{ type: 3, code: 57, values: [7] }, { type: 3, code: 53, values: [100, 120] }, { type: 0, code: 0, values: [0, 0] }],
      lags: [3, 2, 0, 0, 0],
    }, plain);
    assert.deepEqual(device, { name: "pad" });
    assert.deepEqual([...events.times], [997, 998, 1000, 9000, 9000]);
    assert.deepEqual([...events.types], [3, 3, 0, 3, 0]);
    assert.deepEqual([...events.codes], [57, 53, 0, 53, 0]);
    assert.deepEqual([...events.values], [7, 100, 0, 120, 0]);
  });

  test("gives a slider a range over its value and the gestures', in steps of a power of ten", () => {
    // Twice the value, or the farthest of the others on the same side of 0; at least 200 steps.
    assert.deepEqual(rangeOf(0.5), { low: 0, high: 1, step: 0.001 });
    assert.deepEqual(rangeOf(300, [1234, -5000, NaN]), { low: 0, high: 1234, step: 1 });
    assert.deepEqual(rangeOf(-300, [1234, -450]), { low: -600, high: 0, step: 1 });
    assert.deepEqual(rangeOf(0), { low: 0, high: 1, step: 0.001 });
    assert.deepEqual(rangeOf(2, [], true), { low: 0, high: 4, step: 1 });
    assert.deepEqual(rangeOf(1e-12), { low: 0, high: 1e-9, step: 1e-9 });
  });

  test("has one slider for conditions that share a number", () => {
    const interaction = engine.interaction(flick).with("rule", {
      clauses: [
        { when: { velocity: { above: 300, unit: "mm/s" } }, then: "finish" },
        { when: { velocity: { below: -300, unit: "mm/s" } }, then: "cancel" },
        { when: { fraction: { atLeast: 0.4 }, travel: { above: 0, unit: "mm" } }, then: "finish" },
      ],
      otherwise: "cancel",
    });
    const sliders = thresholdsOf(engine, interaction);
    assert.deepEqual(sliders.map(({ label, unit, value }) => [label, unit, value]), [
      ["Velocity above, in either direction", " mm/s", 300], ["Fraction at least", "", 0.4],
    ]);
    const changed = sliders[0].apply(interaction, 250);
    assert.deepEqual(changed.conditions.map(({ threshold }) => threshold), [250, -250, 0.4, 0]);
    assert.deepEqual(sliders[1].apply(changed, 0.7).conditions.map(({ threshold }) => threshold), [250, -250, 0.7, 0]);
  });

  test("keeps its sliders while a number is typed", () => {
    const interaction = engine.interaction(flick).with("rule", {
      clauses: [
        { when: { velocity: { above: 300, unit: "mm/s" } }, then: "finish" },
        { when: { fraction: { above: 0.5 } }, then: "finish" },
      ],
      otherwise: "cancel",
    });
    const shown = thresholdsOf(engine, interaction);
    // The first digit of 0.8.
    const typed = thresholdsOf(engine, shown[1].apply(interaction, 0), shown);
    assert.deepEqual(typed.map(({ label, value }) => [label, value]), [["Velocity above", 300], ["Fraction above", 0]]);
    assert.equal(thresholdsOf(engine, interaction.with("rule", { fractionAbove: 0.4 }), typed).length, 1);
  });

  test("tells sliders with the same label apart by their clauses", () => {
    const interaction = engine.interaction(flick).with("rule", {
      clauses: [{ when: { fraction: { above: 0.8 } }, then: "finish" }, { when: { fraction: { above: 0.4 } }, then: "finish" }],
      otherwise: "cancel",
    });
    const labels = thresholdsOf(engine, interaction).map(({ label }) => label);
    assert.deepEqual(labels, ["Fraction above, clause 1", "Fraction above, clause 2"]);
  });

  test("has a slider for each other number of the text, which changes just that", () => {
    const commented = flick.replace('"rate": 120', '/* Hz */ "rate": 120');
    const interaction = engine.interaction(commented);
    const numbers = numbersOf(interaction);
    assert.deepEqual(numbers.slice(0, 3).map(({ label, unit, value }) => [label, unit, value]), [
      ["Gesture, pan, fingers", "", 1], ["Gesture, pan, slop", " mm", 1.6], ["Progress, distance", " mm", 45],
    ]);
    const response = numbers.find(({ label }) => label === "Settle, finish, spring, response");
    assert.equal(response.apply(interaction, 0.9).text, commented.replace('"response": 0.4, "dampingRatio": 0.7', '"response": 0.9, "dampingRatio": 0.7'));
    for (const number of numbers) assert.equal(number.apply(interaction, number.value).text, commented);
    assert.ok(!numbers.some(({ label }) => /rule|version/i.test(label)));
  });

  test("offers nothing that the engine refuses", () => {
    for (const text of [flick, flick.replace(/\n  "rule": .*\n/, "\n")]) {
      const interaction = engine.interaction(text);
      for (const { label, groups, apply } of choicesOf(engine)) {
        Object.values(groups).forEach((names, group) => {
          for (const name of names) {
            let changed;
            try {
              changed = apply(interaction, name, group);
            } catch (error) {
              // A pager's rule needs its snap points; the sentence says which.
              assert.match(error.message, /snap|limits|page|distance|unit/, `${label}: ${name}`);
              continue;
            }
            assert.notEqual(changed.text, interaction.text, `${label}: ${name}`);
          }
        });
      }
    }
  });

  test("has the words of the page's rows", () => {
    const interaction = engine.interaction(flick);
    const release = { fraction: 0.73, startFraction: 0, peak: 0.73, distance: 45, travel: 32.85, crossTravel: 0, lastMovement: 1,
      duration: 0.2, restTime: 0, velocity: 100, crossVelocity: 0, earlierTravel: 0 };
    const judgement = judgementOf(engine, interaction, release);
    assert.equal(judgement.outcome, "finish");
    assert.equal(judgement.margin, "0.230");
    assert.equal(judgement.reason, "fraction 0.73 is above 0.50, by 0.23");
    assert.equal(judgementOf(engine, interaction, { ...release, fraction: 0.25 }).margin, "−0.250");
    assert.equal(judgementOf(engine, interaction, undefined).outcome, "cut off");
    const others = [{ outcome: "cancel" }, { outcome: "finish" }];
    assert.equal(outcomesOf(others, [{ outcome: "finish" }, { outcome: "finish" }]),
      "finish 1 instead of 2, cancel 1 instead of 0");
  });
});
