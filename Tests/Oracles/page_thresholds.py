"""Changes thresholds of pages in Debian's Chromium, and prints what is wrong, one line each.

    page_thresholds.py          exits with 1 if Chromium or Playwright is not installed
    page_thresholds.py FOLDER   FOLDER has the pages flick, compare, day and tune, the flick with a threshold of 0.8 as
                                changed.csv, and what the program says: explained.json of day, tuned.json of tune; either
                                is day with a rule of two clauses, and either.json its explanation
"""
import csv
import json
import math
import pathlib
import sys

CHROMIUM = pathlib.Path("/usr/bin/chromium")
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / ".build/python"))
try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sync_playwright = None
import page_browser

# The points of the dotted curves in the plot of a channel, as times and values, and the size of a pixel there.
SETTLING = """channel => {
  const plot = document.querySelector(`svg.timed [data-channel="${channel}"]`).ownerSVGElement, data = plot.dataset;
  const whole = document.getElementById("time"), [left, right] = [46, 408];
  const [from, to] = [Number(whole.min), Number(whole.max)];
  const unit = (data.high - data.low) / (data.bottom - data.top);
  return {unit, low: Number(data.low), high: Number(data.high),
    curves: [...plot.querySelectorAll(".otherwise path")].map(path =>
      [...path.getAttribute("d").matchAll(/[ML]([-.0-9]+) ([-.0-9]+)/g)].map(([, x, y]) => [
        (from + (x - left) / (right - left) * (to - from)) / 1e6, Number(data.low) + (data.bottom - y) * unit]))};
}"""
# The labels of the values' axis of a plot and the marks in it, each with the value where it is drawn.
HEIGHTS = """channel => {
  const plot = document.querySelector(`svg.timed [data-channel="${channel}"]`).ownerSVGElement;
  const data = plot.dataset, unit = (data.high - data.low) / (data.bottom - data.top);
  const value = y => Number(data.low) + (data.bottom - y) * unit;
  const labels = [...plot.querySelectorAll("g.heights text")].map(text =>
    [Number(text.textContent.replace("−", "-")), value(Number(text.getAttribute("y")) - 4)]);
  const frame = plot.getScreenCTM().inverse(), marks = [...plot.querySelectorAll("[data-value]")].map(mark => {
    const box = mark.querySelector("line,circle,path").getBoundingClientRect();
    const y = new DOMPoint(box.x, box.y + box.height / 2).matrixTransform(frame).y;
    return [Number(mark.dataset.value), value(y)];
  });
  return labels.concat(marks);
}"""
problems = []


def expect(page, what, found, wanted):
    if found != wanted:
        problems.append(f"{pathlib.Path(page.url).stem}: {what} is {found!r} instead of {wanted!r}")


def status(page):
    return page.inner_text(".changes")


def rule(page):
    return json.loads(page.text_content(".thresholds code"))


def address(page):
    """What follows the page in its address, some time after the last change."""
    page_browser.wait_for_address(page)
    return page.evaluate("location.hash")


def pasted(page, first):
    """What the clipboard has, pasted by keys into an area that the test makes, when it begins as it will: a browser takes
    a while to copy.
    """
    for _ in range(6000):
        page.evaluate("document.body.append(Object.assign(document.createElement('textarea'), {id: 'pasted'}))")
        page.focus("#pasted")
        page.keyboard.down("Control")
        page.keyboard.press("v")
        page.keyboard.up("Control")
        page.wait_for_timeout(100)
        text = page.input_value("#pasted")
        page.evaluate("document.getElementById('pasted').remove()")
        if text.startswith(first):
            break
    return text


