/** Interaction texts: read with their comments, changed, and written so that people can read them. */

/** The widest line of an object that is written on one line. */
const width = 60;

/** Returns the object of a text; comments are left out. Throws where JSON would. */
export function parse(text) {
  return JSON.parse(withoutComments(text));
}

/** Returns a text without `//` and the other kind of comments; texts in quotation marks keep theirs. */
export function withoutComments(text) {
  return text.replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (piece) => (piece[0] === '"' ? piece : " "));
}

/** Returns the text of an object: what is short is on one line. */
export function write(value, indent = "", room = width) {
  const line = writeLine(value);
  if (typeof value !== "object" || value === null || line.length + indent.length <= room && indent !== "") return line;
  const inner = indent + "  ";
  const isList = Array.isArray(value);
  const pieces = Object.entries(value).map(([key, item]) =>
    inner + (isList ? "" : `${JSON.stringify(key)}: `) + write(item, inner, room - (isList ? 0 : key.length + 4)));
  if (pieces.length === 0) return line;
  return `${isList ? "[" : "{"}\n${pieces.join(",\n")}\n${indent}${isList ? "]" : "}"}`;
}

function writeLine(value) {
  if (Array.isArray(value)) return `[${value.map(writeLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const pieces = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${writeLine(item)}`);
  return pieces.length === 0 ? "{}" : `{ ${pieces.join(", ")} }`;
}
