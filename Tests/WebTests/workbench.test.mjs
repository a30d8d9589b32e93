/** The workbench: the file that the program puts into pages. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { Script } from "node:vm";
import { gunzipSync } from "node:zlib";
import { isMissing, moduleBytes, modulePath, root } from "./support.mjs";

const folder = isMissing ? undefined : mkdtempSync(join(tmpdir(), "pantograph-workbench-"));
after(() => folder && rmSync(folder, { recursive: true }));

/** Makes the file, and returns its text. */
function made(name = "workbench") {
  const path = join(folder, name);
  const values = ["--module", modulePath, "--output", path, "--version", "1.2.3"];
  const { status, stderr } = spawnSync(root + "tools/lib/package-workbench", values, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return readFileSync(path, "utf8");
}

/** Returns the file's three parts. */
function parts(text) {
  const [head, module] = text.split("\n", 2);
  return { head, module, script: text.slice(head.length + module.length + 2) };
}

suite("the file", { skip: isMissing }, () => {
  test("is the same each time", () => {
    assert.equal(made("one"), made("other"));
  });

  test("says its version, and contains the module, and the script and its hash", () => {
    const { head, module, script } = parts(made());
    assert.equal(head, `pantograph 1.2.3 sha256-${createHash("sha256").update(script).digest("base64")}`);
    assert.deepEqual(gunzipSync(Buffer.from(module, "base64")), moduleBytes);
    assert.match(script, /^\/\/<!\[CDATA\[\n[^]*\n\/\/\]\]>\n$/);
  });

  test("has a script beside others, to which it leaves no name", () => {
    const { script } = parts(made());
    assert.ok(new Script(script));
    assert.match(script, /^\/\/<!\[CDATA\[\n"use strict";\n\(\(\) => \{\n[^]*\n\}\)\(\);\n\/\/\]\]>\n$/);
  });
});
