"""Tests the cursor that all plots of a page share, on the page of `check` with two cases that fail.

    page_together.py                     exits with 1 if playwright is not installed
    page_together.py PROGRAM [FOLDER]    the program; a picture is written to the folder, if one is given

The values at the cursor are compared with those of the tables, on the straight line between two rows. Prints what is
wrong, one line each.
"""
import csv
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / ".build" / "python"))
try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sys.exit(1)
if len(sys.argv) == 1:
    sys.exit(0)
PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
# A softer spring from the release on, and half of the way from the first move on.
CHANGES = {"softer": ("HEIGHT, STIFFNESS = 400, 14", "HEIGHT, STIFFNESS = 400, 9"), "shorter": ("+ way, 0)", "+ way / 2, 0)")}
READINGS = """kind => [...document.querySelectorAll('svg.plot')].map(svg =>
  [...svg.querySelectorAll(`.${kind} circle`)].map(dot => [dot.getAttribute('class').slice(-1), dot.nextSibling.textContent]))"""
problems = []


def expect(is_so, words):
    if not is_so:
        problems.append(words)


def value_at(table, time):
    """The offset at a time; None before the first row and after the last one."""
    rows = [(float(row["time"]), float(row["drawer.offset"])) for row in table if row["drawer.offset"]]
    for (start, low), (end, high) in zip(rows, rows[1:]):
        if start <= time <= end:
            return low + (high - low) * (time - start) / (end - start)
    return None


def cases(desk):
    """Writes two cases that fail; returns for each its tables, as accepted and as now, and the first difference."""
    drawer = ROOT / "Tests/Examples/drawer-python"
    found = {}
    for name, (old, new) in CHANGES.items():
        shutil.copytree(drawer, desk / name)
        source = (desk / name / "drawer.py").read_text()
        assert old in source
        (desk / name / "drawer.py").write_text(source.replace(old, new))
        now = subprocess.run([PROGRAM, "replay", str(desk / name)], capture_output=True, text=True, check=True).stdout
        tables = [list(csv.DictReader(text.splitlines())) for text in ((drawer / "expected.csv").read_text(), now)]
        numbers = [[row["drawer.offset"] for row in table] for table in tables]
        first = next(at for at, (one, other) in enumerate(zip(*numbers)) if one and other and abs(float(one) - float(other)) > 0.002)
        found[name] = tables, float(tables[0][first]["time"])
    return found


# Rows of 0.1 s each, of which some have no value; a single one is between them.
GAPS = {**{step: step * 10 for step in range(21)}, **{step: None for step in (5, 6, 7, 8, 9, 11, 12)}}


def case_with_gaps(desk):
    """Writes a case that fails only at the end, where it shows 300 in place of 200."""
    folder = desk / "gaps"
    folder.mkdir()
    rows = [f"{step / 10},{'none' if value is None else value}" for step, value in GAPS.items()]
    program = "import sys\nsys.stdin.read()\nprint('time,box.x')\n" + "".join(f"print({row!r})\n" for row in rows)
    (folder / "subject.json").write_text('{"version": 1, "command": ["python3", "box.py"], "pixelsPerMillimetre": 4.5}')
    shutil.copy(ROOT / "Tests/Examples/drawer-python/recording.yml", folder)
    (folder / "box.py").write_text(program)
    subprocess.run([PROGRAM, "check", "--accept", str(folder)], capture_output=True)
    (folder / "box.py").write_text(program.replace("2.0,200", "2.0,300"))
    return folder


def look_at_gaps(page):
    fonts = page.evaluate("[...document.fonts].map(font => [font.family, font.status])")
    expect(fonts == [["Pantograph", "loaded"]], f"the typeface of titles is not there: {fonts}")
    slider, output = page.locator(".together input"), page.locator(".together output")
    wanted = {0: "0.0", 0.4: "40.0", 0.45: None, 0.5: None, 0.7: None, 0.99: None, 1.0: "100.0", 1.05: None, 1.2: None, 1.3: "130.0", 1.35: "135.0"}
    for time, text in wanted.items():
        slider.evaluate("(one, value) => { one.value = value; one.dispatchEvent(new Event('input')); }", time * 1e6)
        (shown,) = page.evaluate(READINGS, "reading")
        expect(sorted(shown) == ([] if text is None else [["0", text], ["1", text]]), f"with gaps, at {time} s the page shows {shown}")
    lines = page.evaluate("[...document.querySelectorAll('path.curve')].map(path => path.getAttribute('d').split('M').length - 1)")
    expect(lines == [2, 2], f"with gaps, the curves are {lines} lines")
    dots = page.evaluate("document.querySelectorAll('circle.dot:not(.reading *)').length")
    expect(dots == 2, f"with gaps, there are {dots} dots for rows between others that have no value")


# Pictures at three instants, as the film of a page has them.
FILM = '<div class="strip">' + "".join(f'<figure data-at="{at}"></figure>' for at in (0, 1_000_000, 1_500_000)) + "</div>"


def look_at_film(page):
    slider = page.locator(".together input")
    for time, wanted in {0.5: [0], 0.999: [0], 1: [1], 1.499: [1], 2: [2]}.items():
        slider.evaluate("(one, value) => { one.value = value; one.dispatchEvent(new Event('input')); }", time * 1e6)
        marked = page.evaluate("[...document.querySelectorAll('.strip > *')].flatMap((one, at) => one.classList.contains('shown') ? [at] : [])")
        expect(marked == wanted, f"at {time} s, the pictures {marked} of the film are marked")


