// The thresholds of the rule, changed by sliders; every gesture is judged again at once.

import { address, addressed, addressLater } from "./address.js";
import { connectCopy } from "./copying.js";
import { beyond } from "./nearest.js";
import { numbersOf } from "./numbers.js";
import { distanceOf, judge, marginOf, outcomeOf, reasonOf, ruleText } from "./rules.js";

/** Returns how many judgements have each outcome. */
function countsOf(judgements) {
  const counts = new Map();
  for (const judgement of judgements) {
    const outcome = outcomeOf(judgement);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return counts;
}

/** 12: a longer list of names is cut. */
const mostNames = 12;

/** Returns what the judgements make of gestures whose outcomes were meant: how many are wrong, and which. */
function mistakesOf(judgements, { meant, names, others, falseCancels }) {
  const isWrong = judgements.map(({ outcome }, at) => (outcome === "finish") !== (meant[at] === "1"));
  const wrong = names.filter((_, at) => isWrong[at]), missed = isWrong.filter((one, at) => one && meant[at] === "1").length;
  return {
    wrong, count: wrong.length + falseCancels, of: names.length + others,
    falseFinishes: wrong.length - missed, falseCancels: missed + falseCancels,
  };
}

/** Connects the sliders with the list of gestures and with what draws how they settle, each of which may be `null`. */
export function connectThresholds(data, gestures, plot) {
  const section = document.getElementById("threshold-list");
  if (section === null || data === null) return null;
  const { rule, sliders } = data, { releases } = rule;
  const times = numbersOf(data.times), spans = numbersOf(data.spans ?? []);
  const form = section.querySelector("form");
  const trial = document.querySelector(".trial");
  const [changes, told, flip] = [".changes", ".chosen", "[name=flip]"].map(name => form.querySelector(name));
  const controls = [...form.querySelectorAll(".threshold")].map((row, at) => ({
    number: row.querySelector("[type=number]"), range: row.querySelector("[type=range]"), parts: sliders[at],
    unit: rule.conditions[sliders[at][0][0]].unit, key: data.keys[at],
  }));
  const given = rule.conditions.map(({ threshold }) => threshold);
  const recorded = releases.map(release => judge(rule, release, given)), before = countsOf(recorded);
  let thresholds = given, judgements = recorded, chosen = null;

  function show() {
    judgements = releases.map(release => judge(rule, release, thresholds));
    const isOther = judgements.map(({ target }, at) => target !== recorded[at].target);
    const others = isOther.filter(Boolean).length, counts = countsOf(judgements);
    const totals = [...new Set([...before.keys(), ...counts.keys()])].map(outcome => {
      const [now, then] = [counts, before].map(all => all.get(outcome) ?? 0);
      return now === then ? `${outcome} ${now}` : `${outcome} ${now} instead of ${then}`;
    });
    changes.textContent = `${others} of ${releases.length} ${releases.length === 1 ? "gesture ends" : "gestures end"}`
      + ` otherwise: ${totals.join(", ")}.`;
    if (data.labels) showMistakes(others);
    gestures?.update(new Map(releases.map(({ number }, at) => [number, {
      outcome: outcomeOf(judgements[at]), margin: marginOf(rule, judgements[at]),
      distance: distanceOf(rule, judgements[at]), reason: reasonOf(rule, judgements[at]), isChanged: isOther[at],
    }])));
    form.querySelector("code").textContent = ruleText(rule, thresholds);
    if (trial !== null) showTrial();
    showChosen();
    const paths = judgements.map(({ path }, at) => ({
      time: times[at], until: spans[at] > 0 ? times[at] + spans[at] : Infinity, path,
    }));
    const isLevel = (threshold, at) => rule.conditions[at].name === "fraction" && threshold !== given[at];
    plot?.show(
      paths.filter(({ path }, at) => isOther[at] && typeof path === "object"),
      thresholds.map((threshold, at) => threshold * rule.scales[at]).filter((_, at) => isLevel(thresholds[at], at)));
  }

  /** Says how many labelled gestures are wrong, and which of those that were released. */
  function showMistakes(others) {
    const [now, then] = [judgements, recorded].map(all => mistakesOf(all, data.labels));
    const than = key => now[key] === then[key] ? now[key] : `${now[key]} instead of ${then[key]}`;
    const instead = now.count === then.count ? "" : ` instead of ${then.count}`;
    changes.textContent = `${now.count} of ${now.of} gestures are wrong${instead}: false finishes ${than("falseFinishes")}, `
      + `false cancels ${than("falseCancels")}. ${others} ${others === 1 ? "ends" : "end"} otherwise than as tuned.`;
    const more = now.wrong.length - mostNames;
    told.textContent = now.wrong.length === 0 ? ""
      : `Wrong: ${now.wrong.slice(0, mostNames).join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
  }

  /** Returns the place of the chosen gesture, or of the only one; -1 if there is none. */
  const placeOfChosen = () => releases.length === 1 ? 0 : releases.findIndex(({ number }) => number === chosen);

  /** Says how the chosen gesture ends, or the only one, and where it flips. */
  function showChosen() {
    if (data.labels) return;
    const at = placeOfChosen();
    const [now, then] = [judgements[at], recorded[at]], other = at === -1 ? null : flipOf(at);
    flip.hidden = other === null;
    if (other !== null) {
      flip.textContent = `Flip to ${outcomeOf(other.judgement)} at ${String(other.value).replace("-", "−")}${other.control.unit}`;
    }
    if (at === -1) return void (told.textContent = "");
    const isSame = now.target === then.target, isDrawn = isSame || typeof now.path === "object";
    told.textContent = `Gesture ${releases[at].number}: ${outcomeOf(now)}${isSame ? "" : ` instead of ${outcomeOf(then)}`}; `
      + `${reasonOf(rule, now)}.${isDrawn || !now.path ? "" : ` Not drawn: ${now.path}.`}`;
  }

  /** Says beside the player what is changed: the plots show it, and links have it. */
  function showTrial() {
    const parts = controls.map(({ range, unit, ...control }) => {
      const [now, then] = [thresholds, given].map(all => String(valueBy(all, control)).replace("-", "−"));
      return now === then ? null : `${range.getAttribute("aria-label")} ${now} instead of ${then}${unit}`;
    }).filter(part => part !== null);
    trial.hidden = parts.length === 0;
    trial.textContent = `Changed, here and in the link: ${parts.join("; ")}`;
  }

  /** Returns the slider of the nearest condition, with a value at which a gesture ends otherwise; `null` if there is none. */
  function flipOf(at) {
    const { nearest, target } = judgements[at];
    const isNearest = ([condition]) => condition === nearest?.finding.at;
    const control = controls.find(({ parts }) => parts.some(isNearest));
    if (control === undefined) return null;
    const sign = control.parts.find(isNearest)[1];
    const values = [1, -1].map(side => beyond(nearest.finding, side) * sign);
    const flips = values.map(value => ({ control, value, judgement: judge(rule, releases[at], withValue(control, value)) }));
    return flips.find(({ judgement }) => judgement.target !== target) ?? null;
  }

  /** Returns the thresholds with another value of a slider. */
  function withValue({ parts }, value) {
    const all = [...thresholds];
    for (const [at, sign] of parts) all[at] = value * sign;
    return all;
  }

  /** Returns the value of a slider by some thresholds. */
  const valueBy = (all, { parts: [[at, sign]] }) => all[at] * sign;

  function set(control, value, origin) {
    const { number, range, unit } = control;
    thresholds = withValue(control, value);
    for (const input of [number, range]) if (input !== origin) input.value = value;
    range.setAttribute("aria-valuetext", value + unit);
  }

  /** Puts the changed thresholds into the address, as a step for the button Back. */
  function remember() {
    addressLater(Object.fromEntries(controls.map(control => {
      const [now, then] = [thresholds, given].map(all => valueBy(all, control));
      return [control.key, now === then ? null : String(now)];
    })), true);
  }

  /** Takes the thresholds of the address, and the rule's own for those that it does not have. */
  function follow() {
    const numberOf = addressed();
    for (const control of controls) {
      const value = numberOf(control.key), most = Number(control.number.max);
      set(control, value === null || Math.abs(value) > most ? valueBy(given, control) : value, null);
    }
    show();
  }

  for (const control of controls) {
    control.range.addEventListener("input", () => {
      set(control, Number(control.range.value), control.range);
      show();
    });
    control.number.addEventListener("input", () => {
      const { badInput, rangeUnderflow, rangeOverflow } = control.number.validity;
      if (control.number.value === "" || badInput || rangeUnderflow || rangeOverflow) return;
      set(control, control.number.valueAsNumber, control.number);
      show();
    });
    for (const input of [control.range, control.number]) input.addEventListener("change", remember);
  }
  flip.addEventListener("click", () => {
    const { control, value } = flipOf(placeOfChosen());
    set(control, value, null);
    show();
    remember();
  });
  form.addEventListener("submit", event => event.preventDefault());
  connectCopy(form.querySelector("[name=copy]"), () => ruleText(rule, thresholds), () => {
    const details = form.querySelector("details");
    details.open = true;
    getSelection().selectAllChildren(details.querySelector("code"));
    return "Selected below";
  });
  // Beside the player there is one for the instant, too.
  const link = form.querySelector("[name=link]");
  if (link !== null) connectCopy(link, () => {
    address({}, false);
    return location.href;
  }, () => "It is the page's address");
  form.querySelector("[name=reset]").addEventListener("click", () => {
    for (const control of controls) set(control, valueBy(given, control), null);
    show();
    remember();
  });
  addEventListener("popstate", follow);
  form.hidden = false;
  follow();
  return { choose(number) { chosen = number; showChosen(); } };
}
