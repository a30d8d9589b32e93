/** Sessions: touches in, the animation's state out. */
import { PantographError, boolean, callable, finite, microseconds, onlyKeys, refuse, shown, whole } from "./errors.mjs";
import { interactions, sizes, status } from "./memory.mjs";
import { Trajectory, emptyValues, kinds, phases, takeEvent, takeSamples } from "./results.mjs";
import { readTouchOptions, touchOptions, writeContacts } from "./touches.mjs";

const optionNames = ["start", ...touchOptions, "keep", "capture"];
/** What stays as it is with another interaction, in the order of the module's. */
const kept = ["progress", "value"];
/** The units of `move`, in the order of the module's. */
const lengthUnits = ["progress", "mm", "pt", "dp", "px", "pad-px", "scroll-px"];
/** The number of frames after which samples that are not kept are dropped. */
const framesBetweenDrops = 256;

/** Drives one animation with touches. */
export class Session {
  #memory;
  #names;
  /** The names of the interaction's values, and an object with a 0 for each. */
  #columns;
  #template;
  /** What the session is created from at the first time that is known. */
  #create;
  #handle;
  /** The address of the session, 0 before its start and after its end; and of the sample and its values. */
  #address = 0;
  #block = 0;
  #isClosed = false;

  /** The latest time in microseconds: what was before is final. */
  #latest = 0;
  #start = 0;
  /** Whether the animation may have something to do that `at` has not seen the end of. */
  #isActive = false;
  #contactCount = 0;

  #fingers;
  #captures;
  #keeps;
  #frames = 0;
  #listeners = new Map();
  #queue = [];
  #isSending = false;

  constructor(memory, names, interaction, handle, options) {
    onlyKeys(options, optionNames, "the session's options");
    const { keep = false, capture = true, start } = options;
    const { fingers, surface } = readTouchOptions(options);
    this.#memory = memory;
    this.#names = names;
    this.#columns = interaction.values;
    this.#template = emptyValues(this.#columns);
    this.#keeps = boolean(keep, "keep");
    this.#captures = boolean(capture, "capture");
    this.#fingers = fingers;
    this.#check(handle, surface);
    // The interaction itself is kept until the start, too: with it, the engine's would be freed.
    this.#create = { interaction, handle, surface };
    if (start !== undefined) this.#begin(microseconds(start, "start"));
  }

