/** Pantograph: touches drive interruptible animations. */
import type {
  Contact, ModuleSource, MotionEngine, MotionNames, PointerLike, Time, TouchLike, TouchOptions, WheelLike,
} from "./motion.js";

// What `pantograph/motion` has, too; its `load` is another one.
export * from "./motion.js";

/** Starts the engine; without a source from `pantograph.wasm` beside the script. */
export function load(source?: ModuleSource | Promise<ModuleSource>): Promise<Engine>;

/** What opens interactions and recordings, and has recognisers and the mathematics. */
export interface Engine extends MotionEngine {
  readonly names: Names;
  /** Opens the text of an interaction file, the same as an object, or the template with a name. */
  interaction(source: string | object): Interaction;
  /** Reads a recording of any format, packed by gzip or not, or takes the events of a device. */
  recording(source: RecordingSource | Promise<RecordingSource>): Promise<Recording>;
  /** Drives an interaction with a recording; times of the result count from the recording's start. */
  replay(recording: Recording, interaction: Interaction, options?: { form?: "trajectory" }): Trajectory;
  /** Does the same without an object for each sample, as an hour has half a million of them. */
  replay(recording: Recording, interaction: Interaction, options: { form: "columns" }): TrajectoryColumns;
  /** Judges a release by the rule of a toolkit, such as "android-viewpager". */
  decide(rule: string, release: Release): { outcome: Outcome; target: number };
  /** Returns a quantity of conditions in words, such as "rest time" for "restTime". */
  words(quantity: string): string;
  /** Returns a number as Pantograph's tables have it; 6 decimals unless given. */
  format(value: number, decimals?: number): string;
}

/** What can be named. */
export interface Names extends MotionNames {
  readonly templates: readonly string[];
  readonly rules: readonly string[];
}

/** What a gesture does to an animation. */
export interface Interaction {
  /** The number of samples per second. */
  readonly rate: number;
  /** The names of the animated properties. */
  readonly values: readonly string[];
  /** Returns an interaction that differs in one value, such as `with("animation/duration", 0.4)`. */
  with(path: string, value: unknown): Interaction;
  /** The text that it was made from. */
  readonly text: string;
  /** The conditions of its rule, in the order of the clauses. */
  readonly conditions: readonly Condition[];
  /** Returns an interaction whose rule has other thresholds, one for each condition; its text has all clauses. */
  withThresholds(thresholds: readonly number[]): Interaction;
  /** Judges a release by its rule, such as that of a "decided" event. */
  judge(release: Release): Judgement;
  /** Starts a session, with its animation at the start. */
  session(options?: SessionOptions): Session;
  /** Frees its memory. */
  close(): void;
}

/** What a session knows about the page. */
export interface SessionOptions extends TouchOptions {
  /** The time at which it starts; without, the first time that it receives. */
  start?: Time;
  /** Whether samples and events are kept until they are taken; false unless given. */
  keep?: boolean;
  /** Whether `pointer` captures a pointer that drags; true unless given. */
  capture?: boolean;
}

/** The whole distance, millimetres, pixels of 163, 160 and 96 per inch, and libinput's for movements and for scrolls. */
export type LengthUnit = "progress" | "mm" | "pt" | "dp" | "px" | "pad-px" | "scroll-px";

/** Drives one animation with touches. */
export interface Session {
  /** Takes a touch frame: all contacts at a time, in millimetres; none when the last finger has lifted. */
  feed(time: Time, contacts?: readonly Contact[]): void;
  /** Takes a PointerEvent; returns whether it was about a finger of this session. */
  pointer(event: PointerLike): boolean;
  /** Takes a TouchEvent; returns whether it was about fingers. */
  touch(event: TouchLike): boolean;
  /** Takes a WheelEvent; returns whether its deltas move the fingers of a scroll. */
  wheel(event: WheelLike): boolean;

  /** Returns the state at a time; with `into`, a state that it has returned is changed and returned. */
  at(time: Time, into?: State): State;
  /** The time of the next sample; null while nothing moves. */
  readonly nextTime: Time | null;
  /** The time of the start; undefined before it. */
  readonly start: Time | undefined;

