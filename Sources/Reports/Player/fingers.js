// The fingers on the map, where they are at an instant.

import { numbersOf } from "./numbers.js";
import { indexAt } from "./runs.js";

/** The number of colours of fingers. */
const kinds = 5;

/** Returns the fingers of the page's data. */
export function fingersOf(list) {
  const fingers = list.map(({ times, x, y }, index) => ({
    kind: `tip finger${index % kinds}`, times: numbersOf(times), x: numbersOf(x, 1), y: numbersOf(y, 1),
  }));
  const tips = [...document.querySelectorAll(".tip")];
  const isThere = ({ times }, time) => times[0] <= time && time <= times[times.length - 1];
  return {
    show(time) {
      const there = fingers.filter(finger => isThere(finger, time));
      tips.forEach((tip, number) => {
        const finger = there[number];
        tip.style.display = finger ? "inline" : "none";
        if (!finger) return;
        const { times, x, y } = finger, at = indexAt(times, time), next = Math.min(at + 1, times.length - 1);
        const share = (time - times[at]) / (times[next] - times[at] || 1);
        const mix = list => list[at] + (list[next] - list[at]) * share;
        tip.setAttribute("class", finger.kind);
        tip.setAttribute("cx", mix(x));
        tip.setAttribute("cy", mix(y));
      });
    },
  };
}
