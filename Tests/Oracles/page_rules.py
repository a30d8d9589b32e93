"""Compares the judgement of the pages' script, run by Chromium, with the program's.

    page_rules.py          exits with 1 if Chromium or Playwright is not installed
    page_rules.py GROUPS   GROUPS is JSON: a list of {"name", "rule", "trials"}; "rule" is what a page contains, and a
                           trial has "thresholds", the rule's "text" and the program's "decisions"
    page_rules.py --settling PATHS
                           PATHS is JSON: a list of {"name", "columns", "path", "samples"}; "columns" and "path" are what
                           a page contains, and a sample is the seconds since the release and the program's channels

It prints how much was compared, and then what differs, one line each.
"""
import pathlib
import re
import sys

CHROMIUM = pathlib.Path("/usr/bin/chromium")
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / ".build/python"))
try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sys.exit(1)
if not CHROMIUM.exists():
    sys.exit(1)

# Margins may differ by the last bits; everything else is equal.
COMPARE = """text => {
  const groups = JSON.parse(text), problems = [];
  let count = 0;
  const same = (a, b) => Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b));
  const complain = (where, what, found, wanted) => {
    if (problems.length < 20) problems.push(`${where}: ${what} is ${found} instead of ${wanted}`);
  };
  for (const { name, rule, trials } of groups) {
    for (const { thresholds, text, decisions } of trials) {
      const found = JSON.stringify(JSON.parse(ruleText(rule, thresholds)));
      if (found !== JSON.stringify(JSON.parse(text))) complain(name, "the rule", found, text);
      decisions.forEach((wanted, at) => {
        const judgement = judge(rule, rule.releases[at], thresholds), where = `${name}, release ${at + 1}`;
        const found = {
          ...judgement, words: outcomeOf(judgement), margin: marginOf(rule, judgement), reason: reasonOf(rule, judgement),
          holds: judgement.findings.map(finding => finding.holds ? "1" : "0").join(""),
        };
        for (const key of ["clause", "outcome", "target", "words", "holds", "margin", "reason"]) {
          if (found[key] !== wanted[key]) complain(where, key, found[key], wanted[key]);
        }
        judgement.findings.forEach(({ margin }, index) => {
          if (!same(margin, wanted.margins[index])) complain(where, "a margin", margin, wanted.margins[index]);
        });
        count += 1;
      });
    }
  }
  return { count, problems };
}"""

# A curve's time is solved for by bisection here and by Newton's method there. All channels agree within a millionth of
# their ranges, and the fraction within 1e-9.
SETTLE = """text => {
  const problems = [];
  let count = 0;
  for (const { name, columns, path, samples } of JSON.parse(text)) {
    if (samples.length < 2) problems.push(`${name}: ${samples.length} samples`);
    const channels = samples[0].length - 1;
    for (let channel = 0; channel < channels; channel += 1) {
      const values = samples.map(sample => sample[channel + 1]);
      const range = Math.max(...values) - Math.min(...values), within = channel === 0 ? 1e-9 : Math.max(1e-6 * range, 1e-9);
      samples.forEach(([seconds], at) => {
        const found = channelAt(columns, path, channel, seconds);
        if (!(Math.abs(found - values[at]) <= within) && problems.length < 20) {
          problems.push(`${name}: after ${seconds} s channel ${channel} is ${found} instead of ${values[at]}`);
        }
        count += 1;
      });
    }
  }
  return { count, problems };
}"""


def main():
    if len(sys.argv) < 2:
        return
    is_settling = sys.argv[1] == "--settling"
    modules, compare = (["springs.js", "channels.js"], SETTLE) if is_settling else (["nearest.js", "rules.js"], COMPARE)
    script = "\n".join((ROOT / "Sources/Reports/Player" / module).read_text() for module in modules)
    script = re.sub(r"^export |^import .*$", "", script, flags=re.M)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(600_000)
        result = page.evaluate(
            f"text => {{ {script}\nreturn ({compare})(text); }}", pathlib.Path(sys.argv[-1]).read_text())
        browser.close()
    print(f"{result['count']} {'values' if is_settling else 'judgements'} compared")
    print("\n".join(result["problems"]), end="")


main()
