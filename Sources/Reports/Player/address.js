// The instant and the gesture in the page's address: `#g=12&t=3.250`.

/** Returns the gesture's number and the time in microseconds of the address; `null` for what it does not say. */
export function addressed() {
  const words = new URLSearchParams(location.hash.slice(1));
  const number = key => words.has(key) && Number.isFinite(Number(words.get(key))) ? Number(words.get(key)) : null;
  const time = number("t");
  return { gesture: number("g"), time: time === null ? null : Math.round(time * 1e6) };
}

/** Puts a gesture's number, or `null`, and a time into the address; a new gesture is a step for the button Back. */
export function address(gesture, time, isStep) {
  const words = (gesture === null ? "" : `g=${gesture}&`) + `t=${(time / 1e6).toFixed(3)}`;
  if (location.hash === "#" + words) return;
  history[isStep ? "pushState" : "replaceState"](null, "", "#" + words);
}
