// The gestures so far, with their outcomes; each can be replayed and kept.

import { textOf } from "./numbers.js";

/** 200: a longer table is no help while gestures go on. */
const mostGestures = 200;

/** Returns the list of gestures; `onReplay` is called with the one to show again. */
export function historyOf(table, decision, track, token, onReplay) {
  const gestures = [], body = table.tBodies[0];

  function cell(row, text, kind) {
    const made = document.createElement(row.cells.length === 0 ? "th" : "td");
    if (row.cells.length === 0) made.scope = "row";
    if (kind) made.className = kind;
    made.textContent = text;
    row.append(made);
    return made;
  }

  function add(note) {
    const row = body.insertRow(0), gesture = { number: note.number, row, from: note.began * 1e6 - 200_000 };
    cell(row, note.number);
    cell(row, note.outcome, "word");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Replay";
    button.setAttribute("aria-label", `Replay gesture ${note.number}`);
    button.addEventListener("click", () => onReplay(gesture));
    cell(row, "", "word").append(button);
    cell(row, note.margin ?? "");
    cell(row, note.reason, "word");
    cell(row, `${textOf(note.time, 3)}\u00a0s`);
    gestures.unshift(gesture);
    if (gestures.length > mostGestures) {
      const { row: oldest } = gestures.pop();
      URL.revokeObjectURL(oldest.querySelector("a")?.href);
      oldest.remove();
    }
    decision.dataset.outcome = note.outcome === "finish" ? "finish" : "other";
    decision.textContent = note.reason === "" ? note.outcome : `${note.outcome}: ${note.reason}`;
  }

  /** Keeps what is needed to replay the newest gesture, up to a time. */
  function settle(time) {
    const newest = gestures[0];
    if (newest && !newest.part) newest.part = track.part(newest.from, time);
  }

  return {
    get newest() { return gestures[0] ?? null; },
    settle,
    /** Adds a gesture that was released; a second note on the same one replaces the first. */
    add(note) {
      if (gestures[0]?.number === note.number) gestures.shift().row.remove();
      else settle(note.began * 1e6);
      add(note);
    },
    /** Offers the recording of a gesture, which the page keeps: the program may end. */
    async offer({ number, file }) {
      const gesture = gestures.find(gesture => gesture.number === number);
      if (!gesture) return;
      const link = document.createElement("a");
      link.href = `${file}?token=${encodeURIComponent(token)}`;
      link.download = file.slice(file.lastIndexOf("/") + 1);
      link.textContent = "Keep";
      link.setAttribute("aria-label", `Keep gesture ${number} as a recording`);
      try {
        const answer = await fetch(link.href);
        if (!answer.ok) return;
        link.href = URL.createObjectURL(await answer.blob());
      } catch {
        // The program has ended before.
        return;
      }
      gesture.row.cells[2].append(" ", link);
    },
    /** Returns what is known of a gesture. */
    part(gesture) { return gesture.part ?? track.part(gesture.from, track.end); },
    /** Marks the gesture that is shown again, or none. */
    mark(shown) {
      for (const { row } of gestures) row.removeAttribute("aria-current");
      shown?.row.setAttribute("aria-current", "true");
    },
  };
}
