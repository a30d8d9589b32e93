// Shapes of SVG. Numbers go into attributes, and text into text nodes.

const { namespaceURI } = document.querySelector("svg");

/** Returns an element with attributes. */
export function shape(name, attributes, text) {
  const element = document.createElementNS(namespaceURI, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Returns a coordinate in tenths of a unit, which is finer than any screen shows. */
export const plotted = coordinate => Math.round(coordinate * 10) / 10;

/** Returns the data of a line through points. */
export const lineThrough = points =>
  points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${plotted(x)} ${plotted(y)}`).join("");

/** Returns the function that says how high a value lies in a plot. */
export function scaleOf({ dataset }) {
  const [top, bottom, low, high] = ["top", "bottom", "low", "high"].map(key => Number(dataset[key]));
  return value => bottom - (value - low) / (high - low) * (bottom - top);
}
