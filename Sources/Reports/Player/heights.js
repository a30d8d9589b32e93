// The scale of a plot's values, which makes room for what is drawn over its curves.

import { ticksOf } from "./scale.js";
import { plotted, scaleOf, shape } from "./svg.js";

/** Returns the scale of a plot. */
export function heightsOf(svg, view) {
  const group = svg.querySelector("g.heights"), lines = [...group.childNodes], given = scaleOf(svg);
  const [low, high] = ["low", "high"].map(key => Number(svg.dataset[key]));

  function drawLines(y, from, to) {
    const ticks = ticksOf(from, to, Number(group.dataset.count));
    const { left, right } = view;
    group.replaceChildren(...ticks.flatMap(({ value, label }) => [
      shape("line", { class: "grid", x1: left, x2: right, y1: plotted(y(value)), y2: plotted(y(value)) }),
      shape("text", { class: "end", x: left - 6, y: plotted(y(value) + 4) }, label),
    ]));
  }

  return {
    /** Makes room for values, or for none but the plot's own; returns whether the scale has changed. */
    fit(values) {
      const from = Math.min(low, ...values), to = Math.max(high, ...values);
      if (Number(svg.dataset.low) === from && Number(svg.dataset.high) === to) return false;
      [svg.dataset.low, svg.dataset.high] = [from, to];
      const y = scaleOf(svg);
      // The plot may be wider than it was when they were drawn.
      for (const line of lines) if (line.tagName === "line") line.setAttribute("x2", view.right);
      if (from === low && to === high) group.replaceChildren(...lines); else drawLines(y, from, to);
      for (const element of svg.querySelectorAll("[data-value]")) {
        const value = Number(element.dataset.value);
        element.setAttribute("transform", `translate(0 ${plotted(y(value) - given(value))})`);
      }
      return true;
    },
  };
}
