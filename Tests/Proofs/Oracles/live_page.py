"""Tests the pages of servers in Chromium, through playwright.

    live_page.py                                               exits with 1 if playwright is not installed
    live_page.py PORT OURS OWN ALLOWED FORBIDDEN [FOLDER]      the addresses of four servers

OURS serves the built-in page, OWN a page of ten lines with an element #box and an element #phase. ALLOWED accepts pages
of 127.0.0.1:PORT, FORBIDDEN does not. Pictures of the built-in page are written to the folder, if one is given.

Standard output gets what the caller must publish, one object per line, and the names of the parts that passed: `ours`,
`own`, `elsewhere`. A failure is reported as an assertion.
"""
import http.server
import json
import pathlib
import sys
import threading
import traceback
from urllib.parse import urlsplit

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / ".build" / "python"))
try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sys.exit(1)
if len(sys.argv) == 1:
    sys.exit(0)
PORT = int(sys.argv[1])
OURS, OWN, ALLOWED, FORBIDDEN = sys.argv[2:6]
FOLDER = sys.argv[6] if len(sys.argv) > 6 else None

FRACTION = "Number(getComputedStyle(document.documentElement).getPropertyValue('--pantograph-fraction'))"
time = 0.0


def publish(**members):
    global time
    time += 1 / 60
    print(json.dumps({"time": round(time, 6), **members}), flush=True)


def sample(fraction, phase="tracking", velocity=0.0):
    values = {"offset": 320 * fraction, "alpha": 1 - 0.6 * fraction}
    publish(phase=phase, fraction=fraction, velocity=velocity, values=values)


class Watched:
    """A page that records all its requests and error messages."""

    def __init__(self, browser, **settings):
        self.page = browser.new_page(**settings)
        self.requests, self.complaints = [], []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, address):
        self.page.goto(address, wait_until="domcontentloaded")
        until(self.page, "window.pantograph && pantograph.state === 'following' && pantograph.about")
        return self.page

    def check(self, address, allowed=()):
        assert not self.complaints, self.complaints
        own = urlsplit(address).netloc
        others = [url for url in self.requests if not url.startswith("data:") and urlsplit(url).netloc not in {own, *allowed}]
        assert not others, others


def until(page, expression):
    """Waits until a condition holds; the page's policy forbids what playwright would do."""
    for _ in range(2000):
        if page.evaluate(expression): return
        page.wait_for_timeout(5)
    raise AssertionError(f"it never came to {expression}")


def show(page, fraction):
    sample(fraction)
    until(page, f"{FRACTION} === {fraction}")


def between(page, selector, measure):
    """The measures of an element at several fractions, which must lie on a line."""
    def at(fraction):
        show(page, fraction)
        return measure(page.locator(selector).bounding_box())
    start, end = at(0), at(1)
    for fraction in (0.5, 0.25, -0.1, 1.2):
        place, wanted = at(fraction), start + (end - start) * fraction
        assert abs(place - wanted) < 1, (selector, fraction, place, wanted)
    return start, end


def our_page(browser, address=OURS):
    watched = Watched(browser, viewport={"width": 1400, "height": 1000})
    page = watched.open(address)
    assert page.title() == "flick – Pantograph", page.title()
    stage = page.locator(".stage").first.bounding_box()

    start, end = between(page, ".card.over", lambda box: box["x"] + box["width"] / 2)
    assert abs(start - stage["x"] - stage["width"] / 2) < 1, "the card lies in the middle at first"
    assert end - start > 200, "the card goes aside"
    start, end = between(page, ".sheet", lambda box: box["y"])
    assert stage["height"] * 0.7 < start - stage["y"] < stage["height"], "the sheet peeks out at first"
    assert 0 < end - stage["y"] < stage["height"] * 0.3, "the sheet is up at the end"
    start, end = between(page, ".preview", lambda box: box["width"])
    assert end > 2 * start, "the preview grows"

    show(page, 0.75)
    texts = {name: page.locator(f"#{name}").text_content() for name in ("fraction", "velocity", "phase")}
    assert texts == {"fraction": "0.750", "velocity": "0.00", "phase": "tracking"}, texts
    properties = page.locator("#properties").inner_text()
    assert "240.0" in properties and "0.550" in properties and "from 0 to 320" in properties, properties
    assert page.locator("#meter").get_attribute("aria-valuenow") == "0.75"
    publish(event="decided", fraction=0.75, velocity=6.25, outcome="finish", rule="fractionAbove",
            threshold=0.5, margin=0.25, target=1.0)
    until(page, "document.querySelector('#decision').textContent !== 'none yet'")
    decision = page.locator("#decision").text_content()
    assert decision == "finish: 0.75 is above 0.50, by 0.25", decision

    tree = page.locator("body").aria_snapshot()
    for name in ('heading "flick"', 'status: following', 'img "A card that is dragged aside"',
                 'img "A sheet that is dragged up"', 'img "A preview that grows under a press"',
                 'meter "fraction"', 'heading "Last decision"', 'img "The fraction over the last six seconds"',
                 'region "Figures that follow the gesture"', 'link "Skip to the numbers"'):
        assert name in tree, (name, tree)
    assert page.locator("#decision").get_attribute("aria-live") == "polite"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    inked = page.evaluate("""() => {
      const canvas = document.querySelector('canvas');
      const dots = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
      let count = 0;
      for (let dot = 3; dot < dots.length; dot += 4) if (dots[dot] > 0) count += 1;
      return count;
    }""")
    assert inked > 1000, inked
    for width in (1400, 390):
        page.set_viewport_size({"width": width, "height": 1000})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    watched.check(address)
    if FOLDER: pictures(browser, address)


