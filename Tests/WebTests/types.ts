/** Uses every part of the declarations as a page does; `tsc --strict` must accept it, and refuse the marked lines. */
import {
  load, PantographError,
  type Contact, type Engine, type Interaction, type Judgement, type Outcome, type Recording, type Session, type State,
  type Trajectory, type TrajectoryColumns,
} from "pantograph";
import { load as loadMotion, type MotionEngine, type Recognizer } from "pantograph/motion";
import {
  compareGesture, matchers, pantograph,
  type Player, type PlaywrightPage, type ProtocolSession, type PuppeteerPage, type Trace, type Tracing,
} from "pantograph/play";

export async function page(element: HTMLElement): Promise<void> {
  const engine: Engine = await load();
  await load(new URL("https://example.org/pantograph.wasm"));
  await load(fetch("pantograph.wasm"));
  await load(await WebAssembly.compile(new Uint8Array(8)));
  const sheet: Interaction = engine.interaction("sheet").with("rate", 60).with("progress/distance", { mm: 40 });
  const names: readonly string[] = sheet.values;
  const rate: number = sheet.rate;
  const session: Session = sheet.session({ surface: element, millimetresPerPixel: 0.16, keep: true });
  sheet.session({ surface: { width: 65, height: 120 }, start: performance.now() });
  element.addEventListener("pointermove", (event) => session.pointer(event));
  element.addEventListener("touchmove", (event) => session.touch(event));
  element.addEventListener("wheel", (event) => session.wheel(event) && event.preventDefault());
  const contact: Contact = { id: 1, x: 1, y: 2 };
  session.feed(0, [contact]);
  session.feed(8);
  const off: () => void = session.on("decided", ({ outcome, kind }) => {
    const decided: "decided" = kind;
    const result: Outcome | undefined = outcome;
    console.log(decided, result);
  });
  session.on("event", (event) => console.log(event.kind, event.findings?.[0]?.value.toFixed(1)));
  off();
  const state: State = session.at(16);
  const same: State = session.at(17, state);
  const next: number | null = session.nextTime;
  const held: boolean = session.hold(18) && session.resume(19) && session.reverse(20) && session.finish();
  element.style.top = `${state.values["top"]}px ${same.phase === "rest"} ${next} ${held} ${names[0]} ${rate}`;
  const recording: Recording = await engine.recording(new Blob([]));
  const trajectory: Trajectory = engine.replay(recording, sheet);
  console.log(trajectory.csv({ events: true }), trajectory.outcomes.length, session.samples()[0]?.fraction);
  const position: number = engine.spring({ response: 0.4, dampingRatio: 0.8 }).at(0.1, { velocity: 2 }).position;
  const slope: number = engine.curve([0.42, 0, 0.58, 1]).at(position).slope + engine.curve("linear").x1;
  const speed: { x: number; y: number } = engine.velocity("android", [{ time: 0, x: slope, y: 1 }], 1);
  const target: number = engine.decide("android-viewpager", { distance: 60, fraction: speed.x }).target;
  console.log(target, engine.momentum("gtk", 1, 1).distance, engine.names.rules.length, engine.version);
  const recorded: Recording = await engine.recording({
    device: { name: "", properties: [1], codes: [[1, 330]], axes: [[53, 0, 4000, 40]] },
    events: { times: [0], types: new Uint8Array(1), codes: [0], values: new Int32Array(1) },
  });
  const columns: TrajectoryColumns = engine.replay(recorded, sheet, { form: "columns" });
  console.log(columns.channels[0]?.length, columns.phases[0], columns.times.length, columns.events.length);
  session.on("decided", ({ release }) => {
    if (release === undefined) return;
    const { margin, nearest, reason, flip }: Judgement = sheet.judge(release);
    const thresholds: number[] = sheet.conditions.map(({ threshold }, index) => index === nearest ? flip ?? 0 : threshold);
    console.log(sheet.withThresholds(thresholds).text, engine.words("restTime"), margin?.toFixed(1), reason);
  });
  session.close();
  try {
    engine.interaction("{}");
  } catch (error) {
    if (error instanceof PantographError) console.log(error.line, error.code === "stopped");
  }
}

