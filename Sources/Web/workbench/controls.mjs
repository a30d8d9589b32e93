/** What can be changed in an interaction: its thresholds, its choices of a toolkit, and every number in its text. */
import { settlingPresets, springs, withEstimator } from "../pages/choosing.mjs";
import { parse } from "../pages/json.mjs";
import { unitText } from "./words.mjs";

const phrases = { above: "above", atLeast: "at least", below: "below", atMost: "at most" };
/** Keys whose numbers are no quantities. */
const unmoved = ["$schema", "version"];
/** Keys whose numbers are counts. */
const counts = ["fingers"];
/** 200: a slider has so many steps at least. */
const fewestSteps = 200;
/** Keys that are the unit of a length, and no words of its path. */
const lengths = ["mm", "points", "share"];
/** The units of numbers, by their keys. */
const unitsOfPaths = { mm: "mm", points: "points", share: "of the surface", response: "s", duration: "s", rate: "/s" };

/** Returns the range of a slider over a value and others on its side of 0, in steps of a power of ten. */
export function rangeOf(value, others = [], isWhole = false) {
  const isPositive = value >= 0;
  const farthest = others.filter((other) => Number.isFinite(other) && (other > 0) === isPositive).map(Math.abs);
  const most = Math.min(Math.max(...farthest, Math.abs(value) * 2, value === 0 ? 1 : 0), 1e9);
  const exponent = Math.max(Math.floor(Math.log10(most / fewestSteps)), isWhole ? 0 : -9);
  const step = Number(`1e${exponent}`);
  const end = Number((Math.ceil(most / step) * step).toFixed(Math.max(-exponent, 0)));
  return isPositive ? { low: 0, high: end, step } : { low: -end, high: 0, step };
}

/**
 * Returns the sliders of the thresholds of an interaction.
 *
 * Conditions on the same quantity with the same threshold, or its negative, share one, as they share a number of
 * `thresholds` in an interaction file. A threshold of 0 asks for a sign, and has none. While only thresholds change,
 * the sliders stay those that are `shown`: a number that is being typed is 0 for a moment, or another one.
 */
export function thresholdsOf(engine, interaction, shown = undefined) {
  const { conditions } = interaction;
  const rule = JSON.stringify(conditions.map(({ threshold, ...others }) => others));
  const groups = shown?.rule === rule ? shown.groups : groupsOf(engine, conditions);
  const sliders = groups.map(({ lead, members, label }) => ({
    key: conditions[lead].quantity, label, unit: unitText(conditions[lead].unit),
    conditions: members.map(({ at }) => at), value: conditions[lead].threshold,
    values: (judgements) => judgements.flatMap(({ findings }) =>
      (findings ? members.map(({ at, sign }) => findings[at].value * sign) : [])),
    apply(changed, value) {
      const all = changed.conditions.map(({ threshold }) => threshold);
      for (const { at, sign } of members) all[at] = value * sign;
      return changed.withThresholds(all);
    },
  }));
  return Object.assign(sliders, { rule, groups });
}

/** Returns which conditions share a slider, the one that it shows, and its label. */
function groupsOf(engine, conditions) {
  const groups = [];
  conditions.forEach((condition, at) => {
    if (condition.threshold === 0) return;
    const group = groups.find(([first]) => shares(conditions[first], condition));
    if (group) group.push(at);
    else groups.push([at]);
  });
  const labels = groups.map((group) => labelOf(engine, group.map((at) => conditions[at])));
  return groups.map((group, index) => {
    const lead = group.find((at) => conditions[at].threshold > 0) ?? group[0];
    const sign = (at) => (conditions[at].threshold === conditions[lead].threshold ? 1 : -1);
    // The same label twice needs the clause.
    const isTwice = labels.filter((label) => label === labels[index]).length > 1;
    return {
      lead, members: group.map((at) => ({ at, sign: sign(at) })),
      label: labels[index] + (isTwice ? `, clause ${conditions[group[0]].clause + 1}` : ""),
    };
  });
}

const shares = (one, other) => one.quantity === other.quantity && one.unit === other.unit
  && Math.abs(one.threshold) === Math.abs(other.threshold);

function labelOf(engine, conditions) {
  const isMirrored = new Set(conditions.map(({ threshold }) => threshold)).size > 1;
  const seen = conditions.filter(({ threshold }) => threshold > 0 || !isMirrored);
  const words = new Set(seen.map(({ comparison }) => phrases[comparison]));
  const name = engine.words(conditions[0].quantity);
  const where = isMirrored ? ", in either direction" : "";
  return `${name[0].toUpperCase()}${name.slice(1)} ${[...words].join(" or ")}${where}`;
}

/** Returns a slider for each number of an interaction's text that is no threshold, in the order of the text. */
export function numbersOf(interaction) {
  const found = [];
  const walk = (value, path) => {
    if (typeof value === "number") found.push(path);
    else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
    }
  };
  const text = parse(interaction.text);
  for (const [key, value] of Object.entries(text)) {
    const { thresholds, clauses, fractionAbove, ...others } = key === "rule" && typeof value === "object" ? value : {};
    if (!unmoved.includes(key)) walk(key === "rule" ? others : value, [key]);
  }
  return found.map((path) => ({
    label: wordsOf(path), unit: unitOf(path), isAnimation: ["animation", "then", "dismiss", "rate"].includes(path[0]),
    isWhole: path.some((step) => counts.includes(step)),
    value: valueAt(text, path), values: () => [], apply: (changed, value) => changed.with(path.join("/"), value),
  }));
}

const valueAt = (value, path) => path.reduce((inner, key) => inner?.[key], value);

/** Returns a path as words: `settle, finish, spring response`. */
function wordsOf(path) {
  const spaced = (step) => step.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const text = path.filter((step) => !lengths.includes(step))
    .map((step) => (/^\d+$/.test(step) ? Number(step) + 1 : spaced(step))).join(", ");
  return text[0].toUpperCase() + text.slice(1);
}

function unitOf(path) {
  const unit = unitsOfPaths[path.at(-1)];
  return unit === undefined ? "" : ` ${unit}`;
}

/** Returns the lists to choose from: each has groups of names, and what becomes of an interaction with one of them. */
export function choicesOf(engine) {
  const { rules, momenta, estimators } = engine.names;
  const ruleOf = (interaction) => parse(interaction.text).rule;
  const pointsOf = (interaction) => {
    const points = ruleOf(interaction)?.snapPoints;
    return points === undefined ? {} : { snapPoints: points };
  };
  return [
    {
      label: "Rule", groups: { "of toolkits and apps": rules, "where it would coast with the momentum of": momenta },
      apply: (changed, name, group) => changed.with("rule", group === 0
        ? { preset: name, ...pointsOf(changed) }
        : { projection: { momentum: name }, ...pointsOf(changed), clauses: [], otherwise: "projected" }),
    },
    {
      label: "Velocity that the rule sees", groups: { estimators },
      apply: (changed, name) => changed.with("rule", withEstimator(ruleOf(changed), name)),
    },
    {
      label: "Settling", groups: { springs: Object.keys(springs), "as toolkits do": [...settlingPresets(engine)] },
      apply: (changed, name, group) => changed.with("settle", group === 0
        ? { finish: { spring: springs[name] }, cancel: { spring: springs[name] } } : { preset: name }),
    },
  ];
}
