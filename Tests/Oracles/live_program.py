"""Tests the live page as the program serves it, in Chromium, with recordings instead of a device.

    live_program.py                        exits with 1 if playwright is not installed
    live_program.py PROGRAM [FOLDER]       the program; pictures are written to the folder, if one is given

What the page shows is compared with `pantograph replay`, with the raw events of the recordings, and with the numbers of
the interaction files. Standard output gets the names of the parts that passed. A failure is reported as an assertion.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / ".build" / "python"))
try:
    from playwright.sync_api import Error, sync_playwright
except ImportError:
    Error, sync_playwright = RuntimeError, None
PROGRAM = FOLDER = None
FLICK = ROOT / "Recordings/touchpad-flick"
SWIPES = ROOT / "Recordings/e6-swipes-ann"

# Records what each frame of the display shows, and how long it took to draw.
WATCH = """(() => {
  const own = requestAnimationFrame;
  window.frames = [];
  window.drawn = [];
  window.requestAnimationFrame = call => own(instant => {
    const start = performance.now();
    call(instant);
    drawn.push(performance.now() - start);
    const layer = document.getElementById("layer-0"), tip = document.querySelector("svg.touches circle.tip");
    const board = document.querySelector("svg.touches rect.surface");
    if (!layer || !board) return;
    const place = name => Number(board.getAttribute(name));
    frames.push({
      instant, time: Number(document.getElementById("live").dataset.time), transform: layer.getAttribute("transform"),
      opacity: layer.style.opacity, fraction: document.getElementById("fraction").textContent,
      phase: document.getElementById("phase").textContent,
      tip: tip && [(tip.getAttribute("cx") - place("x")) / place("width"), (tip.getAttribute("cy") - place("y")) / place("height")],
    });
  });
})()"""


def run(*words):
    return subprocess.run([PROGRAM, *map(str, words)], check=True, capture_output=True, text=True).stdout


class Live:
    """The program, while it plays a recording."""

    def __init__(self, *words):
        self.words = ["live", *map(str, words), "--serve", "--listen", "0", "--format", "none"]

    def __enter__(self):
        self.process = subprocess.Popen([PROGRAM, *self.words], stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            found = re.search(r"http://\S+", line)
            if found: return found.group()
        raise AssertionError("no address was printed")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def open_page(browser, address, **settings):
    page = browser.new_page(**settings)
    page.set_default_timeout(600_000)
    page.complaints = []
    page.on("console", lambda message: page.complaints.append(message.text))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.add_init_script(WATCH)
    page.goto(address, wait_until="domcontentloaded")
    return page


def until(page, expression, seconds=600):
    """Waits until a condition holds; the page's policy forbids what playwright would do."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if page.evaluate(expression): return
        except Error as error:
            # The page is being loaded again.
            if "context was destroyed" not in str(error): raise
        page.wait_for_timeout(5)
    raise AssertionError(f"it never came to {expression}")


def rows(page):
    """The list of gestures, the oldest first: number, outcome, margin and reason."""
    cells = page.evaluate("[...document.querySelectorAll('#history tbody tr')].map(row => [...row.cells].map(cell => cell.textContent))")
    return [(int(row[0]), row[1], row[3], row[4]) for row in reversed(cells)]


def table(*words):
    """The samples of `replay`, by their times in microseconds."""
    lines = run("replay", *words, "--format", "csv").splitlines()
    names = lines[0].split(",")
    found = {}
    for line in lines[1:]:
        row = dict(zip(names, line.split(",")))
        found[round(float(row["time"]) * 1e6)] = row
    return found


def decisions(*words):
    events = [json.loads(line) for line in run("replay", *words, "--format", "ndjson").splitlines()]
    return [event for event in events if event.get("event") == "decided"]


def places():
    """Where the finger of the flick is after each of its events, as parts of the surface, from the raw events."""
    text = (FLICK / "recording.yml").read_text()
    x_range, y_range = [int(re.search(rf"^      {code}: \[0, (\d+),", text, re.M).group(1)) for code in (53, 54)]
    found, x, y = [], None, None
    for second, micro, kind, code, value in re.findall(r"^    - \[(\d+), +(\d+), (\d+), (\d+), (-?\d+)\]", text, re.M):
        if (kind, code) == ("3", "53"): x = int(value) / x_range
        if (kind, code) == ("3", "54"): y = int(value) / y_range
        if (kind, code) == ("0", "0"): found.append((int(second) * 1_000_000 + int(micro), x, y))
    return found


