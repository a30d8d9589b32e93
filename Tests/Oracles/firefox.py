"""A Firefox without a window, driven by WebDriver BiDi."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / ".build/python"))
from websockets.sync.client import connect  # noqa: E402

PREFERENCES = {
    "remote.prefs.recommended": True, "dom.w3c_touch_events.enabled": 1, "ui.prefersReducedMotion": 1,
    # Nothing from the network.
    "services.settings.server": "data:,", "network.captive-portal-service.enabled": False,
}


class Firefox:
    """The browser, between `with` and its end."""

    def __init__(self, program, **preferences):
        self.profile = tempfile.TemporaryDirectory()
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
                 for name, value in {**PREFERENCES, **preferences}.items())
        pathlib.Path(self.profile.name, "user.js").write_text("".join(lines), encoding="utf-8")
        self.process = subprocess.Popen(
            [program, "--headless", "--no-remote", "--profile", self.profile.name, "--remote-debugging-port", "0", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={**os.environ, "HOME": self.profile.name})
        self.number, self.listeners = 0, []

    def __enter__(self):
        url = next(found[1] for line in self.process.stderr if (found := re.search(r"BiDi listening on (ws://\S+)", line)))
        self.socket = connect(url + "/session", max_size=None, origin=None)
        self.call("session.new", capabilities={})
        self.call("browser.setDownloadBehavior", downloadBehavior={"type": "allowed", "destinationFolder": self.profile.name})
        return self

    def __exit__(self, *_):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        self.profile.cleanup()

    def call(self, method, **parameters):
        """Returns the result of a command, and calls the listeners with the events that come before it."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        end = time.monotonic() + 600
        while True:
            answer = json.loads(self.socket.recv(timeout=end - time.monotonic()))
            if answer["type"] == "event":
                for listener in self.listeners:
                    listener(answer["method"], answer["params"])
            elif answer.get("id") == self.number:
                if answer["type"] != "success":
                    raise RuntimeError(f"{method}: {answer['message']}")
                return answer["result"]
