/** Interactions and sessions: what they return, send and refuse. */
import assert from "node:assert/strict";
import { test, suite } from "node:test";
import { flick, isMissing, refuses, start } from "./support.mjs";

suite("sessions", { skip: isMissing }, async () => {
  const engine = await start();
  const sheet = engine.interaction("sheet");

  test("an interaction has a rate and the names of its values", () => {
    assert.equal(sheet.rate, 120);
    assert.deepEqual(sheet.values, ["top", "dimming"]);
    assert.equal(sheet.with("rate", 60).rate, 60);
    assert.equal(sheet.rate, 120);
  });

  test("text and object are the same interaction", () => {
    const object = {
      version: 1, gesture: { pan: {} }, progress: { toward: "up", distance: { mm: 45 } }, rate: 90,
      rule: { fractionAbove: 0.5 }, animation: { duration: 1, properties: [{ name: "y", from: 0, to: 1 }] },
    };
    assert.equal(engine.interaction(object).rate, 90);
    assert.equal(engine.interaction(JSON.stringify(object)).rate, 90);
  });

  test("a mistake in a text has its line and column", () => {
    const text = '{\n  "version": 1,\n  "gesture": { "pna": {} }\n}';
    assert.throws(() => engine.interaction(text), (error) => {
      assert.equal(error.name, "PantographError");
      assert.deepEqual([error.code, error.line, error.column], ["unusable", 3, 16]);
      assert.match(error.message, /^3:16: gesture: unknown key 'pna'; did you mean 'pan'\?$/);
      return true;
    });
    refuses(() => engine.interaction("shet"), /unknown template 'shet'; did you mean 'sheet'\?/);
    refuses(() => engine.interaction(""), /empty/);
    refuses(() => sheet.with("animation/nothing/deep", 1), /no value at/);
  });

  test("a text with too many levels is refused, and does not end the stack", () => {
    for (const levels of [510, 3000, 1_000_000]) {
      for (const level of ["[", '{"a":']) {
        assert.throws(() => engine.interaction(`{"version":1,"a":${level.repeat(levels)}`), { code: "unusable" });
      }
    }
    assert.equal(engine.interaction("sheet").rate, 120);
  });

  test("a drag moves the animation, and its release settles it", () => {
    const session = sheet.session({ keep: true });
    flick(session, 1000);
    assert.equal(session.start, 1000);
    const released = session.at(1104);
    assert.equal(released.phase, "settling");
    // 15 mm less the slop of the pan, of 45 mm.
    assert.ok(released.fraction > 0.25 && released.fraction < 1 / 3, `${released.fraction}`);
    assert.ok(Math.abs(released.values.top - (800 - 700 * released.fraction)) < 1e-9);
    const end = session.at(3000);
    assert.deepEqual([end.phase, end.fraction, end.velocity, end.values.top], ["rest", 1, 0, 100]);
    const kinds = session.events().map(({ kind }) => kind).filter((kind) => kind !== "changed");
    assert.deepEqual(kinds, ["began", "ended", "decided", "handoff", "completed"]);
    assert.deepEqual(session.events(), []);
  });

  test("a decision has its findings", () => {
    const session = sheet.session({ keep: true });
    flick(session);
    const { outcomes, events } = session.trajectory();
    assert.deepEqual(outcomes, ["finish"]);
    const decided = events.find(({ kind }) => kind === "decided");
    assert.deepEqual([decided.clause, decided.target, decided.detail], [0, 1, "finish"]);
    // 1.25 mm each 8 ms.
    const [{ holds, quantity, value, comparison, threshold, unit }] = decided.findings;
    assert.deepEqual([holds, quantity, comparison, threshold, unit], [true, "velocity", "above", 100, "mm/s"]);
    assert.ok(Math.abs(value - 156.25) < 1e-6);
  });

  test("a decision has its release, unless the gesture was cut off", () => {
    const session = sheet.session();
    const releases = [];
    session.on("decided", ({ release }) => releases.push(release));
    flick(session);
    session.feed(200, [{ id: 1, x: 30, y: 70 }]);
    session.feed(208, [{ id: 1, x: 30, y: 90 }]);
    session.cancel(216);
    assert.equal(releases.length, 2);
    assert.equal(releases[1], undefined);
    const { distance, velocity, travel, crossTravel, startFraction, heldBack } = releases[0];
    assert.deepEqual([distance, crossTravel, startFraction, heldBack], [45, 0, 0, 0]);
    assert.ok(Math.abs(velocity - 156.25) < 1e-6 && travel > 12 && travel <= 15);
    assert.equal(Object.keys(releases[0]).length, 13);
  });

  test("listeners get the events, also of an animation that is only looked at", () => {
    const session = sheet.session();
    const [all, completed] = [[], []];
    session.on("event", ({ kind }) => all.push(kind));
    const end = session.on("completed", ({ detail }) => completed.push(detail));
    flick(session);
    assert.deepEqual(all.filter((kind) => kind !== "changed"), ["began", "ended", "decided", "handoff"]);
    session.at(200);
    assert.deepEqual(completed, []);
    session.at(5000);
    session.at(5016);
    assert.deepEqual(completed, ["end"]);
    end();
    session.reverse(6000);
    session.at(9000);
    assert.deepEqual(completed, ["end"]);
    assert.equal(all.at(-1), "completed");
  });

  test("a listener may call its session, and close it", () => {
    const session = sheet.session();
    const kinds = [];
    session.on("event", ({ kind }) => {
      if (kind !== "changed") kinds.push(kind);
    });
    session.on("handoff", ({ time }) => session.reverse(time));
    session.on("completed", () => session.close());
    flick(session);
    assert.deepEqual(kinds, ["began", "ended", "decided", "handoff", "started"]);
    session.at(5000);
    assert.equal(kinds.at(-1), "completed");
    refuses(() => session.at(5016), /closed/);
  });

  test("several listeners get the same order, whatever they call", () => {
    const session = sheet.session();
    const kinds = [];
    session.on("ended", ({ time }) => session.reverse(time));
    session.on("event", ({ kind }) => {
      if (kind !== "changed") kinds.push(kind);
    });
    flick(session);
    assert.deepEqual(kinds, ["began", "ended", "decided", "handoff", "started"]);
  });

  test("identities may be negative, palms don't count, and pressure does", () => {
    const [fingers, palms] = [sheet.session(), sheet.session()];
    const press = engine.interaction("press-preview");
    const [hard, soft] = [press.session(), press.session()];
    for (let number = 0; number < 60; number++) {
      const contact = { id: -3, x: 30, y: 100 - number };
      fingers.feed(8 * number, [contact]);
      palms.feed(8 * number, [{ ...contact, palm: true }]);
      hard.feed(8 * number, [{ id: 2 ** 31 - 1, x: 30, y: 100, pressure: number / 60 }]);
      soft.feed(8 * number, [{ id: -(2 ** 31), x: 30, y: 100, pressure: 0.01 }]);
    }
    assert.deepEqual([fingers.at(480).phase, palms.at(480).phase], ["tracking", "idle"]);
    assert.notEqual(hard.at(480).fraction, soft.at(480).fraction);
  });

  test("a decision by a snap point has the progress that was compared", () => {
    const session = engine.interaction("pager").session({ surface: { width: 65, height: 120 }, keep: true });
    for (let number = 0; number < 13; number++) session.feed(8 * number, [{ id: 1, x: 60 - 1.25 * number, y: 30 }]);
    session.feed(104);
    const decided = session.events().find(({ kind }) => kind === "decided");
    assert.equal(decided.outcome, "snap");
    assert.ok(decided.judged > 0 && decided.judged < 0.3, `${decided.judged}`);
  });

  test("a listener's exception comes out of the call, and the later events out of the next", () => {
    const session = sheet.session();
    const kinds = [];
    session.on("ended", () => { throw new Error("mine"); });
    session.on("decided", ({ kind }) => kinds.push(kind));
    assert.throws(() => flick(session), /mine/);
    session.at(5000);
    assert.deepEqual(kinds, ["decided"]);
  });

  test("movements that a toolkit reports move it as a finger does", () => {
    const touched = engine.interaction("sheet").with("gesture/pan/slop", { mm: 0 });
    const [finger, deltas] = [touched.session(), touched.session()];
    flick(finger);
    assert.equal(deltas.move(0, 1, 1), false);
    assert.equal(deltas.begin(0, 1), true);
    assert.equal(deltas.begin(0), false);
    for (let number = 1; number < 13; number++) deltas.move(8 * number, 0, -1.25 * 267.12 / 25.4, "scroll-px");
    assert.equal(deltas.end(104), true);
    assert.equal(deltas.end(104), false);
    const [one, other] = [finger.at(150), deltas.at(150)];
    assert.ok(Math.abs(one.fraction - other.fraction) < 1e-9 && one.phase === other.phase);
    assert.throws(() => deltas.move(200, 1, 1, "inch"), /the unit is "inch"; expected one of progress, mm/);
    assert.throws(() => deltas.begin(200, 0), /fingers is 0/);
    assert.throws(() => deltas.end(200, { canceled: true }), /no 'canceled'/);
  });

  test("hold, resume and reverse say whether they did", () => {
    const session = sheet.session();
    assert.deepEqual([session.hold(0), session.resume(0)], [false, false]);
    flick(session, 0);
    assert.equal(session.hold(150), true);
    const held = session.at(150).fraction;
    assert.equal(session.at(900).fraction, held);
    assert.equal(session.resume(900), true);
    assert.equal(session.reverse(950), true);
    assert.equal(session.at(4000).fraction, 0);
  });

  test("settleTo sends it with its velocity, and place puts it there", () => {
    const session = sheet.session();
    assert.equal(session.place(0, 0.5), true);
    assert.equal(session.at(0).fraction, 0.5);
    assert.equal(session.settleTo(0, 0.5), false);
    flick(session, 0);
    const { fraction, velocity } = session.at(150);
    assert.equal(session.place(150, 0), false);
    assert.equal(session.settleTo(150, 0.25), true);
    const after = session.at(150);
    assert.ok(Math.abs(after.fraction - fraction) < 1e-9 && Math.abs(after.velocity - velocity) < 1e-6);
    assert.ok(Math.abs(session.at(6000).fraction - 0.25) < 1e-9);
    assert.throws(() => session.settleTo(6000, 101), /from -100 to 100/);
    assert.throws(() => session.place(6000, "1"), /progress/);
  });

  test("setInteraction goes on with another one", () => {
    const session = sheet.session();
    flick(session, 0);
    const { fraction, velocity } = session.at(150);
    const slow = sheet.with("settle/finish/spring/response", 1.5);
    assert.equal(session.setInteraction(150, slow), true);
    const after = session.at(150);
    assert.ok(Math.abs(after.fraction - fraction) < 1e-9 && Math.abs(after.velocity - velocity) < 1e-6);
    assert.ok(session.at(600).phase === "settling");
    assert.throws(() => session.setInteraction(600, engine.interaction("pager")), /other values/);
    assert.throws(() => session.setInteraction(600, {}), /expected an Interaction/);
    assert.throws(() => session.setInteraction(600, slow, { keep: "place" }), /expected one of progress, value/);
    assert.equal(session.at(9000).fraction, 1);
  });

  test("cancel returns the animation to its start", () => {
    const session = sheet.session({ keep: true });
    session.feed(0, [{ id: 1, x: 30, y: 100 }]);
    session.feed(10, [{ id: 1, x: 30, y: 60 }]);
    session.cancel(20);
    assert.equal(session.at(4000).fraction, 0);
    assert.ok(session.events().some(({ kind }) => kind === "cancelled"));
  });

  test("finish runs to the rest, with or without keeping", () => {
    for (const keep of [true, false]) {
      const session = sheet.session({ keep });
      flick(session);
      assert.equal(session.nextTime > 104, true);
      assert.equal(session.finish(), true);
      assert.equal(session.nextTime, null);
      assert.equal(session.at(9000).phase, "rest");
    }
  });

  test("a session that keeps asks to take samples when it is full, and another one drops them", () => {
    const slow = sheet.with("rate", 10_000).with("settle/finish", { spring: { response: 60, dampingRatio: 1 } });
    const [keeping, listening] = [slow.session({ keep: true }), slow.session()];
    let completed = 0;
    listening.on("completed", () => { completed += 1; });
    flick(keeping);
    flick(listening);
    assert.equal(keeping.finish(), false);
    assert.equal(keeping.samples().length, 262_144);
    assert.equal(listening.finish(), true);
    assert.equal(completed, 1);
  });

  test("a state is reused", () => {
    const session = sheet.session();
    const state = session.at(0);
    flick(session);
    assert.equal(session.at(150, state), state);
    assert.equal(state.phase, "settling");
    assert.deepEqual(state, session.at(150));
  });

  test("a time before the last touch counts as that", () => {
    const session = sheet.session();
    flick(session);
    assert.equal(session.at(50).time, 104);
  });

  test("samples lie on the grid, and are taken once", () => {
    const session = sheet.session({ start: 0, keep: true });
    flick(session);
    session.finish();
    const samples = session.samples();
    // The times are whole microseconds.
    for (const { time } of samples) assert.ok(Math.abs(time * 0.12 - Math.round(time * 0.12)) < 1e-3, `${time}`);
    assert.equal(samples.at(-1).values.top, 100);
    assert.deepEqual(session.samples(), []);
  });

  test("names of values may be those of objects", () => {
    const names = ["__proto__", "constructor", "toString", "0"];
    const odd = sheet.with("animation/properties", names.map((name) => ({ name, from: 1, to: 2 })));
    const session = odd.session();
    flick(session);
    const { values } = session.at(9000);
    assert.deepEqual(Object.keys(values).sort(), [...names].sort());
    for (const name of names) assert.equal(values[name], 2);
  });

  test("memory that grows does no harm", async () => {
    const other = await start();
    const session = other.interaction("sheet").session({ keep: true });
    const state = session.at(0);
    for (let frame = 0; frame < 40_000; frame++) {
      session.feed(8 * frame, [{ id: 1, x: 30, y: 80 + 20 * Math.sin(frame / 50) }]);
      session.at(8 * frame, state);
      assert.ok(Math.abs(state.values.top - (800 - 700 * state.fraction)) < 1e-9);
    }
    assert.ok(session.samples().length > 30_000);
  });

  test("sessions that are closed and interactions that are closed say so", () => {
    const mine = engine.interaction("sheet");
    const session = mine.session();
    session.at(0);
    session.close();
    session.close();
    for (const call of [
      () => session.at(0), () => session.feed(0), () => session.nextTime, () => session.hold(0),
      () => session.finish(), () => session.samples(), () => session.on("decided", () => {}),
    ]) refuses(call, /the session is closed/);
    mine.close();
    refuses(() => mine.session(), /the interaction is closed/);
    refuses(() => mine.with("rate", 60), /the interaction is closed/);
  });

  test("a session outlives its interaction", () => {
    const mine = engine.interaction("sheet");
    const session = mine.session({ start: 0 });
    mine.close();
    flick(session);
    assert.equal(session.at(9000).fraction, 1);
  });

  test("wrong use is refused with a sentence", () => {
    const session = sheet.session();
    refuses(() => session.at("now"), /time is "now"; expected a time in milliseconds/);
    refuses(() => session.at(NaN), /time is NaN/);
    refuses(() => session.at(1n), /time is a BigInt/);
    refuses(() => session.at(1e300), /time in milliseconds/);
    refuses(() => session.at(0, 5), /into is 5/);
    refuses(() => session.at(0, Object.freeze(session.at(0))), /that can change/);
    refuses(() => session.feed(0, {}), /expected an array/);
    refuses(() => session.feed(0, [{ id: 1.5, x: 0, y: 0 }]), /contacts\[0\]\.id is 1.5/);
    refuses(() => session.feed(0, [{ id: 2 ** 31, x: 0, y: 0 }]), /32 bits/);
    refuses(() => session.feed(0, [{ id: 1, x: NaN, y: 0 }]), /contacts\[0\] has an impossible id, position/);
    refuses(() => session.feed(0, [{ id: 1, x: 0, y: 0 }, { id: 1, x: 0, y: 0 }]), /the id of another one/);
    refuses(() => session.on("decide", () => {}), /no event is "decide"/);
    refuses(() => session.on("decided", 1), /expected a function/);
    refuses(() => session.samples(), /keep: true/);
    refuses(() => sheet.session({ keeps: true }), /no 'keeps'; there are start, surface/);
    refuses(() => sheet.session({ surface: { width: 0, height: 5 } }), /expected 0.001 to 1e6 mm/);
    refuses(() => sheet.session({ pixelsPerMillimetre: 0 }), /above 0/);
    refuses(() => sheet.session({ start: {} }), /start is an object/);
    refuses(() => sheet.with("rate", undefined), /JSON/);
    refuses(() => sheet.with("rate\0", 1), /null character/);
  });

  test("an interaction that needs a surface says so at once", () => {
    refuses(() => engine.interaction("scrub").session(), /the size of the surface/);
    engine.interaction("scrub").session({ surface: { width: 65, height: 120 } });
  });

  test("using it once frees it", { skip: Symbol.dispose ? false : "this Node has no Symbol.dispose" }, () => {
    const session = sheet.session();
    session[Symbol.dispose]();
    refuses(() => session.at(0), /closed/);
  });
});
