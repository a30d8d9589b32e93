/** The list of rules: of toolkits, and of momenta; with what each would have done with the last touches. */

const words = { finish: "finishes", cancel: "goes back" };
/** How long letters that are typed one after the other count as one text, in milliseconds. */
const typing = 700;

export class RuleList {
  /** Called with `{ rule, momentum }`. */
  onChoice = () => {};
  #root;
  #options = [];
  #chosen = 0;
  #typed = { text: "", time: -Infinity };

  constructor(root, { rules, momenta }) {
    this.#root = root;
    this.#add({ rule: "", momentum: "" }, "As written below", root);
    const group = this.#group("Rules of toolkits and apps");
    for (const rule of rules) this.#add({ rule, momentum: "" }, rule, group);
    const coasting = this.#group("To where it would coast with the momentum of");
    for (const momentum of momenta) this.#add({ rule: "", momentum }, momentum, coasting);
    root.addEventListener("click", (event) => {
      const index = this.#options.findIndex(({ element }) => element.contains(event.target));
      if (index >= 0) this.#choose(index);
    });
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  #group(title) {
    const group = document.createElement("div");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", title);
    const head = group.appendChild(document.createElement("div"));
    head.className = "group";
    head.textContent = title;
    head.setAttribute("aria-hidden", "true");
    return this.#root.appendChild(group);
  }

  #add(choice, title, parent) {
    const element = parent.appendChild(document.createElement("div"));
    element.id = `option-${this.#options.length}`;
    element.setAttribute("role", "option");
    element.setAttribute("aria-selected", "false");
    element.append(title, " ");
    const verdict = element.appendChild(document.createElement("span"));
    verdict.className = "verdict";
    this.#options.push({ choice, title, element, verdict });
  }

  /** The choices in their order. */
  get choices() {
    return this.#options.map(({ choice }) => choice);
  }

  /** Marks what is chosen. */
  show({ rule, momentum }) {
    const index = this.#options.findIndex(({ choice }) => choice.rule === rule && choice.momentum === momentum);
    this.#options[this.#chosen].element.setAttribute("aria-selected", "false");
    this.#chosen = Math.max(index, 0);
    const { element } = this.#options[this.#chosen];
    element.setAttribute("aria-selected", "true");
    this.#root.setAttribute("aria-activedescendant", element.id);
    // Without scrolling the page, too.
    const { offsetTop, offsetHeight } = element;
    const { scrollTop, clientHeight } = this.#root;
    const top = offsetTop - this.#root.offsetTop;
    if (top < scrollTop) this.#root.scrollTop = top - 8;
    const below = top + offsetHeight - clientHeight;
    if (below > scrollTop) this.#root.scrollTop = below + 8;
  }

  /** Writes beside a choice what it decides; `undefined` if nothing. */
  judge(index, event, number) {
    const { verdict } = this.#options[index];
    verdict.className = `verdict ${event?.outcome ?? ""}`;
    verdict.textContent = event ? words[event.outcome] ?? `to ${number(event.target)}` : "";
  }

  #choose(index) {
    if (index === this.#chosen) return;
    this.show(this.#options[index].choice);
    this.onChoice(this.#options[index].choice);
  }

  #key(event) {
    const last = this.#options.length - 1;
    const targets = {
      ArrowDown: this.#chosen + 1, ArrowUp: this.#chosen - 1, Home: 0, End: last, PageDown: this.#chosen + 10,
      PageUp: this.#chosen - 10,
    };
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const index = event.key in targets ? targets[event.key] : this.#typedIndex(event);
    if (index === undefined) return;
    event.preventDefault();
    this.#choose(Math.min(Math.max(index, 0), last));
  }

  /** Returns the option that begins with what has been typed. */
  #typedIndex({ key, timeStamp }) {
    if (key.length !== 1 || key === " ") return undefined;
    const { text, time } = this.#typed;
    this.#typed = { text: (timeStamp - time < typing ? text : "") + key.toLowerCase(), time: timeStamp };
    const index = this.#options.findIndex(({ title }) => title.toLowerCase().startsWith(this.#typed.text));
    return index < 0 ? undefined : index;
  }
}