def pictures(browser, address):
    """Pictures of the page after a flick that ends on a spring of half a second and a damping ratio of 0.7."""
    import math
    pages = []
    for width in (1400, 390):
        for scheme in ("light", "dark"):
            watched = Watched(browser, viewport={"width": width, "height": 900}, color_scheme=scheme)
            watched.open(address)
            pages.append((f"{width}-{scheme}", watched))
    for step in range(60): sample(0, "idle")
    publish(event="began", fraction=0.0, velocity=0.0)
    for step in range(40): sample(0.62 * (step / 40) ** 2, "tracking", 1.2 * step / 40)
    for name, watched in pages:
        page = watched.page
        until(page, f"{FRACTION} > 0.5")
        page.screenshot(path=f"{FOLDER}/{name}-tracking.png", full_page=True)
    publish(event="ended", fraction=0.62, velocity=1.2)
    publish(event="decided", fraction=0.62, velocity=1.2, outcome="finish", rule="fractionAbove",
            threshold=0.5, margin=0.12, target=1.0)
    for step in range(90):
        passed = step / 60
        wave = math.exp(-8.8 * passed) * (math.cos(8.98 * passed) * -0.38 - 0.2 * math.sin(8.98 * passed))
        sample(1 + wave, "settling", 0.5)
    for step in range(60): sample(1, "rest")
    for name, watched in pages:
        page = watched.page
        until(page, "pantograph.sample.phase === 'rest'")
        page.screenshot(path=f"{FOLDER}/{name}-rest.png", full_page=True)
        watched.check(address)


def own_page(browser, address=OWN):
    watched = Watched(browser)
    page = watched.open(address)
    start = page.locator("#box").bounding_box()["x"]
    show(page, 0.5)
    until(page, "document.querySelector('#phase').textContent === 'tracking'")
    assert abs(page.locator("#box").bounding_box()["x"] - start - 160) < 1, "half of 20 rem"
    told = page.evaluate("""() => {
      const style = getComputedStyle(document.documentElement);
      return ['velocity', 'phase', 'offset', 'alpha'].map(name => style.getPropertyValue('--pantograph-' + name))
    }""")
    assert told == ["0", "tracking", "160", "0.7"], told
    assert page.evaluate("document.documentElement.dataset.pantographPhase") == "tracking"
    # If an element is marked, only it gets the properties.
    page.evaluate("document.querySelector('#box').dataset.pantograph = ''")
    sample(1.0, "rest")
    until(page, "document.querySelector('#box').dataset.pantographPhase === 'rest'")
    assert page.evaluate(FRACTION) == 0.5
    watched.check(address)


def from_elsewhere(browser, allowed=ALLOWED, forbidden=FORBIDDEN):
    """Pages of one origin that load the script from a server that allows them, and from one that does not."""
    pages = {
        place: f"<!DOCTYPE html><link rel=icon href=data:,><script src='http://{urlsplit(address).netloc}"
        f"/pantograph.js?{urlsplit(address).query}'></script>"
        for place, address in (("/allowed", allowed), ("/forbidden", forbidden))}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(pages[self.path].encode())

        def log_message(self, *ignored): pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    watched = Watched(browser)
    page = watched.open(f"http://127.0.0.1:{PORT}/allowed")
    show(page, 0.5)
    watched.check(allowed, {f"127.0.0.1:{PORT}"})
    # Neither the script nor the stream can be loaded.
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{PORT}/forbidden")
    assert page.evaluate("typeof pantograph") == "undefined"
    told = page.evaluate(f"fetch('{forbidden.replace('/?', '/stream?')}').then(() => 'told', () => 'refused')")
    assert told == "refused", told


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    for name, look in (("ours", our_page), ("own", own_page), ("elsewhere", from_elsewhere)):
        try:
            look(browser)
            print(name, flush=True)
        except Exception:
            traceback.print_exc()
    browser.close()
