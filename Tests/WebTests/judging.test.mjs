/** Judging: what an interaction's rule makes of a release, its words, and other thresholds. */
import assert from "node:assert/strict";
import { test, suite } from "node:test";
import { isMissing, refuses, start } from "./support.mjs";

const near = (value, other) => assert.ok(Math.abs(value - other) < 1e-9, `${value} is not ${other}`);

suite("judging", { skip: isMissing }, async () => {
  const engine = await start();
  const withRule = (rule) => engine.interaction({
    version: 1, gesture: { pan: {} }, progress: { toward: "up", distance: { mm: 80 } }, ...(rule && { rule }),
    animation: { duration: 1, properties: [{ name: "y", from: 0, to: 1 }] },
  });
  const either = withRule({
    clauses: [
      { when: { velocity: { above: 300, unit: "mm/s" } }, then: "finish" },
      { when: { fraction: { above: 0.5 } }, then: "finish" },
    ], otherwise: "cancel",
  });

  test("a release is judged, with what is nearest to another outcome", () => {
    const { margin, nearness, findings, ...judgement } = either.judge({ distance: 80, fraction: 0.49, velocity: 100 });
    assert.deepEqual(judgement, {
      outcome: "cancel", target: 0, judged: undefined, clause: undefined, detail: "cancel", nearest: 1, flip: 0.489,
      reason: "no clause holds, so it cancels; nearest: fraction 0.49 is not above 0.50, by 0.01",
    });
    near(margin, -0.01);
    near(nearness, 0.01);
    assert.deepEqual(findings, [
      {
        clause: 0, holds: false, quantity: "velocity", value: 100, comparison: "above", threshold: 300, unit: "mm/s",
      },
      {
        clause: 1, holds: false, quantity: "fraction", value: 0.49, comparison: "above", threshold: 0.5,
        unit: "progress",
      },
    ]);
  });

  test("a number that there is not is undefined", () => {
    const judgement = either.judge({ distance: 80, fraction: 0.6, velocity: 400 });
    assert.deepEqual([judgement.outcome, judgement.clause, judgement.detail], ["finish", 0, "finish"]);
    for (const key of ["judged", "margin", "nearness", "nearest", "flip"]) assert.equal(judgement[key], undefined, key);
    const pages = engine.interaction("pager").judge({ distance: 80, fraction: 0.3 });
    near(pages.judged, 0.3);
  });

  test("the conditions are those of the rule", () => {
    assert.deepEqual(either.conditions, [
      { clause: 0, quantity: "velocity", comparison: "above", threshold: 300, unit: "mm/s" },
      { clause: 1, quantity: "fraction", comparison: "above", threshold: 0.5, unit: "progress" },
    ]);
    assert.equal(either.conditions, either.conditions);
    assert.throws(() => { either.conditions[0].threshold = 1; }, TypeError);
    assert.deepEqual(withRule({ clauses: [], otherwise: "nearest" }).conditions, []);
  });

  test("other thresholds make another interaction, and its text has all clauses", () => {
    const other = either.withThresholds([200, 0.25]);
    assert.deepEqual(other.conditions.map(({ threshold }) => threshold), [200, 0.25]);
    assert.equal(other.judge({ distance: 80, fraction: 0.3 }).outcome, "finish");
    assert.deepEqual(either.conditions.map(({ threshold }) => threshold), [300, 0.5]);
    const { clauses } = JSON.parse(other.text).rule;
    assert.deepEqual(clauses.map(({ when }) => when), [
      { velocity: { above: 200, unit: "mm/s" } }, { fraction: { above: 0.25 } },
    ]);
    assert.equal(engine.interaction(other.text).text, other.text);
    // The usual rule, which the text does not have: in short, and where that can't hold it, as clauses.
    assert.equal(JSON.parse(withRule().text).rule, undefined);
    assert.deepEqual(JSON.parse(withRule().withThresholds([0.4]).text).rule, { fractionAbove: 0.4 });
    assert.equal(JSON.parse(withRule().withThresholds([1.5]).text).rule.clauses.length, 1);
  });

  test("the thresholds of each preset change, and nothing else", () => {
    for (const preset of engine.names.rules) {
      const rule = withRule({ preset });
      const thresholds = rule.conditions.map(({ threshold }) => threshold + 0.125);
      const other = rule.withThresholds(thresholds);
      const expected = rule.conditions.map((condition, index) => ({ ...condition, threshold: thresholds[index] }));
      assert.deepEqual(other.conditions, expected);
      assert.equal(JSON.parse(other.text).rule.preset, preset);
    }
  });

  test("a text is whole, however long", () => {
    const text = either.text.replace("{", `{ ${"/* é */ ".repeat(20_000)}`);
    assert.equal(engine.interaction(text).text, text);
    assert.equal(engine.interaction("sheet").text, engine.interaction(engine.interaction("sheet").text).text);
  });

  test("a rule may have more conditions than fit at once", () => {
    const clause = (number) => ({ when: { fraction: { above: 2 + number } }, then: "finish" });
    const many = withRule({ clauses: Array.from({ length: 1500 }, (_, number) => clause(number)), otherwise: "cancel" });
    const { findings, nearest } = many.judge({ distance: 80, fraction: 0.5 });
    assert.deepEqual([findings.length, findings[1499].threshold, nearest], [1500, 1501, 0]);
    assert.equal(many.conditions.length, 1500);
  });

  test("quantities have words", () => {
    assert.equal(engine.words("restTime"), "rest time");
    for (const { quantity } of either.conditions) assert.equal(engine.words(quantity), quantity);
    refuses(() => engine.words("rest"), /unknown quantity 'rest'/);
    refuses(() => engine.words("restTimes"), /did you mean 'restTime'\?/);
    refuses(() => engine.words(5), /the quantity is 5; expected a text/);
  });

  test("wrong use is refused with a sentence", () => {
    refuses(() => either.judge(), /the release is undefined/);
    refuses(() => either.judge({ distance: 0 }), /expected more than 0/);
    refuses(() => either.judge({ distance: 80, velocity: NaN }), /release: velocity is NaN/);
    refuses(() => either.judge({ distanze: 1 }), /no 'distanze'/);
    refuses(() => either.withThresholds(5), /the thresholds are 5; expected an array/);
    refuses(() => either.withThresholds([1]), /expected 2 thresholds, one for each condition/);
    refuses(() => either.withThresholds([1, "2"]), /thresholds\[1\] is "2"/);
    refuses(() => either.withThresholds([1, 1e10]), /expected a threshold/);
    const closed = withRule();
    closed.close();
    for (const call of [() => closed.judge({ distance: 1 }), () => closed.text, () => closed.withThresholds([1])]) {
      refuses(call, /the interaction is closed/);
    }
  });
});
