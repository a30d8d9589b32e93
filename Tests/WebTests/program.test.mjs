/** `npx pantograph`: which program it runs, and how that ends. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inFolder, root, web } from "./support.mjs";

const platformPackage = `pantograph-${process.platform}-${process.arch}`;
const shell = (folder, text) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "pantograph"), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
};

/** Calls a function with a folder in which npm has installed the package, and a way to run its command there. */
function installed(body) {
  return inFolder((folder) => {
    const modules = join(folder, "node_modules");
    mkdirSync(join(modules, ".bin"), { recursive: true });
    cpSync(web, join(modules, "pantograph"), { recursive: true });
    symlinkSync("../pantograph/program.mjs", join(modules, ".bin/pantograph"));
    const command = join(modules, ".bin/pantograph");
    // npx puts the folder of links before all others.
    const environment = { ...process.env, PATH: `${modules}/.bin:${folder}/path` };
    const run = (...values) => {
      const options = { encoding: "utf8", env: environment, input: "y\n" };
      const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...values], options);
      return { status, output: stdout, complaints: stderr };
    };
    return body({ folder, modules, command, environment, run });
  });
}

test("the program of the package for this platform is run, before the one that is installed", () =>
  installed(({ folder, modules, run }) => {
    shell(join(folder, "path"), 'read answer; echo "path $answer $*"; exit 1');
    assert.deepEqual(run("check", "a b"), { status: 1, output: "path y check a b\n", complaints: "" });
    shell(join(modules, platformPackage, "bin"), 'read answer; echo "package $answer $*" >&2; exit 3');
    assert.deepEqual(run("guard", "--help"), { status: 3, output: "", complaints: "package y guard --help\n" });
  }));

test("without a program it says what to install", () => installed(({ run }) => {
  const { status, output, complaints } = run("guard");
  assert.deepEqual([status, output], [2, ""]);
  assert.match(complaints, /^pantograph: the command-line tool is not here: (install \S+ beside this|it runs on)/);
}));

test("a program that can't be run, or that a signal ends, is no success", () => installed(({ folder, run }) => {
  shell(join(folder, "path"), "kill -KILL $$");
  assert.equal(run().status, 128 + 9);
  writeFileSync(join(folder, "path/pantograph"), "#!/nowhere\n", { mode: 0o755 });
  const { status, complaints } = run();
  assert.equal(status, 2);
  assert.match(complaints, /^pantograph: \S+\/path\/pantograph: /);
}));

test("a signal reaches the program, which cleans up", () => installed(async ({ folder, command, environment }) => {
  mkdirSync(join(folder, "path"));
  writeFileSync(join(folder, "path/pantograph"), `#!${process.execPath}
    process.on("SIGTERM", () => { console.log("cleaned"); process.exit(5); });
    console.log("ready");
    setTimeout(() => {}, 60_000);`, { mode: 0o755 });
  const child = spawn(process.execPath, [command], { env: environment });
  let output = "";
  for await (const piece of child.stdout) {
    output += piece;
    if (output === "ready\n") child.kill("SIGTERM");
  }
  assert.equal(output, "ready\ncleaned\n");
  assert.equal(child.exitCode ?? await new Promise((resolve) => child.on("exit", resolve)), 5);
}));

const staged = root + ".build/staged";
test("npm installs the archive of the program", {
  skip: existsSync(join(staged, "bin/pantograph")) ? false : "no .build/staged/bin/pantograph; tools/lib/stage makes it",
}, () => installed(({ folder, modules, run }) => {
  const packed = spawnSync(root + "tools/lib/package-npm-program", [staged, folder], { encoding: "utf8" });
  assert.equal(packed.status, 0, packed.stderr);
  rmSync(join(modules, platformPackage), { recursive: true, force: true });
  mkdirSync(join(modules, platformPackage));
  const options = ["-xzf", packed.stdout.trim(), "-C", join(modules, platformPackage), "--strip-components=1"];
  assert.equal(spawnSync("tar", options).status, 0);
  assert.match(run("--version").output, /^pantograph \d/);
}));
