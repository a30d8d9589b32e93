/** Recordings: their bytes from anywhere in a page, and their replay. */
import { PantographError, refuse, shown } from "./errors.mjs";
import { sizes, status } from "./memory.mjs";
import { Trajectory, takeEvent, takeSamples } from "./results.mjs";

/** How many events are moved at a time. */
const batch = 1024;

/** A recording of touches, of any format that `pantograph replay` reads. */
export class Recording {
  #memory;
  #bytes;

  constructor(memory, bytes) {
    if (memory.exports.pg_recording_create === undefined) {
      throw new PantographError("this module reads no recordings", { code: "unusable" });
    }
    this.#memory = memory;
    this.#bytes = bytes;
    const handle = this.#open();
    /** The time of the first event, in milliseconds. */
    this.start = Number(memory.call("pg_recording_start", handle.address)) / 1000;
    handle.free();
  }

  #open() {
    const memory = this.#memory;
    memory.withBytes(this.#bytes, (start, length) =>
      memory.ask("pg_recording_create", start, length, memory.result));
    return memory.stored("pg_recording_destroy", this, "recording");
  }

  /** Drives an interaction with the touches, and returns the trajectory. */
  replay(memory, names, interaction, columns) {
    if (memory !== this.#memory) refuse("the recording is of another engine");
    const recording = this.#open();
    let session;
    try {
      session = this.#session(interaction, recording);
      return this.#drive(recording, session, names, columns);
    } finally {
      session?.free();
      recording.free();
    }
  }

  #session(interaction, recording) {
    const memory = this.#memory;
    const device = memory.call("pg_recording_device", recording.address);
    const start = memory.call("pg_recording_start", recording.address);
    memory.ask("pg_session_create_for_device", interaction.address, start, device, memory.result);
    return memory.stored("pg_session_destroy", this, "session");
  }

  #drive(recording, session, names, columns) {
    const memory = this.#memory;
    const [samples, events] = [[], []];
    const take = () => {
      for (const sample of takeSamples(memory, session.address, columns)) samples.push(sample);
      for (let event; (event = takeEvent(memory, session.address, names)) !== undefined;) events.push(event);
    };
    memory.borrow(batch * sizes.inputEvent, (place) => {
      const count = memory.result;
      while (memory.ask("pg_recording_read", recording.address, place, batch, count) !== status.end) {
        const read = memory.integers[count >>> 2];
        this.#check(session, memory.call("pg_session_feed_events", session.address, place, read));
        take();
      }
    });
    let result;
    while ((result = memory.call("pg_session_finish", session.address)) === status.full) take();
    this.#check(session, result);
    take();
    return new Trajectory(names.format, columns, samples, events, this.start);
  }

  #check(session, result) {
    if (result === status.ok) return;
    this.#memory.call("pg_session_error", session.address, this.#memory.error);
    throw this.#memory.failure(result);
  }
}

/** Returns the bytes of a text, a file, an answer or other bytes; what gzip has packed is unpacked. */
export async function readBytes(source) {
  const given = source instanceof Promise ? await source : source;
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
    refuse(`the recording is ${shown(source)}; expected a text, bytes, a Blob or a Response`);
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