def check_readings(page, wanted, where):
    """Whether the dots of each plot have the values of its tables; `wanted` has the time of each plot, by its case."""
    for plot, (name, (tables, _)) in zip(page.evaluate(READINGS, "reading"), sorted(found.items())):
        values = [value_at(table, wanted[name]) for table in tables]
        shown = {run: float(text) for run, text in plot}
        if values[0] is None:
            expect(not shown, f"{where}: {name} has values at {wanted[name]} s, where it has no rows")
            continue
        for run, value in zip("01", values):
            # One decimal, as of values over 100.
            expect(abs(shown.get(run, 1e9) - value) <= 0.05001, f"{where}: {name} shows {shown} for {value} of run {run}")


def look(page):
    slider, output, choice = page.locator(".together input"), page.locator(".together output"), page.locator(".together select")
    expect(page.evaluate("document.querySelectorAll('svg.plot').length") == 2, "there are not two plots")

    def move(seconds):
        slider.evaluate("(one, value) => { one.value = value; one.dispatchEvent(new Event('input')); }", seconds * 1e6)
        expect(output.text_content().replace("−", "-") == f"{seconds:.3f} s", f"at {seconds} s, the page says {output.text_content()}")

    for time in (0.25, 1.1, 1.999):
        move(time)
        check_readings(page, {name: time for name in found}, "since the first event")
    # Where they begin to differ is each its own instant.
    choice.select_option("divergence")
    firsts = {name: first for name, (_, first) in found.items()}
    for time in (0.1, -0.05, 0.9):
        move(time)
        check_readings(page, {name: first + time for name, first in firsts.items()}, "since they differ")
    least, most = (float(slider.get_attribute(name)) / 1e6 for name in ("min", "max"))
    expect(abs(least + max(firsts.values())) < 1e-6 and abs(most - 2 + min(firsts.values())) < 1e-6,
           f"the slider goes from {least} to {most}")

    # A mouse that is pressed on the second plot moves the cursor of the first, and one that only hovers writes values.
    choice.select_option("start")
    second = page.locator("svg.plot").nth(1)
    second.scroll_into_view_if_needed()
    box, right = second.bounding_box(), page.viewport_size
    x = lambda seconds: box["x"] + box["width"] * (46 + (408 - 46) * seconds / 2) / 420
    middle = box["y"] + box["height"] / 2
    page.mouse.move(x(1.5), middle)
    expect(all(len(plot) == 2 for plot in page.evaluate(READINGS, "hover")), "a mouse over one plot writes no values into the other")
    expect(output.text_content() == "0.000 s", "a mouse that hovers moves the cursor")
    page.mouse.down()
    page.mouse.move(x(1.25), middle)
    page.mouse.up()
    time = float(output.text_content().split()[0])
    expect(abs(time - 1.25) < 0.01, f"a drag to 1.25 s leads to {time} s")
    page.mouse.move(0, 0)
    expect(not any(page.evaluate(READINGS, "hover")), "values stay when the mouse has left")
    places = page.evaluate("[...document.querySelectorAll('.cursor')].map(one => [Number(one.getAttribute('x1')), getComputedStyle(one).display])")
    expect(all(abs(place - (46 + (408 - 46) * time / 2)) < 0.1 and shown != "none" for place, shown in places),
           f"the cursors are at {places} for {time} s")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(abs(float(output.text_content().split()[0]) - time - 0.001) < 0.0006, "an arrow key does not move by a millisecond")
    expect(right["width"] >= page.evaluate("document.documentElement.scrollWidth"), "the page scrolls sideways")


with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
    desk = pathlib.Path(folder)
    found = cases(desk)
    file = desk / "check.html"
    subprocess.run([PROGRAM, "check", *(str(desk / name) for name in sorted(found)), "--html", str(file)], capture_output=True)
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    for width in (1100, 360):
        page = browser.new_page(viewport={"width": width, "height": 900})
        page.on("console", lambda message: problems.append(f"the page says: {message.text}"))
        page.on("pageerror", lambda error: problems.append(f"the page fails: {error}"))
        page.goto(file.as_uri())
        page.evaluate("for (const one of document.querySelectorAll('details.case')) one.open = true")
        look(page)
        if len(sys.argv) > 2:
            page.screenshot(path=f"{sys.argv[2]}/together-{width}.png", full_page=True)
    gaps, film = desk / "gaps.html", desk / "film.html"
    subprocess.run([PROGRAM, "check", str(case_with_gaps(desk)), "--html", str(gaps)], capture_output=True)
    film.write_text(gaps.read_text().replace('<div class="lines">', '<div class="lines">' + FILM, 1))
    for file, look_at in ((gaps, look_at_gaps), (film, look_at_film)):
        page = browser.new_page(viewport={"width": 1100, "height": 900})
        page.on("pageerror", lambda error: problems.append(f"the page fails: {error}"))
        page.goto(file.as_uri())
        look_at(page)
        if len(sys.argv) > 2:
            page.screenshot(path=f"{sys.argv[2]}/{file.stem}.png", full_page=True)
    browser.close()
for problem in problems:
    print(problem)
