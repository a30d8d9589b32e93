// The fingers on the map, where they are at an instant.

import { numbersOf } from "./numbers.js";
import { indexAt } from "./runs.js";
import { lineThrough, shape } from "./svg.js";

/** The number of colours of fingers. */
const kinds = 5;
/** 48: more paths can't be told apart. */
const mostPaths = 48;

/** Returns the fingers of the page's data. */
export function fingersOf(list) {
  const fingers = list.map(({ times, x, y }, index) => ({
    number: index + 1, kind: `finger${index % kinds}`, times: numbersOf(times), x: numbersOf(x, 1), y: numbersOf(y, 1),
  }));
  const tips = [...document.querySelectorAll(".tip")];
  const pathOf = finger => finger.path ??= lineThrough([...finger.x].map((x, at) => [x, finger.y[at]]));
  const isThere = ({ times }, time) => times[0] <= time && time <= times[times.length - 1];
  const [recorded, seen, omitted] = ["g.recorded", "g.seen", ".omitted"].map(name => document.querySelector("#replay " + name));
  return {
    /** Draws the paths of the contacts in a span; those of the whole time are drawn already. */
    showSpan(from, to, isWhole) {
      if (recorded === null) return;
      recorded.style.display = isWhole ? "" : "none";
      seen.replaceChildren();
      const all = isWhole ? fingers : fingers.filter(({ times }) => times[0] <= to && from <= times[times.length - 1]);
      const some = all.slice(0, mostPaths), rest = all.length - some.length;
      if (omitted !== null) omitted.hidden = rest === 0;
      if (rest > 0) omitted.textContent = `${rest} more ${rest === 1 ? "contact is" : "contacts are"} not drawn.`;
      if (isWhole) return;
      for (const finger of some) seen.append(shape("path", { class: `track ${finger.kind}`, d: pathOf(finger) }));
      for (const { number, kind, x, y } of some) {
        const last = x.length - 1, isLeft = x[0] <= x[last];
        seen.append(
          shape("circle", { class: `lifted ${kind}`, cx: x[last], cy: y[last], r: 4 }),
          shape("circle", { class: `landed ${kind}`, cx: x[0], cy: y[0], r: 6 }),
          shape("text", { class: isLeft ? "end strong halo" : "strong halo", x: x[0] + (isLeft ? -10 : 10), y: y[0] - 6 }, number));
      }
    },
    show(time) {
      const there = fingers.filter(finger => isThere(finger, time));
      tips.forEach((tip, number) => {
        const finger = there[number];
        tip.style.display = finger ? "inline" : "none";
        if (!finger) return;
        const { times, x, y } = finger, at = indexAt(times, time), next = Math.min(at + 1, times.length - 1);
        const share = (time - times[at]) / (times[next] - times[at] || 1);
        const mix = list => list[at] + (list[next] - list[at]) * share;
        tip.setAttribute("class", "tip " + finger.kind);
        tip.setAttribute("cx", mix(x));
        tip.setAttribute("cy", mix(y));
      });
    },
  };
}
