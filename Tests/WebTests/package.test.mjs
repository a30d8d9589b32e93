/** The package as its users have it: types, files, workers, sources of the module, and the page's examples. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import {
  engines, flick, inFolder, isMissing, moduleBytes, modulePath, motionPath, readsNoRecordings, root, start, web,
} from "./support.mjs";
import { Memory } from "../../Sources/Web/memory.mjs";
import { load as loadMotion } from "../../Sources/Web/motion.mjs";
import { load } from "../../Sources/Web/pantograph.mjs";

/** Calls a function with an empty folder in which the package is installed. */
function installed(body) {
  return inFolder((folder) => {
    const modules = join(folder, "node_modules/pantograph");
    mkdirSync(modules, { recursive: true });
    cpSync(web, modules, { recursive: true });
    if (!isMissing) copyFileSync(modulePath, join(modules, "pantograph.wasm"));
    if (!engines[1].isMissing) copyFileSync(motionPath, join(modules, "motion.wasm"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    return body(folder);
  });
}

function run(program, values, folder) {
  const { status, stdout, stderr } = spawnSync(program, values, { cwd: folder, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

/** The blocks of a language on the page of the documentation. */
function blocks(language) {
  const page = readFileSync(root + "Sources/Commands/Commands.docc/UseFromJavaScript.md", "utf8");
  return page.split("```" + language + "\n").slice(1).map((block) => block.split("```")[0]);
}

const hasCompiler = spawnSync("tsc", ["--version"]).status === 0;

test("tsc --strict accepts the declarations", { skip: hasCompiler ? false : "no tsc; Debian's node-typescript" }, () =>
  installed((folder) => {
    copyFileSync(root + "Tests/WebTests/types.ts", join(folder, "types.ts"));
    for (const resolution of ["node16", "nodenext"]) {
      const options = ["--strict", "--noEmit", "--target", "es2022", "--module", resolution];
      const { status, output } = run("tsc", [...options, "--lib", "es2022,dom,dom.iterable", "types.ts"], folder);
      assert.equal(status, 0, output);
    }
  }));

test("what the declarations name is there", { skip: isMissing }, async () => {
  const declared = readFileSync(web + "pantograph.d.ts", "utf8") + readFileSync(web + "motion.d.ts", "utf8");
  const engine = await start();
  const interaction = engine.interaction("sheet");
  const session = interaction.session({ keep: true });
  const objects = {
    Engine: engine, Interaction: interaction, Session: session, Trajectory: session.trajectory(),
    Spring: engine.spring({ response: 1 }), Curve: engine.curve("linear"), Recognizer: engine.recognizer("pan"),
    ...(engines[1].isMissing ? {} : { MotionEngine: await engines[1].start() }),
  };
  for (const [name, object] of Object.entries(objects)) {
    const [, body] = declared.match(new RegExp(`^export interface ${name}(?:<[^\n]+>)?(?: extends \\w+)? \\{\n([\\s\\S]*?)^\\}`, "m"));
    const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+)[<(:?]/gm)].map(([, member]) => member);
    const has = (member) => member in object;
    assert.deepEqual(members.filter((member) => !has(member)), [], name);
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter((key) => key !== "constructor");
    assert.deepEqual(methods.filter((method) => !members.includes(method)), [], name);
  }
});

test("the package has what it needs, and nothing runs when it is imported", () => {
  const { type, exports, files, sideEffects, dependencies, license } = JSON.parse(readFileSync(web + "package.json"));
  assert.deepEqual([type, sideEffects, dependencies, license], ["module", false, undefined, "MIT"]);
  const present = readdirSync(web);
  for (const { types, default: script } of [exports["."], exports["./motion"], exports["./play"]]) {
    for (const path of [types, script]) assert.ok(present.includes(path.slice(2)));
  }
  assert.ok(files.includes("*.mjs"));
  // What npx runs is a program by itself.
  for (const file of present.filter((name) => name.endsWith(".mjs") && name !== "program.mjs")) {
    const text = readFileSync(web + file, "utf8");
    assert.doesNotMatch(text, /\beval\(|new Function/, file);
    // Only what drives a page has a clock; what traces one asks the page for its own.
    if (file !== "driving.mjs") assert.doesNotMatch(text, /Date\.now|setTimeout/, file);
    if (!["driving.mjs", "tracing.mjs"].includes(file)) assert.doesNotMatch(text, /performance\.now/, file);
    for (const [, name] of text.matchAll(/^(?:im|ex)port .* from "([^"]+)"/gm)) assert.match(name, /^\.\/\w+\.mjs$/);
  }
});

test("the module is found beside the script, and taken from any source", { skip: isMissing }, () =>
  installed(async (folder) => {
    const script = join(folder, "main.mjs");
    writeFileSync(script, 'import { load } from "pantograph"; console.log((await load()).interaction("sheet").rate);');
    assert.deepEqual(run("node", [script], folder), { status: 0, output: "120\n" });
    const headers = { "content-type": "application/wasm" };
    const sources = [
      pathToFileURL(modulePath), pathToFileURL(modulePath).href, moduleBytes, new Uint8Array(moduleBytes).buffer,
      new Response(moduleBytes, { headers }), Promise.resolve(new Response(moduleBytes)),
      new WebAssembly.Module(moduleBytes),
    ];
    for (const source of sources) assert.equal((await load(source)).interaction("sheet").rate, 120);
  }));

test("the smaller module is found beside its script, too", { skip: engines[1].isMissing }, () =>
  installed((folder) => {
    const script = join(folder, "main.mjs");
    writeFileSync(script, `import { load } from "pantograph/motion";
      console.log((await load()).recognizer("tap").state);`);
    assert.deepEqual(run("node", [script], folder), { status: 0, output: "idle\n" });
  }));

test("the smaller module is none of the whole engine", { skip: engines[1].isMissing || isMissing }, async () => {
  await assert.rejects(load(readFileSync(motionPath)), { name: "PantographError", message: /not Pantograph's/ });
  // The whole engine has all that the smaller one has.
  assert.equal((await loadMotion(moduleBytes)).recognizer("pan").state, "idle");
});

test("another module, or none, is refused", async () => {
  const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
  const rejected = (source, message) => assert.rejects(load(source), { name: "PantographError", message });
  await rejected(empty, /not Pantograph's/);
  await rejected(new Uint8Array(3), /can't be compiled/);
  await rejected(new Response("", { status: 404 }), /status 404/);
  await rejected(new URL("file:///nowhere/pantograph.wasm"), /can't load file:\/\/\/nowhere/);
  await rejected("http://[", /which is no URL/);
  await rejected(5, /the module's source is 5/);
});

test("a worker drives a session with the same module", { skip: isMissing }, async () => {
  const script = new URL("worker.mjs", import.meta.url);
  const worker = new Worker(script, { workerData: new WebAssembly.Module(moduleBytes) });
  const state = await new Promise((resolve, reject) => worker.on("message", resolve).on("error", reject));
  await worker.terminate();
  const session = (await start()).interaction("sheet").session();
  flick(session);
  assert.deepEqual(state, session.at(150));
});

test("a trap ends the engine, and every later call says so", { skip: isMissing }, async () => {
  const { of } = Memory;
  let memory;
  Memory.of = async (module) => (memory = await of.call(Memory, module));
  const engine = await start().finally(() => { Memory.of = of; });
  const session = engine.interaction("sheet").session();
  session.at(0);
  // An address that is beyond the memory.
  const message = /the engine has stopped \(.+\); load it again, and report this/;
  assert.throws(() => memory.call("pg_interaction_rate", -16), { name: "PantographError", code: "stopped", message });
  const calls = [
    () => session.at(0), () => session.feed(0), () => session.nextTime, () => engine.interaction("sheet"),
    () => engine.format(1), () => engine.spring({ response: 1 }), () => engine.version,
  ];
  for (const call of calls) assert.throws(call, { name: "PantographError", code: "stopped", message });
  session.close();
  assert.equal((await start()).interaction("sheet").rate, 120);
});

test("the page's examples run", { skip: isMissing }, () => installed(async (folder) => {
  const [wheel, drive, listen, replay, judging, mistake, mathematics, alone] = blocks("js");
  const script = `
    const element = new EventTarget();
    ${drive}
    { ${wheel} }
    { ${listen} }
    ${readsNoRecordings ? "" : `{ ${replay} }`}
    { ${judging} }
    { ${mistake} }
    { ${mathematics} }`;
  const file = join(folder, "page.mjs");
  const flickFolder = root + "Recordings/touchpad-flick/";
  const fetching = `import { readFileSync } from "node:fs";
    globalThis.fetch = async (name) => new Response(readFileSync(${JSON.stringify(flickFolder)} + name));\n`;
  writeFileSync(file, fetching + script);
  const { status, output } = run("node", [file], folder);
  assert.equal(status, 0, output);
  const lines = output.trim().split("\n");
  assert.ok(lines.includes("completed"), output);
  assert.equal(lines.at(-1), "1:30: gesture: unknown key 'pna'; did you mean 'pan'?");
  if (engines[1].isMissing) return;
  const other = join(folder, "alone.mjs");
  writeFileSync(other, alone);
  const recognised = run("node", [other], folder);
  assert.equal(recognised.status, 0, recognised.output);
  const found = recognised.output.trim().split("\n");
  // GTK's slop is 2.1 mm, and its translation jumps to the finger.
  assert.deepEqual([found[0], found.at(-2), found.at(-1).split(" ")[0]], ["began 4", "changed 24", "ended"]);
}));
