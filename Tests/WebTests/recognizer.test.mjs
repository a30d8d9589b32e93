/** Recognisers alone, in both modules: against sessions, closed forms, and events of the DOM. */
import assert from "node:assert/strict";
import { test, suite } from "node:test";
import { engines, isMissing, random, refuses, start } from "./support.mjs";

const near = (value, other, tolerance = 1e-9) =>
  assert.ok(Math.abs(value - other) <= tolerance, `${value} is not ${other}`);

/** The distance between two reports, in milliseconds. */
const step = 8;

/** Fingers that drag right, ever faster, rest, and lift one after the other: the times and contacts of frames. */
function drag(fingers) {
  const contacts = (distance, lifted = 0) => Array.from({ length: fingers - lifted }, (_, index) =>
    ({ id: index + lifted, x: 10 + distance, y: 20 + 12 * (index + lifted) }));
  const moving = Array.from({ length: 30 }, (_, number) => [step * number, contacts(0.05 * number ** 2)]);
  const lifting = Array.from({ length: fingers }, (_, number) =>
    [29 * step + 50 * (number + 1), contacts(0.05 * 29 ** 2, number + 1)]);
  return [...moving, ...lifting];
}

/** Feeds frames, and returns all events; at each time at which something may happen between them, the time advances. */
function feed(recognizer, frames) {
  return frames.flatMap(([time, contacts]) => {
    const next = recognizer.nextTime;
    const earlier = next !== null && next < time ? recognizer.advance(next) : [];
    return [...earlier, ...recognizer.feed(time, contacts)];
  });
}