def stage(browser):
    """Each frame shows a sample of `replay`, and the finger where the device has seen it."""
    samples, seen = table(FLICK), places()
    frames, drawn = [], []
    # A busy machine draws few frames of a flick; more come with another one.
    for _ in range(20):
        with Live(FLICK, "--speed", "0.25") as address:
            page = open_page(browser, address, viewport={"width": 1400, "height": 1000})
            until(page, "document.querySelector('#state').textContent === 'following'")
            until(page, "document.querySelector('#phase').textContent === 'rest' && document.querySelector('#history td a')")
            frames += [frame for frame in page.evaluate("frames") if frame["fraction"] != "–"]
            drawn += page.evaluate("drawn")
            level = page.evaluate("[...document.querySelectorAll('#live .running')].map(svg => [...svg.querySelectorAll('.asked')].map(line => Number(line.dataset.value)))")
            assert not page.complaints, page.complaints
            assert page.title() == "Pantograph Touchpad – Pantograph", page.title()
        poses = {(frame["transform"], frame["opacity"]) for frame in frames if frame["phase"] == "tracking" and frame["tip"]}
        if len(poses) > 10: break
    assert level == [[0.5], []], level
    shown = {(round(float(row["offset"]), 6), round(float(row["alpha"]), 6)): float(row["fraction"]) for row in samples.values()}
    moving, fingers = set(), 0
    for frame in frames:
        x, y = map(float, re.match(r"translate\((\S+) (\S+)\)", frame["transform"]).groups())
        pose = (round(x, 6), round(float(frame["opacity"]), 6))
        assert pose in shown, (frame, "no sample has this pose")
        assert abs(float(frame["fraction"].replace("−", "-")) - shown[pose]) <= 0.0005001, (frame, shown[pose])
        if frame["phase"] == "tracking": moving.add(pose)
        if frame["tip"]:
            fingers += 1
            # The newest position up to that time, in tenths of a unit of the picture.
            place = [place for place in seen if place[0] <= frame["time"]][-1]
            assert abs(frame["tip"][0] - place[1]) < 5e-4 and abs(frame["tip"][1] - place[2]) < 5e-4, (frame, place)
    assert len(moving) > 10 and fingers > 10, (len(moving), fingers)
    drawn.sort()
    print(f"frames of {drawn[len(drawn) // 2]:.2f} ms, 95 % below {drawn[int(len(drawn) * 0.95)]:.2f} ms", file=sys.stderr)


def names(browser):
    """Screen readers are told what the page shows."""
    with Live(FLICK) as address:
        page = open_page(browser, address)
        until(page, "document.querySelector('#history td a')")
        tree = page.locator("body").aria_snapshot()
        for name in ('heading "Pantograph Touchpad"', 'img "The layer', 'img "The fingers on the surface',
                     'img "Fraction over the last 6 seconds', 'button "Pause"', 'link "Keep gesture 1 as a recording"', 'heading "Gestures"'):
            assert name in tree, (name, tree)


def thresholds(browser):
    """The levels are those of the interaction file; 300 mm/s over 45 mm are 6.67 fractions per second."""
    with Live(SWIPES, "--speed", "4") as address:
        page = open_page(browser, address)
        # The scale of a velocity is known from the first gesture on.
        until(page, "document.querySelectorAll('#live .running .asked').length === 2")
        found = page.evaluate("[...document.querySelectorAll('#live .running')].map(svg => [...svg.querySelectorAll('.asked')].map(line => [Number(line.dataset.value), Number(line.getAttribute('y1'))]))")
        words = page.evaluate("[...document.querySelectorAll('#live .running .level')].map(text => text.textContent)")
        assert [value for value, _ in found[0]] == [0.5], found
        assert abs(found[1][0][0] - 300 / 45) < 1e-6, found
        assert words == ["above 0.5", "above 300 mm/s"], words
        # A level is where the labels of the axis say, too.
        ticks = page.evaluate("[...document.querySelectorAll('#plot-1-title')].length && [...document.querySelectorAll('#live .running')[1].querySelectorAll('.lines text')].map(text => [Number(text.textContent.replace('−', '-')), Number(text.getAttribute('y')) - 4])")
        (low, bottom), (high, top) = ticks[0], ticks[-1]
        wanted = bottom + (300 / 45 - low) / (high - low) * (top - bottom)
        assert abs(found[1][0][1] - wanted) < 0.3, (found, ticks)


