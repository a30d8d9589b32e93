// Numbers as the page contains them and as it shows them.

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** The value of each digit, by its code. */
const digitOf = new Uint8Array(128);
[...digits].forEach((digit, value) => { digitOf[digit.charCodeAt(0)] = value; });
const [star, tilde] = [..."*~"].map(letter => letter.charCodeAt(0));
/** 16: more than the longest period. */
const mostRecent = 16;

/** Returns a number whose sign is in the lowest bit. */
const unfolded = number => number % 2 === 0 ? number / 2 : -(number + 1) / 2;

/**
 * Returns the numbers of a text, or of a list, which is as it should be.
 *
 * A text contains second differences in units of the last decimal; after `~` and a step, differences from that step.
 * Each has its sign in the lowest bit, and digits of base 32 from the lowest on; the digit's sixth bit says that more
 * follow. A star, a period and a count are that many more differences, each the same as the one a period before.
 */
export function numbersOf(text, decimals = 0) {
  if (typeof text !== "string") return Float64Array.from(text);
  const numbers = [], unit = 10 ** decimals, recent = new Float64Array(mostRecent);
  let at = 0, value = 0, step = 0;

  function read() {
    let number = 0, factor = 1;
    while (true) {
      const part = digitOf[text.charCodeAt(at)];
      at += 1;
      number += part % 32 * factor;
      factor *= 32;
      if (part < 32) return number;
    }
  }

  const isSteady = text.charCodeAt(0) === tilde;
  if (isSteady) {
    at = 1;
    step = unfolded(read());
  }
  function add(difference) {
    recent[numbers.length % mostRecent] = difference;
    if (!isSteady) step += difference;
    value += isSteady ? step + difference : step;
    numbers.push(value / unit);
  }
  while (at < text.length) {
    if (text.charCodeAt(at) !== star) {
      add(unfolded(read()));
      continue;
    }
    at += 1;
    const period = read();
    for (let count = read(); count > 0; count -= 1) add(recent[(numbers.length - period) % mostRecent]);
  }
  return Float64Array.from(numbers);
}

/** Returns the numbers of channels, some of which are lines over another one, and what they differ from those by. */
export function channelsOf(list, decimals) {
  const unit = 10 ** decimals, channels = list.map(one => one.over === undefined ? numbersOf(one, decimals) : null);
  return list.map(({ over, slope, offset, rest }, at) => {
    if (over === undefined) return channels[at];
    const base = channels[over];
    return numbersOf(rest).map((more, index) => (Math.floor((offset + slope * base[index]) * unit + 0.5) + more) / unit);
  });
}

/** Returns a number as text, with a minus sign, and without one for zero. */
export function textOf(number, decimals) {
  const text = number.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : text.replace("-", "−");
}