def check_curves(page, table):
    """Compares the dotted curve of each channel with the columns that the program wrote for the changed rule."""
    with open(table, newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["phase"] == "settling"]
    for channel, column in enumerate(("fraction", "velocity", "offset", "alpha")):
        found = page.evaluate(SETTLING, channel)
        expect(page, f"the number of dotted curves of {column}", len(found["curves"]), 1)
        points, seen = found["curves"][0], 0
        for row in rows:
            time, value = float(row["time"]), float(row[column])
            after = next((index for index, point in enumerate(points) if point[0] >= time), 0)
            if after == 0:
                continue
            (start, low), (end, high) = points[after - 1], points[after]
            drawn = low + (high - low) * (time - start) / (end - start)
            seen += 1
            # Both coordinates are rounded to a tenth of a unit, and points are a quarter of one apart.
            slack = abs(high - low) / 2 + 0.15 * found["unit"]
            if abs(drawn - value) > slack:
                problems.append(f"the dotted curve of {column} is at {drawn} instead of {value} after {time} s")
                break
            if not found["low"] <= value <= found["high"]:
                problems.append(f"{column} {value} is outside of its plot")
        if seen < 20:
            problems.append(f"the dotted curve of {column} covers {seen} samples")
        for value, place in page.evaluate(HEIGHTS, channel):
            if abs(value - place) > 0.6 * found["unit"]:
                problems.append(f"a mark or label at {value} of {column} is drawn at {place}")


def check_addresses(page):
    """Follows links with thresholds, and the buttons Back and Forward."""
    number = lambda: page.input_value("#threshold-0")
    bare = page.url.split("#")[0]
    page.goto("about:blank")
    page.goto(bare)
    page.fill("#threshold-0", "0.8")
    page.press("#threshold-0", "Tab")
    expect(page, "the address of 0.8", address(page), "#fraction=0.8")
    expect(page, "the change beside the player is seen", page.locator(".trial").is_visible(), True)
    expect(page, "the change beside the player", page.inner_text(".trial"),
           "Changed, here and in the link: Fraction above 0.8 instead of 0.5")
    page.fill("#threshold-0", "0.9")
    page.press("#threshold-0", "Tab")
    expect(page, "the address of 0.9", address(page), "#fraction=0.9")
    page.go_back()
    expect(page, "the threshold after Back", number(), "0.8")
    expect(page, "the count after Back", status(page).split(" ")[0], "1")
    page.go_back()
    expect(page, "the threshold after Back twice", number(), "0.5")
    expect(page, "the change beside the player", page.locator(".trial").is_visible(), False)
    expect(page, "the count after Back twice", status(page).split(" ")[0], "0")
    page.go_forward()
    expect(page, "the threshold after Forward", number(), "0.8")
    # A drag of the slider, and the instant beside it.
    page.focus("#time")
    page.keyboard.press("End")
    expect(page, "the address with an instant", address(page).split("=")[0], "#t")
    expect(page, "the address with an instant", address(page).split("&")[1:], ["fraction=0.8"])
    for word, wanted in [("0.65", "0.65"), ("", "0.5"), ("x", "0.5"), ("1e999", "0.5"), ("-2e9", "0.5"), ("NaN", "0.5"),
                         ("%F0%9F", "0.5"), ("0x", "0.5"), ("-0.5", "-0.5")]:
        page.goto(f"{bare}#fraction={word}&t=0.1&__proto__=1&g=x")
        page.reload()
        expect(page, f"the threshold of the address {word!r}", number(), wanted)
        expect(page, "the time of the address", page.evaluate("document.getElementById('replay').dataset.time"), "100000")
    page.goto(bare)
    page.reload()


def check_flip(page):
    """The nearest other outcome of each of some gestures is one click away, and so is the way back."""
    for number in range(1, 40, 3):
        page.click(f"#gesture-list tr[data-number='{number}'] a")
        before = page.inner_text(".chosen").split(";")[0]
        for wanted in (True, False):
            page.click("[name=flip]")
            if (" instead of " in page.inner_text(".chosen").split(";")[0]) != wanted:
                problems.append(f"after a flip, gesture {number} is told as {page.inner_text('.chosen')}, before {before}")
        page.click("[name=reset]")
    page.click("#gesture-list [name=all]")
    expect(page, "whether a flip is offered without a gesture", page.locator("[name=flip]").is_visible(), False)


