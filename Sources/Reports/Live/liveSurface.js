// The fingers on the surface of the device, and the paths of the last touches.

import { lineThrough, shape } from "./svg.js";
import { lastIndex } from "./liveTrack.js";

/** The number of colours of fingers. */
const fingerKinds = 5;
/** 2000 frames of touches: more than ten seconds of most devices. */
const mostFrames = 2000;

/** Returns the picture of a surface. */
export function surfaceOf(svg) {
  const seen = svg.querySelector("g.seen"), board = shape("rect", { class: "surface" });
  svg.insertBefore(board, seen);
  let scale = 1, left = 0;
  return {
    /** Fits a surface of this size in millimetres into the picture, to scale. */
    resize([width, height]) {
      scale = Math.min(400 / Math.max(width, 1), 240 / Math.max(height, 1));
      left = 210 - width * scale / 2;
      svg.setAttribute("viewBox", `0 0 420 ${height * scale + 16}`);
      const box = { x: left, y: 8, width: width * scale, height: height * scale, rx: 4 };
      for (const name in box) board.setAttribute(name, box[name]);
    },
    /** Shows the touches up to a time, from the first finger's landing on the empty surface. */
    show(touches, time) {
      const last = lastIndex(touches, time), paths = new Map();
      let first = last;
      while (first >= 0 && touches[first].fingers.length === 0) first -= 1;
      const end = first;
      while (first > 0 && end - first < mostFrames && touches[first - 1].fingers.length > 0) first -= 1;
      for (let at = Math.max(first, 0); at <= end; at += 1) {
        for (const [id, x, y] of touches[at].fingers) {
          if (!paths.has(id)) paths.set(id, []);
          paths.get(id).push([left + x * scale, 8 + y * scale]);
        }
      }
      const there = new Set(last >= 0 ? touches[last].fingers.map(([id]) => id) : []);
      const shapes = [...paths].flatMap(([id, points], index) => {
        const kind = `finger${index % fingerKinds}`, [x, y] = points.at(-1);
        const tip = there.has(id)
          ? { class: `tip ${kind}`, cx: x, cy: y, r: 8 } : { class: `lifted ${kind}`, cx: x, cy: y, r: 4 };
        return [
          shape("path", { class: `track ${kind}`, d: lineThrough(points) }),
          shape("circle", { class: `landed ${kind}`, cx: points[0][0], cy: points[0][1], r: 6 }),
          shape("circle", tip),
        ];
      });
      seen.replaceChildren(...shapes);
      svg.dataset.fingers = there.size;
    },
  };
}
