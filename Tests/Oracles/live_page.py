"""Tests the pages of servers in Chromium, through playwright.

    live_page.py                                               exits with 1 if playwright is not installed
    live_page.py PORT OWN ALLOWED FORBIDDEN                    the addresses of three servers

OWN serves a page of ten lines with an element #box and an element #phase. ALLOWED accepts pages of 127.0.0.1:PORT,
FORBIDDEN does not.

Standard output gets what the caller must publish, one object per line, and the names of the parts that passed: `own`,
`elsewhere`. A failure is reported as an assertion.
"""
import http.server
import json
import pathlib
import sys
import threading
import traceback
from urllib.parse import urlsplit

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / ".build" / "python"))
try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sys.exit(1)
if len(sys.argv) == 1:
    sys.exit(0)
PORT = int(sys.argv[1])
OWN, ALLOWED, FORBIDDEN = sys.argv[2:5]

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
        self.page.set_default_timeout(600_000)
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
    for _ in range(120_000):
        if page.evaluate(expression): return
        page.wait_for_timeout(5)
    raise AssertionError(f"it never came to {expression}")


def show(page, fraction):
    sample(fraction)
    until(page, f"{FRACTION} === {fraction}")


def own_page(browser, address=OWN):
    watched = Watched(browser)
    page = watched.open(address)
    # A note is no line of the trajectory.
    page.evaluate("pantograph.on('note', note => window.note = note.number); pantograph.on('line', line => window.line = line)")
    print(json.dumps({"note": "test", "number": 7}), flush=True)
    until(page, "window.note === 7")
    assert page.evaluate("window.line === undefined")
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
    page.set_default_timeout(600_000)
    page.goto(f"http://127.0.0.1:{PORT}/forbidden")
    assert page.evaluate("typeof pantograph") == "undefined"
    told = page.evaluate(f"fetch('{forbidden.replace('/?', '/stream?')}').then(() => 'told', () => 'refused')")
    assert told == "refused", told


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    for name, look in (("own", own_page), ("elsewhere", from_elsewhere)):
        try:
            look(browser)
            print(name, flush=True)
        except Exception:
            traceback.print_exc()
    browser.close()
