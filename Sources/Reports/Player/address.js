// The page's address: the gesture, the instant, and what other scripts of the page keep there, as in `#g=12&t=3.250`.

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

/**
 * Puts words into the address at once, or takes those that are `null` away; a step is one for the button Back.
 *
 * Words without a value go, too: they are names of sections.
 */
export function address(words, isStep) {
  clearTimeout(waiting);
  isStep ||= isStepWaiting;
  const old = new URLSearchParams(location.hash.slice(1));
  const all = new Map([["g", null], ["t", null], ...old, ...Object.entries({ ...changes, ...words })]);
  forgetAddress();
  const parts = [...all].filter(([, word]) => word !== null && word !== "").map(part => part.map(encodeURIComponent).join("="));
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

/** Lets links to sections and instants of the page keep the rest of its address; `onTime` shows an instant. */
export function connectLinks(onTime) {
  document.addEventListener("click", event => {
    const link = event.target.closest("a[href^='#']"), isOther = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (link === null || event.defaultPrevented || isOther) return;
    const name = decodeURIComponent(link.hash.slice(1)), place = document.getElementById(name);
    const time = name.startsWith("t=") ? Number(name.slice(2)) : NaN;
    if (!Number.isNaN(time)) onTime(Math.round(time * 1e6));
    else if (place !== null) {
      // The keyboard goes on from there.
      if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
      (place.querySelector("#time") ?? place).focus({ preventScroll: true });
      (place.querySelector("h2") ?? place).scrollIntoView();
    } else return;
    event.preventDefault();
  });
}

addEventListener("popstate", forgetAddress);
