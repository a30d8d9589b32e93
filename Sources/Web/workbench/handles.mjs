/** Handles in the plot of the fraction, which are dragged: thresholds, the distance, and the spring. */
import { numbersOf } from "./controls.mjs";

/** 7 units: a handle is as large as a fingertip needs, with the room around it. */
const radius = 7;
/** A spring's response and damping ratio stay in these, whatever the pointer does: seconds, and without a unit. */
const responses = [0.05, 5];
const ratios = [0.05, 2];

export class Handles {
  #bench;
  #touches;
  #player;
  #svg;
  #group;
  #dragged;

  constructor(bench, touches, player) {
    this.#bench = bench;
    this.#touches = touches;
    this.#player = player;
    this.#svg = document.querySelector('svg.timed [data-run="0"][data-channel="0"]')?.ownerSVGElement;
    if (!this.#svg) return;
    this.#group = player.shape("g", { class: "handles", "aria-hidden": "true" });
    this.#svg.append(this.#group);
    bench.onChange = () => this.draw();
    player.view.onChange(() => this.draw());
    this.#svg.addEventListener("pointermove", (event) => this.#drag(event));
    this.#svg.addEventListener("lostpointercapture", () => this.#drop());
    this.draw();
  }

  /** Draws the handles of what the plot shows. */
  draw() {
    const y = this.#player.scaleOf(this.#svg);
    this.#group.replaceChildren(...this.#found().map((handle) => this.#draw(handle, y)));
  }

  #draw({ kind, at, value, title, start }, y) {
    const { view, shape } = this.#player;
    const mark = shape("circle", { class: `handle ${kind}`, cx: view.x(at), cy: y(value), r: radius });
    mark.append(shape("title", {}, title));
    mark.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      // Elsewhere the plot leads to an instant.
      event.stopPropagation();
      event.preventDefault();
      this.#svg.setPointerCapture(event.pointerId);
      this.#dragged = { pointer: event.pointerId, move: start(), frame: this.#svg.dataset };
    });
    return mark;
  }

  /** Returns the handles: of each threshold of the fraction, and of the chosen gesture's distance and spring. */
  #found() {
    const { view } = this.#player;
    const interaction = this.#bench.interaction;
    const thresholds = this.#bench.thresholds.filter(({ key }) => key === "fraction");
    const found = thresholds.map((slider, at) => ({
      kind: "level", at: view.from + (view.to - view.from) * (0.03 + 0.03 * at), value: slider.value,
      title: `${slider.label}: drag it up or down`,
      start: () => (time, fraction) => slider.apply(this.#bench.interaction, rounded(fraction, 2)),
    }));
    const gesture = this.#touches.gestures?.[this.#touches.chosen];
    const numbers = numbersOf(interaction);
    const decided = gesture?.decided;
    const distance = numbers.find(({ label }) => label.startsWith("Progress, distance"));
    if (decided && distance && decided.fraction > 0) {
      found.push({
        kind: "distance", at: gesture.at, value: decided.fraction,
        title: `Distance for full progress, ${distance.value}${distance.unit}: drag it up or down`,
        // The same fingers make more progress over a shorter distance.
        start: () => (time, fraction) => distance.apply(
          this.#bench.interaction, rounded(distance.value * decided.fraction / Math.max(fraction, 0.01), 2)),
      });
    }
    const spring = this.#springHandle(gesture);
    return spring ? [...found, spring] : found;
  }

  /** Returns the handle of the spring that follows the gesture: sideways its response, up and down its damping. */
  #springHandle(gesture) {
    const side = { finish: "finish", snap: "finish", cancel: "cancel" }[gesture?.decided?.outcome];
    const response = side && numberAt(this.#bench.interaction, `Settle, ${side}, spring, response`);
    const ratio = side && numberAt(this.#bench.interaction, `Settle, ${side}, spring, damping ratio`);
    const trajectory = this.#touches.trajectory;
    if (!response || !ratio || !trajectory) return undefined;
    const { target } = gesture.decided;
    const { times, channels: [fractions] } = trajectory;
    const first = times.findIndex((time) => time >= gesture.at);
    const half = (fractions[first] + target) / 2;
    const isRising = target > half;
    const crossing = times.findIndex((time, index) => index > first && (fractions[index] >= half) === isRising);
    if (crossing === -1 || times[crossing] > gesture.to) return undefined;
    const [at, value] = [times[crossing], fractions[crossing]];
    return {
      kind: "spring", at, value,
      title: `Spring, response ${response.value} s, damping ratio ${ratio.value}: drag it sideways, or up and down`,
      start: () => (time, fraction) => {
        const slower = (time - gesture.at) / (at - gesture.at);
        const looser = (fraction - value) * (isRising ? 1 : -1);
        const changed = response.apply(this.#bench.interaction, rounded(within(response.value * slower, responses), 3));
        return ratio.apply(changed, rounded(within(ratio.value - 2 * looser, ratios), 2));
      },
    };
  }

  #drag(event) {
    if (this.#dragged?.pointer !== event.pointerId) return;
    event.stopPropagation();
    const { view, place, data } = this.#player;
    const frame = this.#svg.getBoundingClientRect();
    const height = (event.clientY - frame.top) / frame.height * this.#svg.viewBox.baseVal.height;
    const [top, bottom, low, high] = ["top", "bottom", "low", "high"].map((name) => Number(this.#svg.dataset[name]));
    const fraction = low + (bottom - height) / (bottom - top) * (high - low);
    const { move } = this.#dragged;
    this.#bench.change(() => move(view.time(place(this.#svg)(event)), fraction));
  }

  #drop() {
    if (!this.#dragged) return;
    this.#dragged = undefined;
    this.#bench.remember();
  }
}

const numberAt = (interaction, label) => numbersOf(interaction).find((number) => number.label === label);
const rounded = (value, decimals) => Number(value.toFixed(decimals));
const within = (value, [low, high]) => Math.min(Math.max(value, low), high);
