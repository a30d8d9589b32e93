/** The form of the workbench: every key of the interaction, what a change makes of all gestures, and the file. */
import { packed, unpacked } from "../pages/choosing.mjs";
import { Editor } from "../pages/editor.mjs";
import { choicesOf, numbersOf, rangeOf, thresholdsOf } from "./controls.mjs";
import { judgementOf, signed, unitText } from "./words.mjs";

/** 30 ms: a change that takes longer waits for the frame in which it is shown, so that a slider can be dragged. */
const patience = 30;
/** 300 ms: browsers allow few changes of an address in a second. */
const addressPause = 300;
/** 2 s: how long a button says what it has done. */
const saidFor = 2000;

export class Workbench {
  /** Called when another interaction drives the touches, or the same ones are shown again. */
  onChange = () => {};
  /** The interaction as it is changed, and the sliders of its thresholds. */
  interaction;
  thresholds;
  #engine;
  #subject;
  #player;
  #data;
  #status;
  #details;
  #mistake;
  #flip;
  #numbers;
  #lists;
  #editor;
  #original;
  #recorded;
  #judgements;
  #takes = 0;
  #waiting;
  #addressTimer;

  /** `player` is the page's, if it has one. */
  constructor(engine, subject, data, player) {
    this.#engine = engine;
    this.#subject = subject;
    this.#data = data;
    this.#player = player;
    this.#original = this.interaction = engine.interaction(data.interaction);
    this.#recorded = this.#judgements = subject.begin(this.#original);
    this.#build(document.querySelector("#workbench form"));
    this.#show();
    player?.onMark(() => this.#tell());
    addEventListener("popstate", () => this.restore());
  }

  get isChanged() {
    return this.interaction.text !== this.#original.text;
  }

  /** Takes the interaction of the page's address. */
  async restore() {
    const kept = new URLSearchParams(location.hash.slice(1)).get("i");
    try {
      const text = kept === null ? this.#original.text : await unpacked(kept);
      if (text !== this.interaction.text) this.#take(this.#engine.interaction(text));
    } catch {
      // A link that was cut off shows the page as it was recorded.
      this.#take(this.#original);
    }
  }

  // The form

  #build(form) {
    const { isWhole } = this.#subject;
    this.#lists = (isWhole ? choicesOf(this.#engine) : []).map((choice) => this.#addChoice(choice));
    this.#numbers = element("div", { className: "numbers" });
    const area = element("textarea", { id: "interaction-text", spellcheck: false, rows: 16, readOnly: !isWhole });
    area.setAttribute("aria-describedby", "interaction-mistake");
    this.#mistake = element("p", { id: "interaction-mistake", className: "mistake", hidden: true });
    this.#mistake.setAttribute("role", "alert");
    this.#editor = new Editor(area, this.#mistake);
    this.#editor.onText = (text) => this.#take(this.#engine.interaction(text), true);
    this.#status = element("p", { className: "changes" });
    this.#status.setAttribute("role", "status");
    this.#details = element("p", { className: "chosen" });
    this.#flip = button("flip", "Flip", () => this.change(() => this.#flipped(), true));
    form.append(
      element("div", { className: "choices" }, ...this.#lists.map(({ row }) => row)), this.#numbers, this.#status,
      this.#details, this.#mistake,
      element("div", { className: "buttons" },
        this.#flip, button("save", "Save interaction.json", () => this.#save()),
        copying("copy", "Copy as JSON", () => this.interaction.text),
        ...(this.#data.command ? [copying("command", "Copy command", () => this.#data.command)] : []),
        // Beside the player there is one for the instant, too.
        ...(this.#player ? [] : [copying("link", "Copy link", () => this.#link())]),
        button("reset", "Reset", () => this.#take(this.#original, true))),
      element("details", {}, element("summary", {}, "The interaction as text"),
        element("label", { htmlFor: area.id }, isWhole ? "Any key can be changed here:" : "With the rule as above:"),
        area));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.hidden = false;
    document.querySelector("#workbench .unscripted").hidden = true;
  }

  #addChoice({ label, groups, apply }) {
    const list = element("select", {}, new Option("as in the text", ""));
    Object.entries(groups).forEach(([title, names], group) => {
      const options = names.map((name) => new Option(name, `${group}:${name}`));
      const parent = element("optgroup", { label: title }, ...options);
      list.append(parent);
    });
    list.addEventListener("input", () => {
      const [group, name] = [Number(list.value[0]), list.value.slice(2)];
      if (list.value === "") this.#take(this.#original, true);
      else this.change(() => apply(this.interaction, name, group), true);
      this.#lists.forEach((other) => { if (other.list !== list && !this.isChanged) other.list.value = ""; });
    });
    return { list, row: element("label", {}, `${label} `, list) };
  }

  /** Makes the sliders of an interaction; those that are the same keep the focus. */
  #showNumbers() {
    this.thresholds = thresholdsOf(this.#engine, this.interaction, this.thresholds);
    const all = [...this.thresholds, ...(this.#subject.isWhole ? numbersOf(this.interaction) : [])];
    const key = JSON.stringify(all.map(({ label, unit }) => [label, unit]));
    if (this.#numbers.dataset.key !== key) {
      this.#numbers.dataset.key = key;
      const rows = all.map((slider, at) => this.#addSlider(slider, at));
      this.#numbers.replaceChildren(...rows.filter((_, at) => !all[at].isAnimation));
      const later = rows.filter((_, at) => all[at].isAnimation);
      if (later.length > 0) {
        this.#numbers.append(element("details", {}, element("summary", {}, "Numbers of the animation"), ...later));
      }
      this.#numbers.rows = rows;
    }
    all.forEach((slider, at) => showSlider(this.#numbers.rows[at], slider, this.#judgements));
  }

  #addSlider({ label, unit }, at) {
    const id = `threshold-${at}`;
    const number = element("input", { type: "number", id, min: "-1000000000", max: "1000000000" });
    const range = element("input", { type: "range" });
    range.setAttribute("aria-label", label);
    const row = element("div", { className: "threshold" },
      element("label", { htmlFor: id }, label), element("span", { className: "amount" }, number, unit), range);
    const follow = (input) => {
      const { badInput, rangeUnderflow, rangeOverflow } = number.validity;
      if (input === number && (number.value === "" || badInput || rangeUnderflow || rangeOverflow)) return;
      const value = input.valueAsNumber;
      // What is being typed stays as it is typed.
      row.origin = input;
      this.change(() => row.slider.apply(this.interaction, value));
    };
    for (const input of [number, range]) {
      input.addEventListener("input", () => follow(input));
      input.addEventListener("change", () => {
        row.origin = undefined;
        this.remember();
      });
    }
    return Object.assign(row, { number, range, unit });
  }

  // Changes

  /**
   * Makes another interaction the page's.
   *
   * What is wrong with it is said, and changes nothing. A change that is whole is remembered as a step for the button
   * Back.
   */
  change(made, isWhole = false) {
    try {
      this.#take(made(), isWhole);
    } catch (error) {
      this.#editor.complain(error);
    }
  }

  #take(interaction, isWhole = false) {
    clearTimeout(this.#waiting);
    if (this.#takes > patience && !isWhole) {
      this.interaction = interaction;
      this.#numbers.setAttribute("aria-busy", "true");
      this.#waiting = setTimeout(() => this.#attempt(interaction));
      return;
    }
    this.#judge(interaction);
    if (isWhole) this.remember();
  }

  #attempt(interaction) {
    try {
      this.#judge(interaction);
    } catch (error) {
      this.#editor.complain(error);
    }
  }

  #judge(interaction) {
    this.#numbers.removeAttribute("aria-busy");
    const start = performance.now();
    this.#judgements = this.#subject.judge(interaction);
    this.#takes = performance.now() - start;
    this.interaction = interaction;
    this.#show();
  }

  #show() {
    const { isChanged } = this;
    this.#editor.show(this.interaction.text);
    this.#showNumbers();
    if (!isChanged) for (const { list } of this.#lists) list.value = "";
    this.#status.textContent = this.#subject.summary(this.#judgements, this.#recorded);
    this.#subject.list(this.#judgements, this.#recorded);
    this.#subject.show(isChanged, this.interaction);
    const trial = document.querySelector(".trial");
    if (trial) {
      trial.hidden = !isChanged;
      trial.textContent = "This plays the changed interaction; the dotted curves are as recorded.";
    }
    this.#tell();
    this.onChange();
  }

  /** Says how the chosen gesture ends, or the only one, and where it flips. */
  #tell() {
    const at = this.#subject.chosen;
    const [now, then] = [this.#judgements[at], this.#recorded[at]];
    this.#flip.hidden = now?.flip === undefined;
    this.#details.textContent = this.#subject.details?.(this.#judgements) ?? "";
    if (now === undefined) return;
    const instead = now.outcome === then.outcome ? "" : ` instead of ${then.outcome}`;
    this.#details.textContent = `Gesture ${at + 1}: ${now.outcome}${instead}; ${now.reason}.`;
    if (now.flip === undefined) return;
    const { outcome } = judgementOf(this.#engine, this.#flipped(), now.release);
    this.#flip.textContent = `Flip to ${outcome} at ${signed(now.flip)}${unitText(now.findings[now.nearest].unit)}`;
  }

  /** Returns the interaction with the nearest threshold of the chosen gesture so that it ends otherwise. */
  #flipped() {
    const { flip, nearest } = this.#judgements[this.#subject.chosen];
    const all = this.interaction.conditions.map(({ threshold }) => threshold);
    const slider = this.thresholds.find(({ conditions }) => conditions.includes(nearest));
    if (slider) return slider.apply(this.interaction, all[nearest] === slider.value ? flip : -flip);
    all[nearest] = flip;
    return this.interaction.withThresholds(all);
  }

  // The file and the address

  #save() {
    const link = element("a", {
      href: URL.createObjectURL(new Blob([this.interaction.text], { type: "application/json" })),
      download: "interaction.json",
    });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  /** Keeps the interaction in the page's address, as a step for the button Back. */
  remember() {
    clearTimeout(this.#addressTimer);
    this.#addressTimer = setTimeout(() => this.#write(true), addressPause);
  }

  async #write(isStep) {
    // A number that is half typed is kept when it is whole.
    if (this.#numbers.rows.some(({ origin }) => origin)) return;
    const text = this.isChanged ? await packed(this.interaction.text) : null;
    if (this.#player) return this.#player.address({ i: text }, isStep);
    const address = text === null ? location.pathname + location.search : `#i=${text}`;
    if (location.hash.slice(1) !== (text === null ? "" : `i=${text}`)) history.pushState(null, "", address);
  }

  async #link() {
    clearTimeout(this.#addressTimer);
    await this.#write(false);
    return location.href;
  }
}

/** Shows a slider's value, range and name in its row. */
function showSlider(row, slider, judgements) {
  const { number, range, unit } = row;
  const { value } = slider;
  // The range follows values beyond it, and does not shrink below a pointer.
  const { reach } = row;
  if (reach === undefined || value > reach.high || value < reach.low) {
    row.reach = rangeOf(value, slider.values(judgements), slider.isWhole);
  }
  const { low, high, step } = row.reach;
  Object.assign(range, { min: low, max: high, step });
  number.step = step;
  if (row.origin !== number) number.value = value;
  if (row.origin !== range) range.value = value;
  range.setAttribute("aria-valuetext", value + unit);
  row.slider = slider;
}

/** Returns an element with properties and children. */
function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function button(name, text, onClick) {
  const made = element("button", { type: "button", name }, text);
  made.addEventListener("click", onClick);
  return made;
}

/** Returns a button that copies a text. */
function copying(name, title, text) {
  const made = button(name, title, async () => {
    const copied = await text();
    try {
      await navigator.clipboard.writeText(copied);
      made.textContent = "Copied";
    } catch {
      made.textContent = "Not allowed here";
    }
    setTimeout(() => { made.textContent = title; }, saidFor);
  });
  return made;
}
