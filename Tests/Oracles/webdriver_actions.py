"""Performs W3C actions with chromedriver, and prints the pointer events that a page received.

    webdriver_actions.py CHROMEDRIVER CHROMIUM ACTIONS.json

Prints a JSON list of [type, x, y, pressure, milliseconds since the first event]. The driver performs the actions by
the wall clock.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import urllib.request

PAGE = """<!doctype html><meta name=viewport content="width=device-width">
<style>html, body { margin: 0; height: 100%; touch-action: none; }</style><script>
const events = [];
for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'])
  addEventListener(type, (event) => {
    const all = type === 'pointermove' ? event.getCoalescedEvents() : [event];
    for (const one of all) events.push([type, one.clientX, one.clientY, one.pressure, one.timeStamp]);
  }, true);
</script>"""


def main(driver, browser, actions):
    process = subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE, text=True)
    try:
        port = next(found[1] for line in process.stdout if (found := re.search(r"successfully on port (\d+)", line)))

        def call(method, path, body=None):
            request = urllib.request.Request(
                f"http://127.0.0.1:{port}/session{path}", method=method,
                data=None if body is None else json.dumps(body).encode(),
                headers={"Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=600) as answer:
                return json.load(answer)["value"]

        words = ["--headless=new"] + (["--no-sandbox"] if os.geteuid() == 0 else [])
        options = {"binary": browser, "args": words, "mobileEmulation": {
            "deviceMetrics": {"width": 400, "height": 800, "pixelRatio": 1, "touch": True}}}
        session = call("POST", "", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}})["sessionId"]
        # Pages of files receive all positions, pages of data none but one for each frame.
        page = pathlib.Path(actions).with_suffix(".html").resolve()
        page.write_text(PAGE, encoding="utf-8")
        call("POST", f"/{session}/url", {"url": page.as_uri()})
        with open(actions, encoding="utf-8") as file:
            sources = json.load(file)
        call("POST", f"/{session}/actions", sources)
        # The last events reach the page after the driver's answer, if the machine is busy.
        script = """const [count, done] = arguments;
            const wait = () => events.filter(event => event[0] === 'pointerup').length < count
              ? setTimeout(wait, 10) : done(events);
            wait();"""
        events = call("POST", f"/{session}/execute/async", {"script": script, "args": [len(sources["actions"])]})
        call("DELETE", f"/{session}")
    finally:
        process.terminate()
    start = events[0][4] if events else 0
    print(json.dumps([[kind, x, y, pressure, time - start] for kind, x, y, pressure, time in events]))


main(*sys.argv[1:])
