/** Events of the DOM: what fingers they are. */
import assert from "node:assert/strict";
import { test, suite } from "node:test";
import { Fingers } from "../../Sources/Web/pointers.mjs";
import { isMissing, refuses, start } from "./support.mjs";

const moved = (type, timeStamp, clientX, clientY, more = {}) =>
  ({ type, timeStamp, clientX, clientY, pointerId: 7, pointerType: "touch", pressure: 0.3, ...more });

/** Collects the frames of events, with a pixel of a millimetre. */
function collected(element, scrollFingers = 1) {
  const fingers = new Fingers(1, element, scrollFingers, 100_000);
  const frames = [];
  const feed = (time) => frames.push([time, fingers.contacts.map(({ x, y }) => [x, y])]);
  const cancel = (time) => frames.push([time, "cancel"]);
  return {
    fingers, frames, feed,
    pointer: (...values) => fingers.pointer(moved(...values), feed, cancel),
    touch: (event) => fingers.touch(event, feed, cancel),
    wheel: (event) => fingers.wheel({ type: "wheel", clientX: 50, clientY: 60, deltaX: 0, deltaY: 0, ...event }, feed),
  };
}

test("a pointer lands, moves and lifts", () => {
  const { frames, pointer, fingers } = collected();
  assert.equal(pointer("pointermove", 0, 5, 5), false);
  assert.equal(pointer("pointerdown", 1.5, 10, 20), true);
  assert.equal(fingers.contacts[0].pressure, 0.3);
  assert.equal(pointer("pointermove", 9.25, 11, 22), true);
  assert.equal(pointer("pointerup", 17, 12, 24), true);
  assert.equal(pointer("pointerup", 17, 12, 24), false);
  assert.deepEqual(frames, [[1500, [[10, 20]]], [9250, [[11, 22]]], [17000, []]]);
});

test("movements that the browser has merged are frames of their own", () => {
  const { frames, pointer } = collected();
  pointer("pointerdown", 0, 0, 0);
  const merged = [moved("pointermove", 4, 1, 1), moved("pointermove", 8, 2, 2)];
  pointer("pointermove", 8, 2, 2, { getCoalescedEvents: () => merged });
  pointer("pointermove", 12, 3, 3, { getCoalescedEvents: () => [] });
  assert.deepEqual(frames.slice(1), [[4000, [[1, 1]]], [8000, [[2, 2]]], [12000, [[3, 3]]]]);
});

test("movements of two pointers at a time are one frame, in order of time", () => {
  const { frames, pointer, fingers, feed } = collected();
  pointer("pointerdown", 0, 0, 0);
  pointer("pointerdown", 0, 9, 9, { pointerId: 8 });
  const list = (...times) => () => times.map((time) => moved("pointermove", time, time, time));
  frames.length = 0;
  pointer("pointermove", 8, 8, 8, { getCoalescedEvents: list(4, 8) });
  assert.deepEqual(frames, []);
  pointer("pointermove", 8, 8, 8, { pointerId: 8, getCoalescedEvents: list(4, 6, 8) });
  fingers.flush(feed);
  assert.deepEqual(frames, [[4000, [[4, 4], [4, 4]]], [6000, [[4, 4], [6, 6]]], [8000, [[8, 8], [8, 8]]]]);
  // The next movement of the same finger says that the other one has not moved.
  pointer("pointermove", 12, 1, 1);
  pointer("pointermove", 16, 2, 2);
  assert.deepEqual(frames.at(-1), [12000, [[1, 1], [8, 8]]]);
  pointer("pointerup", 20, 2, 2);
  assert.deepEqual(frames.slice(-2), [[16000, [[2, 2], [8, 8]]], [20000, [[8, 8]]]]);
});

test("a pointer that the browser takes cancels the gesture", () => {
  for (const type of ["pointercancel", "lostpointercapture"]) {
    const { frames, pointer } = collected();
    pointer("pointerdown", 0, 0, 0);
    pointer(type, 5, 0, 0);
    assert.deepEqual(frames.slice(1), [[5000, "cancel"], [5000, []]]);
  }
});

