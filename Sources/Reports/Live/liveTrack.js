// What the page of a live stream knows of the last minute.

/** 60 s: as long as anyone looks back in a paused view. */
const keptTime = 60e6;

/** Returns the index of the last of a list's items up to a time, or −1. */
export function lastIndex(list, time) {
  let low = -1, high = list.length - 1;
  while (low < high) {
    const middle = low + high + 1 >> 1;
    if (list[middle].time <= time) low = middle; else high = middle - 1;
  }
  return low;
}

/** Returns the items of a list in a span, and the last one before it. */
export const inSpan = (list, from, to) => list.slice(Math.max(lastIndex(list, from), 0), lastIndex(list, to) + 1);

/** Returns the samples, events and touches that arrive, with their times in microseconds. */
export function trackOf() {
  const lists = { samples: [], events: [], touches: [] };
  const add = (list, item) => {
    // A new source starts at 0 again.
    if (list.length > 0 && item.time < list.at(-1).time) list.length = 0;
    list.push(item);
    // Not one by one, since removing the first moves all others.
    const old = lastIndex(list, item.time - keptTime);
    if (old > 500) list.splice(0, old);
  };
  return {
    ...lists,
    add(line) {
      const time = Math.round(line.time * 1e6);
      if ("phase" in line) add(lists.samples, { ...line, time });
      else if ("event" in line && line.event !== "changed") add(lists.events, { ...line, time });
      else if ("fingers" in line) add(lists.touches, { fingers: line.fingers, time });
    },
    clear() { for (const name in lists) lists[name].length = 0; },
    /** The time of the newest sample or touch. */
    get end() { return Math.max(lists.samples.at(-1)?.time ?? 0, lists.touches.at(-1)?.time ?? 0); },
    /** Returns a copy of a span, which stays as it is. */
    part(from, to) {
      const part = {};
      for (const name in lists) part[name] = inSpan(lists[name], from, to);
      return { ...part, from, end: to };
    },
  };
}
