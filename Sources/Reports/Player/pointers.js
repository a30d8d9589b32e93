// Pointers on the plots: one leads to an instant, two zoom, and so does the wheel.

import { placeOn } from "./overview.js";

/** Lets pointers move and zoom the view of a plot. */
export function connectPointers(svg, { instant, view, seek }) {
  const place = placeOn(svg), pointers = new Map();
  svg.addEventListener("pointerdown", event => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, place(event));
    svg.setPointerCapture(event.pointerId);
    if (pointers.size === 1) {
      const { time } = event.target.dataset, at = time === undefined ? view.time(place(event)) : Number(time);
      if (event.shiftKey) instant.pin.time = Math.round(at);
      seek(at);
    }
    document.getElementById("time").focus({ preventScroll: true });
  });
  // The focus stays, and no text is selected. After a prevented `pointerdown`, Firefox sends no more of a second finger.
  svg.addEventListener("mousedown", event => event.preventDefault());
  svg.addEventListener("pointermove", event => {
    if (!pointers.has(event.pointerId)) return;
    if (pointers.size === 1) return seek(view.time(place(event)));
    // Two fingers keep the times below them.
    const [a, b] = pointers.values(), times = [view.time(a), view.time(b)];
    pointers.set(event.pointerId, place(event));
    const [c, d] = pointers.values();
    if (Math.abs(d - c) < 1 || a === b) return;
    const length = (times[1] - times[0]) / (d - c) * (view.right - view.left);
    const from = times[0] - (c - view.left) / (view.right - view.left) * length;
    if (length > 0) view.show(from, from + length);
  });
  svg.addEventListener("lostpointercapture", event => pointers.delete(event.pointerId));
  svg.addEventListener("wheel", event => {
    // Pinches of a touchpad come with the control key.
    if (event.ctrlKey) view.zoom(1.005 ** event.deltaY, view.time(place(event)));
    else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const by = event.deltaX / 400 * (view.to - view.from);
      view.show(view.from + by, view.to + by);
    } else return;
    event.preventDefault();
  }, { passive: false });
}
