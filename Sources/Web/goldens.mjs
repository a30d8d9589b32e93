/** Gestures that were accepted: folders that `pantograph check` reads, and the matcher that compares with them. */
import { PantographError, boolean, onlyKeys, refuse, shown, text } from "./errors.mjs";
import { node } from "./gestures.mjs";
import { Trace } from "./traces.mjs";

/** What a replay says in subject.json; what else the file of a folder has is kept. */
const keys = [
  "version", "page", "viewport", "elements", "show", "events", "input", "momentum", "pixelsPerMillimetre", "frameRate",
  "rest", "tolerances", "pace", "placement",
];

/** What subject.json says of them by leaving them out. */
const defaults = { version: 1, viewport: { width: 412, height: 915 }, show: ["x", "y", "opacity"], pace: "exact" };

/** The names of the files of a gesture that was played, and of one that a test made, which `check` can't play. */
const played = { subject: "subject.json", table: "expected.csv" };
const traced = { subject: "traced.json", table: "traced.csv" };

// Folders

/**
 * Compares a trace with the gesture that a folder contains, or writes it there.
 *
 * @param options `{ accept, evenSilent }`: accept true writes what is now, "missing" only where nothing was accepted,
 *     and false nothing; a trace that would hardly ever differ is only written if evenSilent is true
 */
export async function compareGesture(trace, folder, options = {}) {
  if (!Trace.is(trace)) refuse(`the trace is ${shown(trace)}; expected what play() or stop() returns`);
  const { accept = acceptsAll() ? true : "missing", evenSilent = false } =
    onlyKeys(options, ["accept", "evenSilent"], "the options");
  boolean(evenSilent, "evenSilent");
  if (![true, false, "missing"].includes(accept)) {
    refuse(`accept is ${shown(accept)}; expected true, false or "missing"`);
  }
  const golden = await Golden.at(folder, Trace.gestureOf(trace) === undefined ? traced : played);
  const result = (pass, message, written = false, lines = []) =>
    ({ pass, message: `${golden.name}: ${message}`, folder: golden.path, written, lines });
  const silence = trace.silences.length > 0 && !evenSilent
    ? `not accepted, as it would hardly ever differ: ${trace.silences.join("; ")}; { evenSilent: true } accepts it`
    : undefined;
  if (!golden.isAccepted) {
    if (accept === false) return result(false, "nothing was accepted yet");
    if (silence !== undefined) return result(false, silence);
    const names = await golden.write(trace);
    return accept === true
      ? result(true, `wrote ${names}`, true)
      : result(false, `nothing was accepted yet; wrote ${names}: look at them, and run the test again`, true);
  }
  const lines = golden.differences(trace);
  if (lines.length === 0) {
    await golden.remove("actual.csv");
    return result(true, "the same as what was accepted");
  }
  if (accept === true && silence !== undefined) return result(false, silence, false, lines);
  if (accept === true) return result(true, `wrote ${await golden.write(trace)}`, true, lines);
  await golden.save([["actual.csv", trace.csv()]]);
  const remedy = `the whole table is in ${golden.name}/actual.csv; PANTOGRAPH_ACCEPT=1 accepts it`;
  return result(false, [...lines, remedy].join("\n    "), false, lines);
}

/** Whether the environment says that everything is accepted. */
function acceptsAll() {
  return globalThis.process?.env?.PANTOGRAPH_ACCEPT === "1";
}

/** The number of drafts of files up to now. */
let draftCount = 0;

/** A folder with what was accepted, the options, and the recording if there is one. */
class Golden {
  /** Its path, and the same from the current folder. */
  path;
  name;
  #files;
  #join;
  #names;
  #recording;
  #subject;
  /** Where the subject is, from the folder: in it, or one of the two above, as `pantograph check` looks for it. */
  #place;
  #expected;