test("of a mouse, the main button is the finger, and it has no pressure", () => {
  const { frames, pointer, fingers } = collected();
  assert.equal(pointer("pointerdown", 0, 1, 1, { pointerType: "mouse", button: 2 }), false);
  assert.equal(pointer("pointerdown", 0, 1, 1, { pointerType: "mouse", button: 0, pressure: 0.7 }), true);
  assert.ok(Number.isNaN(fingers.contacts[0].pressure));
  assert.equal(frames.length, 1);
});

test("positions count from the element's corner when the first finger lands", () => {
  let left = 100;
  const { frames, pointer } = collected({ getBoundingClientRect: () => ({ left, top: 10, width: 9, height: 9 }) });
  pointer("pointerdown", 0, 110, 20);
  left = 500;
  pointer("pointermove", 1, 111, 20);
  pointer("pointerdown", 2, 120, 30, { pointerId: 8 });
  pointer("pointerup", 3, 120, 30, { pointerId: 8 });
  pointer("pointerup", 4, 111, 20);
  pointer("pointerdown", 5, 510, 20);
  assert.deepEqual(frames.map(([, contacts]) => contacts), [
    [[10, 10]], [[11, 10]], [[11, 10], [20, 20]], [[11, 10]], [], [[10, 10]],
  ]);
});

test("touches are fingers", () => {
  const { frames, touch } = collected();
  const at = (identifier, clientX, clientY) => ({ identifier, clientX, clientY, force: 0 });
  // Safari's identifiers are large.
  const [one, two] = [1_893_572_190, -3];
  touch({ type: "touchstart", timeStamp: 0, changedTouches: [at(one, 1, 1)] });
  touch({ type: "touchstart", timeStamp: 4, changedTouches: { length: 1, 0: at(two, 2, 2) } });
  touch({ type: "touchmove", timeStamp: 8, changedTouches: [at(one, 3, 3), at(two, 4, 4)] });
  touch({ type: "touchend", timeStamp: 12, changedTouches: [at(one, 3, 3)] });
  touch({ type: "touchcancel", timeStamp: 16, changedTouches: [at(two, 4, 4)] });
  assert.deepEqual(frames, [
    [0, [[1, 1]]], [4000, [[1, 1], [2, 2]]], [8000, [[3, 3], [4, 4]]], [12000, [[4, 4]]], [16000, "cancel"],
    [16000, []],
  ]);
});

test("a wheel is a finger that the content follows, until it is silent", () => {
  const { frames, wheel, fingers, feed } = collected();
  assert.equal(wheel({ timeStamp: 100, deltaY: 3 }), true);
  wheel({ timeStamp: 110, deltaX: 1, deltaY: 4 });
  fingers.settle(209_999, feed);
  assert.equal(frames.length, 3);
  assert.equal(fingers.scrollEnd, 210_000);
  fingers.settle(210_000, feed);
  assert.deepEqual(frames, [
    [92_000, [[50, 60]]], [100_000, [[50, 57]]], [110_000, [[49, 53]]], [120_000, []],
  ]);
  // The next scroll is another one; after a long pause, it lifts 16 ms after its last event.
  wheel({ timeStamp: 300, deltaY: 1 });
  wheel({ timeStamp: 500, deltaY: 1 });
  assert.deepEqual(frames.slice(4), [
    [292_000, [[50, 60]]], [300_000, [[50, 59]]], [308_000, []], [492_000, [[50, 60]]], [500_000, [[50, 59]]],
  ]);
  wheel({ timeStamp: 590, deltaY: 1 });
  fingers.settle(1_000_000, feed);
  assert.deepEqual(frames.at(-1), [606_000, []]);
});

test("lines and pages of a wheel are pixels, and a pinch is no scroll", () => {
  const { frames, wheel } = collected({ getBoundingClientRect: () => ({ left: 0, top: 0 }), clientHeight: 200 }, 2);
  assert.equal(wheel({ timeStamp: 0, deltaY: 1, ctrlKey: true }), false);
  assert.equal(wheel({ timeStamp: 0, deltaY: 0 }), false);
  wheel({ timeStamp: 10, deltaY: 1, deltaMode: 1 });
  wheel({ timeStamp: 20, deltaY: 1, deltaMode: 2 });
  assert.deepEqual(frames.slice(1).map(([, contacts]) => contacts), [
    [[50, 44], [50, 44]], [[50, -156], [50, -156]],
  ]);
});

