/** Pantograph without interactions and sessions: recognisers, springs, curves, momentum and velocities. */

/** A time on the page's clock in milliseconds, as events and `requestAnimationFrame` have it. */
export type Time = number;

/** An interaction, a recording or an argument that can't be used, or an engine that has stopped. */
export class PantographError extends Error {
  constructor(
    message: string,
    details?: { code?: PantographErrorCode; line?: number; column?: number; cause?: unknown },
  );
  readonly name: "PantographError";
  readonly code: PantographErrorCode;
  /** The line of a mistake in a text, from 1. */
  readonly line?: number;
  /** The column in bytes, from 1. */
  readonly column?: number;
}

/**
 * What kind of failure it is: an argument, a text or a recording, a call too late, no room, or an engine that has
 * stopped and must be loaded again.
 */
export type PantographErrorCode = "invalid" | "unusable" | "busy" | "too-late" | "full" | "stopped";

/** Where the engine's module comes from. */
export type ModuleSource = string | URL | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/** Starts the engine; without a source from `motion.wasm` beside the script. */
export function load(source?: ModuleSource | Promise<ModuleSource>): Promise<MotionEngine>;

/** Recognisers, springs, curves, momentum and velocities. */
export interface MotionEngine {
  readonly version: string;
  readonly names: MotionNames;
  /** Returns a recogniser of a gesture without an animation. */
  recognizer<Kind extends RecognizerKind>(
    kind: Kind, settings?: RecognizerSettings[Kind], options?: TouchOptions,
  ): Recognizer<Kind>;
  spring(description: SpringDescription): Spring;
  /** Returns a curve by its name, such as "easeInOut", or by its control points. */
  curve(description: string | readonly [x1: number, y1: number, x2: number, y2: number]): Curve;
  /** Returns how far content coasts within some seconds, by the law of a toolkit, such as "gtk". */
  momentum(law: string, velocity: number, seconds: number): Momentum;
  /** Estimates the velocity of a finger per second; NaN where the estimator has none. */
  velocity(estimator: string, positions: readonly Position[], now: Time): { x: number; y: number };
}

/** What can be named. */
export interface MotionNames {
  readonly curves: readonly string[];
  readonly estimators: readonly string[];
  readonly momenta: readonly string[];
  readonly recognizers: readonly string[];
  /** The toolkits as which a pan begins, follows the fingers, and counts its translation and velocity. */
  readonly families: readonly string[];
  readonly directions: readonly string[];
  readonly edges: readonly string[];
}

/** Where touches come from. */
export interface TouchOptions {
  /**
   * The element that the fingers touch, or a size in millimetres.
   *
   * Positions of DOM events count from the element's corner as it is when the first finger lands.
   */
  surface?: SurfaceElement | { width: number; height: number; unitsPerMillimetre?: number };
  /** The size of a CSS pixel; 25.4 / 96 unless given. */
  millimetresPerPixel?: number;
  /** The same the other way around. */
  pixelsPerMillimetre?: number;
  /** The number of fingers that wheel events move; 1 unless given. */
  scrollFingers?: number;
  /** The milliseconds without a wheel event after which a scroll has ended; 100 unless given. */
  scrollEnd?: number;
}

/** What a session needs of an element; every `Element` has it. */
export interface SurfaceElement {
  getBoundingClientRect(): { left: number; top: number; width: number; height: number };
}

export type RecognizerKind = "pan" | "tap" | "long-press" | "pinch" | "rotation";

/** What each kind of recogniser needs of its gesture. Lengths are millimetres, angles radians, times seconds. */
export interface RecognizerSettings {
  "pan": PanSettings;
  "tap": TapSettings;
  "long-press": LongPressSettings;
  "pinch": TwoFingerSettings;
  "rotation": TwoFingerSettings;
}

/** A number of fingers, or the fewest and the most. */
export type Fingers = number | readonly [fewest: number, most: number];

export interface PanSettings {
  /** The toolkit as which it pans, of `names.families`; "uikit" unless given. It has the defaults of the others. */
  as?: string;
  fingers?: Fingers;
  /** How far the fingers move before it begins. */
  slop?: number;
  /** The direction in which it must begin, of `names.directions`; any unless given. */
  direction?: string;
  /** How many times as far along an axis as across it locks to that, from 1. */
  axisLock?: number;
  /** The edge of the surface where a finger must land, and the width of the strip there; 3.1 mm unless given. */
  edge?: string | { at: string; width?: number };
  /** How far a position lags behind its finger. */
  hysteresis?: number;
  /** Whether palms take part. */
  withPalms?: boolean;
  /** The rule for the velocity, of `names.estimators`. */
  estimator?: string;
}

export interface TapSettings {
  taps?: number;
  fingers?: number;
  /** How far a finger may move. */
  slop?: number;
  /** The most seconds from the first landing to the last lift, and from there to the next tap. */
  longestPress?: number;
  longestPause?: number;
  /** The greatest distance of later taps from the first. */
  spacing?: number;
}

export interface LongPressSettings {
  fingers?: number;
  /** The seconds after which it begins. */
  minimumDuration?: number;
  /** How far a finger may move before. */
  slop?: number;
}

/** The settings of a pinch or of a rotation. */
export interface TwoFingerSettings {
  fingers?: Fingers;
  /** How far the distance of the fingers changes, or how far they turn, before it begins. */
  slop?: number;
  /** How much of that is subtracted; all unless given. */
  absorbed?: number;
}

