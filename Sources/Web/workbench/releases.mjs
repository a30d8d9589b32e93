/** The labelled releases of a tuning, which each rule judges again. */
import { judgementOf, plural } from "./words.mjs";

/** 12: a longer list of names is cut. */
const mostNames = 12;

export class Releases {
  /** Only thresholds can be changed: a release is as the tuned rule's estimator sees it. */
  isWhole = false;
  #engine;
  #releases;
  #labels;

  /** `releases` are the numbers of each release by their names; `labels` says what was meant with each. */
  constructor(engine, { releases, labels }) {
    this.#engine = engine;
    this.#releases = releases;
    this.#labels = labels;
  }

  begin(interaction) {
    return this.judge(interaction);
  }

  judge(interaction) {
    return this.#releases.map((release) => judgementOf(this.#engine, interaction, release));
  }

  show() {}

  /** Says how many labelled gestures are wrong, and which of those that were released. */
  summary(judgements, recorded) {
    const [now, then] = [judgements, recorded].map((all) => this.#mistakesOf(all));
    const than = (key) => (now[key] === then[key] ? now[key] : `${now[key]} instead of ${then[key]}`);
    const others = judgements.filter(({ target }, at) => target !== recorded[at].target).length;
    const instead = now.count === then.count ? "" : ` instead of ${then.count}`;
    const all = this.#releases.length + this.#labels.others;
    return `${now.count} of ${all} gestures are wrong${instead}: false finishes ${than("falseFinishes")}, `
      + `false cancels ${than("falseCancels")}. ${others} end${others === 1 ? "s" : ""} otherwise than as tuned.`;
  }

  /** Names the gestures that are wrong. */
  details(judgements) {
    const { wrong } = this.#mistakesOf(judgements);
    const names = this.#labels.names.filter((_, at) => wrong[at]);
    const more = names.length - mostNames;
    if (names.length === 0) return "";
    return `Wrong: ${names.slice(0, mostNames).join(", ")}${more > 0 ? ` and ${plural(more, "other")}` : ""}.`;
  }

  #mistakesOf(judgements) {
    const { meant, falseCancels } = this.#labels;
    const wrong = judgements.map(({ outcome }, at) => (outcome === "finish") !== (meant[at] === "1"));
    const missed = wrong.filter((isWrong, at) => isWrong && meant[at] === "1").length;
    const count = wrong.filter(Boolean).length;
    return { wrong, count: count + falseCancels, falseFinishes: count - missed, falseCancels: missed + falseCancels };
  }

  list() {}

  get chosen() {
    return -1;
  }
}
