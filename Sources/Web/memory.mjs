/** The memory of the module: structures in it, handles to what it owns, and calls that never stop it in silence. */
import { PantographError, refuse, text } from "./errors.mjs";

/** The sizes of the C structures on wasm32, in bytes. */
export const sizes = {
  error: 256, sample: 32, contact: 40, event: 56, finding: 40, surface: 32, inputEvent: 16, position: 24, motion: 16,
  release: 104, judgement: 56, recognizerSettings: 104, gestureEvent: 88,
};

/** The results of calls, from 2. */
const codes = [, , "invalid", "unusable", "busy", "too-late", "full"];
export const status = { ok: 0, end: 1, invalid: 2, tooLate: 5, full: 6 };

/** The most contacts of a frame. */
export const mostContacts = 1024;

/** Where things are in the scratch area: the error, a small result, and room for contacts or rows. */
const scratch = { error: 0, result: sizes.error, bulk: 512, end: 512 + mostContacts * sizes.contact };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Frees what a forgotten object owned. */
const forgotten = new FinalizationRegistry((handle) => handle.free());

/** The memory and the functions of an instance. */
export class Memory {
  /** The functions of the module; after a trap, functions that say so. */
  exports;
  /** Views of the whole memory, made anew when it has grown. */
  view;
  doubles;
  integers;
  bytes;
  /** The address of the scratch area's parts. */
  error = 0;
  result = 0;
  bulk = 0;
  /** The number of bytes at `bulk`. */
  bulkSize = scratch.end - scratch.bulk;
  #memory;
  #printed = "";

