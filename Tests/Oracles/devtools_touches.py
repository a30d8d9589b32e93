"""Sends calls of the Chrome DevTools Protocol to Chromium, and prints the pointer events that a page received.

    devtools_touches.py CHROMIUM CALLS.ndjson

Prints a JSON list of [type, x, y, pressure, milliseconds since the first event]. Each call is sent when its time has
come, through pipes, without waiting for the answer to the one before.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

PAGE = """<!doctype html><meta name=viewport content="width=device-width">
<style>html, body { margin: 0; height: 100%; touch-action: none; }</style><script>
const events = [];
for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'])
  addEventListener(type, (event) => {
    const all = type === 'pointermove' ? event.getCoalescedEvents() : [event];
    for (const one of all) events.push([type, one.clientX, one.clientY, one.pressure, one.timeStamp]);
  }, true);
</script>"""
# Chromium reads calls from file 3 and writes answers to file 4, each followed by a zero.
PIPES = 'exec 3<&0 4>&1 </dev/null >/dev/null 2>&1; exec "$@"'


class Browser:
    def __init__(self, program, profile):
        words = [program, "--headless=new", "--remote-debugging-pipe", "--no-first-run",
                 f"--user-data-dir={profile}", "about:blank"] + (["--no-sandbox"] if os.geteuid() == 0 else [])
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", PIPES, "sh"] + words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.session, self.last = {}, 0

    def send(self, call):
        self.last += 1
        self.process.stdin.write(json.dumps({"id": self.last, **self.session, **call}).encode() + b"\0")
        self.process.stdin.flush()
        return self.last

    def receive(self, is_wanted):
        while True:
            text = bytearray()
            while (byte := self.process.stdout.read(1)) != b"\0":
                if not byte:
                    sys.exit("the browser has ended")
                text += byte
            message = json.loads(text)
            if "error" in message:
                sys.exit(f"{message['error']}")
            if is_wanted(message):
                return message

    def call(self, method, **params):
        number = self.send({"method": method, "params": params})
        return self.receive(lambda message: message.get("id") == number)["result"]


def main(program, calls):
    with open(calls, encoding="utf-8") as file:
        touches = [json.loads(line) for line in file]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(program, profile)
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        attached = browser.call("Target.attachToTarget", targetId=target, flatten=True)
        browser.session = {"sessionId": attached["sessionId"]}
        browser.call("Page.enable")
        browser.call(
            "Emulation.setDeviceMetricsOverride", width=400, height=800, deviceScaleFactor=1, mobile=True)
        browser.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=16)
        page = pathlib.Path(profile, "page.html")
        page.write_text(PAGE, encoding="utf-8")
        browser.call("Page.navigate", url=page.as_uri())
        browser.receive(lambda message: message.get("method") == "Page.loadEventFired")

        start = time.time()
        for touch in touches:
            due = start + touch["params"]["timestamp"]
            time.sleep(max(due - time.time(), 0))
            touch["params"]["timestamp"] = due
            last = browser.send(touch)
        browser.receive(lambda message: message.get("id") == last)
        # A frame later, the page has received all of them.
        wait = "new Promise(done => requestAnimationFrame(() => setTimeout(() => done(events))))"
        events = browser.call(
            "Runtime.evaluate", expression=wait, awaitPromise=True, returnByValue=True)["result"]["value"]
        browser.process.stdin.close()
        browser.process.wait()
    start = events[0][4] if events else 0
    print(json.dumps([[kind, x, y, pressure, time - start] for kind, x, y, pressure, time in events]))


main(*sys.argv[1:])
