/** Recorded gestures in tests of pages, with Playwright, Puppeteer or a session of the DevTools Protocol. */
import { type ModuleSource, PantographError } from "./motion.js";

export { PantographError };

/**
 * Returns the player of a page; the same page has the same player.
 *
 * Only Chromium takes the times of a recording.
 */
export function pantograph(page: DrivenPage, options?: PlayerOptions): Player;

export interface PlayerOptions {
  /** Where the player's module comes from, at the page's first call; without it from `play.wasm` beside the script. */
  module?: ModuleSource | Promise<ModuleSource>;
}

/** A page of Playwright or Puppeteer, or a session of the DevTools Protocol for a page. */
export type DrivenPage = PlaywrightPage | PuppeteerPage | ProtocolSession;

/** What is needed of Playwright's `Page`. */
export interface PlaywrightPage {
  context(): { newCDPSession(page: any): Promise<ProtocolSession> };
  url(): string;
}

/** What is needed of Puppeteer's `Page`. */
export interface PuppeteerPage {
  createCDPSession(): Promise<ProtocolSession>;
  url(): string;
}

/** What is needed of a session of the DevTools Protocol. */
export interface ProtocolSession {
  send(method: any, params?: any): Promise<any>;
  on(event: any, listener: (parameters: any) => void): unknown;
}

/** Plays recordings into a page, one after the other. */
export interface Player {
  /**
   * Navigates to an address, and gives the page a clock that stands still until a gesture is played.
   *
   * Addresses are as in the page's own `goto`.
   */
  open(address: string | URL): Promise<void>;
  /**
   * Plays a recording into the page, and returns what it has shown.
   *
   * @param recording the path of a file, or a recording itself: its text, bytes, a Blob, a Response, or a URL
   */
  play(recording: RecordingSource, options?: PlayOptions): Promise<Trace>;
  /**
   * Records what elements of the page show while the test acts by itself, by the page's mouse or keyboard for instance.
   *
   * The page keeps its own clock. This works in each browser whose page has `evaluate`.
   *
   * @param elements as those of `play`
   */
  trace(elements: TracedElements, options?: TraceOptions): Promise<Tracing>;
  /** Detaches from the page, which keeps its clock. */
  close(): Promise<void>;
}

/** Selectors, with or without names of their own; `.sheet` has the name `sheet`. */
export type TracedElements = string | readonly string[] | Readonly<Record<string, string>>;

/** What is recorded while a test acts by itself. */
export interface TraceOptions extends Pick<PlayOptions, "show" | "events" | "tolerances" | "timeLimit"> {
  /** The seconds after the last input that `stop` waits for; 1 unless given. */
  rest?: number;
}

/** A gesture that a test makes by itself. */
export interface Tracing {
  /**
   * Waits until the last input was `rest` seconds ago, and returns what the page has shown since the first one.
   *
   * Times are seconds since the first input: a pointer or a key goes down, or a wheel turns. Without one, they are since
   * `trace`.
   */
  stop(): Promise<Trace>;
}

/** A path, or what a file has, in any format of text that `pantograph replay` reads; also if gzip has packed it. */
export type RecordingSource = string | URL | ArrayBuffer | ArrayBufferView | Blob | Response;

/** How a recording is played, and what is recorded. */
export interface PlayOptions {
  /** The selector of the element on which the first finger lands. */
  on?: string;
  /** Where on that element: parts of its width and height; its centre unless given. */
  from?: "centre" | "center" | readonly [x: number, y: number];
  /** A point of the touch surface in millimetres, and the point of the page in CSS pixels that lies there. */
  placement?: { from: readonly [x: number, y: number]; to: readonly [x: number, y: number] };
  /** The elements that are recorded; that of `on` unless given. */
  trace?: TracedElements;
  /**
   * What is recorded of each: x, y, width, height, opacity, scrollTop, scrollLeft, or a custom property such as
   * `--progress`; x, y and opacity unless given.
   */
  show?: readonly string[];
  /** The names of DOM events that are recorded, besides what the page marks by `performance.mark`. */
  events?: readonly string[];
  /** "exact" with a clock that follows the recording; "real" with the browser's own clock and scrolling. */
  pace?: "exact" | "real";
  /** Fingers on a touchscreen, two fingers on a touchpad, or a pen; as the device of the recording unless given. */
  input?: "touch" | "wheel" | "pen";
  /**
   * The law by which wheel events go on after the fingers lift; nothing follows unless given. Those of "gtk-untrusted"
   * have `momentum`, and the browser does not scroll by them.
   */
  momentum?: MomentumLaw | `${MomentumLaw}-untrusted`;
  /** CSS pixels per millimetre; 160 per inch unless given. */
  pixelsPerMillimetre?: number;
  /** The seconds that are recorded after the last finger has lifted; 1 unless given. */
  rest?: number;
  /** Frames per second; 60 unless given. */
  frameRate?: number;
  /** How far columns may differ from what was accepted, by name; `*` is every other column, and `events` all events. */
  tolerances?: Readonly<Record<string, Tolerance>>;
  /** The seconds that each answer of the page may take; 60 unless given. */
  timeLimit?: number;
  /** Whether to load the page anew, also if it has the clock. */
  reload?: boolean;
}