  /** @param names those of the files */
  static async at(folder, names) {
    const [files, { join, relative, resolve }, { fileURLToPath }] =
      await Promise.all([node("fs/promises"), node("path"), node("url")]);
    const isPlace = typeof folder === "string" || folder instanceof URL;
    if (!isPlace) refuse(`the folder is ${shown(folder)}; expected a path`);
    const made = new Golden();
    [made.#files, made.#join, made.#names] = [files, join, names];
    made.path = folder instanceof URL ? fileURLToPath(folder) : resolve(folder);
    const short = relative("", made.path);
    made.name = short === "" || short.startsWith("..") ? made.path : short;
    await made.#read();
    return made;
  }

  async #read() {
    const { subject, table } = this.#names;
    for (const place of this.#names === played ? ["", "../", "../../"].map((above) => above + subject) : [subject]) {
      const bytes = (await this.#bytes(place))?.toString();
      if (bytes === undefined) continue;
      this.#place = place;
      try {
        this.#subject = JSON.parse(bytes);
      } catch (cause) {
        throw new PantographError(`${this.name}/${place}: ${cause.message}`, { code: "unusable", cause });
      }
      break;
    }
    this.#expected = await this.#bytes(table);
    const [recording] = await this.#recordings();
    this.#recording = recording && await this.#bytes(recording);
  }

  /** Whether something was accepted. */
  get isAccepted() {
    return this.#expected !== undefined;
  }

  /** Returns the names of recordings as `pantograph check` looks for them. */
  async #recordings() {
    const names = await this.#files.readdir(this.path).catch(() => []);
    return names.filter((name) => name.startsWith("recording.") && !name.endsWith("~")).sort();
  }