  /** Says at once if the interaction needs a surface that it does not get. */
  #check(handle, surface) {
    const memory = this.#memory;
    if (surface) memory.write(memory.bulk, ...surface);
    memory.ask("pg_interaction_check_surface", handle.address, surface ? memory.bulk : 0);
  }

  #open({ handle, surface }, time) {
    const memory = this.#memory;
    if (surface) memory.write(memory.bulk, ...surface);
    const place = surface ? memory.bulk : 0;
    memory.ask("pg_session_create", handle.address, BigInt(time), place, memory.result);
    this.#handle = memory.stored("pg_session_destroy", this, "session");
    this.#handle.block = memory.allocate(sizes.sample + 8 * this.#columns.length);
    this.#address = this.#handle.address;
    this.#block = this.#handle.block;
  }

  /** Starts the session, unless it has started. */
  #begin(time) {
    if (this.#isClosed) refuse("the session is closed");
    if (this.#address !== 0) return;
    this.#open(this.#create, time);
    this.#create = undefined;
    this.#start = this.#latest = time;
    this.#choose();
  }

  /** Makes the engine keep what is taken later, and nothing else. */
  #choose() {
    if (this.#address === 0) return;
    const memory = this.#memory;
    const isSilent = !this.#keeps && this.#listeners.size === 0;
    if (isSilent) memory.integers.fill(0, memory.bulk >>> 2, (memory.bulk >>> 2) + 3);
    memory.call("pg_session_set_listener", this.#address, isSilent ? memory.bulk : 0);
  }

  // Touches

  /** Takes a touch frame: all contacts at a time, in millimetres; none when the last finger has lifted. */
  feed(time, contacts = []) {
    const moment = microseconds(time, "time");
    if (!Array.isArray(contacts)) refuse(`contacts is ${shown(contacts)}; expected an array`);
    this.#feed(moment, contacts);
  }

  #feed(moment, contacts) {
    const count = contacts.length;
    if (this.#address === 0) this.#begin(moment);
    const memory = this.#memory;
    writeContacts(memory, contacts);
    const result = memory.callQuickly("pg_session_feed", this.#address, BigInt(moment), memory.bulk, count);
    if (result !== status.ok) throw this.#failure(result);
    if (moment > this.#latest) this.#latest = moment;
    this.#contactCount = count;
    this.#isActive = true;
    if (this.#listeners.size > 0) this.#afterwards();
  }

  /** Takes a PointerEvent; returns whether it was about a finger of this session. */
  pointer(event) {
    const fingers = this.#fingers;
    const hasFinger = fingers.pointer(event, this.#feedFingers, this.#cancelFingers);
    if (hasFinger && this.#captures && event.type === "pointermove") this.#capture(event);
    return hasFinger;
  }

  /** Takes a TouchEvent; returns whether it was about fingers. */
  touch(event) {
    return this.#fingers.touch(event, this.#feedFingers, this.#cancelFingers);
  }

  /** Takes a WheelEvent, whose deltas move a scroll's finger; returns whether they do. */
  wheel(event) {
    return this.#fingers.wheel(event, this.#feedFingers);
  }

  /** Feeds what has come but waits for other events, and ends a scroll that is over. */
  #settleInput(moment) {
    this.#fingers.flush(this.#feedFingers);
    this.#fingers.settle(moment, this.#feedFingers);
  }

  #feedFingers = (moment) => this.#feed(moment, this.#fingers.contacts);
  #cancelFingers = (moment) => this.#control("pg_session_cancel", moment);

  /** Keeps a pointer that drags for the element that listens, so that the drag clicks nothing and ends here. */
  #capture({ currentTarget, pointerId }) {
    if (typeof currentTarget?.setPointerCapture !== "function" || currentTarget.hasPointerCapture?.(pointerId)) return;
    this.#look(this.#latest);
    if (phases[this.#memory.integers[(this.#block >>> 2) + 6]] !== "tracking") return;
    try {
      currentTarget.setPointerCapture(pointerId);
    } catch {
      // Of a pointer that is gone, or that a script has made up, nothing is captured.
    }
  }

  // The state

  /**
   * Returns the animation's state at a time, such as that of `requestAnimationFrame`.
   *
   * A time before the last touch counts as that. With `into`, a state that it has returned is changed and returned.
   */
  at(time, into) {
    let moment = microseconds(time, "time");
    if (this.#address === 0) this.#begin(moment);
    if (this.#fingers.hasMoves || this.#fingers.scrollEnd <= moment) this.#settleInput(moment);
    if (moment < this.#latest) moment = this.#latest;
    if (into !== undefined) checkState(into);
    this.#look(moment);
    const memory = this.#memory;
    const [block, columns] = [this.#block, this.#columns];
    const first = block >>> 3;
    const phase = memory.integers[(block >>> 2) + 6];
    const state = into ?? { time: 0, fraction: 0, velocity: 0, phase: "", values: { ...this.#template } };
    state.time = moment / 1000;
    state.fraction = memory.doubles[first + 1];
    state.velocity = memory.doubles[first + 2];
    state.phase = phases[phase];
    const { values } = state;
    for (let index = 0; index < columns.length; index++) values[columns[index]] = memory.doubles[first + 4 + index];
    // Once it rests, the time is made final, so that "completed" comes without another call.
    if (this.#isActive && this.#contactCount === 0 && phase !== 1 && phase !== 2) this.#rest(moment);
    return state;
  }

  /** Stores the state at a time in the session's block. */
  #look(moment) {
    const memory = this.#memory;
    const block = this.#block;
    let result;
    try {
      result = memory.exports.pg_session_sample_at(
        this.#address, BigInt(moment), block, block + sizes.sample, this.#columns.length);
    } catch (failure) {
      throw memory.stopped(failure);
    }
    if (memory.doubles.length === 0) memory.refresh();
    if (result !== status.ok) throw this.#failure(result);
  }

  #rest(moment) {
    this.#isActive = false;
    this.#call("pg_session_advance", BigInt(moment));
    if (moment > this.#latest) this.#latest = moment;
    this.#afterwards();
  }

  /** The time of the next sample, or of the end of a scroll; `null` while nothing moves. */
  get nextTime() {
    if (this.#isClosed) refuse("the session is closed");
    if (this.#address === 0) return null;
    const next = this.#memory.call("pg_session_next_time", this.#address);
    const times = [next === 0x7fff_ffff_ffff_ffffn ? Infinity : Number(next), this.#fingers.scrollEnd ?? Infinity];
    const earliest = Math.min(...times);
    return earliest === Infinity ? null : earliest / 1000;
  }

  /** The time of the session's start in milliseconds; `undefined` before it. */
  get start() {
    return this.#address === 0 ? undefined : this.#start / 1000;
  }

  // Control

  /** Advances to a time by which every touch has been fed; what is before it is final, and its events come. */
  advance(time) {
    const moment = microseconds(time, "time");
    this.#control("pg_session_advance", moment);
  }

  /** Holds the running animation until it is resumed, reversed, or grabbed. Returns whether one was running. */
  hold(time) {
    return this.#control("pg_session_hold", microseconds(time, "time"));
  }

  /** Resumes the animation that `hold` has held. Returns whether one was held. */
  resume(time) {
    return this.#control("pg_session_resume", microseconds(time, "time"));
  }

  /** Runs the animation toward its other end, from wherever it is. Returns whether it does. */
  reverse(time) {
    return this.#control("pg_session_reverse", microseconds(time, "time"));
  }

  /** Settles at a progress, with the velocity that it has; fingers that drive it lose it. Returns whether it goes there. */
  settleTo(time, progress) {
    return this.#control("pg_session_settle_to", microseconds(time, "time"), finite(progress, "progress"));
  }

  /** Puts an animation that does not move at another progress at once. Returns whether it is there. */
  place(time, progress) {
    return this.#control("pg_session_place", microseconds(time, "time"), finite(progress, "progress"));
  }

  /**
   * Goes on with another interaction, from where the animation is. Returns whether it does: not with another gesture while
   * fingers are down, nor once the second animation has begun.
   */
  setInteraction(time, interaction, options = {}) {
    const { keep = "progress" } = onlyKeys(options, ["keep"], "the options");
    const index = kept.indexOf(keep);
    if (index < 0) refuse(`keep is ${shown(keep)}; expected one of ${kept.join(", ")}`);
    const { memory, handle } = interactions.get(interaction) ?? {};
    if (handle === undefined) refuse(`interaction is ${shown(interaction)}; expected an Interaction`);
    if (memory !== this.#memory) refuse("interaction is one of another engine");
    return this.#control("pg_session_set_interaction", microseconds(time, "time"), handle.address, index);
  }

  /**
   * Begins a gesture that a toolkit has recognised, and of which it reports movements. Returns whether it has begun: not
   * while another one is active.
   */
  begin(time, fingers) {
    const count = fingers === undefined ? 0 : whole(fingers, "fingers", 1, 64);
    return this.#control("pg_session_begin", microseconds(time, "time"), count);
  }

  /** Moves the gesture of `begin` as the fingers move, to the right and downwards. Returns whether there is one. */
  move(time, dx, dy, unit = "mm") {
    const index = lengthUnits.indexOf(unit);
    if (index < 0) refuse(`the unit is ${shown(unit)}; expected one of ${lengthUnits.join(", ")}`);
    const delta = [finite(dx, "dx"), finite(dy, "dy")];
    return this.#control("pg_session_move", microseconds(time, "time"), ...delta, index);
  }

  /** Ends the gesture of `begin`: it is released and judged, or cancelled. Returns whether there was one. */
  end(time, options = {}) {
    const { cancelled = false } = onlyKeys(options, ["cancelled"], "the options");
    return this.#control("pg_session_end", microseconds(time, "time"), boolean(cancelled, "cancelled") ? 1 : 0);
  }

  /** Cancels the active gesture. */
  cancel(time) {
    this.#control("pg_session_cancel", microseconds(time, "time"));
  }

  #control(name, moment, ...values) {
    this.#begin(moment);
    this.#settleInput(moment);
    const result = this.#call(name, BigInt(moment), ...values);
    if (moment > this.#latest) this.#latest = moment;
    this.#isActive = true;
    this.#afterwards();
    return result === status.ok;
  }

  /** Ends the input, and runs the animation until it rests. Returns false if samples must be taken before. */
  finish() {
    if (this.#address === 0) this.#begin(this.#latest);
    this.#fingers.flush(this.#feedFingers);
    this.#fingers.clear();
    this.#contactCount = 0;
    let result = this.#call("pg_session_finish");
    while (result === status.full && !this.#keeps) {
      this.#drop();
      result = this.#call("pg_session_finish");
    }
    this.#afterwards();
    return result === status.ok;
  }

  /** Calls a function with the session; it returns "too late" and "full", and throws other failures. */
  #call(name, ...values) {
    const result = this.#memory.call(name, this.#address, ...values);
    if (result !== status.ok && result !== status.tooLate && result !== status.full) throw this.#failure(result);
    return result;
  }

  /** Returns why the last call has failed. */
  #failure(result) {
    if (this.#isClosed) return new PantographError("the session is closed");
    this.#memory.call("pg_session_error", this.#address, this.#memory.error);
    return this.#memory.failure(result);
  }

  // Results

  /** Returns the samples since the last call. Only for a session with `keep`. */
  samples() {
    this.#checkKept("samples");
    return this.#address === 0 ? [] : takeSamples(this.#memory, this.#address, this.#columns);
  }

  /** Returns the events since the last call. Only for a session with `keep`; listeners leave none. */
  events() {
    this.#checkKept("events");
    const found = [];
    for (let event = this.#nextEvent(); event !== undefined; event = this.#nextEvent()) found.push(event);
    return found;
  }

  /** Returns the samples and events since the last call as a trajectory, whose times count from the start. */
  trajectory() {
    const [samples, events] = [this.samples(), this.events()];
    return new Trajectory(this.#names.format, this.#columns, samples, events, this.#start / 1000);
  }

  #checkKept(what) {
    if (this.#isClosed) refuse("the session is closed");
    if (!this.#keeps) refuse(`the session keeps no ${what}; create it with { keep: true }`);
  }

  #nextEvent(isWanted) {
    return this.#address === 0 ? undefined : takeEvent(this.#memory, this.#address, this.#names, isWanted);
  }

  #isWanted = (kind) => {
    for (const { kind: heard } of this.#listeners.values()) if (heard === kind || heard === "event") return true;
    return false;
  };

  /**
   * Calls a function with each event of a kind, such as "decided", or with all: "event".
   *
   * Returns a function that ends this.
   */
  on(kind, listener) {
    if (kind !== "event" && !kinds.includes(kind)) {
      refuse(`no event is ${shown(kind)}; there are event, ${kinds.join(", ")}`);
    }
    callable(listener, "the listener");
    if (this.#isClosed) refuse("the session is closed");
    const key = {};
    this.#listeners.set(key, { kind, listener });
    if (this.#listeners.size === 1) this.#choose();
    return () => {
      if (this.#listeners.delete(key) && this.#listeners.size === 0 && !this.#isClosed) this.#choose();
    };
  }

  /** Sends events to the listeners, and drops samples that are not kept. */
  #afterwards() {
    if (this.#listeners.size === 0) return;
    if (!this.#keeps && ++this.#frames % framesBetweenDrops === 0) this.#drop();
    for (let event; (event = this.#nextEvent(this.#isWanted)) !== undefined;) if (event) this.#queue.push(event);
    if (this.#queue.length === 0) return;
    // A listener that calls the session gets the next events when it has returned.
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      while (this.#queue.length > 0) this.#send(this.#queue.shift());
    } finally {
      this.#isSending = false;
    }
  }

  #send(event) {
    for (const { kind, listener } of [...this.#listeners.values()]) {
      if (kind === "event" || kind === event.kind) listener(event);
    }
  }

  #drop() {
    const memory = this.#memory;
    const most = Math.floor(memory.bulkSize / sizes.sample);
    while (memory.call("pg_session_take_samples", this.#address, memory.bulk, most, 0, 0) === most);
  }

  /** Frees the session's memory; a session that is forgotten is freed, too, some time. */
  close() {
    this.#isClosed = true;
    this.#handle?.free();
    this.#address = 0;
    this.#create = undefined;
    this.#listeners.clear();
    this.#queue = [];
  }
}

// For `using session = …`, where the platform has it.
if (Symbol.dispose) Session.prototype[Symbol.dispose] = Session.prototype.close;

/** Checks that something is a state that `at` has returned, or looks like one. */
function checkState(state) {
  const isObject = (value) => typeof value === "object" && value !== null && !Object.isFrozen(value);
  if (!isObject(state) || !isObject(state.values)) {
    refuse(`into is ${shown(state)}; expected a state that at() has returned, and that can change`);
  }
}
