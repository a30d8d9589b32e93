#!/usr/bin/env node
/**
 * `npx pantograph`: runs the command-line tool, that of the package for this platform or the one that is installed.
 *
 * Tests that play recordings do not need it.
 */
import { spawn } from "node:child_process";
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { constants as system } from "node:os";
import { delimiter, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const platformPackage = `pantograph-${process.platform}-${process.arch}`;

/** The program of the package for this platform; undefined if that is not installed beside this one. */
function inPackage() {
  try {
    return createRequire(import.meta.url).resolve(`${platformPackage}/bin/pantograph`);
  } catch {
    return undefined;
  }
}

/** The first program in PATH that is not a link to this script, which npx puts there. */
function inPath() {
  const self = realpathSync(fileURLToPath(import.meta.url));
  return (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "")
    .map((folder) => join(folder, "pantograph"))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        const isLink = realpathSync(path) === self || path.includes(`${sep}node_modules${sep}.bin${sep}`);
        return statSync(path).isFile() && !isLink;
      } catch {
        return false;
      }
    });
}

const program = inPackage() ?? inPath();
if (program === undefined) {
  const remedy = process.platform === "linux"
    ? `install ${platformPackage} beside this package, or the program itself`
    : "it runs on Linux only";
  console.error(`pantograph: the command-line tool is not here: ${remedy}; tests with pantograph/play do without it`);
  process.exit(2);
}
const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// A terminal interrupts both; a signal to this process alone has to reach the program, which then cleans up.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (failure) => {
  console.error(`pantograph: ${program}: ${failure.message}`);
  process.exitCode = 2;
});
child.on("exit", (status, signal) => {
  // As a shell reports a program that a signal has ended.
  process.exitCode = status ?? 128 + (system.signals[signal] ?? 0);
});
