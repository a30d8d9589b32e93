"""Tests pages in Firefox with the checks that page_browser.py, page_workbench.py and live_program.py have for Chromium.

    page_firefox.py                            exits with 1 if Python's websockets is not installed
    page_firefox.py FIREFOX PROGRAM [SHOTS]    the browser, and our program; pictures are written to the folder SHOTS

Prints what is wrong, one line each.
"""
import base64
import pathlib
import subprocess
import sys
import tempfile
import traceback

import live_program
import page_browser
import page_workbench

try:
    from firefox import Firefox
    from firefox_page import Page
except ImportError:
    sys.exit(1)

RECORDINGS = pathlib.Path(__file__).resolve().parents[2] / "Recordings"
FLICK = RECORDINGS / "touchpad-flick"
problems = page_browser.problems


def write_pages(program, folder):
    """Writes the pages and what the program says of them, as Tests/CommandsTests does for Chromium."""
    def run(*words, to=None):
        done = subprocess.run([program, *map(str, words)], check=True, capture_output=True, text=True)
        if to: (folder / to).write_text(done.stdout)

    flick, rule = FLICK / "recording.yml", FLICK / "interaction.json"
    run("replay", flick, "-i", rule, "-o", folder / "flick.csv", "--html", folder / "flick.html")
    run("replay", flick, "-i", rule, "--format", "ndjson", "-o", folder / "flick.ndjson")

    def synth(name, gestures):
        words = [word for gesture in gestures for word in ["then", "swipe", *gesture]][1:]
        run("synth", words[0], "-o", folder / f"{name}.yml", *words[1:])
        run("replay", folder / f"{name}.yml", "-i", rule, "-o", folder / f"{name}.csv", "--html", folder / f"{name}.html")
        run("replay", folder / f"{name}.yml", "-i", rule, "--format", "ndjson", "-o", folder / f"{name}.ndjson")

    pause = lambda number, seconds: ["--wait", seconds] if number > 0 else []
    synth("shift", [["--by", "-30,0" if number % 2 else "40,0", "--duration", f"0.{1 + number % 5}",
                     *pause(number, 1 + number % 7)] for number in range(160)])
    synth("day", [["--by", f"{20 + number},0", "--duration", f"0.{1 + number % 5}", *pause(number, 2)] for number in range(40)])
    run("explain", folder / "day.yml", "-i", rule, "--json", to="explained.json")
    for threshold in ("0.75", "0.6", "0.3"):
        changed = folder / f"above-{threshold}.json"
        changed.write_text(rule.read_text().replace('Above": 0.5', f'Above": {threshold}'))
        run("explain", folder / "day.yml", "-i", changed, "--json", to=f"explained-{threshold}.json")
    run("compare", folder / "shift.yml", "-i", rule, "--rules", "kwin,libadwaita", "-o", folder / "rules.json",
        "--html", folder / "rules.html")
    run("compare", folder / "shift.yml", "-i", rule, "--rules", "kwin", "--gesture", "12", "-o", folder / "first.txt",
        "--html", folder / "first.html")
    swipes = [RECORDINGS / f"e6-swipes-{name}" for name in ("ann", "bob", "eve")]
    run("tune", *swipes, "-i", swipes[0] / "interaction.json", "--json", "--html", folder / "tune.html", to="tuned.json")


def open_page(firefox, name, url, width=1400, height=900):
    page = Page(firefox, width, height)
    # Firefox logs that a link was cut off, besides telling the page, which shows what was recorded then.
    page.on("pageerror", lambda error: "ended without reaching the stream end" in str(error)
            or problems.append(f"{name}: {error}"))
    page.on("console", lambda entry: problems.append(f"{name}: {entry.type}: {entry.text}"))
    page.goto(url)
    return page


def check_replay(page, folder):
    """One gesture: every channel, the layer, the keys, and playback."""
    run = page_browser.Run({"csv": folder / "flick.csv", "events": folder / "flick.ndjson",
                            "layer": {"offset": "x", "alpha": "opacity"}})
    page_browser.check_slider("flick", page, [run])
    page_browser.check_random("flick", page, run, 200)
    page_browser.check_skins("flick", page, run)
    page_browser.check_bars("flick", page, run)
    page_browser.check_keys("flick", page, run.times)
    page_browser.check_playing("flick", page, run.times)