def history(browser):
    """The list has the outcomes of `replay`; a kept recording, replayed alone, has that of its gesture."""
    wanted = decisions(SWIPES)
    with Live(SWIPES, "--speed", "8", "--loop") as address, tempfile.TemporaryDirectory() as folder:
        page = open_page(browser, address, accept_downloads=True)
        until(page, f"document.querySelectorAll('#history td a').length >= {len(wanted)}")
        listed = rows(page)[:len(wanted)]
        assert [row[:2] for row in listed] == [(at + 1, event["outcome"]) for at, event in enumerate(wanted)], listed
        assert all(f"fraction {event['fraction']:.2f} is above 0.50" in row[3] for row, event in zip(listed, wanted) if event["outcome"] == "finish"), listed
        # Once the animation has finished it never goes back, so those recordings begin with the sixth gesture.
        for number, outcome in ((1, "cancel"), (3, "cancel"), (6, "finish"), (9, "finish")):
            with page.expect_download() as download:
                # By the keyboard: the list moves below a mouse as gestures come.
                page.get_by_role("link", name=f"Keep gesture {number} as a recording").focus()
                page.keyboard.press("Enter")
            assert download.value.suggested_filename == f"gesture-{number}.yml"
            path = f"{folder}/{number}.yml"
            download.value.save_as(path)
            alone = decisions(path, "-i", SWIPES / "interaction.json")
            assert [event["outcome"] for event in alone] == [outcome] * (1 if number < 7 else number - 5), (number, alone)
            assert alone[-1]["fraction"] == wanted[number - 1]["fraction"], (number, alone[-1], wanted[number - 1])
            assert "Pantograph" in run("info", path) or "events" in run("info", path)
        assert not page.complaints, page.complaints
        # A page that is opened later knows them as well, as far as the program still has the lines.
        later = open_page(browser, address)
        until(later, f"document.querySelectorAll('#history td a').length >= {len(wanted)}")
        again = rows(later)
        assert [row[0] for row in again] == list(range(again[0][0], again[-1][0] + 1)), again
        for row in again:
            if row[0] <= len(wanted): assert row == listed[row[0] - 1], row
        # What the page was told about the rule does not depend on old lines.
        until(later, "document.querySelectorAll('#live .running .asked').length === 2")


def paused(browser):
    """A paused view stands still while gestures go on; a gesture is shown again at a quarter of its speed."""
    with Live(FLICK, "--speed", "0.5", "--loop") as address:
        page = open_page(browser, address)
        until(page, "document.querySelector('#phase').textContent === 'tracking' && Number(document.querySelector('#fraction').textContent) > 0.2")
        page.locator(".play").click()
        # A frame that was asked for before the click comes after it.
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        still = page.locator("#layer-0").get_attribute("transform")
        sample = page.evaluate("pantograph.sample.time")
        until(page, "document.querySelectorAll('#history tbody tr').length >= 2")
        assert page.locator("#layer-0").get_attribute("transform") == still
        assert page.locator(".play").text_content() == "Follow" and page.locator("#time").is_enabled()
        assert page.locator(".player output").text_content().startswith("paused at 0."), page.locator(".player output").text_content()
        # Arrows step by a sample: 1/120 s.
        page.locator("#time").focus()
        times = []
        for _ in range(3):
            page.keyboard.press("ArrowLeft")
            page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            times.append(int(page.evaluate("document.getElementById('live').dataset.time")))
        assert [a - b for a, b in zip(times, times[1:])] in ([8333, 8334], [8334, 8333], [8333, 8333]), times
        # Again, at a quarter of the speed: its last second takes four.
        page.evaluate("frames.length = 0")
        page.keyboard.press("r")
        until(page, "document.querySelector('.player output').textContent.startsWith('gesture')")
        until(page, "frames.length > 3 && frames.at(-1).instant - frames[2].instant > 500")
        frames = page.evaluate("frames")
        first, last = frames[2], frames[-1]
        speed = (last["time"] - first["time"]) / 1000 / (last["instant"] - first["instant"])
        assert abs(speed - 0.25) < 0.01, speed
        assert page.locator("#history tr[aria-current]").count() == 1
        page.keyboard.press("Escape")
        until(page, "document.querySelector('.player output').textContent === 'live'")
        until(page, "document.querySelector('#phase').textContent === 'tracking'")
        assert not page.complaints, page.complaints


