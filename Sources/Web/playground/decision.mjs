/** A decision in words: the outcome, the conditions that were met or not, and what the animation did with it. */

const quantities = {
  snapIntervalFraction: "fraction of the snap interval", progressSinceGrab: "progress since grab",
  peak: "largest fraction", projected: "projected fraction", travelSize: "travel in either direction",
  distanceFromLanding: "distance from landing", travelAxisExcess: "travel along minus across",
  lastMovement: "last movement", speedAxisExcess: "speed along minus across",
  velocityMagnitude: "speed in any direction", straightDistance: "straight distance", restTime: "rest time",
};
/** On which side of its threshold a value is, if the comparison holds and if not. */
const sides = {
  above: ["above", "not above"], atLeast: ["not below", "below"], below: ["below", "not below"],
  atMost: ["not above", "above"],
};
const outcomes = { finish: "It finishes", cancel: "It goes back", snap: "It goes to a resting point" };

/** Writes numbers as the engine does. */
export class Words {
  #format;

  constructor(format) {
    this.#format = format;
  }

  /** Returns a number with about three digits. */
  number(value) {
    const size = Math.abs(value);
    return this.#format(value, size >= 100 ? 0 : size >= 10 ? 1 : 2).replace("-", "−");
  }

  /** Returns a finding: `velocity 412 dp/s is above 400`. */
  finding({ quantity, comparison, value, threshold, unit, holds }) {
    const side = sides[comparison]?.[holds ? 0 : 1] ?? comparison;
    // Where both look the same, more decimals show that they differ.
    let [one, other] = [value, threshold].map((each) => this.number(each));
    for (let decimals = 3; one === other && value !== threshold && decimals <= 6; decimals++) {
      [one, other] = [value, threshold].map((each) => this.#format(each, decimals).replace("-", "−"));
    }
    const suffix = unit === "progress" ? "" : ` ${unit}`;
    return `${quantities[quantity] ?? quantity} ${one}${suffix} is ${side} ${other}`;
  }

  /** Returns the outcome and its reason of a "decided" event. */
  decision(event) {
    const name = event.outcome === "snap" ? `${outcomes.snap}, ${this.number(event.target)}` : outcomes[event.outcome];
    return { outcome: event.outcome, name: name ?? event.outcome, reason: this.#reason(event) };
  }

  #reason({ clause, findings = [], detail, judged }) {
    if (clause !== undefined) {
      return findings.filter((found) => found.clause === clause).map((found) => this.finding(found)).join(" and ");
    }
    const where = judged === undefined ? "" : ` ${this.number(judged)}`;
    const verdicts = {
      nearest: `the nearest resting point to${where || " its place"}`,
      projected: `where it was heading,${where}, is nearest to that resting point`,
      carried: `where it was heading,${where}, is nearest to that resting point`,
      coast: `it coasts to${where}`, next: "to the next resting point", previous: "to the previous resting point",
    };
    if (findings.length === 1) return this.finding(findings[0]);
    if (verdicts[detail]) return verdicts[detail];
    return findings.length > 0 ? "no condition holds" : "the gesture was cut off, or the rule has no conditions";
  }
}

/** Shows a decision in the page: its sentence, its conditions, and its numbers. */
export class DecisionView {
  #words;
  #sentence;
  #findings;
  #facts;
  #decided;

  constructor(words, { sentence, findings, facts }) {
    this.#words = words;
    this.#sentence = sentence;
    this.#findings = findings;
    this.#facts = facts;
  }

  /** Takes an event of a session or of a replay. */
  take(event) {
    if (event.kind === "decided") this.#decide(event);
    if (event.kind === "handoff") this.#fact("carried velocity", `${this.#words.number(event.velocity)} /s`);
    if (event.kind === "completed" && this.#decided) {
      this.#fact("settled in", `${this.#words.number((event.time - this.#decided.time) / 1000)} s`);
    }
    if (event.kind === "began" || event.kind === "started") this.#decided = undefined;
  }

  /** Says something else instead of a decision. */
  say(text) {
    this.#decided = undefined;
    this.#sentence.textContent = text;
    this.#findings.textContent = this.#facts.textContent = "";
  }

  #decide(event) {
    this.#decided = event;
    const { name, reason, outcome } = this.#words.decision(event);
    const strong = document.createElement("b");
    strong.textContent = name;
    strong.className = outcome === "cancel" ? "stay" : "";
    this.#sentence.replaceChildren(strong, `: ${reason}.`);
    this.#list(event.findings ?? []);
    this.#facts.replaceChildren();
    this.#fact("released at", this.#words.number(event.fraction));
    this.#fact("goes to", this.#words.number(event.target));
  }

  /** Lists the conditions, those of a clause in a line. */
  #list(findings) {
    const last = findings.at(-1)?.clause ?? 0;
    const lines = Array.from({ length: last + 1 }, (_, clause) => findings.filter((found) => found.clause === clause));
    this.#findings.replaceChildren(...lines.filter((line) => line.length > 0).map((line) => {
      const item = document.createElement("li");
      if (last > 0) item.append(`${line[0].clause + 1}. `);
      line.forEach((found, index) => {
        const part = item.appendChild(document.createElement("span"));
        part.className = found.holds ? "holds" : "fails";
        part.textContent = `${index > 0 ? ", " : ""}${found.holds ? "✓" : "✗"} ${this.#words.finding(found)}`;
      });
      return item;
    }));
  }

  #fact(name, value) {
    const row = document.createElement("div");
    row.appendChild(document.createElement("dt")).textContent = name;
    row.appendChild(document.createElement("dd")).textContent = value;
    this.#facts.appendChild(row);
  }
}