def check_flick(page, folder):
    expect(page, "the count", status(page), "0 of 1 gesture ends otherwise: finish 1.")
    # 0.73 is the shortest number above the fraction of the release, 0.729, and near it.
    expect(page, "the offer", page.inner_text("[name=flip]"), "Flip to cancel at 0.73")
    page.click("[name=flip]")
    expect(page, "the count after a flip", status(page), "1 of 1 gesture ends otherwise: finish 0 instead of 1, cancel 1 instead of 0.")
    expect(page, "the threshold after a flip", page.input_value("#threshold-0"), "0.73")
    page.click("[name=reset]")
    # A tenth of the margin of 0.0089 is less than 0.73 is away.
    page.fill("#threshold-0", "0.72")
    expect(page, "the offer near the threshold", page.inner_text("[name=flip]"), "Flip to cancel at 0.729")
    page.click("[name=reset]")
    page.fill("#threshold-0", "0.8")
    expect(page, "the count", status(page), "1 of 1 gesture ends otherwise: finish 0 instead of 1, cancel 1 instead of 0.")
    expect(page, "the reason", page.inner_text(".chosen"),
           "Gesture 1: cancel instead of finish; fraction 0.729 is not above 0.800, by 0.071.")
    page.click("[name=copy]")
    expect(page, "the copied rule", json.loads(pasted(page, "{")), {"fractionAbove": 0.8})
    check_curves(page, folder / "changed.csv")
    legend = page.locator(".plots figure.time .chips li:visible").all_inner_texts()
    expect(page, "the end of the legend", [text.strip() for text in legend[-2:]], ["changed threshold", "as it would settle"])
    expect(page, "the address", address(page), "#fraction=0.8")
    page.click("[name=link]")
    expect(page, "the number of buttons for a link", page.locator("[name=link]").count(), 1)
    link = page.evaluate("location.href")
    expect(page, "the copied link", pasted(page, link[:5]), link)
    page.click("[name=reset]")
    expect(page, "the count after Reset", status(page), "0 of 1 gesture ends otherwise: finish 1.")
    expect(page, "the number after Reset", page.input_value("#threshold-0"), "0.5")
    expect(page, "the number of dotted curves after Reset", len(page.evaluate(SETTLING, 0)["curves"]), 0)
    expect(page, "the address after Reset", address(page), "#t=0.000")
    # Links to sections and events leave the thresholds and the instant.
    page.fill("#threshold-0", "0.8")
    page.press("#threshold-0", "Tab")
    address(page)
    page.click("nav a[href='#played']")
    expect(page, "the address after a link to a section", address(page), "#t=0.000&fraction=0.8")
    expect(page, "the threshold after a link to a section", page.input_value("#threshold-0"), "0.8")
    top = page.evaluate("document.getElementById('played').getBoundingClientRect().top")
    if abs(top) > 100:
        problems.append(f"a link to a section leads to {top} px from it")
    event = page.locator("a[href^='#t=']").last
    time = float(event.get_attribute("href")[3:])
    event.click()
    expect(page, "the address after a link to an event", address(page), f"#t={time:.3f}&fraction=0.8")
    expect(page, "the threshold after a link to an event", page.input_value("#threshold-0"), "0.8")
    page.goto(page.url.split("#")[0] + "#played=&gestures&t=0.100")
    page.reload()
    page.click("[name=link]")
    expect(page, "the copied link without names of sections", address(page), "#t=0.100")
    page.click("[name=reset]")


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
    # The arrows of the number have the same steps, from one that lies between them, too.
    page.fill("#threshold-0", "0.5034")
    page.press("#threshold-0", "ArrowUp")
    found = float(page.input_value("#threshold-0"))
    if not 0.5034 < found <= 0.5034 + step:
        problems.append(f"an arrow in the number leads from 0.5034 to {found}")
    expect(page, "the rule after an arrow in the number", rule(page), {"fractionAbove": found})
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
    check_flip(page)


def signed(text):
    return float(text.replace("−", "-"))


