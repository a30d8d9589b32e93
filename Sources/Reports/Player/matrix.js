// Tables of what each rule makes of each gesture, which explain the cell that is chosen.

/** The columns before those of the gestures. */
const heads = 2;

/**
 * Lets cells be chosen by a pointer or by arrows, and calls `onChoice` with the number of the chosen gesture and its time.
 *
 * Returns a function that marks the column of a gesture.
 */
export function connectMatrix({ id, fields, times, texts, cells }, onChoice) {
  const table = document.getElementById(id), panel = document.getElementById(id + "-chosen");
  if (table === null) return () => {};
  const rows = [...table.tBodies[0].rows];
  const cellAt = (row, column) => rows[row]?.cells[column + heads];
  let chosen = [0, 0];

  function choose(row, column) {
    const cell = cellAt(row, column), before = cellAt(...chosen);
    if (cell === undefined) return;
    before.tabIndex = -1;
    before.removeAttribute("aria-selected");
    cell.tabIndex = 0;
    cell.setAttribute("aria-selected", "true");
    chosen = [row, column];
    cell.focus();
    explain(row, column);
    const number = Number(table.tHead.rows[0].cells[column + heads].textContent);
    for (const one of document.querySelectorAll(".decision")) one.open = one.id === `decision-${number}`;
    // The panel stays at the lower edge of the window, and must not cover the cell.
    const covered = cell.getBoundingClientRect().bottom - panel.getBoundingClientRect().top;
    if (covered > 0) scrollBy({ top: covered + 8, behavior: "instant" });
    onChoice(number, times[column]);
  }

  function explain(row, column) {
    const list = document.createElement("dl"), head = document.createElement("h4");
    const number = table.tHead.rows[0].cells[column + heads].textContent;
    head.textContent = `${rows[row].cells[0].textContent}, gesture ${number} at ${(times[column] / 1e6).toFixed(3)}\u00a0s`;
    fields.forEach((field, index) => {
      const text = texts[cells[row][column * fields.length + index]];
      if (text === "") return;
      const [name, value] = ["dt", "dd"].map(tag => document.createElement(tag));
      name.textContent = field;
      value.textContent = text;
      list.append(name, value);
    });
    panel.replaceChildren(head, list);
    panel.hidden = false;
  }

  /** Returns the nearest column that is shown, from one on in a direction. */
  function shownFrom(column, by) {
    while (cellAt(0, column)?.hidden) column += by;
    return column;
  }

  /** Returns the nearest row that is shown, from one on in a direction. */
  function shownRowFrom(row, by) {
    while (rows[row]?.hidden) row += by;
    return row;
  }

  /** Hides the gestures of which all rows say the same, and the rows that say what the first one does; or shows them. */
  function showDifferences(only) {
    const differs = (row, column) => row.cells[column + heads].textContent !== rows[0].cells[column + heads].textContent;
    times.forEach((_, column) => {
      const isShown = !only || rows.some(row => differs(row, column));
      for (const row of [table.tHead.rows[0], ...rows]) row.cells[column + heads].hidden = !isShown;
    });
    for (const row of rows.slice(1)) row.hidden = only && !times.some((_, column) => differs(row, column));
  }

  const box = document.createElement("input"), label = document.createElement("label");
  box.type = "checkbox";
  box.addEventListener("change", () => showDifferences(box.checked));
  label.append(box, " Only where they differ");
  table.closest(".scroll").before(label);
  table.setAttribute("role", "grid");
  for (const row of rows) for (const cell of [...row.cells].slice(heads)) cell.tabIndex = -1;
  cellAt(0, 0).tabIndex = 0;
  table.addEventListener("click", event => {
    const cell = event.target.closest("tbody td"), row = rows.indexOf(cell?.parentNode);
    if (row >= 0 && cell.cellIndex >= heads) choose(row, cell.cellIndex - heads);
  });
  table.addEventListener("keydown", event => {
    const [row, column] = chosen;
    const place = {
      ArrowRight: [row, shownFrom(column + 1, 1)], ArrowLeft: [row, shownFrom(column - 1, -1)],
      ArrowDown: [shownRowFrom(row + 1, 1), column], ArrowUp: [shownRowFrom(row - 1, -1), column],
      Home: [row, shownFrom(0, 1)], End: [row, shownFrom(times.length - 1, -1)], Enter: chosen, " ": chosen,
    }[event.key];
    if (place === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (place[1] >= 0) choose(...place);
  });

  /** Marks the column of a gesture, or none, and scrolls the table, but not the page, to it. */
  return number => {
    const cells = [...table.tHead.rows[0].cells].slice(heads), head = cells.find(cell => Number(cell.textContent) === number);
    for (const cell of cells) cell.classList.toggle("marked", cell === head);
    if (head === undefined) return;
    const box = table.closest(".scroll"), [place, room] = [head, box].map(one => one.getBoundingClientRect());
    const isSeen = place.left > room.left + room.width / 3 && place.right < room.right;
    if (!isSeen) box.scrollLeft += place.left - room.left - room.width / 2;
  };
}