/** How a scroll of a touchpad slows down: as on macOS, in GTK, or on Windows. */
export type MomentumLaw = "macos" | "gtk" | "windows";

export interface Tolerance {
  /** The allowed difference. */
  value?: number;
  /** How much earlier or later it may be. */
  seconds?: number;
}

/** The values of an element by property; null while it is not in the page. */
export type ElementValues = Readonly<Record<string, number | null>>;

/** What a page has shown. Times are seconds since the first event of the recording, or the test's first input. */
export interface Trace {
  /** The values of each column, such as `sheet.y`. */
  readonly columns: Readonly<Record<string, TraceColumn>>;
  /** What the page has marked, its console errors, and the events that were asked for. */
  readonly events: readonly TraceEvent[];
  /** What about the result is not exact, or was done for it. */
  readonly notes: readonly string[];
  /** Why it would hardly ever differ, such as that no finger has landed on an element that is recorded. */
  readonly silences: readonly string[];
  /** Where the fingers were, in CSS pixels. */
  readonly contacts: readonly TraceContact[];
  /** The time of the last sample. */
  readonly duration: number;
  /** What each element shows at the end. */
  readonly end: Readonly<Record<string, ElementValues>>;
  /** What subject.json of a case for `pantograph check` contains, or traced.json of a gesture that a test makes. */
  readonly subject: Readonly<Record<string, unknown>>;
  /** What each element shows at a time: between two samples, what lies on the straight line between them. */
  at(seconds: number): Record<string, ElementValues>;
  /** The table that `pantograph check` accepts as expected.csv. */
  csv(): string;
  /** Compares with a table that was accepted, within the tolerances that it was played with. */
  compare(expected: string | Uint8Array): TraceComparison;
  /** Frees its memory in the player; `csv` and `compare` are then closed. */
  close(): void;
}

export interface TraceColumn {
  readonly times: readonly number[];
  /** null while the element is not in the page. */
  readonly values: readonly (number | null)[];
}

export interface TraceEvent {
  readonly time: number;
  readonly name: string;
}

/** The path of a finger. */
export interface TraceContact {
  readonly id: number;
  readonly times: readonly number[];
  readonly x: readonly number[];
  readonly y: readonly number[];
}

export interface TraceComparison {
  readonly same: boolean;
  /** Where and how it differs, as `pantograph check` says it. */
  readonly lines: readonly string[];
}

/** What becomes of a gesture for which nothing was accepted, or something else. */
export interface AcceptOptions {
  /**
   * true accepts what is now; "missing" writes it where nothing was accepted yet, and fails; false writes nothing.
   *
   * "missing" unless the environment has PANTOGRAPH_ACCEPT=1.
   */
  accept?: boolean | "missing";
  /** Whether a trace with `silences` is accepted, too. */
  evenSilent?: boolean;
}

export interface GestureComparison {
  readonly pass: boolean;
  /** What differs and what to do, or what was written. */
  readonly message: string;
  /** The folder, for `pantograph check`. */
  readonly folder: string;
  /** Whether the gesture was written as accepted. */
  readonly written: boolean;
  /** Where and how it differs, as `pantograph check` says it. */
  readonly lines: readonly string[];
}

/** Compares a trace with the gesture that a folder contains, or writes it there. */
export function compareGesture(trace: Trace, folder: string | URL, options?: AcceptOptions): Promise<GestureComparison>;

export interface MatchOptions extends AcceptOptions {
  /** The folder of the accepted gesture. */
  folder?: string | URL;
}

/** The matchers for `expect.extend` of Playwright, Vitest and Jest. */
export const matchers: {
  /**
   * Compares with the gesture of a name that was accepted.
   *
   * It is where Playwright has its snapshots; in other runners in the folder `gestures` below the current one.
   */
  toMatchGesture(
    this: any, trace: Trace, name: string, options?: MatchOptions,
  ): Promise<{ pass: boolean; message: () => string }>;
};
