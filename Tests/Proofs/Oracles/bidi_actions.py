"""Performs W3C actions in Firefox by WebDriver BiDi, and prints the pointer events that a page received.

    bidi_actions.py FIREFOX ACTIONS.json

Prints a JSON list of [type, x, y, pressure], in the order in which they came. Firefox performs the actions by the
wall clock, at whole pixels.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / ".build/python"))
from websockets.sync.client import connect  # noqa: E402

PAGE = """<!doctype html><meta name=viewport content="width=device-width">
<style>html, body { margin: 0; height: 100%; touch-action: none; }</style><script>
const events = [];
for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'])
  addEventListener(type, event => events.push([type, event.clientX, event.clientY, event.pressure]), true);
</script>"""
PREFERENCES = {
    "remote.prefs.recommended": True, "dom.w3c_touch_events.enabled": 1,
    # Nothing from the network.
    "services.settings.server": "data:,", "network.captive-portal-service.enabled": False,
}


def perform(url, actions):
    with connect(url + "/session", max_size=None, origin=None) as socket:
        number = 0

        def call(method, **parameters):
            nonlocal number
            number += 1
            socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
            while True:
                answer = json.loads(socket.recv(timeout=60))
                if answer.get("id") == number:
                    if answer["type"] != "success":
                        sys.exit(f"{method}: {answer['message']}")
                    return answer["result"]

        call("session.new", capabilities={})
        context = call("browsingContext.getTree")["contexts"][0]["context"]
        call("browsingContext.setViewport", context=context, viewport={"width": 400, "height": 800})
        page = pathlib.Path(actions).with_suffix(".html").resolve()
        page.write_text(PAGE, encoding="utf-8")
        call("browsingContext.navigate", context=context, url=page.as_uri(), wait="complete")
        with open(actions, encoding="utf-8") as file:
            sources = json.load(file)["actions"]
        call("input.performActions", context=context, actions=sources)
        # The last events reach the page after the answer, if the machine is busy.
        script = f"""new Promise(done => {{
            const wait = () => events.filter(event => event[0] === 'pointerup').length < {len(sources)}
              ? setTimeout(wait, 10) : done(JSON.stringify(events));
            wait();
        }})"""
        result = call("script.evaluate", expression=script, target={"context": context}, awaitPromise=True)
        return result["result"]["value"]


def main(firefox, actions):
    with tempfile.TemporaryDirectory() as profile:
        preferences = "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
                              for name, value in PREFERENCES.items())
        pathlib.Path(profile, "user.js").write_text(preferences, encoding="utf-8")
        process = subprocess.Popen(
            [firefox, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={**os.environ, "HOME": profile})
        try:
            url = next(found[1] for line in process.stderr if (found := re.search(r"BiDi listening on (ws://\S+)", line)))
            print(perform(url, actions))
        finally:
            process.terminate()
            process.wait()


main(*sys.argv[1:])