/** Turns touches into the events of one gesture. What takes touches returns the events since the last call. */
export interface Recognizer<Kind extends RecognizerKind = RecognizerKind> {
  /** Takes a touch frame: all contacts at a time, in millimetres; none when the last finger has lifted. */
  feed(time: Time, contacts?: readonly Contact[]): GestureEvents[Kind][];
  /** Takes a PointerEvent; moves of several fingers wait for their fellows' events, or for `advance`. */
  pointer(event: PointerLike): GestureEvents[Kind][];
  /** Takes a TouchEvent. */
  touch(event: TouchLike): GestureEvents[Kind][];
  /** Takes a WheelEvent, whose deltas move the fingers of a scroll. */
  wheel(event: WheelLike): GestureEvents[Kind][];
  /** Advances to a time by which every touch has been fed. */
  advance(time: Time): GestureEvents[Kind][];
  /** Cancels the gesture; none begins before all fingers have lifted. */
  cancel(time: Time): GestureEvents[Kind][];
  /** The time at which something may happen without a touch; null if there is none. */
  readonly nextTime: Time | null;
  /** Whether the gesture can't begin yet, may begin, is active, or can't begin before all fingers have lifted. */
  readonly state: "idle" | "possible" | "active" | "failed";
  /** Estimates the velocity of a pan's fingers at a time, in millimetres per second; 0 where there is none. */
  velocity(time: Time): { x: number; y: number };
  /** Frees its memory. */
  close(): void;
}

/** An event of a gesture. */
export interface GestureEvent {
  readonly time: Time;
  /** A tap only ends. */
  readonly phase: "began" | "changed" | "ended" | "cancelled";
  /** The centre of the fingers; of a tap, where they landed. */
  readonly centre: { readonly x: number; readonly y: number };
}

/** The events of each kind of recogniser. */
export interface GestureEvents {
  "pan": PanEvent;
  "tap": GestureEvent;
  "long-press": LongPressEvent;
  "pinch": PinchEvent;
  "rotation": RotationEvent;
}

export interface LongPressEvent extends GestureEvent {
  /** The displacement since it began, in millimetres. */
  readonly translation: { readonly x: number; readonly y: number };
}

export interface PanEvent extends LongPressEvent {
  /** The velocity of the fingers, in millimetres per second. */
  readonly velocity: { readonly x: number; readonly y: number };
  /** The number of fingers that take part. */
  readonly fingers: number;
}

export interface PinchEvent extends GestureEvent {
  /** The distance of the fingers relative to the beginning, and its change per second. */
  readonly scale: number;
  readonly rate: number;
}

export interface RotationEvent extends GestureEvent {
  /** The angle since it began, in radians clockwise, and its change per second. */
  readonly angle: number;
  readonly rate: number;
}

/** A finger or pen on the surface. */
export interface Contact {
  /** A whole number of 32 bits that it keeps until it lifts. */
  id: number;
  /** The distance from the left and the upper edge, in millimetres. */
  x: number;
  y: number;
  /** From 0 to 1; NaN or nothing if it is not known. */
  pressure?: number;
  /** Whether it is a palm. */
  palm?: boolean;
}

/** What is read of a PointerEvent. */
export interface PointerLike {
  readonly type: string;
  readonly timeStamp: Time;
  readonly pointerId: number;
  readonly clientX: number;
  readonly clientY: number;
  readonly pointerType?: string;
  readonly pressure?: number;
  readonly button?: number;
  getCoalescedEvents?(): ArrayLike<PointerLike>;
  readonly currentTarget?: unknown;
}

/** What is read of a TouchEvent. */
export interface TouchLike {
  readonly type: string;
  readonly timeStamp: Time;
  readonly changedTouches: ArrayLike<{
    readonly identifier: number; readonly clientX: number; readonly clientY: number; readonly force?: number;
  }>;
}

/** What is read of a WheelEvent. */
export interface WheelLike {
  readonly type: string;
  readonly timeStamp: Time;
  readonly clientX: number;
  readonly clientY: number;
  readonly deltaX: number;
  readonly deltaY: number;
  readonly deltaMode?: number;
  readonly ctrlKey?: boolean;
}

/** A spring: by its response in seconds, by its constants, or by its frequency in radians per second. */
export type SpringDescription =
  | { response: number; dampingRatio?: number }
  | { mass: number; stiffness: number; damping: number }
  | { frequency: number; dampingRatio?: number };

/** A damped spring of unit mass. */
export interface Spring {
  readonly frequency: number;
  readonly dampingRatio: number;
  /** Returns the motion relative to the rest, from a position of 1 at rest unless given. */
  at(seconds: number, from?: { position?: number; velocity?: number }): Motion;
  /** Returns the seconds after which it counts as settled. */
  settlingTime(velocity?: number): number;
}

/** A cubic curve from (0, 0) to (1, 1). */
export interface Curve {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  /** Returns the value at a fraction of the duration, and the slope there. */
  at(fraction: number): { value: number; slope: number };
}

/** A position or distance, and its change per second. */
export interface Motion {
  position: number;
  velocity: number;
}

/** What content that coasts does: its motion then, and how far and how many seconds it goes. */
export interface Momentum extends Motion {
  distance: number;
  duration: number;
}

/** A position of a finger at a time. */
export interface Position {
  time: Time;
  x: number;
  y: number;
}
