/** The repository's cases: the same rows as the command-line tool's, to the digit. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { test, suite } from "node:test";
import { device, frames } from "./parsing.mjs";
import {
  cases, expected, isMissing, plainCases, readEvents, readsNoRecordings, refuses, start, startWithoutReaders,
} from "./support.mjs";

const interactionOf = (engine, { folder }) => engine.interaction(readFileSync(folder + "interaction.json", "utf8"));

suite("cases that are fed as frames", { skip: isMissing }, async () => {
  const engine = await start();
  for (const one of cases().filter(({ name }) => plainCases.has(name))) {
    test(one.name, () => {
      const { surface, frames: fed, start: first } = frames(one.recording, readFileSync(one.recording, "utf8"));
      const session = interactionOf(engine, one).session({ start: first, surface, keep: true });
      for (const { time, contacts } of fed) session.feed(time, contacts);
      session.finish();
      assert.equal(session.trajectory().csv({ events: true }), expected(one));
    });
  }
});

suite("cases that are replayed", { skip: readsNoRecordings }, async () => {
  const engine = await start();
  for (const one of cases()) {
    test(one.name, async () => {
      const bytes = readFileSync(one.recording);
      const interaction = interactionOf(engine, one);
      const recording = await engine.recording(bytes);
      const trajectory = engine.replay(recording, interaction);
      assert.equal(trajectory.csv({ events: true }), expected(one));
      // A recording can be replayed again, and be packed.
      const packed = await engine.recording(new Blob([gzipSync(bytes)]));
      assert.equal(engine.replay(packed, interaction).csv(), trajectory.csv());
    });
  }

  test("a recording that can't be read says where", async () => {
    await assert.rejects(engine.recording("nothing that is known"), { name: "PantographError", code: "unusable" });
  });
});

suite("cases whose events are given", { skip: readsNoRecordings }, async () => {
  const engine = await startWithoutReaders();
  for (const one of cases()) {
    test(one.name, async () => {
      const bytes = readFileSync(one.recording);
      const events = await readEvents(bytes);
      const given = { device: device(one.recording, bytes.toString()), events };
      const interaction = interactionOf(engine, one);
      const recording = await engine.recording(given);
      const trajectory = engine.replay(recording, interaction);
      assert.equal(trajectory.csv({ events: true }), expected(one));
      // It never changes, and typed arrays are the same.
      const { times, types, codes, values } = events;
      const typed = {
        times: Float64Array.from(times), types: Uint8Array.from(types), codes: Uint16Array.from(codes),
        values: Int32Array.from(values),
      };
      const same = await engine.recording(Promise.resolve({ ...given, events: typed }));
      events.values.fill(0);
      for (const again of [recording, same]) assert.equal(engine.replay(again, interaction).csv(), trajectory.csv());
      checkColumns(trajectory, engine.replay(recording, interaction, { form: "columns" }));
      checkJudgements(engine, interaction, trajectory);
    });
  }
});

/** Checks that columns are those of a trajectory, to the bit. */
function checkColumns({ samples, events, names }, { times, phases, channels, events: others }) {
  const phaseNames = ["idle", "tracking", "settling", "rest"];
  assert.deepEqual(others, events);
  assert.deepEqual([times, phases, channels[0]].map((numbers) => numbers.constructor), [Float64Array, Uint8Array, Float64Array]);
  assert.deepEqual([...times], samples.map(({ time }) => Math.round(time * 1000)));
  assert.deepEqual([...phases], samples.map(({ phase }) => phaseNames.indexOf(phase)));
  assert.equal(channels.length, names.length + 2);
  const rows = [({ fraction }) => fraction, ({ velocity }) => velocity, ...names.map((name) => ({ values }) => values[name])];
  rows.forEach((row, index) => assert.deepEqual([...channels[index]], samples.map(row)));
}

