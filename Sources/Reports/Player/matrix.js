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

  /** Hides the gestures of which all rows say the same, or shows them again. */
  function showColumns(onlyDifferent) {
    const all = [table.tHead.rows[0], ...rows];
    times.forEach((_, column) => {
      const cells = rows.map(row => row.cells[column + heads]), isShown = !onlyDifferent || cells.some(cell => cell.textContent !== cells[0].textContent);
      for (const row of all) row.cells[column + heads].hidden = !isShown;
    });
  }

  const box = document.createElement("input"), label = document.createElement("label");
  box.type = "checkbox";
  box.addEventListener("change", () => showColumns(box.checked));
  label.append(box, " Only gestures on which they differ");
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
      ArrowDown: [row + 1, column], ArrowUp: [row - 1, column],
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
