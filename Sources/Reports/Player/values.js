// The table of values: a number and a bar for each channel of each trajectory.

import { textOf } from "./numbers.js";

/** Returns the cells of a trajectory, for its own channels in their order. */
export function cellsOf(run, number, channels) {
  const cells = run.places.map(place => {
    const cell = document.getElementById(`cell-${number}-${place}`);
    return cell && { text: cell.querySelector(".number"), bar: cell.querySelector(".level"), ...channels[place] };
  });
  return {
    show(values) {
      cells.forEach((cell, own) => {
        if (cell === null) return;
        const { low, high, decimals } = cell, share = (values[own] - low) / (high - low || 1);
        cell.text.textContent = textOf(values[own], decimals);
        cell.bar.style.width = 100 * Math.min(Math.max(share, 0), 1) + "%";
      });
    },
  };
}