/** Checks that the interaction judges each release as the session did, and otherwise beyond the flip. */
function checkJudgements(engine, interaction, { events }) {
  for (const event of events.filter(({ kind }) => kind === "decided")) {
    assert.equal(event.release === undefined, event.detail === undefined);
    if (event.release === undefined) continue;
    const judgement = interaction.judge(event.release);
    for (const key of ["outcome", "target", "clause", "detail"]) assert.equal(judgement[key], event[key], key);
    assert.deepEqual(judgement.findings.map(({ holds }) => holds), event.findings.map(({ holds }) => holds));
    assert.ok(judgement.reason.length > 0);
    if (judgement.flip === undefined) continue;
    const thresholds = interaction.conditions.map(({ threshold }) => threshold);
    thresholds[judgement.nearest] = judgement.flip;
    assert.notEqual(interaction.withThresholds(thresholds).judge(event.release).target, judgement.target);
  }
}

suite("recordings", { skip: isMissing }, async () => {
  const engine = await start();

  test("other things are refused", async () => {
    await assert.rejects(engine.recording(5), { name: "PantographError", message: /the recording is 5/ });
    await assert.rejects(engine.recording(new Uint8Array([0x1f, 0x8b, 0])), { message: /can't be unpacked/ });
    await assert.rejects(engine.recording(new Response("", { status: 404 })), { message: /status 404/ });
    refuses(() => engine.replay({}, engine.interaction("sheet")), /what engine.recording\(\) returns/);
  });

  const events = { times: [0, 5], types: [3, 0], codes: [53, 0], values: [7, 0] };
  const touchscreen = { properties: [1], codes: [[1, 330]], axes: [[47, 0, 9, 0], [53, 0, 4000, 40], [54, 0, 4000, 40]] };
  for (const [given, message] of [
    [{ events }, /the device is undefined; expected an object/],
    [{ device: {}, events: 5 }, /the events is 5; expected an object/],
    [{ device: {}, events, name: "x" }, /the recording has no 'name'; there are device, events/],
    [{ device: {}, events: { ...events, value: [] } }, /the events has no 'value'/],
    [{ device: {}, events: { ...events, types: [3] } }, /types has 1 numbers, and times 2/],
    [{ device: {}, events: { ...events, times: [] } }, /contains no events/],
    [{ device: {}, events: { ...events, times: "00" } }, /times is "00"; expected an array/],
    [{ device: {}, events: { ...events, times: [0, 0.5] } }, /times\[1\] is 0.5; expected a whole number/],
    [{ device: {}, events: { ...events, types: [3, 65536] } }, /types\[1\] is 65536; .* 0 to 65535/],
    [{ device: {}, events: { ...events, codes: [53, -1] } }, /codes\[1\] is -1/],
    [{ device: {}, events: { ...events, values: [7, 2 ** 31] } }, /values\[1\] is 2147483648/],
    [{ device: { axis: [] }, events }, /the device has no 'axis'/],
    [{ device: { name: 5 }, events }, /the device's name is 5; expected a text/],
    [{ device: { properties: 1 }, events }, /properties is 1; expected an array/],
    [{ device: { properties: ["1"] }, events }, /properties\[0\]\[0\] is "1"/],
    [{ device: { codes: [330] }, events }, /codes\[0\] is 330; expected an array/],
    [{ device: { axes: [[53, 0, 10]] }, events }, /axes\[0\]\[3\] is undefined/],
  ]) {
    test(`events are refused with ${message}`, () =>
      assert.rejects(engine.recording(given), { name: "PantographError", message }));
  }

  test("events of a device without positions are no touches", async () => {
    const recording = await engine.recording({ device: {}, events });
    assert.throws(() => engine.replay(recording, engine.interaction("sheet")), { code: "unusable" });
    const touches = await engine.recording({ device: touchscreen, events: { ...events, times: [3_000, 3_005] } });
    assert.equal(touches.start, 3);
    refuses(() => engine.replay(touches, engine.interaction("sheet"), { form: "rows" }), /the form is "rows"/);
    refuses(() => engine.replay(touches, engine.interaction("sheet"), { from: "columns" }), /no 'from'/);
    const { times, channels } = engine.replay(touches, engine.interaction("sheet"), { form: "columns" });
    assert.deepEqual([times[0], channels.length, channels[0][0]], [0, 4, 0]);
  });

  test("a module without recordings says so", { skip: readsNoRecordings ? false : "it has them" }, async () => {
    await assert.rejects(engine.recording("x"), { name: "PantographError", message: /reads no recordings/ });
  });
});