for (const { name, start: begin, isMissing: isAbsent } of engines) {
  suite(`recognisers in ${name}`, { skip: isAbsent }, async () => {
    const engine = await begin();

    test("a pan follows a steady finger from its slop", () => {
      const pan = engine.recognizer("pan", { slop: 2, estimator: "last-difference" });
      assert.equal(pan.state, "idle");
      const events = Array.from({ length: 10 }, (_, number) =>
        pan.feed(step * number, [{ id: 1, x: 10, y: 20 + number }])).flat();
      assert.deepEqual(events.map(({ phase }) => phase), ["began", ...Array(7).fill("changed")]);
      const { time, translation, velocity, centre, fingers } = events.at(-1);
      // The slop of 2 mm is subtracted.
      assert.deepEqual([time, centre, fingers], [72, { x: 10, y: 29 }, 1]);
      near(translation.y, 7);
      near(velocity.y, 125, 1e-6);
      near(pan.velocity(73).y, 125, 1e-6);
      assert.deepEqual([pan.state, pan.nextTime], ["active", null]);
      assert.deepEqual(pan.feed(80).map(({ phase }) => phase), ["ended"]);
      assert.equal(pan.state, "idle");
    });

    test("every family pans", () => {
      assert.ok(engine.names.families.length >= 12);
      for (const as of engine.names.families) {
        const fingers = { "libinput": 2, "gtk-touchpad": 2, "libadwaita-touchpad": 2, "libinput-swipe": 3 }[as] ?? 1;
        const events = feed(engine.recognizer("pan", { as }, { surface: { width: 100, height: 60 } }), drag(fingers));
        assert.deepEqual([events[0].phase, events.at(-1).phase], ["began", "ended"], as);
      }
    });

    test("a pinch has its scale and a rotation its angle", () => {
      const frames = Array.from({ length: 20 }, (_, number) => {
        const [angle, radius] = [0.04 * number, 10 * 1.02 ** number];
        const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
        return [step * number, [{ id: 1, x: 50 + x, y: 40 + y }, { id: 2, x: 50 - x, y: 40 - y }]];
      });
      const pinch = feed(engine.recognizer("pinch", { slop: 1, absorbed: 0 }), frames).at(-1);
      near(pinch.scale, 1.02 ** 19);
      near(pinch.rate, pinch.scale * Math.log(1.02) / 0.008, 0.1);
      near(pinch.centre.x, 50);
      const rotation = feed(engine.recognizer("rotation", { slop: 0.1, absorbed: 0 }), frames).at(-1);
      near(rotation.angle, 0.04 * 19);
      near(rotation.rate, 0.04 / 0.008, 0.01);
      assert.deepEqual(Object.keys(rotation).sort(), ["angle", "centre", "phase", "rate", "time"]);
    });

    test("a long press begins without a touch, and a tap ends", () => {
      const press = engine.recognizer("long-press", { minimumDuration: 0.25 });
      assert.deepEqual(press.feed(100, [{ id: 1, x: 3, y: 4 }]), []);
      assert.deepEqual([press.nextTime, press.state], [350, "possible"]);
      assert.deepEqual(press.advance(340), []);
      const zero = { x: 0, y: 0 };
      assert.deepEqual(
        press.advance(400), [{ time: 350, phase: "began", centre: { x: 3, y: 4 }, translation: zero }]);
      assert.deepEqual(press.cancel(410).map(({ phase }) => phase), ["cancelled"]);
      assert.equal(press.state, "failed");
      const tap = engine.recognizer("tap", { taps: 2 });
      const times = [0, 50, 200, 240];
      const taps = times.flatMap((time, index) => tap.feed(time, index % 2 === 0 ? [{ id: index, x: 1, y: 2 }] : []));
      assert.deepEqual(taps, [{ time: 240, phase: "ended", centre: { x: 1, y: 2 } }]);
    });

    test("the limits of a tap are those that are named", () => {
      const tapped = (settings) => {
        const tap = engine.recognizer("tap", { taps: 2, ...settings });
        const finger = (x) => [{ id: x, x, y: 2 }];
        const frames = [[0, finger(1)], [50, []], [200, finger(3)], [240, []]];
        return frames.flatMap(([time, contacts]) => tap.feed(time, contacts)).length;
      };
      assert.equal(tapped({ longestPress: 0.06, longestPause: 0.16, spacing: 2.1 }), 1);
      assert.equal(tapped({ longestPress: 0.04 }), 0);
      assert.equal(tapped({ longestPause: 0.14 }), 0);
      assert.equal(tapped({ spacing: 1.9 }), 0);
    });

    test("events of the DOM drive it in millimetres", () => {
      const event = (type, timeStamp, clientX, pointerId = 1) => ({ type, timeStamp, pointerId, clientX, clientY: 0 });
      const options = { pixelsPerMillimetre: 10 };
      const pan = engine.recognizer("pan", { slop: 1, as: "gtk-touch" }, options);
      assert.deepEqual(pan.pointer(event("pointermove", 0, 5)), []);
      const moves = [event("pointerdown", 0, 0), event("pointermove", 8, 30), event("pointermove", 16, 60)];
      const found = moves.flatMap((move) => pan.pointer(move));
      assert.deepEqual(found.map(({ phase, translation }) => [phase, translation.x]), [["began", 3], ["changed", 6]]);
      assert.deepEqual(pan.pointer(event("pointercancel", 20, 60)).map(({ phase }) => phase), ["cancelled"]);
      // Moves of two fingers are one frame, which comes with the next event or with the time.
      const pinch = engine.recognizer("pinch", { slop: 0.5 }, options);
      pinch.pointer(event("pointerdown", 0, 0));
      pinch.pointer(event("pointerdown", 0, 100, 2));
      assert.deepEqual(pinch.pointer(event("pointermove", 8, -50)), []);
      assert.deepEqual(pinch.pointer(event("pointermove", 8, 150, 2)), []);
      assert.deepEqual(pinch.advance(9).map(({ time, phase }) => [time, phase]), [[8, "began"]]);
      const touch = { identifier: 1, clientX: 0, clientY: 0 };
      const tap = engine.recognizer("tap");
      const tapped = ["touchstart", "touchend"].flatMap((type, index) =>
        tap.touch({ type, timeStamp: 50 * index, changedTouches: [touch] }));
      assert.deepEqual(tapped.map(({ phase }) => phase), ["ended"]);
      const scroll = engine.recognizer("pan", { slop: 0.5 }, options);
      const wheel = { type: "wheel", timeStamp: 100, clientX: 0, clientY: 0, deltaX: 20, deltaY: 0 };
      assert.deepEqual(scroll.wheel(wheel).map(({ phase }) => phase), ["began"]);
      assert.equal(scroll.nextTime, 200);
      assert.deepEqual(scroll.advance(200).map(({ phase }) => phase), ["ended"]);
    });

    test("an edge and a palm decide who takes part", () => {
      const surface = { width: 60, height: 100 };
      const pulled = (x) => Array.from({ length: 10 }, (_, number) => [step * number, [{ id: 1, x: x - number, y: 9 }]]);
      const settings = { edge: { at: "right", width: 5 }, slop: 1 };
      assert.ok(feed(engine.recognizer("pan", settings, { surface }), pulled(57)).length > 0);
      assert.deepEqual(feed(engine.recognizer("pan", settings, { surface }), pulled(50)), []);
      const palms = pulled(50).map(([time, [contact]]) => [time, [{ ...contact, palm: true }]]);
      assert.deepEqual(feed(engine.recognizer("pan"), palms), []);
      assert.ok(feed(engine.recognizer("pan", { withPalms: true }), palms).length > 0);
    });

    test("wrong use is refused with a sentence", () => {
      refuses(() => engine.recognizer("pna"), /unknown recogniser 'pna'; did you mean 'pan'\?/);
      refuses(() => engine.recognizer("__proto__"), /unknown recogniser/);
      refuses(() => engine.recognizer(5), /the recogniser is 5; expected a text/);
      refuses(() => engine.recognizer("pan", { taps: 1 }), /the pan has no 'taps'; there are as, fingers/);
      refuses(() => engine.recognizer("pan", null), /the pan is null/);
      refuses(() => engine.recognizer("pan", {}, { width: 5 }), /the options has no 'width'/);
      refuses(() => engine.recognizer("pan", { as: "gtk" }), /unknown family 'gtk'/);
      refuses(() => engine.recognizer("pan", { direction: "upp" }), /unknown direction 'upp'; did you mean 'up'/);
      refuses(() => engine.recognizer("pan", { estimator: "andriod" }), /did you mean 'android'/);
      refuses(() => engine.recognizer("pan", { slop: -1 }), /slop is -1: expected 0 to 1000 mm/);
      refuses(() => engine.recognizer("pan", { slop: "2" }), /slop is "2"; expected a number/);
      refuses(() => engine.recognizer("pan", { fingers: 0 }), /fingers is 0; expected a whole number from 1 to 10/);
      refuses(() => engine.recognizer("pan", { fingers: [2, 1] }), /2 to 1 fingers: expected 1 to 10, the fewest first/);
      refuses(() => engine.recognizer("tap", { fingers: [1, 2] }), /expected one number/);
      refuses(() => engine.recognizer("pan", { edge: "right" }), /needs the size of the surface/);
      refuses(() => engine.recognizer("pan", { edge: { width: 2 } }), /the edge's at is undefined/);
      refuses(() => engine.recognizer("rotation", { slop: 7 }), /expected 0 to 6.283185307 radians/);
      const pan = engine.recognizer("pan");
      refuses(() => pan.feed("now"), /time is "now"/);
      refuses(() => pan.feed(0, {}), /contacts is an object; expected an array/);
      refuses(() => pan.feed(0, [{ id: 1 }]), /contacts\[0\] has no position/);
      refuses(() => pan.feed(0, [{ id: 1, x: NaN, y: 0 }]), /contacts\[0\] has an impossible/);
      refuses(() => engine.recognizer("tap").velocity(0), /only a pan has a velocity/);
      // What was refused has changed nothing.
      assert.deepEqual([pan.state, pan.feed(-5)], ["idle", []]);
      pan.close();
      pan.close();
      refuses(() => pan.feed(0), /the recogniser is closed/);
      refuses(() => pan.state, /the recogniser is closed/);
    });
  });
}

test("both modules give the same bits", { skip: isMissing || engines[1].isMissing }, async () => {
  const [whole, small] = await Promise.all(engines.map(({ start: begin }) => begin()));
  const chance = random(7);
  const settings = [
    ...whole.names.families.map((as) => ["pan", { as }]), ["tap", {}], ["long-press", {}], ["pinch", {}], ["rotation", {}],
    ...whole.names.estimators.map((estimator) => ["pan", { estimator, slop: 0.5 }]),
  ];
  for (const [kind, own] of settings) {
    for (let fingers = 1; fingers <= 4; fingers++) {
      const frames = drag(fingers).map(([time, contacts]) =>
        [time, contacts.map(({ id, x, y }) => ({ id, x: x + 3 * chance(), y: y + chance() }))]);
      const [one, other] = [whole, small].map((engine) => feed(engine.recognizer(kind, own), frames));
      assert.deepEqual(one, other, kind);
    }
  }
  for (const seconds of [0, 0.1, 1]) {
    assert.deepEqual(whole.spring({ response: 0.4 }).at(seconds), small.spring({ response: 0.4 }).at(seconds));
    for (const law of whole.names.momenta) {
      assert.deepEqual(whole.momentum(law, 900, seconds), small.momentum(law, 900, seconds));
    }
  }
  const { curves, estimators, momenta } = whole.names;
  assert.deepEqual([small.names.curves, small.names.estimators, small.names.momenta], [curves, estimators, momenta]);
  for (const name of curves) assert.deepEqual(whole.curve(name).at(0.3), small.curve(name).at(0.3));
  const positions = Array.from({ length: 9 }, (_, index) => ({ time: 8 * index, x: chance(), y: index }));
  for (const name of estimators) {
    assert.deepEqual(whole.velocity(name, positions, 70), small.velocity(name, positions, 70));
  }
});

test("a recogniser begins and ends when a session does", { skip: isMissing }, async () => {
  const engine = await start();
  const pan = { as: "gtk-touch", fingers: 1, direction: "vertical" };
  const sheet = engine.interaction("sheet").with("gesture", { pan });
  const surface = { width: 65, height: 120 };
  const session = sheet.session({ surface, keep: true });
  const recognizer = engine.recognizer("pan", pan, { surface });
  const frames = Array.from({ length: 20 }, (_, number) => [step * number, [{ id: 1, x: 30, y: 100 - 0.1 * number ** 2 }]]);
  const events = feed(recognizer, [...frames, [160, []]]);
  for (const [time, contacts] of [...frames, [160, []]]) session.feed(time, contacts);
  const times = (found, key) => found.filter((event) => ["began", "changed", "ended"].includes(event[key]))
    .map((event) => [event.time, event[key]]);
  assert.deepEqual(times(events, "phase"), times(session.events(), "kind"));
  assert.ok(events.length > 10);
});
