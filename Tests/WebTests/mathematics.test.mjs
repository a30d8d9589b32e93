/** Springs, curves, momenta, estimators and rules against closed forms and published values. */
import assert from "node:assert/strict";
import { test, suite } from "node:test";
import { isMissing, refuses, start } from "./support.mjs";

const near = (value, other, tolerance = 1e-9) =>
  assert.ok(Math.abs(value - other) <= tolerance, `${value} is not ${other}`);

suite("mathematics", { skip: isMissing }, async () => {
  const engine = await start();

  test("a spring follows its differential equation's solution", () => {
    const spring = engine.spring({ response: 0.5, dampingRatio: 0.8 });
    near(spring.frequency, 4 * Math.PI);
    const [decay, damped] = [0.8 * spring.frequency, spring.frequency * Math.sqrt(1 - 0.64)];
    for (const seconds of [0, 0.05, 0.1, 0.7]) {
      const wave = -1 * Math.cos(damped * seconds) + (2 + decay * -1) / damped * Math.sin(damped * seconds);
      near(spring.at(seconds, { position: -1, velocity: 2 }).position, Math.exp(-decay * seconds) * wave);
    }
  });

  test("a spring's descriptions are the same spring", () => {
    const spring = engine.spring({ mass: 2, stiffness: 200, damping: 20 });
    near(spring.frequency, 10);
    near(spring.dampingRatio, 0.5);
    near(engine.spring({ frequency: 10, dampingRatio: 0.5 }).settlingTime(), spring.settlingTime());
    assert.equal(engine.spring({ response: 1 }).dampingRatio, 1);
  });

  test("a curve is that of CSS", () => {
    // x = y on the diagonal, and in the middle of a symmetric curve.
    near(engine.curve("linear").at(0.3).value, 0.3);
    near(engine.curve([0.42, 0, 0.58, 1]).at(0.5).value, 0.5);
    const { x1, y1, x2, y2 } = engine.curve("easeInOut");
    assert.deepEqual([x1, y1, x2, y2], [0.42, 0, 0.58, 1]);
  });

  test("a velocity is that of a steady finger", () => {
    const positions = Array.from({ length: 10 }, (_, index) => ({ time: 8 * index, x: index, y: -2 * index }));
    for (const estimator of ["pantograph", "last-difference", "least-squares-1", "android", "chromium"]) {
      const { x, y } = engine.velocity(estimator, positions, 72);
      near(x, 125, 1e-6);
      near(y, -250, 1e-6);
    }
    assert.ok(Number.isNaN(engine.velocity("android", [], 0).x));
  });

  test("momentum stops at its distance", () => {
    for (const law of engine.names.momenta) {
      const { distance, duration } = engine.momentum(law, 1000, 0);
      near(engine.momentum(law, 1000, duration).position, distance, 1e-6 * distance);
    }
  });

  test("a rule judges a release", () => {
    assert.deepEqual(
      engine.decide("android-viewpager", { distance: 60, fraction: 0.4 }), { outcome: "cancel", target: 0 });
    assert.equal(engine.decide("android-viewpager", { distance: 60, fraction: 0.7 }).outcome, "finish");
  });

  test("numbers are written as tables have them", () => {
    assert.deepEqual([engine.format(-0), engine.format(2.5, 0), engine.format(NaN)], ["0.000000", "3", "nan"]);
  });

  test("wrong use is refused with a sentence", () => {
    refuses(() => engine.spring({}), /a spring needs/);
    refuses(() => engine.spring({ response: 0 }), /no rest/);
    refuses(() => engine.spring({ response: "1" }), /response is "1"/);
    refuses(() => engine.spring({ response: 1, frequency: 1 }), /a spring needs/);
    refuses(() => engine.spring({ response: 1, damping: 1 }), /no 'damping'/);
    refuses(() => engine.curve([0, 0, 1]), /\[x1, y1, x2, y2\]/);
    refuses(() => engine.curve([2, 0, 1, 1]), /between 0 and 1/);
    refuses(() => engine.curve("esaeIn"), /did you mean 'easeIn'/);
    refuses(() => engine.curve("linear").at(2), /expected 0 to 1/);
    refuses(() => engine.momentum("gtq", 1, 1), /did you mean 'gtk'/);
    refuses(() => engine.momentum("gtk", Infinity, 1), /velocity is Infinity/);
    refuses(() => engine.velocity("android", [{ time: 1, x: 0, y: 0 }, { time: 0, x: 0, y: 0 }], 2), /earlier/);
    refuses(() => engine.velocity("android", [null], 2), /positions\[0\] is null/);
    refuses(() => engine.decide("android-viewpager", { distance: 0 }), /expected more than 0/);
    refuses(() => engine.decide("android-viewpager", { distanze: 1 }), /no 'distanze'/);
    refuses(() => engine.format(1, 10), /0 to 9/);
  });
});
