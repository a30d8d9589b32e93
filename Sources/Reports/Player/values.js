// The table of values: a number and a bar for each channel of each trajectory.

import { textOf } from "./numbers.js";

/** Returns the cells of a trajectory, for its own channels in their order. */
export function cellsOf(run, number, channels) {
  const cells = run.places.map(place => {
    const cell = document.getElementById(`cell-${number}-${place}`);
    if (cell === null) return null;
    const difference = document.createElement("span");
    difference.className = "difference";
    cell.querySelector(".number").after(difference);
    return { text: cell.querySelector(".number"), difference, bar: cell.querySelector(".level"), ...channels[place] };
  });
  return {
    /** Shows values, and their differences from others, if there are any. */
    show(values, others) {
      cells.forEach((cell, own) => {
        if (cell === null) return;
        const { low, high, decimals } = cell;
        const [start, end] = [0, values[own]].map(value => 100 * Math.min(Math.max((value - low) / (high - low || 1), 0), 1));
        cell.text.textContent = textOf(values[own], decimals);
        cell.difference.textContent = others === null ? "" : ` Δ ${textOf(values[own] - others[own], decimals)}`;
        // The bar grows from zero, to the left for a negative value.
        cell.bar.style.marginLeft = Math.min(start, end) + "%";
        cell.bar.style.width = Math.abs(end - start) + "%";
      });
    },
  };
}
