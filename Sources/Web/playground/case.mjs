/** Touches as files: a recording of pointers, its interaction, and both as a case in one archive. */

/** Returns touch frames as the text of a `pointer-recording`; see "Recordings of pointers" of the documentation. */
export function recordingText({ frames, start, size, millimetresPerPixel, pointerType }) {
  const rows = [];
  let before = new Map();
  for (const { time, contacts } of frames) {
    const now = new Map(contacts.map((contact) => [contact.id, contact]));
    for (const [id, contact] of before) if (!now.has(id)) rows.push(row("e", contact, time));
    for (const [id, contact] of now) rows.push(row(before.has(id) ? "m" : "b", contact, time));
    before = now;
  }
  function row(phase, { id, x, y, pressure }, time) {
    const force = pressure > 0 ? pressure : 0;
    const [left, top] = [x / millimetresPerPixel, y / millimetresPerPixel];
    return [phase, id, ...[time - start, left, top, force].map(round)];
  }
  const pointerTypes = Object.fromEntries([...new Set(rows.map(([, id]) => id))].map((id) => [id, pointerType]));
  const head = {
    format: "pointer-recording", version: 1, viewport: [size.width, size.height], clockStepMs: 0,
    cssPxPerMm: round(1 / millimetresPerPixel), pointerTypes, columns: ["phase", "id", "t", "x", "y", "force"],
  };
  const text = JSON.stringify(head, null, 2).replace(/\n}$/, "");
  return `${text},\n  "rows": [\n    ${rows.map((row) => JSON.stringify(row)).join(",\n    ")}\n  ]\n}\n`;
}

/** Pixels and milliseconds with three decimals. */
function round(value) {
  return Math.round(value * 1000) / 1000;
}

/**
 * Returns a ZIP archive of texts by their paths, without compression (APPNOTE.TXT 6.3.10 by PKWARE, 4.3).
 *
 * Its times are those of the format's beginning, so that the same texts are the same bytes.
 */
export function zip(files) {
  const encoder = new TextEncoder();
  const [pieces, directory] = [[], []];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, bytes] = [encoder.encode(path), encoder.encode(text)];
    // Version 2.0, names in UTF-8, stored, 1 January 1980.
    const common = [...half(20), ...half(0x800), ...half(0), ...half(0), ...half(0x21), ...word(checksum(bytes)),
      ...word(bytes.length), ...word(bytes.length), ...half(name.length), ...half(0)];
    pieces.push(Uint8Array.from([...word(0x04034b50), ...common]), name, bytes);
    directory.push(Uint8Array.from([
      ...word(0x02014b50), ...half(20), ...common, ...half(0), ...half(0), ...half(0), ...word(0), ...word(offset),
    ]), name);
    offset += 30 + name.length + bytes.length;
  }
  const size = directory.reduce((sum, piece) => sum + piece.length, 0);
  const count = half(Object.keys(files).length);
  const end = Uint8Array.from(
    [...word(0x06054b50), 0, 0, 0, 0, ...count, ...count, ...word(size), ...word(offset), 0, 0]);
  return new Blob([...pieces, ...directory, end], { type: "application/zip" });
}

const half = (value) => [value & 0xff, value >>> 8 & 0xff];
const word = (value) => [...half(value), ...half(value >>> 16)];

/** The CRC-32 of bytes. */
function checksum(bytes) {
  let sum = 0xffff_ffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum >>> 1 ^ (sum & 1 ? 0xedb8_8320 : 0);
  }
  return (sum ^ 0xffff_ffff) >>> 0;
}

/** Makes the browser save a file. */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
