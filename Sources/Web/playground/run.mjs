/** The scene that runs: its session, what is drawn of it each frame, and its last touches. */
import { show } from "./drawing.mjs";
import { parse } from "../pages/json.mjs";

/** A card that has left is followed by the next one after this time, in milliseconds. */
const pauseBetweenCards = 250;
/** So near to its start, an animation is there: the start of a new take. */
const atStart = 0.001;

export class SceneRun {
  /** Called with each event of the session or of a replayed recording. */
  onEvent = () => {};
  /** Returns what a card says about the flick before. */
  cardText = () => "";
  /** Whether touches are kept across gestures. */
  isRecording = false;
  /** Called when a scene that is recorded has come to an end of its own. */
  onEnd = () => {};

  #stage;
  #plot;
  #element;
  #dots = [];
  #interaction;
  #scene;
  #drawing;
  #session;
  #surface;
  #rest;
  #state;
  #player;
  #handoff;
  #isLooping = false;

  constructor(stage, plot, element) {
    this.#stage = stage;
    this.#plot = plot;
    this.#element = element;
    stage.onLanding = (time) => this.#land(time);
    stage.onFrame = (time) => this.#follow(time);
    new ResizeObserver(() => this.#resize()).observe(element);
  }

  get stage() {
    return this.#stage;
  }

  get scene() {
    return this.#scene;
  }

  get state() {
    return this.#state;
  }

  /** The touches since the scene's start, if all fingers have lifted. */
  get take() {
    const { frames } = this.#stage;
    if (frames.length === 0 || this.#stage.isTouched) return undefined;
    const [{ time: start }, surface] = [frames[0], this.#surface];
    return { frames: [...frames], start, surface };
  }

  /** Uses an interaction; throws if it does not fit the stage. */
  use(interaction, scene, isOtherScene) {
    const rest = interaction.session({ surface: this.#stage.surface });
    const state = rest.at(0);
    rest.close();
    this.#stage.clear();
    this.#interaction?.close();
    this.#interaction = interaction;
    this.#rest = state;
    if (isOtherScene) {
      this.#scene = scene;
      this.#drawing = show(this.#element, scene);
      this.#dots = [];
      this.#stage.frames = [];
    }
    this.#restart();
  }

  /** Returns the snap points that a text names; 0 and 1 are the engine's. */
  snapPointsOf(text) {
    try {
      const points = parse(text).rule?.snapPoints;
      return Array.isArray(points) ? points : [0, 1];
    } catch {
      return [0, 1];
    }
  }

  /** Puts the scene back to its start. */
  #restart() {
    this.#session?.close();
    this.#player = undefined;
    this.#surface = this.#stage.surface;
    this.#session = this.#stage.session = this.#interaction.session({ surface: this.#surface });
    this.#session.on("event", (event) => this.#take(event));
    this.#state = this.#rest;
    this.#draw();
  }

  #resize() {
    if (!this.#interaction || this.#stage.isBusy || this.isRecording) return;
    const { width, height } = this.#stage.surface;
    if (width === 0 || (width === this.#surface.width && height === this.#surface.height)) return;
    this.#restart();
  }

  /** Begins a new take if the scene is at its start. */
  #land() {
    const isAtStart = Math.abs(this.#state.fraction) < atStart && this.#state.phase !== "settling";
    this.#stage.takesSides = isAtStart;
    if (this.isRecording || this.#stage.isPlaying || !(isAtStart || this.#player)) return;
    this.#stage.frames = [];
    this.#restart();
    this.#stage.takesSides = true;
  }

  /** Plays the last touches again, from the start. */
  playAgain() {
    const { take } = this;
    if (!take) return;
    this.#restart();
    this.#stage.frames = [];
    this.#stage.play(take.frames, performance.now());
    this.#loop();
  }

  /** Begins a take that several gestures may belong to. */
  record() {
    this.isRecording = true;
    this.#stage.clear();
    this.#stage.frames = [];
    this.#restart();
  }

  /** Shows a replayed recording. */
  show(player) {
    this.#stage.clear();
    this.#restart();
    this.#stage.side = 1;
    this.#player = player;
    this.#loop();
  }

  /** Calls a method of the session with the time, such as "hold". */
  control(name) {
    if (this.#session.start === undefined || this.#player) return false;
    const result = this.#session[name](performance.now());
    this.#loop();
    return result;
  }

  #take(event) {
    if (event.kind === "ended" || event.kind === "decided") this.#plot.mark(event.time);
    if (event.kind === "handoff" || event.kind === "started") this.#handoff = event;
    if (event.kind !== "changed") this.onEvent(event);
    if (event.kind !== "completed" || event.detail !== "end" || !this.#drawing.next) return;
    this.#plot.add(event.time, { fraction: event.fraction, phase: "rest" });
    if (this.isRecording) this.onEnd();
    else setTimeout(() => this.#deal(), pauseBetweenCards);
  }

  /** Deals the next card, unless the one before has come back. */
  #deal() {
    if (this.#stage.isBusy || this.#player || this.#state.phase === "settling" || !this.#drawing.next) return;
    this.#drawing.next(this.cardText(this.#handoff ?? { velocity: 0 }));
    this.#restart();
  }

  /** Draws from the next frame on; frames that are to come need it. */
  wake() {
    this.#loop();
  }

  // Drawing

  /** Plots a touch frame's state: a flick has more of them than the screen has frames. */
  #follow(time) {
    const session = this.#session;
    const state = session.at(time);
    if (session === this.#session) this.#plot.add(state.time, state);
    this.#loop();
  }

  #loop() {
    if (this.#isLooping) return;
    this.#isLooping = true;
    requestAnimationFrame((now) => this.#frame(now));
  }

  #frame(now) {
    this.#isLooping = false;
    this.#stage.pump(now);
    const isMoving = this.#player ? this.#advancePlayer(now) : this.#advanceSession(now);
    this.#draw();
    this.#plot.draw();
    if (isMoving) this.#loop();
  }

  #advanceSession(now) {
    if (this.#session.start === undefined) return this.#stage.isBusy;
    const session = this.#session;
    const state = session.at(now);
    // A listener may have put the scene back to its start.
    if (session !== this.#session) return true;
    this.#state = state;
    this.#plot.add(state.time, state);
    return this.#stage.isBusy || session.nextTime !== null;
  }

  #advancePlayer(now) {
    const plot = (time, state) => this.#plot.add(time, state);
    const sample = this.#player.advance(now, plot, (event) => this.#take(event));
    if (sample) this.#state = sample;
    return this.#player ? !this.#player.hasEnded : true;
  }

  #draw() {
    this.#drawing.draw(this.#state, this.#stage.size, this.#scene.hasTwoSides ? this.#stage.side : 1);
    const { dots } = this.#stage;
    while (this.#dots.length < dots.length) {
      const dot = document.createElement("div");
      dot.className = "dot";
      this.#dots.push(this.#element.appendChild(dot));
    }
    this.#dots.forEach((dot, index) => {
      dot.hidden = index >= dots.length;
      if (dots[index]) dot.style.transform = `translate(${dots[index].x}px,${dots[index].y}px)`;
    });
  }
}
