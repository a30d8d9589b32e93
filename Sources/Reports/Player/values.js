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
        const { low, high, decimals } = cell, share = (values[own] - low) / (high - low || 1);
        cell.text.textContent = textOf(values[own], decimals);
        cell.difference.textContent = others === null ? "" : ` Δ ${textOf(values[own] - others[own], decimals)}`;
        cell.bar.style.width = 100 * Math.min(Math.max(share, 0), 1) + "%";
      });
    },
  };
}
