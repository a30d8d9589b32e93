/**
 * Touch frames of a recording, computed from its kernel events by other means than the engine's.
 *
 * It knows slots and single-touch devices, but no palms, thumbs or semi-MT devices.
 */
const [abs, key, syn] = [3, 1, 0];
const axes = { slot: 47, x: 53, y: 54, id: 57, singleX: 0, singleY: 1 };
const touch = 330;


function readYAML(text) {
  const ranges = new Map();
  for (const [, code, numbers] of text.matchAll(/^ +(\d+): \[([-\d, ]+)\]$/gm)) {
    const [least, , , , resolution] = numbers.split(",").map(Number);
    if (!ranges.has(+code)) ranges.set(+code, { least, most: +numbers.split(",")[1], resolution });
  }
  const rows = [...text.matchAll(/^ +- \[ *(\d+), *(\d+), *(\d+), *(\d+), *(-?\d+)\]/gm)];
  const events = rows.map(([, ...row]) => row.map(Number))
    .map(([seconds, micro, type, code, value]) => ({ time: seconds * 1e6 + micro, type, code, value }));
  return { ranges, events };
}

function readEvemu(text) {
  const ranges = new Map();
  for (const [, code, least, most, , , resolution] of text.matchAll(
    /^A: ([0-9a-f]+) (-?\d+) (-?\d+) (-?\d+) (-?\d+)(?: (-?\d+))?/gm)) {
    ranges.set(parseInt(code, 16), { least: +least, most: +most, resolution: +(resolution ?? 0) });
  }
  const rows = [...text.matchAll(/^E: (\d+)\.(\d{6}) ([0-9a-f]+) ([0-9a-f]+) (-?\d+)/gm)];
  const events = rows.map(([, seconds, micro, type, code, value]) => ({
    time: +seconds * 1e6 + +micro, type: parseInt(type, 16), code: parseInt(code, 16), value: +value,
  }));
  return { ranges, events };
}

/**
 * Returns the surface in millimetres, and the frames: `{ time, contacts }` in milliseconds.
 *
 * The name says whether `libinput record` or `evemu-record` has written the text.
 */
export function frames(name, text) {
  const { ranges, events } = name.endsWith(".evemu") ? readEvemu(text) : readYAML(text);
  const [x, y] = [ranges.get(axes.x) ?? ranges.get(axes.singleX), ranges.get(axes.y) ?? ranges.get(axes.singleY)];
  const millimetres = (value, range) => (value - range.least) / range.resolution;
  const surface = {
    width: millimetres(x.most, x), height: millimetres(y.most, y), unitsPerMillimetre: x.resolution,
  };
  const isMulti = ranges.has(axes.slot);
  const slots = new Map();
  const slotOf = (number) => slots.get(number) ?? slots.set(number, { id: -1, x: 0, y: 0 }).get(number);
  let current = slotOf(0);
  const found = [];
  for (const { time, type, code, value } of events) {
    if (type === abs && code === axes.slot) current = slotOf(value);
    if (type === abs && code === (isMulti ? axes.x : axes.singleX)) current.x = value;
    if (type === abs && code === (isMulti ? axes.y : axes.singleY)) current.y = value;
    if (type === abs && code === axes.id) current.id = value;
    if (type === key && code === touch && !isMulti) current.id = value - 1;
    if (type !== syn || code !== 0) continue;
    const contacts = [...slots.values()].filter(({ id }) => id >= 0)
      .map((slot) => ({ id: slot.id, x: millimetres(slot.x, x), y: millimetres(slot.y, y) }));
    found.push({ time: time / 1000, contacts });
  }
  return { surface, frames: found, start: events[0].time / 1000 };
}

function describeYAML(text) {
  const rows = (from, to) => [...text.split(from)[1].split(to)[0].matchAll(/^ +(\d+): \[([-\d, ]+)\]/gm)]
    .map(([, key, numbers]) => [Number(key), numbers.split(",").map(Number)]);
  const [, properties] = text.match(/^ +properties: \[([\d, ]*)\]/m);
  return {
    name: text.match(/^ +name: "(.*)"/m)[1],
    properties: properties.split(",").filter((word) => word.trim() !== "").map(Number),
    codes: rows("codes:", "absinfo:").flatMap(([type, codes]) => codes.map((code) => [type, code])),
    axes: rows("absinfo:", "properties:").map(([code, [least, most, , , resolution]]) => [code, least, most, resolution]),
  };
}

/** Returns the indices of the bits that are set in bytes. */
function bits(bytes) {
  return bytes.flatMap((byte, at) => Array.from({ length: 8 }, (_, bit) => 8 * at + bit).filter((bit) => byte >> bit % 8 & 1));
}

function describeEvemu(text) {
  const hexadecimal = (words) => words.trim().split(" ").map((word) => parseInt(word, 16));
  const masks = new Map();
  for (const [, row] of text.matchAll(/^B: (.*)$/gm)) {
    const [type, ...bytes] = hexadecimal(row);
    masks.set(type, [...masks.get(type) ?? [], ...bytes]);
  }
  return {
    name: text.match(/^N: (.*)$/m)[1],
    properties: bits([...text.matchAll(/^P: (.*)$/gm)].flatMap(([, row]) => hexadecimal(row))),
    codes: [...masks].flatMap(([type, bytes]) => bits(bytes).map((code) => [type, code])),
    axes: [...readEvemu(text).ranges].map(([code, { least, most, resolution }]) => [code, least, most, resolution]),
  };
}

/** Returns the description of a recording's device, for `engine.recording`. */
export function device(name, text) {
  return name.endsWith(".evemu") ? describeEvemu(text) : describeYAML(text);
}
