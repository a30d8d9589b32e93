// The time axis of the plots: the span of time that they show, and round values on it.

import { textOf } from "./numbers.js";

/** Returns about `count` round values of a range, with their labels. */
export function ticksOf(low, high, count) {
  const width = high - low;
  if (!(width > 1e-9)) return [];
  let unit = 1, decimals = 0;
  while (unit * 10 <= width / count) unit *= 10;
  while (unit > width / count && decimals < 12) {
    unit /= 10;
    decimals += 1;
  }
  const factor = [1, 2, 5].find(factor => unit * factor >= width / count) ?? 10;
  if (factor === 10) decimals = Math.max(decimals - 1, 0);
  const step = unit * factor, ticks = [];
  for (let number = Math.ceil(low / step); number * step <= high; number += 1) {
    ticks.push({ value: number * step, label: textOf(number * step, decimals) });
  }
  return ticks;
}

/** Returns the view of a page: a span of its time, in microseconds, and where it lies in the plots. */
export function viewOf(whole) {
  const listeners = [], { from, to, plot: { left, right } } = whole;
  /** 1 ms: nothing happens in less. */
  const least = Math.min(1000, to - from);
  return {
    from, to, left, right,
    /** The page's data: its span grows when a changed interaction moves longer. */
    whole,
    /** Calls a function at each change. */
    onChange(listener) { listeners.push(listener); },
    /** Shows a span, as far as there is one. */
    show(start, end) {
      const length = Math.min(Math.max(end - start, least), whole.to - whole.from);
      this.from = Math.min(Math.max(start, whole.from), whole.to - length);
      this.to = this.from + length;
      for (const listener of listeners) listener(this);
    },
    /** Shows a span that is this much longer, around a time that stays where it is. */
    zoom(factor, time) {
      const length = Math.min(Math.max((this.to - this.from) * factor, least), whole.to - whole.from);
      const share = (time - this.from) / (this.to - this.from);
      this.show(time - share * length, time + (1 - share) * length);
    },
    /** Moves the span as little as possible so that a time is in it. */
    reveal(time) {
      if (time < this.from) this.show(time, time + this.to - this.from);
      else if (time > this.to) this.show(time - this.to + this.from, time);
    },
    /** Lets the plots end elsewhere. */
    widen(end) {
      this.right = end;
      this.show(this.from, this.to);
    },
    isWhole() { return this.from === whole.from && this.to === whole.to; },
    /** Returns where a time is, which may be outside of the plots. */
    x(time) { return left + (time - this.from) / (this.to - this.from) * (this.right - left); },
    /** Returns the time at a place. */
    time(x) { return this.from + (x - left) / (this.right - left) * (this.to - this.from); },
  };
}