def check_shift(page, folder):
    """160 gestures: the list, the strip, the view, the pointer, the address."""
    run = page_browser.Run({"csv": folder / "shift.csv", "events": folder / "shift.ndjson", "layer": {}})
    page_browser.check_random("shift", page, run, 200)
    page_browser.check_gestures("shift", page, run, 160)


def check_reload(page):
    """Firefox fills controls again when a page is reloaded: what they say must hold."""
    page.select_option("[name=outcome]", "cancel")
    shown = "document.querySelectorAll('#gesture-list tbody tr:not([hidden])').length"
    before = page.evaluate(shown)
    page.check("[name=skins]")
    page.fill("#threshold-0", "0.7")
    page.evaluate(page_browser.SET, 400_000)
    page_browser.wait_for_address(page)
    page.reload()
    page_workbench.opened(page)
    value = page.input_value("[name=outcome]")
    if page.evaluate(shown) != (before if value == "cancel" else page.locator("#gesture-list tbody tr").count()):
        problems.append(f"day: after a reload, {page.evaluate(shown)} gestures are {value or 'of all outcomes'}")
    if (page.locator(".skin").count() > 0) != page.evaluate("document.querySelector('[name=skins]').checked"):
        problems.append("day: after a reload, the box of the onion skins does not say whether they are there")
    slider, now = int(page.input_value("#time")), page.evaluate("document.getElementById('replay').dataset.time")
    if not slider == int(now) == 400_000:
        problems.append(f"day: after a reload, the slider is at {slider} and the page at {now}")
    number, text = page.input_value("#threshold-0"), page_workbench.rule(page)["fractionAbove"]
    if float(number) != text or page.input_value(".threshold [type=range]") != number:
        problems.append(f"day: after a reload, the threshold is {number}, and the rule has {text}")


def check_widths(name, page):
    for width, height in [*page_browser.SIZES, *page_browser.NARROW]:
        page.set_viewport_size({"width": width, "height": height})
        beyond = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if beyond > 0:
            problems.append(f"{name}: {beyond} pixels too wide at {width}")
    page.set_viewport_size({"width": 1400, "height": 900})


def check_touch(firefox, folder):
    page = open_page(firefox, "shift touched", (folder / "shift.html").as_uri(), 390, 844)
    page_browser.check_fingers("shift touched", page, page.touch)
    page.close()
    page = open_page(firefox, "flick touched", (folder / "flick.html").as_uri(), 390, 844)
    page_workbench.opened(page)
    page_workbench.check_touch(page, lambda x, y: page.touch([(x, y)]))
    page.close()


class Browser:
    """Opens the pages of live_program.py."""

    def __init__(self, firefox):
        self.firefox = firefox

    def new_page(self, viewport=None, **_):
        return Page(self.firefox, **(viewport or {}))


def shoot(page, path):
    data = page.call("browsingContext.captureScreenshot", origin="document")["data"]
    pathlib.Path(path).write_bytes(base64.b64decode(data))


def main(program, pantograph, shots=None):
    with tempfile.TemporaryDirectory() as folder, Firefox(program) as firefox:
        folder = pathlib.Path(folder)
        write_pages(pantograph, folder)
        checks = {
            "flick": lambda page: (page_workbench.check_flick(page, folder), page_workbench.check_keys(page),
                                   page_workbench.check_addresses(page), check_replay(page, folder)),
            "shift": lambda page: check_shift(page, folder),
            "rules": lambda page: page_browser.check_matrix("rules", page, folder / "rules.json"),
            "first": lambda page: page_browser.check_first("first", page, 12),
            "day": lambda page: (page_workbench.check_day(page, folder), check_reload(page)),
            "tune": lambda page: page_workbench.check_tune(page, folder),
        }
        for name, check in checks.items():
            page = open_page(firefox, name, (folder / f"{name}.html").as_uri())
            if name in ("flick", "day", "tune"):
                page_workbench.opened(page)
            check(page)
            check_widths(name, page)
            if shots:
                for width, height in page_browser.SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    shoot(page, f"{shots}/firefox-{name}-{width}.png")
            page.close()
        check_touch(firefox, folder)
        live_program.PROGRAM = pantograph
        for name in ("stage", "thresholds", "history", "paused", "folder"):
            try:
                live_program.PARTS[name](Browser(firefox))
            except Exception:
                problems.append(f"live page, {name}: {traceback.format_exc(limit=-1)}")
    print("\n".join([*problems, *page_workbench.problems][:40]), end="")


if len(sys.argv) > 1:
    main(*sys.argv[1:])
