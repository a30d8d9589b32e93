"""Changes thresholds of pages in Debian's Chromium, and prints what is wrong, one line each.

    page_thresholds.py          exits with 1 if Chromium or Playwright is not installed
    page_thresholds.py FOLDER   FOLDER has the pages flick, compare, day and tune, the flick with a threshold of 0.8 as
                                changed.csv, and what the program says: explained.json of day, tuned.json of tune
"""
import csv
import json
import pathlib
import sys

CHROMIUM = pathlib.Path("/usr/bin/chromium")
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / ".build/python"))
try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sys.exit(1)
if not CHROMIUM.exists():
    sys.exit(1)

# The points of the dotted curves in the plot of the fraction, as times and fractions.
SETTLING = """() => {
  const plot = document.querySelector('svg.timed [data-channel="0"]').ownerSVGElement, { data } = { data: plot.dataset };
  const whole = document.getElementById("time"), [left, right] = [46, 408];
  const [from, to] = [Number(whole.min), Number(whole.max)];
  return [...plot.querySelectorAll(".otherwise path")].map(path =>
    [...path.getAttribute("d").matchAll(/[ML]([-.0-9]+) ([-.0-9]+)/g)].map(([, x, y]) => [
      (from + (x - left) / (right - left) * (to - from)) / 1e6,
      Number(data.low) + (data.bottom - y) / (data.bottom - data.top) * (data.high - data.low)]));
}"""
problems = []


def expect(page, what, found, wanted):
    if found != wanted:
        problems.append(f"{pathlib.Path(page.url).stem}: {what} is {found!r} instead of {wanted!r}")


def status(page):
    return page.inner_text(".changes")


def rule(page):
    return json.loads(page.text_content(".thresholds code"))


def check_flick(page, folder):
    expect(page, "the count", status(page), "0 of 1 gesture ends otherwise: finish 1.")
    page.fill("#threshold-0", "0.8")
    expect(page, "the count", status(page), "1 of 1 gesture ends otherwise: finish 0 instead of 1, cancel 1 instead of 0.")
    expect(page, "the reason", page.inner_text(".chosen"),
           "Gesture 1: cancel instead of finish; 0.73 is not above 0.80, by 0.07.")
    page.click("[name=copy]")
    page.wait_for_timeout(100)
    expect(page, "the copied rule", json.loads(page.evaluate("navigator.clipboard.readText()")), {"fractionAbove": 0.8})
    with open(folder / "changed.csv", newline="") as file:
        rows = [(float(row["time"]), float(row["fraction"])) for row in csv.DictReader(file) if row["phase"] == "settling"]
    curves = page.evaluate(SETTLING)
    expect(page, "the number of dotted curves", len(curves), 1)
    points, seen = curves[0], 0
    for time, fraction in rows:
        after = next((index for index, point in enumerate(points) if point[0] >= time), 0)
        if after == 0:
            continue
        (start, low), (end, high) = points[after - 1], points[after]
        drawn = low + (high - low) * (time - start) / (end - start)
        seen += 1
        if abs(drawn - fraction) > 0.01:
            problems.append(f"the dotted curve is at {drawn} instead of {fraction} after {time} s")
    if seen < 20:
        problems.append(f"the dotted curve covers {seen} samples")
    page.click("[name=reset]")
    expect(page, "the count after Reset", status(page), "0 of 1 gesture ends otherwise: finish 1.")
    expect(page, "the number after Reset", page.input_value("#threshold-0"), "0.5")
    expect(page, "the number of dotted curves after Reset", len(page.evaluate(SETTLING)), 0)


def check_keys(page):
    slider = page.locator(".threshold [type=range]").first
    step = float(slider.get_attribute("step"))
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    found = float(page.input_value("#threshold-0"))
    if abs(found - 0.5 - 2 * step) > 1e-9:
        problems.append(f"two arrows lead to {found}")
    expect(page, "the rule after two arrows", rule(page), {"fractionAbove": found})
    page.fill("#threshold-0", "")
    expect(page, "the rule with no number", rule(page), {"fractionAbove": found})