def without_script(browser):
    """Without JavaScript the page says what is missing."""
    with Live(FLICK) as address:
        context = browser.new_context(java_script_enabled=False)
        page = context.new_page()
        page.set_default_timeout(600_000)
        page.goto(address)
        text = page.locator("noscript").inner_text()
        for word in ("needs JavaScript", "layer", "fingers", "curves", "list of gestures", "format=ndjson"):
            assert word in text, (word, text)
        assert page.locator(".player").is_hidden()
        context.close()


def folder(browser):
    """A page of the user's own has its style sheets and images, and is loaded again when a file changes."""
    with tempfile.TemporaryDirectory() as site:
        site = pathlib.Path(site)
        (site / "art").mkdir()
        (site / "index.html").write_text(
            "<!DOCTYPE html><title>Mine</title><link rel=icon href=data:,><link rel=stylesheet href=style.css>"
            "<script src=/pantograph.js></script><img src='art/a%20dot.svg' width=20><p id=box>box</p><a href=other.html>other</a>")
        (site / "other.html").write_text("<!DOCTYPE html><link rel=icon href=data:,><script src=/pantograph.js></script><p>other")
        (site / "style.css").write_text("#box { color: rgb(1, 2, 3) }")
        (site / "art/a dot.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'><circle r='5'/></svg>")
        with Live(FLICK, "--page", site, "--speed", "0.1", "--loop") as address:
            page = open_page(browser, address)
            until(page, "window.pantograph?.state === 'following' && document.images[0].naturalWidth === 10 && document.readyState === 'complete'")
            color = "getComputedStyle(document.getElementById('box')).color"
            until(page, f"{color} === 'rgb(1, 2, 3)'")
            page.evaluate("window.isOld = true")
            # Written in two steps, as editors do: it is loaded once, when both are done.
            loads = []
            page.on("load", lambda _: loads.append(1))
            with open(site / "style.css", "w") as file:
                file.write("#box { color: rgb(4,")
                file.flush()
                time.sleep(0.03)
                file.write(" 5, 6) }")
            until(page, f"!window.isOld && document.readyState === 'complete' && {color} === 'rgb(4, 5, 6)'")
            page.wait_for_timeout(300)
            assert len(loads) == 1, loads
            # In a folder that is new.
            page.evaluate("window.isOld = true")
            (site / "more").mkdir()
            until(page, "!window.isOld && window.pantograph?.state === 'following'")
            page.evaluate("window.isOld = true")
            (site / "more/late.css").write_text("p { margin: 0 }")
            until(page, "!window.isOld && window.pantograph?.state === 'following'")
            page.get_by_role("link", name="other").click()
            until(page, "document.body?.textContent.includes('other') && window.pantograph?.state === 'following'")
            assert not page.complaints, page.complaints


def pictures(browser):
    """Pictures of the page while a gesture goes on, and of one that is shown again."""
    with Live(SWIPES, "--speed", "0.6", "--loop") as address:
        for width in (1400, 390):
            for scheme in ("light", "dark"):
                page = open_page(browser, address, viewport={"width": width, "height": 900}, color_scheme=scheme)
                until(page, "document.querySelectorAll('#history td a').length > 2 && document.querySelector('#phase').textContent === 'tracking'", 60)
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
                page.screenshot(path=f"{FOLDER}/live-{width}-{scheme}.png", full_page=True)
                page.close()


PARTS = {
    "stage": stage, "names": names, "thresholds": thresholds, "history": history, "paused": paused,
    "noscript": without_script, "folder": folder,
}


def main():
    global PROGRAM, FOLDER
    if sync_playwright is None:
        sys.exit(1)
    if len(sys.argv) == 1:
        return
    PROGRAM, FOLDER = [*sys.argv[1:], None][:2]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, look in (PARTS | {"pictures": pictures} if FOLDER else PARTS).items():
            try:
                look(browser)
                print(name, flush=True)
            except Exception:
                traceback.print_exc()
        browser.close()


if __name__ == "__main__":
    main()
