/** The progress over the last seconds: the finger's stroke, the animation's, and each release. */

/** The span of the plot in milliseconds: a gesture and its animation. */
const span = 4000;
/** A gap of this length between two points is left open: nothing was drawn meanwhile. */
const gap = 400;

export class Plot {
  /** Progresses at which the animation may rest. */
  snapPoints = [0, 1];
  #canvas;
  #points = [];
  #releases = [];
  #colors;

  constructor(canvas) {
    this.#canvas = canvas;
    const restyle = () => {
      this.#colors = undefined;
      this.draw();
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", restyle);
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  /** Takes the state at a time. */
  add(time, { fraction, phase }) {
    const last = this.#points.at(-1);
    if (last && time <= last.time) return;
    this.#points.push({ time, fraction, phase });
    while (this.#points[0].time < time - span) this.#points.shift();
    while (this.#releases[0] < time - span) this.#releases.shift();
  }

  /** Marks a release. */
  mark(time) {
    this.#releases.push(time);
  }

  clear() {
    this.#points = [];
    this.#releases = [];
    this.draw();
  }

  draw() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width === 0) return;
    const density = devicePixelRatio || 1;
    const [wide, high] = [Math.round(width * density), Math.round(height * density)];
    if (this.#canvas.width !== wide) this.#canvas.width = wide;
    if (this.#canvas.height !== high) this.#canvas.height = high;
    const context = this.#canvas.getContext("2d");
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, width, height);
    this.#colors ??= this.#read();
    this.#paint(context, this.#scale(width, height));
  }

  #read() {
    const style = getComputedStyle(this.#canvas);
    const names = ["finger", "spring", "ink", "faint", "rule"];
    return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  }

  /** The progress runs from the lowest to the highest that is shown, and time from left to right. */
  #scale(width, height) {
    const values = [...this.#points.map(({ fraction }) => fraction), ...this.snapPoints];
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const [top, bottom, left, right] = [12, 12, 34, 8];
    const end = Math.max(this.#points.at(-1)?.time ?? 0, (this.#points[0]?.time ?? 0) + span);
    return {
      width, height, left, right,
      x: (time) => width - right - (end - time) / span * (width - left - right),
      y: (fraction) => height - bottom - (fraction - least) / (most - least || 1) * (height - top - bottom),
    };
  }

  #paint(context, scale) {
    const { finger, spring, ink, faint, rule } = this.#colors;
    context.font = "11px system-ui, sans-serif";
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (const point of this.snapPoints) {
      const y = scale.y(point);
      context.fillStyle = faint;
      context.fillText(String(Math.round(point * 100) / 100), scale.left - 6, y);
      this.#stroke(context, rule, 1, [], [[scale.left, y], [scale.width - scale.right, y]]);
    }
    for (const time of this.#releases) {
      const x = scale.x(time);
      if (x >= scale.left) this.#stroke(context, ink, 1.5, [], [[x, 4], [x, scale.height - 4]]);
    }
    for (const { phase, points } of this.#runs()) {
      const path = points.map(({ time, fraction }) => [scale.x(time), scale.y(fraction)]);
      if (phase === "tracking") this.#stroke(context, finger, 3.5, [], path);
      else if (phase === "settling") this.#stroke(context, spring, 2.5, [6, 4], path);
      else this.#stroke(context, faint, 1, [], path);
    }
  }

  /** Points of one phase that follow each other; each run ends where the next begins. */
  #runs() {
    const runs = [];
    for (const point of this.#points) {
      const run = runs.at(-1);
      const isNear = run && point.time - run.points.at(-1).time < gap;
      if (run && isNear) run.points.push(point);
      if (!run || !isNear || run.phase !== point.phase) runs.push({ phase: point.phase, points: [point] });
    }
    return runs;
  }

  #stroke(context, color, width, dashes, path) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.lineJoin = context.lineCap = "round";
    context.setLineDash(dashes);
    context.beginPath();
    path.forEach(([x, y], index) => (index === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
    context.stroke();
  }
}
