// Numbers as the page contains them and as it shows them.

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** The value of each digit, by its code. */
const digitOf = new Uint8Array(128);
[...digits].forEach((digit, value) => { digitOf[digit.charCodeAt(0)] = value; });
/** 16: more than the longest period. */
const mostRecent = 16;
/** So many ones say that a number follows which would need more. */
const mostOnes = 24;

/** Returns a number whose sign is in the lowest bit. */
const unfolded = number => number % 2 === 0 ? number / 2 : -(number + 1) / 2;

/**
 * Returns the numbers of a text, or of a list, which is as it should be.
 *
 * A text contains second differences in units of the last decimal; after `~` and a step, differences from that step.
 * Each has its sign in the lowest bit. They are bits, six in a digit, the highest first: blocks of numbers in Rice's code,
 * and counts of numbers that are the same as those a period before. CompactNumbers.swift has the whole grammar.
 */
export function numbersOf(text, decimals = 0) {
  if (typeof text !== "string") return Float64Array.from(text);
  const unit = 10 ** decimals, recent = new Float64Array(mostRecent), isSteady = text.startsWith("~");
  let at = isSteady ? 1 : 0, bits = 0, left = 0, value = 0, step = 0, made = 0;

  function read(width) {
    let number = 0;
    while (width > 0) {
      if (left === 0) {
        bits = digitOf[text.charCodeAt(at)];
        at += 1;
        left = 6;
      }
      const part = Math.min(width, left);
      left -= part;
      width -= part;
      // A number may have more than the 32 bits that << keeps.
      number = number * (1 << part) + (bits >> left & (1 << part) - 1);
    }
    return number;
  }
  const readCount = () => read(read(6));
  function readRice(width) {
    let ones = 0;
    while (ones < mostOnes && read(1) === 1) ones += 1;
    return ones === mostOnes ? readCount() : ones * 2 ** width + read(width);
  }

  if (isSteady) step = unfolded(readCount());
  const numbers = new Float64Array(readCount());
  function add(difference) {
    recent[made % mostRecent] = difference;
    if (!isSteady) step += difference;
    value += isSteady ? step + difference : step;
    numbers[made] = value / unit;
    made += 1;
  }
  while (made < numbers.length) {
    if (read(1) === 0) {
      const width = read(6);
      for (let count = read(6) + 1; count > 0; count -= 1) add(unfolded(readRice(width)));
    } else {
      const period = read(4);
      for (let count = readCount(); count > 0; count -= 1) add(recent[(made - period) % mostRecent]);
    }
  }
  return numbers;
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
