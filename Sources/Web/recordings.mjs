/** Recordings: their bytes from anywhere in a page, and their replay. */
import { PantographError, onlyKeys, refuse, shown, whole } from "./errors.mjs";
import { sizes, status } from "./memory.mjs";
import { Columns, Trajectory, since, takeEvent, takeSamples } from "./results.mjs";

/** How many events are moved at a time. */
const batch = 1024;

/** A recording of touches: what a file has, or the events of a device. */
export class Recording {
  #memory;
  #source;

  constructor(memory, source) {
    this.#memory = memory;
    const isFile = source instanceof Uint8Array;
    this.#source = isFile ? new RecordedFile(memory, source) : new DeviceEvents(memory, source);
    /** The time of the first event, in milliseconds. */
    this.start = this.#source.start / 1000;
  }

  /** Drives an interaction with the touches, and returns the trajectory, or its columns. */
  replay(memory, names, interaction, columns, form) {
    if (memory !== this.#memory) refuse("the recording is of another engine");
    const reader = this.#source.open();
    let session;
    try {
      memory.ask(
        "pg_session_create_for_device", interaction.address, BigInt(this.#source.start), reader.device, memory.result);
      session = memory.stored("pg_session_destroy", this, "session");
      return this.#drive(reader, session, names, columns, form);
    } finally {
      session?.free();
      reader.free();
    }
  }

  #drive(reader, session, names, columns, form) {
    const memory = this.#memory;
    const [samples, events, table] = [[], [], new Columns()];
    const take = () => {
      if (form === "columns") table.take(memory, session.address, columns.length);
      else for (const sample of takeSamples(memory, session.address, columns)) samples.push(sample);
      for (let event; (event = takeEvent(memory, session.address, names)) !== undefined;) events.push(event);
    };
    memory.borrow(batch * sizes.inputEvent, (place) => {
      for (let count; (count = reader.read(place)) > 0;) {
        this.#check(session, memory.call("pg_session_feed_events", session.address, place, count));
        take();
      }
    });
    let result;
    while ((result = memory.call("pg_session_finish", session.address)) === status.full) take();
    this.#check(session, result);
    take();
    if (form !== "columns") return new Trajectory(names.format, columns, samples, events, this.start);
    return { ...table.joined(this.#source.start, columns.length), events: events.map(since(this.start)) };
  }

  #check(session, result) {
    if (result === status.ok) return;
    this.#memory.call("pg_session_error", session.address, this.#memory.error);
    throw this.#memory.failure(result);
  }
}

/** The bytes of a recording, of any format that `pantograph replay` reads. */
class RecordedFile {
  #memory;
  #bytes;

  constructor(memory, bytes) {
    if (memory.exports.pg_recording_create === undefined) {
      throw new PantographError("this module reads no recordings", { code: "unusable" });
    }
    this.#memory = memory;
    this.#bytes = bytes;
    const handle = this.#handle();
    /** The time of the first event, in microseconds. */
    this.start = Number(memory.call("pg_recording_start", handle.address));
    handle.free();
  }

  #handle() {
    const memory = this.#memory;
    memory.withBytes(this.#bytes, (start, length) =>
      memory.ask("pg_recording_create", start, length, memory.result));
    return memory.stored("pg_recording_destroy", this, "recording");
  }

  /** Returns its device, and a function that moves the next events to an address and returns their number. */
  open() {
    const [memory, handle] = [this.#memory, this.#handle()];
    const read = (place) => {
      const end = memory.ask("pg_recording_read", handle.address, place, batch, memory.result) === status.end;
      return end ? 0 : memory.integers[memory.result >>> 2];
    };
    return { device: memory.call("pg_recording_device", handle.address), read, free: () => handle.free() };
  }
}

/** The description of a device, and its events. */
class DeviceEvents {
  #memory;
  #device;
  #events;

  constructor(memory, { device, events }) {
    this.#memory = memory;
    onlyKeys(events, ["times", "types", "codes", "values"], "the events");
    const count = list(events.times, "times").length;
    if (count === 0) refuse("the recording contains no events");
    const column = (name, Numbers, [least, most]) => {
      const numbers = list(events[name], name);
      if (numbers.length !== count) refuse(`${name} has ${numbers.length} numbers, and times ${count}`);
      return Numbers.from(numbers, (number, index) => whole(number, `${name}[${index}]`, least, most));
    };
    this.#events = {
      times: column("times", Float64Array, [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]),
      types: column("types", Uint16Array, short), codes: column("codes", Uint16Array, short),
      values: column("values", Int32Array, long),
    };
    this.start = this.#events.times[0];
    this.#device = describe(memory, this, device);
  }

  open() {
    const { times, types, codes, values } = this.#events;
    const memory = this.#memory;
    let next = 0;
    const read = (place) => {
      const end = Math.min(next + batch, times.length);
      const count = end - next;
      for (let word = place >>> 2; next < end; next++, word += 4) {
        memory.integers[word] = times[next];
        memory.integers[word + 1] = Math.floor(times[next] / 2 ** 32);
        memory.integers[word + 2] = types[next] | codes[next] << 16;
        memory.integers[word + 3] = values[next];
      }
      return count;
    };
    return { device: this.#device.address, read, free() {} };
  }
}

/** The ranges of the kernel's numbers. */
const [short, long] = [[0, 2 ** 16 - 1], [-(2 ** 31), 2 ** 31 - 1]];

/** Returns the handle of a device's description. */
function describe(memory, owner, device) {
  const { name = "", properties = [], codes = [], axes = [] } =
    onlyKeys(device, ["name", "properties", "codes", "axes"], "the device");
  memory.withText(name, "the device's name", (place) => memory.ask("pg_device_create", place, memory.result));
  const handle = memory.stored("pg_device_destroy", owner, "device");
  const add = (call, what, rows, ranges) => Array.from(list(rows, what), (row, at) => {
    const numbers = list(row, `${what}[${at}]`);
    memory.ask(call, handle.address, ...ranges.map(([least, most], index) =>
      whole(numbers[index], `${what}[${at}][${index}]`, least, most)));
  });
  add("pg_device_add_property", "properties", Array.from(list(properties, "properties"), (one) => [one]), [short]);
  add("pg_device_add_code", "codes", codes, [short, short]);
  add("pg_device_add_axis", "axes", axes, [short, long, long, long]);
  return handle;
}

function list(value, what) {
  if (!Array.isArray(value) && !(ArrayBuffer.isView(value) && "length" in value)) {
    refuse(`${what} is ${shown(value)}; expected an array`);
  }
  return value;
}

/**
 * Returns the bytes of a text, a file, an answer or other bytes, and events as they are.
 *
 * What gzip has packed is unpacked.
 */
export async function readSource(source) {
  const given = source instanceof Promise ? await source : source;
  if (typeof given === "object" && given !== null && "events" in given) {
    return onlyKeys(given, ["device", "events"], "the recording");
  }
  const bytes = await plainBytes(given);
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? unpack(bytes) : bytes;
}

async function plainBytes(source) {
  if (typeof source === "string") return new TextEncoder().encode(source);
  if (source instanceof ArrayBuffer) return new Uint8Array(source.slice(0));
  if (ArrayBuffer.isView(source)) {
    return new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice();
  }
  const isResponse = typeof Response === "function" && source instanceof Response;
  if (isResponse && !source.ok) {
    throw new PantographError(`can't load ${source.url}: status ${source.status}`, { code: "unusable" });
  }
  if (!isResponse && !(typeof Blob === "function" && source instanceof Blob)) {
    refuse(`the recording is ${shown(source)}; expected a text, bytes, a Blob, a Response or events`);
  }
  try {
    return new Uint8Array(await source.arrayBuffer());
  } catch (cause) {
    throw new PantographError(`can't read the recording: ${cause?.message}`, { code: "unusable", cause });
  }
}

async function unpack(bytes) {
  if (typeof DecompressionStream !== "function") {
    throw new PantographError("the recording is gzip, which this platform can't unpack", { code: "unusable" });
  }
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch (cause) {
    throw new PantographError(`the recording can't be unpacked: ${cause?.message}`, { code: "unusable", cause });
  }
}
