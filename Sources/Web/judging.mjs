/** Judging: what the rule of an interaction makes of a release, in numbers and in words. */
import { finite, refuse, shown } from "./errors.mjs";
import { sizes } from "./memory.mjs";
import { writeRelease } from "./releases.mjs";
import { finding, outcomes } from "./results.mjs";

const numberOf = (value) => (Number.isNaN(value) ? undefined : value);
const indexOf = (value) => (value < 0 ? undefined : value);

/** Judges a release by the rule of the interaction at an address. */
export function judge(memory, names, interaction, release) {
  const at = memory.result;
  writeRelease(memory, at, release);
  const [place, count] = [at + sizes.release, at + sizes.release + sizes.judgement];
  const ask = (start, capacity) =>
    memory.ask("pg_interaction_judge", interaction, at, place, start, capacity, count);
  const read = (start) => {
    const length = memory.integers[count >>> 2];
    return Array.from({ length }, (_, index) => finding(memory, start + index * sizes.finding, names));
  };
  const most = Math.floor(memory.bulkSize / sizes.finding);
  ask(memory.bulk, most);
  const total = memory.integers[count >>> 2];
  const findings = total <= most ? read(memory.bulk) : memory.borrow(total * sizes.finding, (start) => {
    ask(start, total);
    return read(start);
  });
  const [target, judged, margin, nearness, flip] = memory.doubles.slice(place >>> 3, (place >>> 3) + 5);
  const [outcome, clause, verdict, nearest] = memory.integers.slice((place >>> 2) + 10, (place >>> 2) + 14);
  return {
    outcome: outcomes[outcome], target, judged: numberOf(judged), clause: indexOf(clause),
    detail: names.verdicts[verdict], margin: numberOf(margin), nearness: numberOf(nearness),
    nearest: indexOf(nearest), flip: numberOf(flip),
    reason: memory.written("pg_interaction_reason", interaction, at), findings,
  };
}

/** Returns the conditions of the rule of the interaction at an address, which every judgement has. */
export function conditions(memory, names, interaction) {
  return Object.freeze(judge(memory, names, interaction, { distance: 1 }).findings
    .map(({ clause, quantity, comparison, threshold, unit }) =>
      Object.freeze({ clause, quantity, comparison, threshold, unit })));
}

/** Makes the interaction of other thresholds, and stores it in the small result. */
export function changeThresholds(memory, interaction, thresholds) {
  if (!Array.isArray(thresholds)) refuse(`the thresholds are ${shown(thresholds)}; expected an array`);
  const numbers = Array.from(thresholds, (number, place) => finite(number, `thresholds[${place}]`));
  memory.borrow(8 * numbers.length + 8, (start) => {
    memory.write(start, ...numbers);
    memory.ask("pg_interaction_create_with_thresholds", interaction, start, numbers.length, memory.result);
  });
}

/** Judges a release by the rule of a toolkit. */
export function decide(memory, rule, release) {
  const { bulk, result } = memory;
  memory.withText(rule, "the rule", (name) => {
    writeRelease(memory, bulk, release);
    memory.ask("pg_rule_decide", name, bulk, result + 8, result);
  });
  return { outcome: outcomes[memory.integers[(result + 8) >>> 2]], target: memory.doubles[result >>> 3] };
}