  /**
   * Creates an instance of a compiled module.
   *
   * @param needed a function of the module without which it is another one
   */
  static async of(module, needed = "pg_session_sample_at") {
    const made = new Memory();
    const system = { fd_close: () => 0, fd_seek: () => 0, fd_write: (...pieces) => made.#print(...pieces) };
    let instance;
    try {
      instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: system });
    } catch (cause) {
      throw new PantographError(`the module can't be started: ${cause.message}`, { code: "unusable", cause });
    }
    const { exports } = instance;
    if (!(exports.memory instanceof WebAssembly.Memory) || typeof exports[needed] !== "function") {
      throw new PantographError("the module is not Pantograph's", { code: "unusable" });
    }
    made.#memory = exports.memory;
    made.exports = exports;
    // A module that is no program has initializers of C instead of a main function.
    if (typeof exports._initialize === "function") made.call("_initialize");
    made.#layOut();
    return made;
  }

  #layOut() {
    const base = this.allocate(scratch.end);
    this.error = base + scratch.error;
    this.result = base + scratch.result;
    this.bulk = base + scratch.bulk;
    this.refresh();
  }

  /** Makes the views anew if the memory has grown; a view of memory that has grown is empty. */
  refresh() {
    if (this.doubles !== undefined && this.doubles.length > 0) return;
    const { buffer } = this.#memory;
    this.view = new DataView(buffer);
    this.doubles = new Float64Array(buffer);
    this.integers = new Int32Array(buffer);
    this.bytes = new Uint8Array(buffer);
  }

  /** Calls a function of the module. */
  call(name, ...values) {
    const body = this.exports[name];
    if (body === undefined) throw new PantographError(`this module lacks ${name}`, { code: "unusable" });
    try {
      return body(...values);
    } catch (failure) {
      throw this.stopped(failure);
    } finally {
      this.refresh();
    }
  }

  /** Does the same with four numbers at most, for what is called each frame. */
  callQuickly(name, first, second, third, fourth) {
    let result;
    try {
      result = this.exports[name](first, second, third, fourth);
    } catch (failure) {
      throw this.stopped(failure);
    }
    if (this.doubles.length === 0) this.refresh();
    return result;
  }

  /** Calls a function that returns a status and takes a `struct pg_error` last; throws what that says. */
  ask(name, ...values) {
    const result = this.call(name, ...values, this.error);
    if (result !== status.ok && result !== status.end) throw this.failure(result);
    return result;
  }

  /** Returns the exception of a status, from the error in the scratch area. */
  failure(result) {
    const { error } = this;
    const message = this.text(error + 8, sizes.error - 8) || "the call was refused";
    const [line, column] = [this.integers[error >>> 2], this.integers[(error >>> 2) + 1]];
    return new PantographError(message, { code: codes[result] ?? "invalid", line, column });
  }

  /**
   * Returns what to throw for an exception that came out of the module.
   *
   * After a trap or an overflow of the stack, nothing in the memory can be relied on.
   */
  stopped(failure) {
    if (failure instanceof PantographError) return failure;
    const said = this.#printed.trim();
    const message = `the engine has stopped (${said || failure?.message}); load it again, and report this`;
    const stop = () => {
      throw new PantographError(message, { code: "stopped", cause: failure });
    };
    this.exports = new Proxy({}, { get: () => stop });
    return new PantographError(message, { code: "stopped", cause: failure });
  }

  /** Keeps what the module prints before a trap. */
  #print(_file, pieces, count, written) {
    this.refresh();
    let total = 0;
    for (let index = 0; index < count; index++) {
      const [start, length] = this.integers.subarray((pieces >>> 2) + 2 * index, (pieces >>> 2) + 2 * index + 2);
      this.#printed = (this.#printed + decoder.decode(this.bytes.slice(start, start + length))).slice(-500);
      total += length;
    }
    this.integers[written >>> 2] = total;
    return 0;
  }

  // Memory that the module gives away

  /** Returns the address of new memory. */
  allocate(size) {
    const address = this.call("malloc", size);
    if (address === 0) throw new PantographError("no memory is left", { code: "full" });
    // Above 2 GiB, the module's addresses arrive as negative numbers.
    return address >>> 0;
  }

  /** Calls a function with the address of some memory that is freed afterwards. */
  borrow(size, body) {
    const address = this.allocate(size);
    try {
      return body(address);
    } finally {
      this.call("free", address);
    }
  }

  /** Calls a function with a copy of bytes in the module: its address and length. */
  withBytes(bytes, body) {
    return this.borrow(bytes.length + 1, (address) => {
      this.bytes.set(bytes, address);
      this.bytes[address + bytes.length] = 0;
      return body(address, bytes.length);
    });
  }

  /** Calls a function with a text in the module, which ends with a zero byte. */
  withText(value, what, body) {
    return this.withBytes(encoder.encode(text(value, what)), body);
  }

  /** Returns the text at an address, up to a zero byte; `undefined` at 0. */
  text(address, most = 1 << 20) {
    if (address === 0) return undefined;
    const start = address >>> 0;
    const end = this.bytes.indexOf(0, start);
    return decoder.decode(this.bytes.slice(start, Math.min(end < 0 ? start : end, start + most)));
  }

  /** Returns the text that a function writes which takes its place and the room for it last. */
  written(name, ...values) {
    const length = this.call(name, ...values, this.bulk, this.bulkSize);
    if (length < this.bulkSize) return this.text(this.bulk, length);
    return this.borrow(length + 1, (address) => {
      this.call(name, ...values, address, length + 1);
      return this.text(address, length);
    });
  }

  /** Returns a whole number of 64 bits at an address. */
  long(address) {
    return Number(this.view.getBigInt64(address, true));
  }

  /** Writes numbers at an address. */
  write(address, ...numbers) {
    this.doubles.set(numbers, address >>> 3);
  }

  /** Returns the handle that a call has stored in the small result. */
  stored(destroy, owner, what) {
    return new Handle(this, destroy, this.integers[this.result >>> 2], owner, what);
  }
}

/** The memory and the handle of each interaction. */
export const interactions = new WeakMap();

/** Something in the module that an object owns: freed with it, or before. */
export class Handle {
  #memory;
  #destroy;
  #what;
  #address;
  /** Memory that is freed with it. */
  block = 0;

  constructor(memory, destroy, address, owner, what) {
    this.#memory = memory;
    this.#destroy = destroy;
    this.#address = address;
    this.#what = what;
    forgotten.register(owner, this, this);
  }

  /** Whether it is still there. */
  get isOpen() {
    return this.#address !== 0;
  }

  /** The address; throws after `free`. */
  get address() {
    if (this.#address === 0) refuse(`the ${this.#what} is closed`);
    return this.#address;
  }

  /** Frees it; again does nothing. */
  free() {
    if (this.#address === 0) return;
    const address = this.#address;
    this.#address = 0;
    forgotten.unregister(this);
    try {
      this.#memory.call(this.#destroy, address);
      if (this.block !== 0) this.#memory.call("free", this.block);
    } catch {
      // An engine that has stopped has nothing to free; the next call says that it has.
    }
  }
}