suite("a session's events", { skip: isMissing }, async () => {
  const engine = await start();
  const element = {
    captured: [],
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 400, height: 800 }),
    setPointerCapture(pointer) { this.captured.push(pointer); },
    hasPointerCapture(pointer) { return this.captured.includes(pointer); },
  };
  const pulled = engine.interaction("sheet").with("surface", { unit: "device" })
    .with("progress/distance", { points: 400 });

  /** Drags by pixels, in steps of 8 ms. */
  function drag(session, distance, more = {}) {
    session.pointer(moved("pointerdown", 0, 200, 700, more));
    for (let step = 1; step <= 20; step++) {
      session.pointer(moved("pointermove", 8 * step, 200, 700 - distance * step / 20, more));
    }
  }

  test("with an element, points are CSS pixels, whatever their size", () => {
    for (const size of [{}, { millimetresPerPixel: 0.16 }, { pixelsPerMillimetre: 4 }]) {
      const session = pulled.with("gesture/pan/slop", { mm: 0 }).session({ surface: element, ...size });
      drag(session, 200);
      assert.ok(Math.abs(session.at(160).fraction - 0.5) < 1e-9);
    }
  });

  test("a pointer is captured once it drags, and not before", () => {
    const session = pulled.session({ surface: element });
    element.captured = [];
    session.pointer(moved("pointerdown", 0, 200, 700, { currentTarget: element }));
    session.pointer(moved("pointermove", 8, 200, 699, { currentTarget: element }));
    assert.deepEqual(element.captured, []);
    session.pointer(moved("pointermove", 16, 200, 600, { currentTarget: element }));
    session.pointer(moved("pointermove", 24, 200, 500, { currentTarget: element }));
    assert.deepEqual(element.captured, [7]);
    element.captured = [];
    drag(pulled.session({ surface: element, capture: false }), 300, { currentTarget: element });
    assert.deepEqual(element.captured, []);
  });

  test("a scroll moves the animation, and its silence releases it", () => {
    const session = pulled.session({ surface: element });
    const outcomes = [];
    session.on("decided", ({ outcome }) => outcomes.push(outcome));
    for (let step = 0; step < 30; step++) {
      const event = { type: "wheel", timeStamp: 10 * step, clientX: 9, clientY: 9, deltaX: 0, deltaY: 10 };
      assert.equal(session.wheel(event), true);
    }
    assert.equal(session.at(300).phase, "tracking");
    assert.ok(session.nextTime <= 390);
    assert.equal(session.at(391).phase, "settling");
    assert.deepEqual(outcomes, ["finish"]);
  });

  test("a gesture that the browser takes is cancelled", () => {
    const session = pulled.session({ surface: element });
    const kinds = [];
    session.on("event", ({ kind }) => kinds.push(kind));
    drag(session, 300);
    session.pointer(moved("pointercancel", 170, 200, 400));
    assert.ok(kinds.includes("cancelled") && !kinds.includes("ended"));
    assert.equal(session.at(5000).fraction, 0);
  });

  test("something that is no event is refused", () => {
    const session = pulled.session({ surface: element });
    refuses(() => session.pointer(undefined), /the event is undefined/);
    refuses(() => session.pointer({ type: "pointerdown" }), /timeStamp is undefined/);
    refuses(() => session.pointer({ type: "pointerdown", timeStamp: 0, pointerId: 1 }), /clientX is undefined/);
    refuses(() => session.touch({ type: "touchstart", timeStamp: 0, changedTouches: 5 }), /changedTouches is 5/);
    refuses(() => session.wheel({ type: "wheel", timeStamp: 0, deltaX: NaN, deltaY: 0 }), /deltaX is NaN/);
    refuses(() => pulled.session({ surface: { getBoundingClientRect: () => ({ width: 0, height: 0 }) } }), /no size/);
  });
});
