"""Tests pages by axe-core in Debian's Chromium, and prints what is wrong with them, one line each.

    page_accessibility.py               exits with 1 if Chromium, Playwright or axe-core is not installed
    page_accessibility.py PLAN SHOTS    the plan is JSON: a list of {"name", "page"}, where "page" is a path or an
                                        address; pictures are written to the folder SHOTS, if it is given

Each page is tested with all rules of WCAG 2.0, 2.1 and 2.2 at the levels A and AA and with axe-core's best practices, with
its details open: wide and narrow, and in the other MODES with the rules that depend on colours and sizes. No page may
need horizontal scrolling, nothing may be lost in forced colours, and nothing may move by itself for those who want less
motion.
"""
import json
import pathlib
import sys
import time

CHROMIUM = pathlib.Path("/usr/bin/chromium")
PACKAGES = pathlib.Path(__file__).resolve().parents[2] / ".build/python"
# The package is only a carrier of the script.
AXE = PACKAGES / "axe_playwright_python/axe.min.js"
sys.path.insert(0, str(PACKAGES))
try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sys.exit(1)
if not CHROMIUM.exists() or not AXE.exists():
    sys.exit(1)

# At 200 %, a window of 1400 pixels is 700 wide; so is paper, about. At 320, nothing may need horizontal scrolling (WCAG,
# 1.4.10).
USUAL = {"color_scheme": "light", "forced_colors": "none", "media": "screen", "reduced_motion": "no-preference"}
MODES = [
    ("light", 1400, {}),
    ("dark", 1400, {"color_scheme": "dark"}),
    ("forced colours", 1400, {"forced_colors": "active"}),
    ("200 %", 700, {}),
    ("print", 700, {"media": "print"}),
    ("400 %", 320, {}),
    ("narrow", 390, {}),
    ("narrow, dark, less motion", 390, {"color_scheme": "dark", "reduced_motion": "reduce"}),
    ("narrow, forced colours", 390, {"color_scheme": "dark", "forced_colors": "active"}),
]
# The modes with all rules; in the others, the document is the same.
WHOLE = {"light", "narrow"}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# They are not part of any set by default.
ALSO = ["target-size", "label-content-name-mismatch", "css-orientation-lock", "table-fake-caption", "p-as-heading"]
STYLE = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"]
# 8: a page may have 500 details of the same kind.
OPEN = "[...document.querySelectorAll('details')].slice(0, 8).forEach(one => { one.open = true; })"
RUN = """async ([type, values, also]) => {
  const rules = Object.fromEntries(also.map(rule => [rule, { enabled: true }]));
  const options = { runOnly: { type, values }, resultTypes: ['violations'], preload: false };
  const { violations } = await axe.run(document, type === 'tag' ? { ...options, rules } : options);
  return violations.map(({ id, help, nodes }) => {
    const [{ html, failureSummary }] = nodes;
    return `${id}: ${help}: ${nodes.length} × ${html.slice(0, 160)} ${failureSummary.replace(/\\s+/g, ' ')}`;
  });
}"""
# 40: more elements with a focus are of the same kinds. Each shows it by an outline (WCAG, 2.4.7).
STOPS = 40
FOCUSED = """() => {
  const element = document.activeElement, style = getComputedStyle(element);
  return element === document.body || style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2
    ? null : element.outerHTML.slice(0, 80);
}"""
BEYOND = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
MOVING = """document.getAnimations().length > 0 || getComputedStyle(document.documentElement).scrollBehavior === 'smooth'"""
# Numbers with a hyphen as their sign, or on another line than their unit; commands, names and the player are apart.
NUMBERS = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.data;
    const parent = walker.currentNode.parentElement;
    if (parent.closest('script, code, pre, bdi, output, h1, header')) continue;
    const apart = /[0-9] (s|mm|mm\\/s|%|\\/s)(?![\\w\\/])/.exec(text), wrong = /(^|[\\s(])-[0-9.]+/.exec(text);
    // Text of drawings has one line.
    if (apart && !parent.closest('svg')) found.push(apart[0]);
    if (wrong) found.push(wrong[0]);
  }
  return [...new Set(found)];
}"""
# Boxes without content, which are drawn by their background; forced colours remove it unless the page objects.
DRAWN = """() => [...document.querySelectorAll('body *')].filter(element => element.namespaceURI.endsWith('xhtml')
  && !element.matches('canvas, input, textarea') && element.textContent.trim() === ''
  && getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)')"""
LOST = """elements => elements.filter(element => getComputedStyle(element).forcedColorAdjust !== 'none')
  .map(element => element.outerHTML.slice(0, 80))"""

problems = []


def check(browser, name, address, shots):
    # The pages' policy allows no other script.
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    page.set_default_timeout(600_000)
    page.on("pageerror", lambda error: problems.append(f"{name}: {error}"))
    page.goto(address)
    page.evaluate(OPEN)
    # Axe scrolls to what it looks at, and what stays in sight would lie over that.
    page.add_style_tag(content=".watched, .explained { position: static !important }")
    page.evaluate(AXE.read_text())
    problems.extend(f"{name}: the number '{number}' is not set as others are" for number in page.evaluate(NUMBERS))
    drawn = page.evaluate_handle(DRAWN)
    for mode, width, media in MODES:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(**USUAL | media)
        rules = ["tag", TAGS, ALSO] if mode in WHOLE else ["rule", STYLE, []]
        # With less motion, the colours and sizes are those of two other modes.
        if "reduced_motion" not in media:
            problems.extend(f"{name}, {mode}: {problem}" for problem in page.evaluate(RUN, rules))
        if page.evaluate(BEYOND) > 0:
            problems.append(f"{name}, {mode}: {page.evaluate(BEYOND)} pixels too wide at {width}")
        if "forced_colors" in media:
            problems.extend(f"{name}, {mode}: {box} is not seen" for box in page.evaluate(LOST, drawn))
        if "reduced_motion" in media and page.evaluate(MOVING):
            problems.append(f"{name}, {mode}: it moves")
        if mode == "light":
            for _ in range(STOPS):
                page.keyboard.press("Tab")
                lost = page.evaluate(FOCUSED)
                if lost is not None:
                    problems.append(f"{name}, {mode}: {lost} has the focus, which is not seen")
                    break
        if shots:
            page.screenshot(path=f"{shots}/{name}-{mode.replace(' ', '-')}.png", full_page=True)
    context.close()


def main():
    if len(sys.argv) < 2:
        return
    plan = json.loads(pathlib.Path(sys.argv[1]).read_text())
    shots = sys.argv[2] if len(sys.argv) > 2 else None
    start = time.monotonic()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        for one in plan:
            address = one["page"] if "://" in one["page"] else pathlib.Path(one["page"]).as_uri()
            check(browser, one["name"], address, shots)
        browser.close()
    print(f"{len(plan)} pages tested in {time.monotonic() - start:.1f} s")
    print("\n".join(problems))


main()
