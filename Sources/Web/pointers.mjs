/** DOM events as touch frames: the fingers of pointer, touch and wheel events, in millimetres. */
import { finite, microseconds, object, refuse, shown } from "./errors.mjs";

/** CSS defines a pixel as a 96th of an inch. */
export const cssMillimetres = 25.4 / 96;

/** What a line of a wheel's deltas is in CSS pixels; Firefox sends lines for a mouse. */
const pixelsPerLine = 16;
/** How long before its first wheel event a scroll's finger lands, in microseconds: a frame of a touchpad. */
const landing = 8_000;
/** The longest time after its last wheel event at which a scroll's finger lifts, in microseconds. */
const lifting = 16_000;

/** Fingers by what the browser calls them. */
export class Fingers {
  /** The contacts, as `Session.feed` takes them. */
  contacts = [];
  #ids = new Map();
  #next = 1;
  #millimetres;
  #element;
  /** The corner from which positions count while a finger is down, in CSS pixels. */
  #corner = { left: 0, top: 0 };
  /** The scroll that wheel events are: when the last one came, and how long after the one before. */
  #scroll;
  /** Movements of several fingers, whose events come one finger after the other. */
  #moves = [];
  #scrollFingers;
  #silence;

  /** @param element what positions count from the upper left corner of; without, the viewport */
  constructor(millimetres, element, scrollFingers, silence) {
    this.#millimetres = millimetres;
    this.#element = element;
    this.#scrollFingers = scrollFingers;
    this.#silence = silence;
  }

  /** Whether there is a finger that came by an event. */
  get isEmpty() {
    return this.contacts.length === 0;
  }

  // Pointer events

