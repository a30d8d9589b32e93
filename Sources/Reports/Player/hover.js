// The values below a pointer that hovers over the plots: a dot on each curve, and its number.

import { textOf } from "./numbers.js";
import { stateAt } from "./runs.js";
import { plotted, scaleOf, shape } from "./svg.js";

/** 11 units: the height of a line of text. */
const line = 11;

/** Shows what the curves have below a pointer, as long as it is over one of the plots. */
export function connectHover(svgs, runs, view, data, place) {
  const plots = svgs.map(svg => {
    const group = shape("g", { class: "hover" });
    svg.append(group);
    const curves = [...svg.querySelectorAll("[data-channel]")].reverse()
      .map(path => ({ run: Number(path.dataset.run), channel: Number(path.dataset.channel) }));
    return { svg, group, curves };
  });

  function draw({ svg, group, curves }, time, states, isBelow) {
    const y = scaleOf(svg), x = plotted(view.x(time)), isLeft = x > (view.left + view.right) / 2;
    const { ground, base } = svg.dataset;
    group.replaceChildren(shape("line", { class: "hair", x1: x, x2: x, y1: ground, y2: base }));
    const words = curves.map(({ run, channel }) => {
      const value = states[run].channels[channel], { decimals } = data.channels[runs[run].places[channel]];
      return { run, y: y(value), text: textOf(value, decimals) };
    }).sort((a, b) => a.y - b.y);
    let free = Number(ground) + line;
    for (const { run, y, text } of words) {
      const height = Math.min(Math.max(y, free), Number(base) - 2);
      free = height + line;
      group.append(
        shape("circle", { class: `dot run${run}`, cx: x, cy: plotted(y), r: 3 }),
        shape("text", { class: `${isLeft ? "halo end" : "halo"} run${run}`, x: x + (isLeft ? -6 : 6), y: plotted(height) }, text));
    }
    if (isBelow) group.append(shape(
      "text", { class: isLeft ? "halo end" : "halo", x: x + (isLeft ? -6 : 6), y: base - 4 }, `${textOf(time / 1e6, 3)} s`));
  }

  function hide() { for (const { group } of plots) group.replaceChildren(); }

  for (const svg of svgs) {
    svg.addEventListener("pointermove", event => {
      const at = place(svg)(event);
      // A finger hides what is below it, and the cursor follows a button that is down.
      if (event.pointerType === "touch" || event.buttons !== 0 || at < view.left || at > view.right) return hide();
      const time = view.time(at), states = runs.map(run => stateAt(run, time));
      for (const plot of plots) draw(plot, time, states, plot.svg === svg);
    });
    svg.addEventListener("pointerleave", hide);
    svg.addEventListener("pointerdown", hide);
  }
}
