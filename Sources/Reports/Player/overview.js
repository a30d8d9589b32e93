// The strip above the plots: the whole time, and a window on the span that the plots show.

import { plotted } from "./svg.js";

/** 6 units: what is nearer to an end of the window than this resizes it. */
const reach = 6;

/** Returns a function that says where a pointer is on a plot, in its units. */
export const placeOn = svg => event => {
  const frame = svg.getBoundingClientRect();
  return (event.clientX - frame.left) / frame.width * svg.viewBox.baseVal.width;
};

/** Lets the window of the strip be dragged, resized and drawn anew. */
export function connectOverview(svg, view) {
  const box = svg.querySelector(".window"), place = placeOn(svg);
  const { whole } = view, length = () => whole.to - whole.from;
  const x = time => view.left + (time - whole.from) / length() * (view.right - view.left);
  const time = x => whole.from + (x - view.left) / (view.right - view.left) * length();
  view.onChange(({ from, to }) => {
    box.setAttribute("x", plotted(x(from)));
    box.setAttribute("width", plotted(Math.max(x(to) - x(from), 1)));
  });
  let grip = null;
  svg.addEventListener("pointerdown", event => {
    if (event.button !== 0) return;
    const at = place(event), left = x(view.from), right = x(view.to);
    if (Math.abs(at - left) < reach) grip = { fixed: view.to };
    else if (Math.abs(at - right) < reach) grip = { fixed: view.from };
    else if (left < at && at < right && !view.isWhole()) grip = { offset: time(at) - view.from };
    else grip = { fixed: time(at) };
    svg.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  svg.addEventListener("pointermove", event => {
    if (grip === null || !svg.hasPointerCapture(event.pointerId)) return;
    const at = time(place(event));
    if (grip.offset !== undefined) view.show(at - grip.offset, at - grip.offset + view.to - view.from);
    else view.show(Math.min(at, grip.fixed), Math.max(at, grip.fixed));
  });
  svg.addEventListener("lostpointercapture", () => { grip = null; });
  svg.addEventListener("dblclick", () => view.show(whole.from, whole.to));
}
