// The page's address: the gesture, the instant and the thresholds, as in `#g=12&t=3.250&velocity=300`.

/** 300 ms: browsers allow few changes a second. */
const patience = 300;
let waiting = null, isStepWaiting = false, changes = {};

/** Returns what the address says: numbers by their names, and `null` for what it does not say. */
export function addressed() {
  const words = new URLSearchParams(location.hash.slice(1));
  return name => {
    const text = words.get(name) ?? "", number = Number(text);
    return text.trim() === "" || !Number.isFinite(number) ? null : number;
  };
}

/** Puts words into the address at once, or takes those that are `null` away; a step is one for the button Back. */
export function address(words, isStep) {
  clearTimeout(waiting);
  isStep ||= isStepWaiting;
  const old = new URLSearchParams(location.hash.slice(1));
  const all = new Map([["g", null], ["t", null], ...old, ...Object.entries({ ...changes, ...words })]);
  forgetAddress();
  const parts = [...all].filter(([, word]) => word !== null).map(part => part.map(encodeURIComponent).join("="));
  const text = parts.length > 0 ? "#" + parts.join("&") : "";
  if (location.hash === text) return;
  history[isStep ? "pushState" : "replaceState"](null, "", text === "" ? location.pathname + location.search : text);
}

/** Puts words into the address some time later, with all others of that time. */
export function addressLater(words, isStep) {
  changes = { ...changes, ...words };
  isStepWaiting ||= isStep;
  clearTimeout(waiting);
  waiting = setTimeout(() => address({}, false), patience);
}

/** Forgets what was to be put into the address. */
function forgetAddress() {
  clearTimeout(waiting);
  [isStepWaiting, changes] = [false, {}];
}

addEventListener("popstate", forgetAddress);
