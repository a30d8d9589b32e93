// Numbers as the page contains them and as it shows them.

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const digitOf = new Map([...digits].map((digit, value) => [digit, value]));

/**
 * Returns the numbers of a text, or of a list, which is as it should be.
 *
 * A text contains second differences in units of the last decimal. Each has its sign in the lowest bit, and digits of
 * base 32 from the lowest on; the digit's sixth bit says that more follow.
 */
export function numbersOf(text, decimals = 0) {
  if (typeof text !== "string") return Float64Array.from(text);
  const numbers = [], unit = 10 ** decimals;
  let value = 0, step = 0, rest = 0, factor = 1;
  for (const digit of text) {
    const part = digitOf.get(digit);
    rest += part % 32 * factor;
    factor *= 32;
    if (part >= 32) continue;
    step += rest % 2 === 0 ? rest / 2 : -(rest + 1) / 2;
    value += step;
    numbers.push(value / unit);
    [rest, factor] = [0, 1];
  }
  return Float64Array.from(numbers);
}

/** Returns a number as text, with a minus sign, and without one for zero. */
export function textOf(number, decimals) {
  const text = number.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : text.replace("-", "−");
}
