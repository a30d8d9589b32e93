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
    // Whatever is no name with a sign and a value is a word.
    const [, minus, name, sign, quoted, plain] = word.exec(asked), value = quoted ?? plain;
    at = word.lastIndex;
    while (asked[at] === " ") at += 1;
    if (/^[a-z]+[:=<>]=?$/.test(plain)) return { mistake: `nothing follows ${plain}: ask for margin<0.1 or outcome:cancel` };
    let test = one => one.row.textContent.toLowerCase().includes(value);
    if (name in texts) {
      if (sign !== ":" && sign !== "=") return { mistake: `${name}${sign} is not understood: it takes ${name}:word` };
      test = one => texts[name](one).toLowerCase().includes(value);
    } else if (name in numbers) {
      const number = Number(value.replace(",", "."));
      if (Number.isNaN(number)) return { mistake: `${value} is no number: ask for ${name}<0.1, ${name}>1 or ${name}:2` };
      const compare = { ":": (a, b) => a === b, "=": (a, b) => a === b, "<": (a, b) => a < b, ">": (a, b) => a > b,
        "<=": (a, b) => a <= b, ">=": (a, b) => a >= b }[sign];
      if (compare === undefined) return { mistake: `${sign} is not understood: ${name} takes :, =, <, >, <= and >=` };
      test = one => compare(numbers[name](one), number);
    } else if (name !== undefined) return { mistake: `${name} is none of ${names.join(", ")}` };
    tests.push(minus === "" ? test : one => !test(one));
  }
  return { isAsked: one => tests.every(test => test(one)) };
}