def check_margins(page, explained):
    """Compares the list's margins and their order with the nearest flips of the program."""
    releases = json.loads(explained.read_text())["releases"]
    nearest = {number: next((flip for flip in release["flips"] if flip["nearest"]), None)
               for number, release in enumerate(releases, 1)}
    # Beyond an end the program also counts what the fingers have to come back by, and a margin does not.
    inside = {number for number, release in enumerate(releases, 1) if 0 < release["release"]["fraction"] < 1}
    page.select_option("[name=order]", "margin")
    rows = page.evaluate("""[...document.querySelectorAll('#gesture-list tbody tr')].map(row =>
        [Number(row.dataset.number), ...[...row.cells].slice(-3).map(cell => cell.textContent)])""")
    rows = [row for row in rows if row[0] in inside]
    far = lambda number: nearest[number]["relative"] if nearest[number] else math.inf
    order = [round(far(row[0]), 6) for row in rows]
    if order != sorted(order):
        problems.append(f"{explained.stem}: gestures are in the order of {order}")
    for number, outcome, margin, why in rows:
        flip = nearest[number]
        if flip is None:
            expect(page, f"the margin of {number}", margin, "")
            continue
        value, *unit = margin.split()
        expect(page, f"the unit of {number}", unit, ["mm/s"] if flip["condition"] == "velocity" else [])
        # Both conditions ask for more, so the flip goes down by what holds, and up by what is missing.
        if abs(signed(value) + flip["changeInRuleUnit"]) > 0.006 * abs(flip["changeInRuleUnit"]) + 0.00005:
            problems.append(f"{explained.stem}: gesture {number} has the margin {margin} instead of {flip['changeInRuleUnit']}")
        if outcome == "cancel" and ("nearest: velocity" in why) != (flip["condition"] == "velocity"):
            problems.append(f"{explained.stem}: gesture {number} cancels because {why}")
    page.fill("[name=below]", "10")
    shown = page.locator("#gesture-list tbody tr:not([hidden]) th").all_inner_texts()
    expect(page, "the margins below 10 %", {int(number) for number in shown} & inside,
           {number for number in inside if far(number) < 0.1})
    page.fill("[name=below]", "")


def check_either(page, folder):
    check_margins(page, folder / "either.json")
    # Above 200 mm/s or beyond 0.8: a closed form.
    page.fill("#threshold-0", "200")
    page.fill("#threshold-1", "0.8")
    rows = page.evaluate("""[...document.querySelectorAll('#gesture-list tbody tr')].map(row =>
        [Number(row.dataset.number), row.cells[row.cells.length - 2].textContent])""")
    releases = json.loads((folder / "either.json").read_text())["releases"]
    for number, margin in rows:
        fraction, velocity = (releases[number - 1]["release"][key] for key in ("fraction", "velocity"))
        ways = [(abs(fraction - 0.8), fraction - 0.8, fraction > 0.8),
                (abs(velocity - 200) / max(abs(velocity), 200), velocity - 200, velocity > 200)]
        held = [way for way in ways if way[2]]
        wanted = None if len(held) == 2 else min(held or ways)[1]
        if (margin == "") != (wanted is None) or wanted and abs(signed(margin.split()[0]) - wanted) > 0.006 * abs(wanted) + 0.00006:
            problems.append(f"above 200 mm/s or 0.8: gesture {number} has the margin {margin} instead of {wanted}")


def check_touch(page, tap):
    slider = page.locator(".threshold [type=range]").first
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    tap(box["x"] + box["width"] * 0.75, box["y"] + box["height"] / 2)
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
    page.press("#threshold-1", "Tab")
    changed = dict(part.split("=") for part in address(page)[1:].split("&"))
    expect(page, "the thresholds of the address", changed, {"velocity": "300", "fraction": "0.5"})


def main():
    if sync_playwright is None or not CHROMIUM.exists():
        sys.exit(1)
    if len(sys.argv) < 2:
        return
    folder = pathlib.Path(sys.argv[1])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        for name, check in [
            ("flick", lambda page: (check_flick(page, folder), check_keys(page), check_addresses(page))),
            ("compare", lambda page: page.fill("#threshold-0", "0.8") or expect(
                page, "the count", status(page).split(":")[0], "1 of 1 gesture ends otherwise")),
            ("day", lambda page: check_day(page, folder)), ("either", lambda page: check_either(page, folder)),
            ("tune", lambda page: check_tune(page, folder)),
        ]:
            context = browser.new_context(viewport={"width": 1400, "height": 900})
            context.grant_permissions(["clipboard-read", "clipboard-write"])
            page = context.new_page()
            page.set_default_timeout(600_000)
            page.on("pageerror", lambda error: problems.append(f"{name}: {error}"))
            page.on("console", lambda message: problems.append(f"{name}: {message.text}"))
            page.goto((folder / f"{name}.html").as_uri())
            check(page)
            context.close()
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        page = context.new_page()
        page.set_default_timeout(600_000)
        page.goto((folder / "flick.html").as_uri())
        check_touch(page, page.touchscreen.tap)
        context.close()
        browser.close()
    print("\n".join(problems[:40]), end="")


if __name__ == "__main__":
    main()
