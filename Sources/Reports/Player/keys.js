// The keys of the page: instants, events, gestures, and the span that the plots show.

import { indexAt } from "./runs.js";

/** Lets keys in the player, the plots and the list of gestures move a page that has these instants and events. */
export function connectKeys(replay, { from, to, instants, events }, { instant, playback, view, gestures, seek, showAll }) {
  const slider = document.getElementById("time");
  const after = (times, time) => times.find(other => other > time) ?? to;
  const before = (times, time) => times.findLast(other => other < time) ?? from;

  function later() {
    const at = indexAt(instants, instant.now);
    return instants[at] > instant.now ? instants[at] : instants[at + 1] ?? to;
  }

  function earlier() {
    const at = indexAt(instants, instant.now);
    return instants[at] < instant.now ? instants[at] : instants[at - 1] ?? from;
  }

  /** Shows the span between the cursors as large as possible. */
  function showSpan() {
    const { now, pin } = instant;
    if (pin.time !== null && pin.time !== now) view.show(Math.min(pin.time, now), Math.max(pin.time, now));
  }

  const places = {
    ArrowRight: later, ArrowUp: later, ArrowLeft: earlier, ArrowDown: earlier,
    PageUp: () => instant.now + 100_000, PageDown: () => instant.now - 100_000,
    Home: () => from, End: () => to,
    e: () => after(events, instant.now), E: () => before(events, instant.now),
  };
  const actions = {
    "+": () => view.zoom(0.5, instant.now), "-": () => view.zoom(2, instant.now), "0": showAll, Escape: showAll,
    n: () => gestures?.step(1), N: () => gestures?.step(-1), p: instant.togglePin, z: showSpan,
  };
  // After a click on a plot, Firefox does not outline the slider for the keys that follow.
  slider.addEventListener("blur", () => slider.classList.remove("keyed"));
  function press(event) {
    const isTyping = event.target.tagName === "SELECT" || event.target.type === "number";
    if (event.altKey || event.ctrlKey || event.metaKey || isTyping) return;
    slider.classList.toggle("keyed", event.target === slider);
    if (event.key === " ") {
      // On a button or a box, Space presses that.
      if (event.target !== slider) return;
      playback.toggle();
    } else if (Object.hasOwn(places, event.key)) {
      // Arrows scroll what has the focus elsewhere.
      if (event.key.length > 1 && event.target.closest(".player") === null) return;
      seek(places[event.key]());
    } else if (Object.hasOwn(actions, event.key)) actions[event.key]();
    else return;
    event.preventDefault();
  }

  for (const place of [replay, document.getElementById("gesture-list")]) place?.addEventListener("keydown", press);
}
