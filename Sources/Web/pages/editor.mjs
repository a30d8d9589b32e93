/** The text of the interaction, with the engine's mistake in place. */

/** How long nothing must be typed before the text is tried, in milliseconds. */
const pause = 200;

export class Editor {
  /** Called with a text; throws what is wrong with it. */
  onText = () => {};
  #area;
  #note;
  #timer;

  constructor(area, note) {
    this.#area = area;
    this.#note = note;
    area.addEventListener("input", () => {
      clearTimeout(this.#timer);
      area.setAttribute("aria-busy", "true");
      this.#timer = setTimeout(() => this.#attempt(), pause);
    });
  }

  get text() {
    return this.#area.value;
  }

  /** Shows a text that is right. */
  show(text) {
    clearTimeout(this.#timer);
    this.#area.removeAttribute("aria-busy");
    if (this.#area.value !== text) this.#area.value = text;
    this.clear();
  }

  #attempt() {
    this.#area.removeAttribute("aria-busy");
    try {
      this.onText(this.#area.value);
      this.clear();
    } catch (error) {
      this.complain(error);
    }
  }

  clear() {
    this.#note.hidden = true;
    this.#area.removeAttribute("aria-invalid");
  }

  /** Shows what is wrong: the message, the line, and a mark below the column. */
  complain({ message, line, column }) {
    this.#area.setAttribute("aria-invalid", "true");
    this.#note.hidden = false;
    this.#note.textContent = message;
    const found = this.#area.value.split("\n")[line - 1];
    if (found === undefined) return;
    // The engine counts bytes.
    const before = new TextDecoder().decode(new TextEncoder().encode(found).slice(0, column - 1));
    const excerpt = this.#note.appendChild(document.createElement("pre"));
    excerpt.textContent = `${line} | ${found}\n${" ".repeat(`${line} | ${before}`.length)}^`;
  }
}
