// What the box above the list of gestures asks for: words such as outcome:cancel, margin<0.1 and fingers:2.

const numbers = { number: one => one.number, fingers: one => Number(one.fingers), margin: one => one.margin,
  began: one => one.from / 1e6, lasted: one => (one.at - one.from) / 1e6 };
const texts = { outcome: one => one.outcome, why: one => one.row.cells[one.row.cells.length - 1].textContent };
const names = Object.keys({ ...texts, ...numbers });
/** A name, a sign and a value, which is in quotes if it has blanks; or a word that the row contains. */
const word = /(-?)(?:([a-z]+)([:=<>]=?))?(?:"([^"]*)"|(\S+))/gy;

/** Returns a function that says whether a gesture is asked for, or what is wrong with the question. */
export function queryOf(text) {
  const tests = [], asked = text.trim().toLowerCase();
  for (let at = 0; at < asked.length;) {
    word.lastIndex = at;
    const match = word.exec(asked);
    if (match === null) return { mistake: `${asked.slice(at)} is not understood` };
    at = word.lastIndex;
    while (asked[at] === " ") at += 1;
    const [, minus, name, sign, quoted, plain] = match, value = quoted ?? plain;
    let test = one => one.row.textContent.toLowerCase().includes(value);
    if (name in texts) {
      if (sign !== ":" && sign !== "=") return { mistake: `${name}${sign} is not understood: it takes ${name}:word` };
      test = one => texts[name](one).toLowerCase().includes(value);
    } else if (name in numbers) {
      const number = Number(value.replace(",", "."));
      if (Number.isNaN(number)) return { mistake: `${name} is a number, and ${value} is none` };
      const compare = { ":": (a, b) => a === b, "=": (a, b) => a === b, "<": (a, b) => a < b, ">": (a, b) => a > b,
        "<=": (a, b) => a <= b, ">=": (a, b) => a >= b }[sign];
      if (compare === undefined) return { mistake: `${sign} is no comparison` };
      test = one => compare(numbers[name](one), number);
    } else if (name !== undefined) return { mistake: `${name} is none of ${names.join(", ")}` };
    tests.push(minus === "" ? test : one => !test(one));
  }
  return { isAsked: one => tests.every(test => test(one)) };
}
