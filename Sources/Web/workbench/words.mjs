/** Judgements in words and numbers, as the rows of a page have them. */

/** Of a gesture that was cut off the rule knows nothing. */
export const cutOff = Object.freeze({
  outcome: "cut off", margin: "", nearness: Infinity, reason: "the gesture was cut off; the rule was not evaluated",
});

/** Where no gesture begins. */
export const nothing = Object.freeze({ ...cutOff, outcome: "no gesture", reason: "no gesture begins" });

/** Returns a number and what is counted. */
export const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Returns a unit as it is written after a number; progress has none. */
export const unitText = (unit) => (unit === "progress" ? "" : ` ${unit}`);

/** Returns a number with about three digits and no more than four decimals. */
export function short(engine, value) {
  const decimals = [100, 10, 1, 0.1].findIndex((least) => Math.abs(value) >= least);
  return engine.format(value, value === 0 ? 0 : decimals === -1 ? 4 : decimals).replace("-", "−");
}

/** Returns a number as it is typed, with a minus sign. */
export const signed = (value) => String(value).replace("-", "−");

/** Returns what an interaction makes of a release, in the words of the page; `decided` is what it has decided. */
export function judgementOf(engine, interaction, release, decided = undefined) {
  if (release === undefined) return cutOff;
  const judged = interaction.judge(release);
  const { margin, nearness, nearest, flip, reason, findings } = judged;
  const { outcome, target } = decided ?? judged;
  return {
    outcome: outcome === "snap" ? `snap to ${engine.format(target, 2)}` : outcome,
    target, margin: margin === undefined ? "" : short(engine, margin) + unitText(findings[nearest ?? 0].unit),
    nearness: nearness ?? Infinity, nearest, flip, reason, findings, release,
  };
}

/** Returns how many judgements have each outcome, and how many had it before: `finish 3 instead of 4, cancel 1`. */
export function outcomesOf(judgements, recorded) {
  const count = (all, outcome) => all.filter((judgement) => judgement.outcome === outcome).length;
  const names = new Set([...recorded, ...judgements].map(({ outcome }) => outcome));
  return [...names].map((outcome) => {
    const [now, then] = [count(judgements, outcome), count(recorded, outcome)];
    return `${outcome} ${now}${now === then ? "" : ` instead of ${then}`}`;
  }).join(", ");
}
