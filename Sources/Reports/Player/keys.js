// The keys of the page: instants, events, gestures, and the span that the plots show.

import { indexAt } from "./runs.js";

/** Returns whether a box in which an element lies scrolls sideways, so that arrows are its own. */
function isScrolled(element) {
  const box = element.closest(".scroll");
  return box !== null && box.scrollWidth > box.clientWidth;
}

/** Returns whether an element is in the window. */
function isSeen(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/**
 * Lets keys move a page, whose instants and events a function returns.
 *
 * Letters and signs work in the player, the plots and the list of gestures: elsewhere they may be commands that are
 * spoken, one letter after the other.
 */
export function connectKeys(whole, instantsAndEvents, { instant, playback, view, gestures, seek, showAll }) {
  const slider = document.getElementById("time"), scene = slider.closest(".watched");
  // A click anywhere in them lets the keys that follow be theirs.
  const areas = [...document.querySelectorAll("#replay > *, #gesture-list")];
  const after = (times, time) => times.find(other => other > time) ?? whole.to;
  const before = (times, time) => times.findLast(other => other < time) ?? whole.from;

  function later() {
    const { instants } = instantsAndEvents(), at = indexAt(instants, instant.now);
    return instants[at] > instant.now ? instants[at] : instants[at + 1] ?? whole.to;
  }

  function earlier() {
    const { instants } = instantsAndEvents(), at = indexAt(instants, instant.now);
    return instants[at] < instant.now ? instants[at] : instants[at - 1] ?? whole.from;
  }

  /** Shows the span between the cursors as large as possible. */
  function showSpan() {
    const { now, pin } = instant;
    if (pin.time !== null && pin.time !== now) view.show(Math.min(pin.time, now), Math.max(pin.time, now));
  }

  const places = {
    ArrowRight: later, ArrowUp: later, ArrowLeft: earlier, ArrowDown: earlier,
    PageUp: () => instant.now + 100_000, PageDown: () => instant.now - 100_000,
    Home: () => view.from, End: () => view.to,
    e: () => after(instantsAndEvents().events, instant.now), E: () => before(instantsAndEvents().events, instant.now),
  };
  const actions = {
    "+": () => view.zoom(0.5, instant.now), "-": () => view.zoom(2, instant.now), "0": showAll, Escape: showAll,
    n: () => gestures?.step(1), N: () => gestures?.step(-1), p: instant.togglePin, z: showSpan,
  };
  for (const area of areas) area.tabIndex = -1;
  // After a click on a plot, Firefox does not outline the slider for the keys that follow.
  slider.addEventListener("blur", () => slider.classList.remove("keyed"));
  function press(event) {
    const { key, target } = event;
    const isTyping = target.closest("select, textarea, input:not([type=range], [type=checkbox])") !== null;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping) return;
    const isOwn = areas.some(area => area.contains(target));
    slider.classList.toggle("keyed", target === slider);
    if (key === " ") {
      // Space presses a button, a box or a link, and scrolls a page whose stage is out of sight.
      if (target !== slider && (target.closest("a, button, input, summary") !== null || !isSeen(scene))) return;
      playback.toggle();
    } else if (Object.hasOwn(places, key)) {
      const isStep = key === "ArrowLeft" || key === "ArrowRight";
      const isFree = isStep && target.closest("input") === null && !isScrolled(target);
      // Elsewhere than on the slider, other keys scroll the page, and arrows set what has the focus.
      if (key.length > 1 ? target !== slider && !isFree : !isOwn) return;
      seek(places[key]());
    } else if (isOwn && Object.hasOwn(actions, key)) actions[key]();
    else return;
    event.preventDefault();
  }

  document.addEventListener("keydown", press);
}
