/** What is forgotten is freed, and nothing that is still needed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Memory } from "../../Sources/Web/memory.mjs";
import { flick, isMissing, start } from "./support.mjs";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

/** Starts an engine, and counts the calls of its functions; `memory` is its memory. */
async function counted() {
  const { of } = Memory;
  const calls = new Map();
  let made;
  Memory.of = async (module) => {
    const memory = await of.call(Memory, module);
    const { call } = memory;
    made = memory;
    memory.call = (name, ...values) => {
      calls.set(name, (calls.get(name) ?? 0) + 1);
      return call.call(memory, name, ...values);
    };
    return memory;
  };
  const engine = await start().finally(() => { Memory.of = of; });
  return { engine, calls, memory: made };
}

/** Collects garbage until something has come of it. */
async function collected(isDone) {
  while (!isDone()) {
    collect();
    await new Promise(setImmediate);
  }
}

test("sessions and interactions that are forgotten are freed", { skip: isMissing, timeout: 600_000 }, async () => {
  const { engine, calls } = await counted();
  for (let number = 0; number < 100; number++) engine.interaction("sheet").session().at(0);
  const destroyed = (what) => calls.get(`pg_${what}_destroy`) ?? 0;
  await collected(() => destroyed("session") >= 99 && destroyed("interaction") >= 99);
});

test("a session that has not started keeps its interaction", { skip: isMissing, timeout: 600_000 }, async () => {
  const { engine, calls } = await counted();
  const session = engine.interaction("sheet").session();
  for (let number = 0; number < 100; number++) engine.interaction("sheet");
  await collected(() => (calls.get("pg_interaction_destroy") ?? 0) >= 99);
  flick(session);
  assert.equal(session.at(9000).fraction, 1);
});

/** Calls a function so often that what each call leaves would make the memory grow, and checks that it doesn't. */
async function leavesNothing(body) {
  const { engine, memory } = await counted();
  for (let number = 0; number < 100; number++) body(engine, number);
  const before = memory.bytes.length;
  for (let number = 100; number < 20_000; number++) body(engine, number);
  assert.equal(memory.bytes.length, before);
}

test("calls leave nothing in the module's memory", { skip: isMissing, timeout: 600_000 }, () =>
  leavesNothing((engine) => engine.momentum("gtk", 1000, 1)));

test("a closed session leaves nothing", { skip: isMissing, timeout: 600_000 }, async () => {
  let sheet;
  await leavesNothing((engine, number) => {
    sheet = number === 0 ? engine.interaction("sheet") : sheet;
    const session = sheet.session();
    session.at(0);
    session.close();
  });
});

for (const isHeard of [false, true]) {
  test(`a session ${isHeard ? "with" : "without"} a listener keeps nothing`, { skip: isMissing }, async () => {
    let session;
    await leavesNothing((engine, number) => {
      if (number === 0) {
        session = engine.interaction("sheet").session();
        if (isHeard) session.on("decided", () => {});
      }
      session.feed(8 * number, [{ id: 1, x: 30, y: 80 + 20 * Math.sin(number / 50) }]);
    });
  });
}
