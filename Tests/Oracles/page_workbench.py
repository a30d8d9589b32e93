"""Changes the interaction in pages in Debian's Chromium, and prints what is wrong, one line each.

    page_workbench.py          exits with 1 if Chromium or Playwright is not installed
    page_workbench.py FOLDER   FOLDER has the pages flick, compare, day and tune, and what the program says: explained.json of
                               day, tuned.json of tune; either is day with a rule of two clauses, and either.json its
                               explanation. changes.json has texts of interactions and the tables that the program
                               prints for the flick with them
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

# The trajectory that the page shows, as the program's table has it.
SHOWN = """() => {
  const [{times, phases, channels}] = player.runs, words = {i: "idle", t: "tracking", s: "settling", r: "rest"};
  return [...times].map((time, at) => [time / 1e6, words[phases[at]], ...channels.map(channel => channel[at])]);
}"""
# The number of dotted curves in the plot of the fraction, and whether all coordinates of its curves are numbers.
DOTTED = """() => {
  const plot = document.querySelector('svg.timed [data-channel="0"]').ownerSVGElement;
  return [plot.querySelectorAll(".otherwise path").length, !plot.innerHTML.includes("NaN")];
}"""
# The labels of the values' axis of a plot and the marks in it, each with the value where it is drawn.
HEIGHTS = """channel => {
  const plot = document.querySelector(`svg.timed [data-channel="${channel}"]`).ownerSVGElement;
  const data = plot.dataset, unit = (data.high - data.low) / (data.bottom - data.top);
  const value = y => Number(data.low) + (data.bottom - y) * unit;
  return {unit, labels: [...plot.querySelectorAll("g.heights text")].map(text =>
    [Number(text.textContent.replace("−", "-")), value(Number(text.getAttribute("y")) - 4)])};
}"""
problems = []


def expect(page, what, found, wanted):
    if found != wanted:
        problems.append(f"{pathlib.Path(page.url).stem}: {what} is {found!r} instead of {wanted!r}")


def status(page):
    settled(page)
    return page.inner_text(".changes")


def offer(page):
    settled(page)
    return page.inner_text("[name=flip]")


def rule(page):
    settled(page)
    return json.loads(page.input_value("#interaction-text"))["rule"]


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


def until(page, expression, argument=None):
    """Waits until a function of the page returns a value that is true."""
    for _ in range(30_000):
        if page.evaluate(expression, argument):
            return
        page.wait_for_timeout(20)
    problems.append(f"{page.url} does not come to {expression}")


def opened(page):
    """Waits until the engine runs."""
    until(page, "() => document.documentElement.dataset.workbench")


def settled(page):
    """Waits until what was changed is shown."""
    until(page, "() => document.querySelector('#workbench [aria-busy=true]') === null")


def check_table(page, what, table):
    """Compares what the page shows with the table that the program has printed."""
    rows = [[cell if at == 1 else float(cell) for at, cell in enumerate(row)] for row in list(csv.reader(table.splitlines()))[1:]]
    shown = page.evaluate(SHOWN)
    if len(shown) != len(rows):
        problems.append(f"{what}: {len(shown)} samples instead of {len(rows)}")
    for found, wanted in zip(shown, rows):
        # A table has six decimals.
        if found[1] != wanted[1] or any(abs(a - b) > 5.1e-7 for at, (a, b) in enumerate(zip(found, wanted)) if at != 1):
            problems.append(f"{what}: {found} instead of {wanted}")
            break


def check_changes(page, folder):
    """Every change of the text gives the trajectory that the program gives."""
    original = page.input_value("#interaction-text")
    page.locator("#workbench form > details > summary").click()
    for name, (text, table) in json.loads((folder / "changes.json").read_text()).items():
        page.fill("#interaction-text", text)
        settled(page)
        check_table(page, name, table)
        expect(page, f"the dotted curves of {name}", page.evaluate(DOTTED), [1, True])
        for channel in range(4):
            found = page.evaluate(HEIGHTS, channel)
            for value, place in found["labels"]:
                if abs(value - place) > 0.6 * found["unit"]:
                    problems.append(f"{name}: a label at {value} of channel {channel} is drawn at {place}")
    page.fill("#interaction-text", original.replace('"mm": 1.6', '"mm": -1'))
    settled(page)
    said = page.inner_text("#interaction-mistake")
    if "slop" not in said or "^" not in said:
        problems.append(f"a slop of -1 mm is told as {said!r}")
    expect(page, "the field of a mistake", page.get_attribute("#interaction-text", "aria-invalid"), "true")
    page.click("[name=reset]")
    expect(page, "the text after Reset", page.input_value("#interaction-text"), original)
    expect(page, "the dotted curves after Reset", page.evaluate(DOTTED), [0, True])
    page.locator("#workbench form > details > summary").click()


def check_save(page):
    """The file that is saved has the text, with its comments."""
    page.fill("#threshold-0", "0.8")
    with page.expect_download() as download:
        page.click("#workbench [name=save]")
    expect(page, "the name of the file", download.value.suggested_filename, "interaction.json")
    expect(page, "the file", download.value.path().read_text(), page.input_value("#interaction-text"))
    page.click("[name=reset]")


def check_choices(page):
    """A rule, an estimator and a spring from the lists become keys of the text."""
    lists = page.locator("#workbench select")
    for at, (option, path, wanted) in enumerate([
            ("0:android-viewpager", ["rule", "preset"], "android-viewpager"), ("0:android", ["rule", "estimator"], "android"),
            ("0:bouncy", ["settle", "finish", "spring", "dampingRatio"], 0.5)]):
        lists.nth(at).select_option(option)
        value = json.loads(page.input_value("#interaction-text"))
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        expect(page, f"the text after {option}", value, wanted)
    page.click("[name=reset]")
    expect(page, "the lists after Reset", [lists.nth(at).input_value() for at in range(3)], ["", "", ""])


def check_handles(page):
    """The threshold, the distance and the spring are dragged in the plot of the fraction."""
    plot = page.locator('svg.timed:has([data-run="0"][data-channel="0"])')
    for kind, by, path in [("level", (0, -20), ["rule", "fractionAbove"]), ("distance", (0, -20), ["progress", "distance", "mm"]),
                           ("spring", (15, 0), ["settle", "finish", "spring", "response"])]:
        def value():
            found = json.loads(page.input_value("#interaction-text"))
            for key in path:
                found = found[key]
            return found
        before = value()
        plot.scroll_into_view_if_needed()
        box = page.locator(f".handles .{kind}").first.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + by[0] / 2, y + by[1] / 2)
        page.mouse.move(x + by[0], y + by[1])
        page.mouse.up()
        settled(page)
        # A higher threshold, a shorter distance, a slower spring.
        if not (value() < before if kind == "distance" else value() > before):
            problems.append(f"dragging the {kind} by {by} leads from {before} to {value()}")
        page.click("[name=reset]")


def check_addresses(page):
    """Follows links with a changed interaction, and the buttons Back and Forward."""
    number = lambda: page.input_value("#threshold-0")
    bare = page.url.split("#")[0]
    page.goto("about:blank")
    page.goto(bare)
    opened(page)

    def change(value):
        before = page.evaluate("location.hash")
        page.fill("#threshold-0", value)
        page.press("#threshold-0", "Tab")
        until(page, "before => location.hash !== before && location.hash.includes('i=')", before)
        return address(page)

    def wait(value):
        until(page, "value => document.getElementById('threshold-0').value === value", value)

    links = [change("0.8"), change("0.9")]
    expect(page, "the change beside the player is seen", page.locator(".trial").is_visible(), True)
    page.go_back()
    wait("0.8")
    expect(page, "the count after Back", status(page).split(" ")[0], "1")
    page.go_back()
    wait("0.5")
    expect(page, "the change beside the player", page.locator(".trial").is_visible(), False)
    expect(page, "the count after Back twice", status(page).split(" ")[0], "0")
    page.go_forward()
    wait("0.8")
    # A drag of the slider, and the instant beside it.
    page.focus("#time")
    page.keyboard.press("End")
    until(page, "() => location.hash.includes('t=')")
    expect(page, "the address with an instant", address(page).split("&")[1:], [links[0][1:]])
    for words, wanted in [(links[1][1:], "0.9"), ("i=", "0.5"), ("i=x", "0.5"), ("i=%F0%9F", "0.5"),
                          (links[0][1:20], "0.5"), ("", "0.5")]:
        page.goto(f"{bare}#{words}&t=0.1&__proto__=1&g=x")
        page.reload()
        opened(page)
        expect(page, f"the threshold of the address {words!r}", number(), wanted)
        expect(page, "the time of the address", page.evaluate("document.getElementById('replay').dataset.time"), "100000")
    page.goto(bare)
    page.reload()
    opened(page)


def check_flip(page):
    """The nearest other outcome of each of some gestures is one click away, and so is the way back."""
    for number in range(1, 40, 3):
        page.click(f"#gesture-list tr[data-number='{number}'] a")
        settled(page)
        before = page.inner_text(".chosen").split(";")[0]
        for wanted in (True, False):
            page.click("[name=flip]")
            settled(page)
            if (" instead of " in page.inner_text(".chosen").split(";")[0]) != wanted:
                problems.append(f"after a flip, gesture {number} is told as {page.inner_text('.chosen')}, before {before}")
        page.click("[name=reset]")
    page.click("#gesture-list [name=all]")
    expect(page, "whether a flip is offered without a gesture", page.locator("[name=flip]").is_visible(), False)


def check_flick(page, folder):
    expect(page, "the count", status(page), "0 of 1 gesture ends otherwise: finish 1.")
    # 0.73 is the shortest number above the fraction of the release, 0.729, and near it.
    expect(page, "the offer", offer(page), "Flip to cancel at 0.73")
    page.click("[name=flip]")
    expect(page, "the count after a flip", status(page), "1 of 1 gesture ends otherwise: finish 0 instead of 1, cancel 1 instead of 0.")
    expect(page, "the threshold after a flip", page.input_value("#threshold-0"), "0.73")
    page.click("[name=reset]")
    # A tenth of the margin of 0.0089 is less than 0.73 is away.
    page.fill("#threshold-0", "0.72")
    expect(page, "the offer near the threshold", offer(page), "Flip to cancel at 0.729")
    page.click("[name=reset]")
    page.fill("#threshold-0", "0.8")
    expect(page, "the count", status(page), "1 of 1 gesture ends otherwise: finish 0 instead of 1, cancel 1 instead of 0.")
    expect(page, "the reason", page.inner_text(".chosen"),
           "Gesture 1: cancel instead of finish; fraction 0.729 is not above 0.800, by 0.071.")
    page.click("[name=copy]")
    expect(page, "the copied rule", json.loads(pasted(page, "{"))["rule"], {"fractionAbove": 0.8})
    legend = page.locator(".plots figure.time .chips li:visible").all_inner_texts()
    expect(page, "the end of the legend", [text.strip() for text in legend[-2:]], ["changed threshold", "as recorded"])
    page.click("[name=command]")
    command = pasted(page, "pantograph")
    if not command.startswith("pantograph replay ") or "interaction.json" not in command:
        problems.append(f"the copied command is {command!r}")
    expect(page, "the number of buttons for a link", page.locator("[name=link]").count(), 1)
    page.click("[name=link]")
    link = page.evaluate("location.href")
    expect(page, "the copied link", pasted(page, link[:5]), link)
    page.click("[name=reset]")
    expect(page, "the count after Reset", status(page), "0 of 1 gesture ends otherwise: finish 1.")
    expect(page, "the number after Reset", page.input_value("#threshold-0"), "0.5")
    expect(page, "the dotted curves after Reset", page.evaluate(DOTTED), [0, True])
    # Links to sections and events leave the interaction and the instant.
    page.fill("#threshold-0", "0.8")
    page.press("#threshold-0", "Tab")
    until(page, "() => location.hash.includes('i=')")
    kept = address(page).split("i=")[1]
    page.click("nav a[href='#played']")
    expect(page, "the address after a link to a section", address(page).split("i=")[1:], [kept])
    expect(page, "the threshold after a link to a section", page.input_value("#threshold-0"), "0.8")
    top = page.evaluate("document.getElementById('played').getBoundingClientRect().top")
    if abs(top) > 100:
        problems.append(f"a link to a section leads to {top} px from it")
    event = page.locator("a[href^='#t=']").last
    time = float(event.get_attribute("href")[3:])
    event.click()
    expect(page, "the address after a link to an event", address(page), f"#t={time:.3f}&i={kept}")
    expect(page, "the threshold after a link to an event", page.input_value("#threshold-0"), "0.8")
    page.goto(page.url.split("#")[0] + "#played=&gestures&t=0.100")
    page.reload()
    opened(page)
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
    expect(page, "the number of gestures", page.locator("#gesture-list tbody tr").count(), len(releases))
    for threshold in (0.75, 0.6, 0.3):
        page.fill("#threshold-0", str(threshold))
        # A gesture begins where the one before it has left the animation.
        outcomes = [release["outcome"] for release in json.loads((folder / f"explained-{threshold}.json").read_text())["releases"]]
        changed = [
            number for number, (outcome, release) in enumerate(zip(outcomes, releases), 1) if outcome != release["outcome"]]
        expect(page, f"the count above {threshold}", status(page).split(":")[0],
               f"{len(changed)} of {len(releases)} gestures end otherwise")
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
    releases = json.loads((folder / "either-changed.json").read_text())["releases"]
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
    expect(page, "whether the text can be changed", page.get_attribute("#interaction-text", "readonly"), "")
    page.press("#threshold-1", "Tab")
    until(page, "() => location.hash.includes('i=')")


def main():
    if sync_playwright is None or not CHROMIUM.exists():
        sys.exit(1)
    if len(sys.argv) < 2:
        return
    folder = pathlib.Path(sys.argv[1])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        for name, check in [
            ("flick", lambda page: (check_changes(page, folder), check_choices(page), check_handles(page), check_save(page), check_flick(page, folder),
                                    check_keys(page), check_addresses(page))),
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
            opened(page)
            check(page)
            context.close()
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        page = context.new_page()
        page.set_default_timeout(600_000)
        page.goto((folder / "flick.html").as_uri())
        opened(page)
        check_touch(page, page.touchscreen.tap)
        context.close()
        browser.close()
    print("\n".join(problems[:40]), end="")


if __name__ == "__main__":
    main()
