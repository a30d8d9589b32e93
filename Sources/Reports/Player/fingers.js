// The fingers on the map, where they are at an instant.

import { numbersOf } from "./numbers.js";
import { indexAt } from "./runs.js";
import { lineThrough, plotted, shape } from "./svg.js";

/** The number of colours of fingers. */
const kinds = 5;
/** 48: more paths can't be told apart. */
const mostPaths = 48;
/** The events that are marked. */
const ends = ["begins", "handoff", "released", "cut off"];

/** Returns where a finger is at a time of its contact. */
function placeAt({ times, x, y }, time) {
  const at = indexAt(times, time), next = Math.min(at + 1, times.length - 1);
  const share = (time - times[at]) / (times[next] - times[at] || 1);
  return [x, y].map(list => list[at] + (list[next] - list[at]) * share);
}

/** Returns the sign of an event: a cross where a gesture begins, and a diamond where it ends. */
const signOf = (isBeginning, x, y) => isBeginning
  ? shape("path", { class: "moment", d: `M${x} ${y - 7}v14M${x - 7} ${y}h14` })
  : shape("path", { class: "foundmark", d: `M${x} ${y - 6.5}l6.5 6.5l-6.5 6.5l-6.5 -6.5Z` });

/** Returns the fingers of the page's data; events of gestures are marked on their paths. */
export function fingersOf(list, marks) {
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
      for (const { time, word } of marks) {
        if (time < from || time > to || !ends.includes(word)) continue;
        for (const finger of some.filter(one => isThere(one, time))) {
          seen.append(signOf(word === "begins", ...placeAt(finger, time).map(plotted)));
        }
      }
    },
    show(time) {
      const there = fingers.filter(finger => isThere(finger, time));
      tips.forEach((tip, number) => {
        const finger = there[number];
        tip.style.display = finger ? "inline" : "none";
        if (!finger) return;
        const [x, y] = placeAt(finger, time);
        tip.setAttribute("class", "tip " + finger.kind);
        tip.setAttribute("cx", x);
        tip.setAttribute("cy", y);
      });
    },
  };
}