  /** Advances to a time by which every touch has been fed; events until then are sent. */
  advance(time: Time): void;
  /** Holds the running animation; returns whether one was running. */
  hold(time: Time): boolean;
  /** Resumes what `hold` has held; returns whether something was held. */
  resume(time: Time): boolean;
  /** Runs the animation toward its other end; returns whether it does. */
  reverse(time: Time): boolean;
  /** Settles at a progress, with the velocity that it has; fingers lose it. Returns whether it goes there. */
  settleTo(time: Time, progress: number): boolean;
  /** Puts an animation that does not move at another progress at once; returns whether it is there. */
  place(time: Time, progress: number): boolean;
  /**
   * Goes on with another interaction of the same values, from where the animation is: with the same progress, or the first
   * value where it is seen. Returns whether it does: not with another gesture while fingers are down, nor once the second
   * animation has begun.
   */
  setInteraction(time: Time, interaction: Interaction, options?: { keep?: "progress" | "value" }): boolean;
  /**
   * Begins a gesture that a toolkit has recognised, and of which it reports movements: slop, direction and edge do not
   * apply. Returns whether it has begun.
   */
  begin(time: Time, fingers?: number): boolean;
  /** Moves the gesture of `begin`, as the fingers move; returns whether there is one. */
  move(time: Time, dx: number, dy: number, unit?: LengthUnit): boolean;
  /** Ends the gesture of `begin`; returns whether there was one. */
  end(time: Time, options?: { cancelled?: boolean }): boolean;
  /** Cancels the active gesture. */
  cancel(time: Time): void;
  /** Ends the input, and runs to the rest; returns false if samples must be taken before. */
  finish(): boolean;

  /** Calls a function with each event of a kind, or with each "event"; returns a function that ends this. */
  on<Kind extends EventKind>(kind: Kind, listener: (event: SessionEvent<Kind>) => void): () => void;
  on(kind: "event", listener: (event: SessionEvent) => void): () => void;
  /** Returns the samples since the last call; only with `keep`. */
  samples(): Sample[];
  /** Returns the events since the last call; only with `keep`, and while there is no listener. */
  events(): SessionEvent[];
  /** Returns the samples and events since the last call; times count from the start. */
  trajectory(): Trajectory;

  /** Frees its memory. */
  close(): void;
}

export type Phase = "idle" | "tracking" | "settling" | "rest";
export type Outcome = "finish" | "cancel" | "snap";
export type EventKind =
  "began" | "changed" | "ended" | "cancelled" | "decided" | "handoff" | "completed" | "held" | "started";

/** The state of an animation at a time. */
export interface State {
  time: Time;
  /** The progress: 0 at the start, 1 at the end; a spring may overshoot. */
  fraction: number;
  /** The change of the progress per second. */
  velocity: number;
  phase: Phase;
  /** The animated properties by name. */
  values: Record<string, number>;
}

/** The state at a time of the interaction's rate. */
export type Sample = State;

/** Something that happened between two samples. */
export interface SessionEvent<Kind extends EventKind = EventKind> {
  readonly time: Time;
  readonly kind: Kind;
  readonly fraction: number;
  readonly velocity: number;
  /** Where the animation comes to rest, has ended, or runs to. */
  readonly target?: number;
  /** For a decision, where the animation settles. */
  readonly outcome?: Outcome;
  /** For a decision, the verdict; for an end, the position; for a start, the animation. */
  readonly detail?: string;
  /** For a decision, the number of the deciding clause from 0; nothing if none held. */
  readonly clause?: number;
  /** For a decision by a snap point, the progress that was compared with the points. */
  readonly judged?: number;
  /** For a decision, what was found about each condition. */
  readonly findings?: readonly Finding[];
  /** For a decision, what was released; nothing if the gesture was cut off. */
  readonly release?: Readonly<Required<Release>>;
}

/** A condition of a rule. */
export interface Condition {
  /** The number of its clause, from 0. */
  readonly clause: number;
  readonly quantity: string;
  readonly comparison: string;
  readonly threshold: number;
  readonly unit: string;
}

