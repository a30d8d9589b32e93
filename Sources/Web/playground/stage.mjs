/**
 * The stage's touches: fingers, pens, mice, touchpads and keys become touch frames, which drive a session and are kept.
 *
 * Keys and replays are frames to come, which are fed when their time has: their steps are even however busy the page
 * is.
 */
import { Fingers, cssMillimetres } from "../pointers.mjs";

/** The period of made-up frames in milliseconds: 125 Hz, as many touchpads have. */
const period = 8;
/** How long the finger of the keys rests before it lifts, in milliseconds. */
const restBeforeLift = 150;
/** The most frames that are kept: eight minutes at 120 Hz. */
const mostFrames = 60_000;
/** On screens that are touched, a CSS pixel is about 1/6.3 mm, as `pantograph recorder` assumes. */
const touchedPixel = 1 / 6.3;

export class Stage {
  /** The touch frames since the scene's start. */
  frames = [];
  /** What the last finger was: "touch", "pen" or "mouse". */
  pointerType = "touch";
  /** On which side of its landing the finger is, 1 or -1: what the progress of a scene with two sides lacks. */
  side = 1;
  /** Whether the direction of the next movement is the side: not of one that has caught the animation in flight. */
  takesSides = true;
  session;
  /** Called with the time of each frame that has been fed, and before the first finger lands. */
  onFrame = () => {};
  onLanding = () => {};

  #element;
  #fingers;
  #queue = [];
  #contacts = [];
  #keyed;
  #isPlaying = false;
  #landing;
  #nextId = 1_000_000;

