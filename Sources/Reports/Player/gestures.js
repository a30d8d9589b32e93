// The list of gestures: filtered, sorted, and one of them chosen.

import { queryOf } from "./query.js";

/** Returns the gestures of the page's list, and calls `onChoice` with one that is chosen. */
export function gesturesOf(section, onChoice) {
  if (section === null) return null;
  const body = section.querySelector("tbody");
  const rows = [...body.rows].map(row => ({
    row, number: Number(row.dataset.number), outcome: row.dataset.outcome, fingers: row.dataset.fingers,
    margin: row.dataset.margin === undefined ? Infinity : Number(row.dataset.margin),
    from: Number(row.dataset.start), at: Number(row.dataset.release), to: Number(row.dataset.end),
  }));
  const [outcome, fingers, below, order] = ["outcome", "fingers", "below", "order"].map(name => section.querySelector(`[name=${name}]`));
  const number = section.querySelector("[name=number]"), count = section.querySelector("output"), changed = section.querySelector("[name=changed]");
  const query = section.querySelector("[name=query]"), mistake = section.querySelector(".mistake");
  const title = document.querySelector("#played h2"), words = title.textContent;
  let chosen = null, listed = rows;

  function list() {
    const { isAsked, mistake: words } = queryOf(query.value);
    query.toggleAttribute("aria-invalid", words !== undefined);
    mistake.textContent = words ?? "";
    const isShown = one => (isAsked?.(one) ?? true) && (outcome.value === "" || one.outcome === outcome.value)
      && (fingers.value === "" || one.fingers === fingers.value)
      && (below.value === "" || one.margin < Number(below.value) / Number(below.dataset.scale)) && (!changed.checked || one.isChanged);
    const shown = rows.filter(isShown);
    if (order.value === "margin") shown.sort((a, b) => a.margin - b.margin);
    for (const one of rows) one.row.hidden = !isShown(one);
    // Rows that are in their order stay: moving them takes a browser long.
    if (shown.length !== listed.length || shown.some((one, at) => one !== listed[at])) body.append(...shown.map(one => one.row));
    listed = shown;
    tell();
    return shown;
  }

  /** Says how many gestures are listed, and which one is chosen. */
  function tell() {
    const all = `${listed.length === rows.length ? "" : `${listed.length} of `}${rows.length} gestures`;
    const where = chosen === null || listed.includes(chosen) ? "" : " and not listed";
    count.textContent = all + (chosen === null ? "" : `; gesture ${chosen.number} is chosen${where}`);
    number.value = chosen?.number ?? "";
    title.textContent = words + (chosen === null ? "" : `: gesture ${chosen.number}`);
  }

  for (const control of [outcome, fingers, below, order, changed, query]) control.addEventListener("input", list);
  section.querySelector("form").addEventListener("submit", event => event.preventDefault());
  body.addEventListener("click", event => {
    const row = event.target.closest("tr");
    if (row === null || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    choose(Number(row.dataset.number));
    focus();
    onChoice(chosen);
  });
  number.addEventListener("change", () => onChoice(choose(number.value === "" ? null : number.valueAsNumber)));
  section.querySelector("[name=all]").addEventListener("click", () => onChoice(choose(null)));

  /** Gives the keyboard to the chosen row, so that keys go on from there. */
  function focus() {
    chosen?.row.querySelector("a").focus({ preventScroll: true });
  }

  /** Scrolls the list, but not the page, to the chosen row. */
  function reveal() {
    const box = section.querySelector(".scroll"), area = box.getBoundingClientRect(), row = chosen.row.getBoundingClientRect();
    const above = area.top + body.parentNode.tHead.offsetHeight - row.top, below = row.bottom - area.bottom;
    if (above > 0) box.scrollTop -= above;
    else if (below > 0) box.scrollTop += below;
  }

  /** Marks a gesture, or none, as the chosen one, and shows its decision. */
  function choose(number) {
    chosen = rows.find(one => one.number === number) ?? null;
    for (const one of rows) {
      if (one === chosen) one.row.setAttribute("aria-current", "true");
      else one.row.removeAttribute("aria-current");
    }
    for (const decision of document.querySelectorAll(".decision")) {
      const isChosen = decision.id === `decision-${number}`;
      decision.hidden = chosen !== null && !isChosen;
      if (isChosen && "open" in decision) decision.open = true;
    }
    if (chosen !== null) reveal();
    tell();
    return chosen;
  }

  section.querySelector("form").hidden = false;
  list();
  return {
    choose, get chosen() { return chosen; },
    /** Shows other judgements, by the numbers of the gestures. */
    update(judgements) {
      for (const one of rows) {
        const judgement = judgements.get(one.number);
        if (judgement === undefined) continue;
        const cells = [...one.row.cells].slice(-3);
        [judgement.outcome, judgement.margin, judgement.reason].forEach((text, at) => {
          if (cells[at].textContent !== text) cells[at].textContent = text;
        });
        one.margin = judgement.distance;
        one.outcome = judgement.outcome;
        one.isChanged = judgement.isChanged;
        one.row.classList.toggle("changed", one.isChanged);
        const isKnown = [...outcome.options].some(option => option.value === one.outcome);
        if (!isKnown) outcome.add(new Option(one.outcome, one.outcome));
      }
      changed.disabled = !changed.checked && !rows.some(one => one.isChanged);
      list();
    },
    /** Chooses the next gesture of the list, or the one before. */
    step(by) {
      const shown = list(), at = shown.indexOf(chosen);
      const next = shown[at === -1 ? 0 : at + by];
      if (!next) return;
      const isFocused = body.contains(document.activeElement);
      choose(next.number);
      if (isFocused) focus();
      onChoice(chosen);
    },
  };
}