export async function alone(element: HTMLElement): Promise<void> {
  const motion: MotionEngine = await loadMotion();
  const pan: Recognizer<"pan"> = motion.recognizer(
    "pan", { as: "gtk-touch", fingers: [1, 2], slop: 2, edge: { at: "left", width: 4 } }, { surface: element });
  element.addEventListener("pointermove", (event) => {
    for (const { phase, translation, velocity, fingers } of pan.pointer(event)) {
      const ended: boolean = phase === "ended" && velocity.x > 0;
      console.log(ended, translation.x + fingers);
    }
  });
  const scales: number[] = motion.recognizer("pinch", { slop: 1 }).feed(0).map(({ scale }) => scale);
  const angle: number | undefined = motion.recognizer("rotation").cancel(0)[0]?.angle;
  const centre: { readonly x: number } | undefined = motion.recognizer("tap", { taps: 2 }).advance(0)[0]?.centre;
  const next: number | null = motion.recognizer("long-press", { minimumDuration: 1 }).nextTime;
  console.log(scales, angle, centre, next, pan.state === "active", pan.velocity(1).y, motion.names.families.length);
  const whole: MotionEngine = await load();
  console.log(whole.recognizer("pan").state, motion.spring({ response: 1 }).at(0).position);
  // @ts-expect-error only the whole engine opens interactions
  motion.interaction("sheet");
  // @ts-expect-error a tap has no direction
  motion.recognizer("tap", { direction: "up" });
  // @ts-expect-error a pan has no scale
  pan.feed(0)[0]?.scale;
}

export function mistakes(engine: Engine, session: Session): void {
  // @ts-expect-error a number is no interaction
  engine.interaction(5);
  // @ts-expect-error there is no such event
  session.on("decide", () => {});
  // @ts-expect-error a contact has a position
  session.feed(0, [{ id: 1 }]);
  // @ts-expect-error an option is misspelt
  engine.interaction("sheet").session({ keeps: true });
  // @ts-expect-error an axis has a resolution
  void engine.recording({ device: { axes: [[53, 0, 4000]] }, events: { times: [], types: [], codes: [], values: [] } });
  // @ts-expect-error a release has a distance
  engine.interaction("sheet").judge({ fraction: 0.5 });
  // @ts-expect-error a spring has a response, a frequency or a stiffness
  engine.spring({ dampingRatio: 1 });
  // @ts-expect-error the rate does not change
  engine.interaction("sheet").rate = 5;
}

export async function played(page: PlaywrightPage, session: ProtocolSession, tab: PuppeteerPage): Promise<void> {
  const player: Player = pantograph(page, { module: new URL("https://example.org/play.wasm") });
  await player.open("/sheet.html");
  await pantograph(tab).open(new URL("https://example.org/"));
  const trace: Trace = await player.play("flick.evemu", {
    on: "#sheet", from: [0.5, 0.9], trace: [".sheet"], show: ["y", "--progress"], events: ["scrollend"], pace: "real",
    input: "touch", pixelsPerMillimetre: 5, rest: 0.5, frameRate: 120, timeLimit: 10, reload: true,
    tolerances: { "sheet.y": { value: 1, seconds: 0.1 }, "*": {} },
  });
  await pantograph(session).play(new Uint8Array(8), {
    trace: { sheet: ".sheet" }, placement: { from: [1, 2], to: [3, 4] }, input: "wheel",
    momentum: "gtk-untrusted",
  });
  const y: number | null | undefined = trace.at(0.4)["sheet"]?.["y"] ?? trace.end["sheet"]?.["y"];
  const values: readonly (number | null)[] | undefined = trace.columns["sheet.y"]?.values;
  const names: string[] = trace.events.map(({ name, time }) => name + time);
  const path: readonly number[] = trace.contacts[0]?.x ?? [];
  const same: boolean = trace.compare(trace.csv()).same;
  const { pass, message, lines, written, folder } = await compareGesture(trace, "open", { accept: "missing" });
  console.log(y, values, names, path, same, pass, message, lines[0], written, folder);
  const matched: { pass: boolean; message: () => string } = await matchers.toMatchGesture(trace, "open");
  console.log(matched.pass, matched.message(), trace.duration, trace.notes, trace.subject["page"]);
  trace.close();
  const tracing: Tracing = await player.trace({ sheet: ".sheet" }, {
    show: ["y"], events: ["scrollend"], rest: 0, tolerances: { "*": { value: 1 } }, timeLimit: 5,
  });
  const { end }: Trace = await tracing.stop();
  console.log(end["sheet"]?.["y"]);
  await player.close();
  // @ts-expect-error an option is misspelt
  await player.play("flick.evemu", { on: "#sheet", paces: "real" });
  // @ts-expect-error a part has two numbers
  await player.play("flick.evemu", { on: "#sheet", from: [1] });
  // @ts-expect-error a traced page has its own clock
  await player.trace(".sheet", { pace: "exact" });
  // @ts-expect-error a number is no page
  pantograph(5);
}
