// The condition that is nearest to another outcome, as in NearestCondition.swift.

/** Returns how far a value is from its threshold, as a share of the distance or of the larger of both. */
function relativeOf(rule, release, { at, value, threshold, distance }) {
  const scale = (release.scales ?? rule.scales)[at], { dimension } = rule.conditions[at];
  if (dimension === "progress") return distance * scale;
  if (dimension === "length") return distance * scale / (release.distance ?? rule.distance);
  const larger = Math.max(Math.abs(value), Math.abs(threshold));
  return larger > 0 ? distance / larger : 0;
}

/** Returns a short number on one side of a value, 1 or -1, no farther from it than a tenth of its distance from the threshold. */
export function beyond({ value, distance }, side) {
  const most = distance > 0 ? distance / 10 : Math.max(Math.abs(value), 1) / 1000;
  for (let decimals = 0; decimals <= 9; decimals += 1) {
    const scaled = value * 10 ** decimals, next = side > 0 ? Math.floor(scaled) + 1 : Math.ceil(scaled) - 1;
    const number = Number((next / 10 ** decimals).toFixed(decimals));
    if (Math.abs(number - value) <= most) return number;
  }
  return value + side * most;
}

/** Returns the finding that is the last to change for another outcome, if one input of the release changes alone. */
export function nearestOf(rule, release, { clause, target, findings }) {
  const { conditions, clauses } = rule, relatives = findings.map(finding => relativeOf(rule, release, finding));
  let best = null;
  for (const input of new Set(conditions.map(condition => condition.input))) {
    const canChange = at => conditions[at].input === input;
    const easiest = all => all.filter(canChange).reduce((least, at) => least === null || relatives[at] < relatives[least] ? at : least, null);
    for (let other = 0; other <= clauses.length; other += 1) {
      const verdict = other < clauses.length ? clauses[other].verdict : rule.otherwise;
      if (other === (clause === -1 ? clauses.length : clause) || release.ends[verdict][0] === target) continue;
      const held = clauses.slice(0, other).filter(one => one.conditions.every(at => findings[at].holds));
      const failed = other < clauses.length ? clauses[other].conditions.filter(at => !findings[at].holds) : [];
      const needed = [...held.map(one => easiest(one.conditions)), ...failed.map(at => canChange(at) ? at : null)];
      if (needed.includes(null)) continue;
      const hardest = needed.reduce((most, at) => relatives[at] > relatives[most] ? at : most);
      if (best === null || relatives[hardest] < relatives[best]) best = hardest;
    }
  }
  return best === null ? null : { finding: findings[best], relative: relatives[best] };
}
