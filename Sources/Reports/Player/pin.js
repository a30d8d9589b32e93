// The second cursor, which stays where it was pinned, and the span between it and the first.

import { textOf } from "./numbers.js";
import { plotted, shape } from "./svg.js";

/** Returns the second cursor of the plots. */
export function pinOf(svgs, view, button) {
  const lines = svgs.map(svg => {
    const { ground, base } = svg.dataset;
    const span = shape("rect", { class: "span", y: ground, height: base - ground });
    const cursor = shape("line", { class: "pinned", y1: ground, y2: base });
    const word = shape("text", { class: "halo middle strong", y: Number(ground) + 11 });
    svg.querySelector(".cursor").before(span, cursor, word);
    return { span, cursor, word };
  });
  return {
    /** The time of the second cursor, or `null` without one. */
    time: null,
    /** Draws the second cursor, and the span up to an instant. */
    show(now) {
      const isThere = this.time !== null;
      button.setAttribute("aria-pressed", isThere);
      const within = time => Math.min(Math.max(view.x(time), view.left), view.right);
      const [from, to] = [this.time, now].sort((a, b) => a - b).map(within);
      const isSeen = isThere && view.from <= this.time && this.time <= view.to;
      lines.forEach(({ span, cursor, word }, index) => {
        for (const element of [span, word]) element.style.display = isThere && to > from ? "" : "none";
        cursor.style.display = isSeen ? "" : "none";
        if (!isThere) return;
        span.setAttribute("x", plotted(from));
        span.setAttribute("width", plotted(to - from));
        for (const end of ["x1", "x2"]) cursor.setAttribute(end, plotted(view.x(this.time)));
        word.setAttribute("x", plotted((from + to) / 2));
        word.textContent = index === 0 ? this.text(now) : "";
      });
    },
    /** Returns the time from the second cursor to an instant as text; an empty text without one. */
    text(now) { return this.time === null ? "" : `Δ ${textOf((now - this.time) / 1e6, 3)} s`; },
  };
}
