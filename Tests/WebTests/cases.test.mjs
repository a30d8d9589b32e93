/** The repository's cases: the same rows as the command-line tool's, to the digit. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { test, suite } from "node:test";
import { frames } from "./parsing.mjs";
import { cases, expected, isMissing, plainCases, readsNoRecordings, refuses, start } from "./support.mjs";

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

suite("recordings", { skip: isMissing }, async () => {
  const engine = await start();

  test("other things are refused", async () => {
    await assert.rejects(engine.recording(5), { name: "PantographError", message: /the recording is 5/ });
    await assert.rejects(engine.recording(new Uint8Array([0x1f, 0x8b, 0])), { message: /can't be unpacked/ });
    await assert.rejects(engine.recording(new Response("", { status: 404 })), { message: /status 404/ });
    refuses(() => engine.replay({}, engine.interaction("sheet")), /what engine.recording\(\) returns/);
  });

  test("a module without recordings says so", { skip: readsNoRecordings ? false : "it has them" }, async () => {
    await assert.rejects(engine.recording("x"), { name: "PantographError", message: /reads no recordings/ });
  });
});
