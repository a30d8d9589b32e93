// How a rule judges the page's releases: as the program does, to the last bit, and in its words.

import { nearestOf } from "./nearest.js";

const comparisons = {
  above: (value, limit) => value > limit, atLeast: (value, limit) => value >= limit,
  below: (value, limit) => value < limit, atMost: (value, limit) => value <= limit,
};

/** Whether a comparison holds for values on the upper side of its threshold. */
const isUpward = { above: true, atLeast: true, below: false, atMost: false };

/** Returns the judgement of a release by a rule with these thresholds, one for each condition. */
export function judge(rule, release, thresholds) {
  const scales = release.scales ?? rule.scales;
  const findings = rule.conditions.map(({ comparison }, at) => {
    const value = release.values[at] / scales[at];
    return {
      at, value, threshold: thresholds[at], distance: Math.abs(value - thresholds[at]),
      // Positive on the side where the condition holds.
      margin: isUpward[comparison] ? value - thresholds[at] : thresholds[at] - value,
      // The threshold is converted, not the value, so that a tie is a tie in any unit.
      holds: comparisons[comparison](release.values[at], thresholds[at] * scales[at]),
    };
  });
  const clause = rule.clauses.findIndex(({ conditions }) => conditions.every(at => findings[at].holds));
  const verdict = clause === -1 ? rule.otherwise : rule.clauses[clause].verdict;
  const [target, progress, path] = release.ends[verdict];
  const outcome = target === rule.last ? "finish" : target === rule.first ? "cancel" : "snap";
  const nearest = nearestOf(rule, release, { clause, target, findings });
  return { clause, verdict, target, progress, path, outcome, findings, nearest };
}

// MARK: Words

/** Returns a number with a fixed number of decimals, rounded half away from zero as in the program's tables. */
export function fixed(number, decimals) {
  const scaled = Math.abs(number) * 10 ** decimals, whole = Math.trunc(scaled);
  if (!(scaled < 2 ** 53)) return String(number);
  const digits = String(whole + (scaled - whole >= 0.5 ? 1 : 0)).padStart(decimals + 1, "0");
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return number < 0 && Number(digits) > 0 ? "−" + text : text;
}

/** Returns a number with about three significant digits and no more than four decimals. */
function rough(number) {
  const decimals = [100, 10, 1, 0.1].findIndex(least => Math.abs(number) >= least);
  return fixed(number, number === 0 ? 0 : decimals === -1 ? 4 : decimals);
}

/** Returns whether a number is exact with some decimals. */
function isExact(number, decimals) {
  const scaled = Math.abs(number) * 10 ** decimals;
  return Math.abs(scaled - Math.trunc(scaled + 0.5)) <= 1e-9 * Math.max(scaled, 1);
}

/** 6: thresholds with more decimals, such as 1/3, are rounded. */
const mostExact = 6;

/** Returns enough decimals for the exact threshold, for two digits of the distance, and to show that the numbers differ. */
function decimalsOf({ value, threshold, distance }) {
  let decimals = Math.max(Math.abs(value), Math.abs(threshold)) >= 100 ? 1 : 2;
  if (isExact(threshold, mostExact)) while (!isExact(threshold, decimals)) decimals += 1;
  // Values that are nearer than the last decimal of trajectories count as equal.
  if (distance >= 1e-6) {
    while (decimals < 9 && distance * 10 ** decimals < 9.95 && !isExact(distance, decimals)) decimals += 1;
  }
  while (value !== threshold && decimals < 9 && fixed(value, decimals) === fixed(threshold, decimals)) decimals += 1;
  return decimals;
}

/** Returns `fraction 0.73 is above 0.50, by 0.23`. */
function sentence(rule, finding) {
  const { at, value, threshold, distance, holds } = finding, { name, unit, sides } = rule.conditions[at];
  const decimals = decimalsOf(finding), [first, second, third] = [value, threshold, distance].map(number => fixed(number, decimals));
  return `${name} ${first}${unit} is ${sides[holds ? 1 : 0]} ${second}, by ${third}`;
}

/** Returns whether a rule has a single condition, whose margin is that of the decision. */
const isSingle = rule => rule.clauses.length === 1 && rule.clauses[0].conditions.length === 1;

/** Returns the outcome of a judgement, with the target of a snap. */
export const outcomeOf = ({ outcome, target }) => outcome === "snap" ? `snap to ${fixed(target, 2)}` : outcome;

/** Returns the margin of a judgement with its unit; empty if no single change flips the outcome. */
export function marginOf(rule, { findings, nearest }) {
  const finding = isSingle(rule) ? findings[0] : nearest?.finding;
  return finding === undefined ? "" : rough(finding.margin) + rule.conditions[finding.at].unit;
}

/** Returns a number by which margins are compared: in the unit of the only condition, or a share. */
export const distanceOf = (rule, { findings, nearest }) =>
  isSingle(rule) ? findings[0].distance : nearest?.relative ?? Infinity;

/** Returns the reason of a judgement. */
export function reasonOf(rule, { clause, verdict, progress, findings, nearest }) {
  const { isPlain, words } = rule.verdicts[verdict];
  const phrase = words.replace("#", progress === null ? "" : fixed(progress, 2));
  if (clause === -1 && isSingle(rule)) return sentence(rule, findings[0]) + (isPlain ? "" : `, so ${phrase}`);
  if (clause === -1) return `no clause holds, so ${phrase}${nearest ? `; nearest: ${sentence(rule, nearest.finding)}` : ""}`;
  const reasons = rule.clauses[clause].conditions.map(at => sentence(rule, findings[at])).join(" and ");
  return rule.clauses.length === 1 && isPlain ? reasons : `clause ${clause + 1}, ${reasons}: ${phrase}`;
}

/** Returns the rule with other thresholds as JSON, as in an interaction file. */
export function ruleText(rule, thresholds) {
  if (rule.isShort && 0 <= thresholds[0] && thresholds[0] <= 1) return `{ "fractionAbove": ${thresholds[0]} }`;
  return rule.text.replace(/#(\d+)#/g, (_, at) => thresholds[at]);
}