/** A condition of the rule, and what the release had for it. */
export interface Finding extends Condition {
  readonly holds: boolean;
  readonly value: number;
}

/** What a rule makes of a release. */
export interface Judgement {
  readonly outcome: Outcome;
  /** Where the animation comes to rest. */
  readonly target: number;
  /** The progress that was compared with the snap points, if the verdict does so. */
  readonly judged: number | undefined;
  /** The number of the deciding clause from 0; undefined if none held. */
  readonly clause: number | undefined;
  /** The verdict. */
  readonly detail: string;
  /** The index of the only condition, or of the one nearest to another outcome; undefined if there is none. */
  readonly nearest: number | undefined;
  /** How far that condition is from its threshold, in its unit; positive where it holds. */
  readonly margin: number | undefined;
  /** By what margins compare: the size of that of the only condition, or else its share. */
  readonly nearness: number | undefined;
  /** A threshold with few digits of that condition by which the animation rests elsewhere. */
  readonly flip: number | undefined;
  /** Why, in words. */
  readonly reason: string;
  readonly findings: readonly Finding[];
}

/** The samples and events of a session or of a replayed recording. */
export interface Trajectory {
  /** The names of the animated properties. */
  readonly names: readonly string[];
  readonly samples: readonly Sample[];
  readonly events: readonly SessionEvent[];
  /** What was decided at each release. */
  readonly outcomes: readonly Outcome[];
  /** Returns what `pantograph replay --format csv` prints; with `events`, an expected trajectory. */
  csv(options?: { events?: boolean }): string;
}

/** The samples and events of a replayed recording as numbers. */
export interface TrajectoryColumns {
  /** The microseconds of each sample since the recording's start. */
  readonly times: Float64Array;
  /** The phase of each: 0 idle, 1 tracking, 2 settling, 3 rest. */
  readonly phases: Uint8Array;
  /** The fraction, the velocity, and each animated property. */
  readonly channels: readonly Float64Array[];
  /** The events, with times in milliseconds. */
  readonly events: readonly SessionEvent[];
}

/** A recording of touches; it never changes. */
export interface Recording {
  /** The time of its first event. */
  readonly start: Time;
}

/** A recording's text, bytes, file or answer, or what a device has sent. */
export type RecordingSource = string | ArrayBuffer | ArrayBufferView | Blob | Response | DeviceRecording;

/** The description of an evdev device, and its events. */
export interface DeviceRecording {
  device: {
    name?: string;
    /** The input properties, such as 1, INPUT_PROP_DIRECT. */
    properties?: readonly number[];
    /** What it can send, such as [1, 330], BTN_TOUCH. */
    codes?: readonly (readonly [type: number, code: number])[];
    /** The absolute axes, with units per millimetre, or 0. */
    axes?: readonly (readonly [code: number, minimum: number, maximum: number, resolution: number])[];
  };
  /** The events in the order of time, as columns of one length; times are whole microseconds from the first one's. */
  events: { times: Numbers; types: Numbers; codes: Numbers; values: Numbers };
}

/** Numbers of a column. */
export type Numbers =
  readonly number[] | Float64Array | Float32Array | Int32Array | Uint32Array | Int16Array | Uint16Array | Int8Array
  | Uint8Array;

/** A release as a rule sees it: millimetres along the direction of progress, seconds; 0 for what is not given. */
export interface Release {
  /** The progress at the release, when the fingers grabbed the animation, and the largest in between. */
  fraction?: number;
  startFraction?: number;
  peak?: number;
  /** The distance for the whole progress. */
  distance: number;
  /** The translation along and across. */
  travel?: number;
  crossTravel?: number;
  /** The last movement, along. */
  lastMovement?: number;
  /** The seconds since the gesture began, and since the fingers last moved. */
  duration?: number;
  restTime?: number;
  /** The velocity along and across, per second. */
  velocity?: number;
  crossVelocity?: number;
  /** The translation along from the landing to where travel begins. */
  earlierTravel?: number;
  /** The share of the velocity that does not move the animation, as beyond its ends. */
  heldBack?: number;
}