def check_day(page, folder):
    releases = json.loads((folder / "explained.json").read_text())["releases"]
    fractions = [release["release"]["fraction"] for release in releases]
    expect(page, "the number of gestures", page.locator("#gesture-list tbody tr").count(), len(fractions))
    for threshold in (0.75, 0.6, 0.3):
        page.fill("#threshold-0", str(threshold))
        outcomes = ["finish" if fraction > threshold else "cancel" for fraction in fractions]
        changed = [
            number for number, (outcome, release) in enumerate(zip(outcomes, releases), 1) if outcome != release["outcome"]]
        expect(page, f"the count above {threshold}", status(page).split(":")[0],
               f"{len(changed)} of {len(fractions)} gestures end otherwise")
        if not changed:
            problems.append(f"nothing changes above {threshold}")
        cells = page.locator("#gesture-list tbody tr td:nth-last-child(3)").all_inner_texts()
        expect(page, f"the outcomes above {threshold}", cells, outcomes)
        page.check("[name=changed]")
        shown = page.locator("#gesture-list tbody tr:not([hidden]) th").all_inner_texts()
        expect(page, f"the changed gestures above {threshold}", [int(text) for text in shown], changed)
        page.uncheck("[name=changed]")
        page.select_option("[name=outcome]", "cancel")
        shown = page.locator("#gesture-list tbody tr:not([hidden])").count()
        expect(page, f"the cancelled gestures above {threshold}", shown, outcomes.count("cancel"))
        page.select_option("[name=outcome]", "")
    page.click("[name=reset]")
    expect(page, "the count after Reset", status(page).split(" ")[0], "0")


def check_touch(page):
    slider = page.locator(".threshold [type=range]").first
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] * 0.75, box["y"] + box["height"] / 2)
    low, high = (float(slider.get_attribute(name)) for name in ("min", "max"))
    found = float(page.input_value("#threshold-0"))
    if abs(found - (low + (high - low) * 0.75)) > (high - low) / 50:
        problems.append(f"a tap leads to {found}")
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        problems.append(f"{page.url} scrolls sideways at 390 px")


def check_tune(page, folder):
    tuned = json.loads((folder / "tuned.json").read_text())
    words = lambda score: f"{score['wrong']} of {score['of']} gestures are wrong"
    expect(page, "the count as tuned", status(page).split(":")[0], words(tuned["after"]))
    # The rule before: 300 mm/s and half of the distance.
    page.fill("#threshold-0", "300")
    page.fill("#threshold-1", "0.5")
    expect(page, "the count before", status(page).split(":")[0], words(tuned["before"]) + f" instead of {tuned['after']['wrong']}")
    expect(page, "the mistakes", status(page).split(": ")[1].split(". ")[0],
           f"false finishes {tuned['before']['falseFinishes']} instead of {tuned['after']['falseFinishes']}, "
           f"false cancels {tuned['before']['falseCancels']} instead of {tuned['after']['falseCancels']}")
    expect(page, "the first clause", rule(page)["clauses"][0]["when"], {"velocity": {"above": 300, "unit": "mm/s"}})


def main():
    if len(sys.argv) < 2:
        return
    folder = pathlib.Path(sys.argv[1])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        for name, check in [
            ("flick", lambda page: (check_flick(page, folder), check_keys(page))),
            ("compare", lambda page: page.fill("#threshold-0", "0.8") or expect(
                page, "the count", status(page).split(":")[0], "1 of 1 gesture ends otherwise")),
            ("day", lambda page: check_day(page, folder)), ("tune", lambda page: check_tune(page, folder)),
        ]:
            context = browser.new_context(viewport={"width": 1400, "height": 900})
            context.grant_permissions(["clipboard-read", "clipboard-write"])
            page = context.new_page()
            page.on("pageerror", lambda error: problems.append(f"{name}: {error}"))
            page.on("console", lambda message: problems.append(f"{name}: {message.text}"))
            page.goto((folder / f"{name}.html").as_uri())
            check(page)
            context.close()
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        page = context.new_page()
        page.goto((folder / "flick.html").as_uri())
        check_touch(page)
        context.close()
        browser.close()
    print("\n".join(problems[:40]), end="")


main()