  /**
   * Takes a PointerEvent; calls `feed` with each time at which the contacts have changed, `cancel` where the browser
   * has taken the pointer, and returns whether it was about a finger.
   */
  pointer(event, feed, cancel) {
    const [type, time] = read(event);
    const name = `pointer ${finite(event.pointerId, "pointerId")}`;
    if (type !== "pointermove") this.flush(feed);
    switch (type) {
      case "pointerdown":
        // Of a mouse, the main button is the finger.
        if (event.pointerType === "mouse" && event.button !== 0 && event.button !== undefined) return false;
        this.#place(name, event);
        feed(time);
        return true;
      case "pointermove":
        if (!this.#ids.has(name)) return false;
        this.#move(name, coalesced(event).map((moved) => ({ name, time: read(moved)[1], moved })), feed);
        return true;
      case "pointerup":
        return this.#lift(name, time, feed);
      case "pointercancel": case "lostpointercapture":
        if (!this.#ids.has(name)) return false;
        cancel(time);
        return this.#lift(name, time, feed);
      default:
        return false;
    }
  }

  /** Moves a finger: at once if it is the only one, otherwise once its fellows' events have come, too. */
  #move(name, moves, feed) {
    if (this.#moves.some((move) => move.name === name)) this.flush(feed);
    this.#moves.push(...moves);
    if (this.contacts.length === 1) this.flush(feed);
  }

  /** Whether there are movements that have not been fed. */
  get hasMoves() {
    return this.#moves.length > 0;
  }

  /** Feeds the movements of all fingers, in order of time; those of one time are one frame. */
  flush(feed) {
    if (this.#moves.length === 0) return;
    const moves = this.#moves.sort((one, other) => one.time - other.time);
    this.#moves = [];
    moves.forEach(({ name, time, moved }, index) => {
      if (this.#ids.has(name)) this.#place(name, moved);
      if (moves[index + 1]?.time !== time) feed(time);
    });
  }

  // Touch events

  /** Takes a TouchEvent, in the same way. */
  touch(event, feed, cancel) {
    const [type, time] = read(event);
    if (!["touchstart", "touchmove", "touchend", "touchcancel"].includes(type)) return false;
    this.flush(feed);
    const touches = list(event.changedTouches, "changedTouches");
    const names = touches.map((touch) => `touch ${finite(object(touch, "a touch").identifier, "identifier")}`);
    if (type === "touchstart" || type === "touchmove") {
      touches.forEach((touch, index) => {
        if (type === "touchstart" || this.#ids.has(names[index])) this.#place(names[index], touch, touch.force);
      });
    } else {
      if (type === "touchcancel" && names.some((name) => this.#ids.has(name))) cancel(time);
      for (const name of names) this.#remove(name);
    }
    feed(time);
    return touches.length > 0;
  }

  // Wheel events

  /** Takes a WheelEvent, in the same way: the content follows the fingers, as on a touchscreen. */
  wheel(event, feed) {
    const [type, time] = read(event);
    // Firefox converts lines to pixels by itself if the deltas are read before their mode.
    const [right, down] = [finite(event.deltaX, "deltaX"), finite(event.deltaY, "deltaY")];
    // With the control key it is a pinch, or zooms the page.
    if (type !== "wheel" || event.ctrlKey === true || (right === 0 && down === 0)) return false;
    this.flush(feed);
    this.settle(time, feed);
    const gap = this.#scroll ? time - this.#scroll.time : landing;
    if (!this.#scroll) {
      for (let finger = 0; finger < this.#scrollFingers; finger++) this.#place(`wheel ${finger}`, event);
      feed(time - landing);
    }
    const pixels = event.deltaMode === 1 ? pixelsPerLine : event.deltaMode === 2 ? this.#pageHeight() : 1;
    for (const contact of this.contacts) {
      if (!this.#ids.has(contact.name) || !contact.name.startsWith("wheel")) continue;
      contact.x -= right * pixels * this.#millimetres;
      contact.y -= down * pixels * this.#millimetres;
    }
    this.#scroll = { time, gap: Math.min(Math.max(gap, 0), lifting) };
    feed(time);
    return true;
  }

  /** When a scroll counts as ended if no more wheel event comes, in microseconds; `undefined` without one. */
  get scrollEnd() {
    return this.#scroll ? this.#scroll.time + this.#silence : undefined;
  }

  /**
   * Lifts a scroll's fingers if no wheel event has come for long enough: no event says that they have left.
   *
   * They lift one event's gap after the last event, so that the velocity is that of the scroll.
   */
  settle(time, feed) {
    if (!this.#scroll || time < this.scrollEnd) return;
    const { time: last, gap } = this.#scroll;
    this.#scroll = undefined;
    for (let finger = 0; finger < this.#scrollFingers; finger++) this.#remove(`wheel ${finger}`);
    feed(last + gap);
  }

  #pageHeight() {
    return this.#element ? this.#element.clientHeight || 800 : globalThis.innerHeight || 800;
  }

  // Contacts

  /** Puts a finger where an event is; a new one lands. */
  #place(name, point, force) {
    const [x, y] = [finite(point.clientX, "clientX"), finite(point.clientY, "clientY")];
    let id = this.#ids.get(name);
    if (id === undefined) {
      if (this.isEmpty) this.#corner = this.#element ? corner(this.#element) : { left: 0, top: 0 };
      id = this.#next;
      this.#next = (this.#next % 0x7fff_ffff) + 1;
      this.#ids.set(name, id);
      this.contacts.push({ id, name, x: 0, y: 0, pressure: NaN });
    }
    const contact = this.contacts.find((contact) => contact.id === id);
    contact.x = (x - this.#corner.left) * this.#millimetres;
    contact.y = (y - this.#corner.top) * this.#millimetres;
    contact.pressure = pressure(point, force);
  }

  #remove(name) {
    const id = this.#ids.get(name);
    this.#ids.delete(name);
    this.contacts = this.contacts.filter((contact) => contact.id !== id);
  }

  #lift(name, time, feed) {
    if (!this.#ids.has(name)) return false;
    this.#remove(name);
    feed(time);
    return true;
  }

  /** Forgets all fingers, as when the input ends. */
  clear() {
    this.#ids.clear();
    this.#moves = [];
    this.contacts = [];
    this.#scroll = undefined;
  }
}

/** Returns the type and the time of an event. */
function read(event) {
  const { type, timeStamp } = object(event, "the event");
  if (typeof type !== "string") refuse(`the event's type is ${shown(type)}; expected a text`);
  return [type, microseconds(timeStamp, "the event's timeStamp")];
}

/** Returns the movements that the browser has merged into one event, or the event. */
function coalesced(event) {
  const merged = typeof event.getCoalescedEvents === "function" ? list(event.getCoalescedEvents(), "events") : [];
  return merged.length > 0 ? merged : [event];
}

/** Returns the elements of something like an array, such as a TouchList. */
function list(value, what) {
  const { length } = object(value, what);
  if (!Number.isInteger(length) || length < 0 || length > 1024) refuse(`${what} is not a list of up to 1024`);
  return Array.from({ length }, (_, index) => value[index]);
}

function corner(element) {
  const { left, top } = element.getBoundingClientRect();
  return { left: finite(left, "the element's left"), top: finite(top, "the element's top") };
}

/** Returns the pressure; browsers report 0.5 or 0 for what has none, and a mouse has none. */
function pressure(point, force) {
  const value = force ?? (point.pointerType === "mouse" ? NaN : point.pressure);
  return typeof value === "number" && value > 0 && value !== 0.5 && value <= 1 ? value : NaN;
}