  constructor(element) {
    this.#element = element;
    this.millimetresPerPixel = matchMedia("(pointer: coarse)").matches ? touchedPixel : cssMillimetres;
    this.#fingers = new Fingers(this.millimetresPerPixel, element, 1, 100_000);
    for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
      element.addEventListener(type, (event) => this.#pointer(event));
    }
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  /** The size in CSS pixels. */
  get size() {
    return { width: this.#element.clientWidth, height: this.#element.clientHeight };
  }

  /** The surface as a session takes it. */
  get surface() {
    const { width, height } = this.size;
    const millimetres = this.millimetresPerPixel;
    return { width: width * millimetres, height: height * millimetres, unitsPerMillimetre: 1 / millimetres };
  }

  /** The fingers that are down, in CSS pixels. */
  get dots() {
    return this.#contacts.map(({ x, y }) => ({ x: x / this.millimetresPerPixel, y: y / this.millimetresPerPixel }));
  }

  get isTouched() {
    return this.#contacts.length > 0;
  }

  /** Whether something is still to come: made-up frames, a finger, or the end of a scroll. */
  get isBusy() {
    return this.isTouched || this.#queue.length > 0 || this.#fingers.scrollEnd !== undefined;
  }

  /** Whether keys have put a finger down. */
  get isKeyed() {
    return this.#keyed !== undefined;
  }

  /** Whether frames are played again. */
  get isPlaying() {
    return this.#isPlaying && this.#queue.length > 0;
  }

  // Fingers

  #pointer(event) {
    if (event.type === "pointerdown" && (this.#keyed || this.#queue.length > 0)) this.clear();
    const isTaken = this.#fingers.pointer(event, this.#feedFingers, (time) => this.session.cancel(time / 1000));
    if (!isTaken) return;
    if (event.type === "pointerdown") {
      this.pointerType = ["pen", "mouse"].includes(event.pointerType) ? event.pointerType : "touch";
      try {
        this.#element.setPointerCapture(event.pointerId);
      } catch {
        // A pointer that is gone already, or made up by a test, is not captured.
      }
    }
  }

  #wheel(event) {
    if (this.#keyed || this.#queue.length > 0) this.clear();
    if (!this.#fingers.wheel(event, this.#feedFingers)) return;
    this.pointerType = "touch";
    event.preventDefault();
  }

  #feedFingers = (moment) => this.feed(moment / 1000, this.#fingers.contacts);

  /** Feeds a frame, and keeps it. */
  feed(time, contacts) {
    const isLanding = this.#contacts.length === 0 && contacts.length > 0;
    if (isLanding) {
      this.onLanding(time);
      this.#landing = contacts[0].x;
    }
    const moved = contacts.length > 0 ? contacts[0].x - this.#landing : 0;
    if (moved !== 0 && this.takesSides) this.side = Math.sign(moved);
    // Frames never go back, whatever the clocks of two devices say.
    const moment = Math.max(time, this.frames.at(-1)?.time ?? time);
    const copies = contacts.map(({ id, x, y, pressure }) => ({ id, x, y, pressure }));
    // Before the session has it, whose listeners ask for the touches so far.
    this.#contacts = copies;
    if (this.frames.length < mostFrames) this.frames.push({ time: moment, contacts: copies });
    this.session.feed(moment, copies);
    this.#element.classList.toggle("grabbed", copies.length > 0);
    this.onFrame(moment);
  }

  // Frames to come

  /** Feeds what is due, and ends a scroll that is over. */
  pump(now) {
    this.#fingers.flush(this.#feedFingers);
    this.#fingers.settle(Math.round(now * 1000), this.#feedFingers);
    while (this.#queue.length > 0 && this.#queue[0].time <= now) {
      const { time, contacts } = this.#queue.shift();
      this.feed(time, contacts);
    }
  }

  /** Plays frames from now on. */
  play(frames, now) {
    this.clear();
    const first = frames[0]?.time ?? 0;
    this.#isPlaying = true;
    this.#queue = frames.map(({ time, contacts }) => ({ time: now + time - first, contacts }));
  }

  /** Lifts everything at once, without a judgement of where it would have gone. */
  clear() {
    this.#queue = [];
    this.#isPlaying = false;
    this.#keyed = undefined;
    this.#fingers.clear();
    if (this.isTouched) this.feed(this.frames.at(-1).time, []);
  }

  // Keys

  /** Moves the finger of the keys by a part of the stage, within a tenth of a second; it lands if it is not down. */
  drag([right, down], now, share = 0.08) {
    const { width, height } = this.surface;
    const time = this.#startOfKeys(now);
    const steps = 12;
    const [byX, byY] = [right * share * width / steps, down * share * height / steps];
    for (let step = 1; step <= steps; step++) this.#put(time + step * period, byX, byY);
  }

  /** Flicks with the finger of the keys, which lifts as it moves. */
  flick([right, down], now) {
    const { width, height } = this.surface;
    const time = this.#startOfKeys(now);
    const steps = 12;
    const share = 0.4 / steps;
    const [byX, byY] = [right * share * width, down * share * height];
    for (let step = 1; step <= steps; step++) this.#put(time + step * period, byX, byY);
    this.#keyed = undefined;
    this.#queue.push({ time: time + steps * period + 4, contacts: [] });
  }

  /** Lifts the finger of the keys where it is, after a rest: steps of keys have no speed that is meant. */
  lift(now) {
    if (!this.#keyed) return;
    this.#keyed = undefined;
    this.#queue.push({ time: Math.max(now, this.#queue.at(-1)?.time ?? now) + restBeforeLift, contacts: [] });
  }

  #startOfKeys(now) {
    if (!this.#keyed) {
      this.clear();
      const { width, height } = this.surface;
      this.pointerType = "touch";
      this.#keyed = { id: this.#nextId++, x: width / 2, y: height / 2 };
      this.#queue.push({ time: now, contacts: [{ ...this.#keyed }] });
    }
    return Math.max(now, this.#queue.at(-1)?.time ?? now);
  }

  #put(time, byX, byY) {
    this.#keyed.x += byX;
    this.#keyed.y += byY;
    this.#queue.push({ time, contacts: [{ ...this.#keyed }] });
  }
}