  async #bytes(name) {
    try {
      return await this.#files.readFile(this.#join(this.path, name));
    } catch (cause) {
      if (cause.code === "ENOENT" || cause.code === "ENOTDIR") return undefined;
      throw new PantographError(`can't read ${this.name}/${name}: ${cause.message}`, { code: "unusable", cause });
    }
  }

  /** Says how a trace, or what was played for it, differs from what was accepted. */
  differences(trace) {
    const found = this.#differencesOfTable(trace);
    const gesture = Trace.gestureOf(trace);
    if (gesture !== undefined && !this.#recording?.equals(gesture.bytes)) {
      found.push("the recording is another one than the accepted one");
    }
    const others = this.#otherSettings(trace);
    if (others.length > 0) {
      const verb = others.length === 1 ? "is" : "are";
      found.push(`${others.join(", ")} of ${this.#place ?? this.#names.subject} ${verb} not as the test says`);
    }
    return found;
  }

  /** Returns the keys of the subject that are not as a trace has them; a server has another port each time. */
  #otherSettings(trace) {
    const setting = (subject, key) => subject?.[key] ?? defaults[key] ?? null;
    return keys.filter((key) => key !== "page" && !isSame(setting(this.#subject, key), setting(trace.subject, key)));
  }

  #differencesOfTable(trace) {
    try {
      const { same, lines } = trace.compare(this.#expected);
      return same ? [] : [...lines];
    } catch (cause) {
      // What can't be read is as good as another table: who accepts what is now replaces it.
      if (!(cause instanceof PantographError) || cause.code === "stopped") throw cause;
      return [`${this.#names.table}:${cause.message}`];
    }
  }

  /** Writes what was played and what came of it, and returns the names of the files. */
  async write(trace) {
    const gesture = Trace.gestureOf(trace);
    const kept = Object.entries(this.#subject ?? {}).filter(([key]) => !keys.includes(key));
    const subject = written({ ...Object.fromEntries(kept), ...trace.subject });
    const recordings = gesture === undefined ? [] : [[`recording.${gesture.ending}`, gesture.bytes]];
    // What several gestures share above their folders stays there.
    const isShared = this.#place?.startsWith("..") && this.#otherSettings(trace).length === 0;
    const subjects = isShared ? [] : [[this.#names.subject, subject]];
    // What was accepted comes last: a folder without it is not finished.
    const files = [...subjects, ...recordings, [this.#names.table, trace.csv()]];
    await this.save(files);
    const names = files.map(([name]) => name);
    const others = gesture === undefined ? [] : await this.#recordings();
    for (const name of [...others, "actual.csv"]) if (!names.includes(name)) await this.remove(name);
    return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  }

  /**
   * Writes files, by their names and contents, so that each is the old or the new one at any time.
   *
   * Where one of them can't be written, all are the old ones.
   */
  async save(contents) {
    const drafts = [];
    let [[current]] = contents;
    try {
      await this.#files.mkdir(this.path, { recursive: true });
      for (const [name, content] of contents) {
        current = name;
        const draft = await this.#draft(name);
        drafts.push(draft);
        await this.#files.writeFile(draft.path, content, { flag: "wx" });
        if (draft.mode !== undefined) await this.#files.chmod(draft.path, draft.mode);
      }
      for (const { name, path, destination } of drafts) {
        current = name;
        await this.#files.rename(path, destination);
      }
    } catch (cause) {
      for (const { path } of drafts) await this.#files.rm(path, { force: true }).catch(() => {});
      throw new PantographError(`can't write ${this.name}/${current}: ${cause.message}`, { code: "unusable", cause });
    }
  }

  /** Returns the file beside a file that becomes it: a link is kept, and so is its mode. */
  async #draft(name) {
    const path = this.#join(this.path, name);
    const destination = await this.#files.realpath(path).catch(() => path);
    const found = await this.#files.stat(destination).catch(() => undefined);
    if (found?.isFile() === false) throw new Error("it is no file");
    // A name that no recording has, and no other process.
    const [folder, own] = [this.#join(destination, ".."), `.${name}.${process.pid}-${++draftCount}.part`];
    return { name, destination, path: this.#join(folder, own), mode: found && found.mode & 0o7777 };
  }

  async remove(name) {
    try {
      await this.#files.rm(this.#join(this.path, name), { force: true });
    } catch (cause) {
      throw new PantographError(`can't remove ${this.name}/${name}: ${cause.message}`, { code: "unusable", cause });
    }
  }
}

/** Returns an object as JSON with a line for each key, as people write subject.json. */
function written(object) {
  const lines = Object.entries(object).map(([key, value]) => `  ${JSON.stringify(key)}: ${inLine(value)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}

function inLine(value) {
  if (Array.isArray(value)) return `[${value.map(inLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${inLine(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** Whether two values are the same as JSON; the order of an object's keys does not matter. */
function isSame(one, other) {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const names = Object.keys(one);
  return Array.isArray(one) === Array.isArray(other) && names.length === Object.keys(other).length
    && names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]));
}

// The matcher

/** The matchers for `expect.extend` of Playwright, Vitest and Jest. */
export const matchers = {
  /**
   * Compares a trace with the gesture of a name that was accepted.
   *
   * @param options `{ accept, evenSilent, folder }`: whether it is accepted, also if silent, and where it is
   */
  async toMatchGesture(trace, name, options = {}) {
    const { folder, accept, evenSilent } = onlyKeys(options, ["accept", "evenSilent", "folder"], "the options");
    const runner = await findRunner(this);
    const place = folder ?? runner.place(checkedName(name));
    const given = accept ?? (acceptsAll() ? true : runner.accept);
    // What must not be the same is nothing to accept.
    const { pass, message } = await compareGesture(trace, place, { accept: this?.isNot ? false : given, evenSilent });
    if (this?.isNot && message.endsWith("nothing was accepted yet")) return { pass: true, message: () => message };
    return { pass, message: () => message };
  },
};

function checkedName(name) {
  const parts = text(name, "the gesture's name").split("/");
  if (parts.some((part) => ["", ".", ".."].includes(part))) {
    refuse(`the gesture's name is ${shown(name)}; expected words such as "open"`);
  }
  return name;
}

/**
 * Returns what a test runner says about its snapshots: where they are, and whether new ones are accepted.
 *
 * Playwright does not tell matchers which test they are in, but its module, which the test has loaded, does.
 *
 * @param state what the runner calls the matcher with as `this`
 */
async function findRunner(state) {
  const info = await playwrightTest();
  if (info !== undefined) {
    const accepts = { all: true, changed: true, none: false }[info.config?.updateSnapshots];
    return { place: (name) => info.snapshotPath(...name.split("/")), accept: accepts ?? "missing" };
  }
  // As Vitest and Jest call it.
  const accepts = { all: true, none: false }[state?.snapshotState?._updateSnapshot];
  return { place: (name) => `gestures/${name}`, accept: accepts ?? "missing" };
}

/** Returns the test of Playwright that runs now; `undefined` in another runner. */
async function playwrightTest() {
  const { createRequire } = await node("module");
  const { cache } = createRequire(import.meta.url);
  const ofPlaywright = /[\\/](@playwright[\\/]test|playwright)[\\/](index|test|lib[\\/]index)\.js$/;
  for (const path of Object.keys(cache).filter((name) => ofPlaywright.test(name))) {
    const found = infoOf(cache[path]?.exports?.test);
    if (typeof found?.snapshotPath === "function") return found;
  }
  return undefined;
}

function infoOf(test) {
  try {
    return test?.info?.();
  } catch {
    // It throws outside of a test.
    return undefined;
  }
}
