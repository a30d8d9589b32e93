"""A page in Firefox with those methods of Playwright's pages that the checks of pages use.

So one check is for both browsers. Playwright itself drives no Firefox of a distribution.
"""
import contextlib
import json
import pathlib
import shutil
import time
from types import SimpleNamespace

KEYS = {
    "Tab": "\ue004", "Enter": "\ue007", "Shift": "\ue008", "Control": "\ue009", "Escape": "\ue00c", "Space": " ",
    "PageUp": "\ue00e", "PageDown": "\ue00f", "End": "\ue010", "Home": "\ue011", "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Delete": "\ue017",
}
# Violations of the page's policy are events, which Firefox does not send as entries of its log.
WATCH = """addEventListener("securitypolicyviolation", event =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`), true);"""
# The elements of a locator, whose steps are [selector, text] or a number.
FIND = """(steps => {
  const isSeen = one => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(one).visibility === "visible";
  };
  const query = (root, selector) => selector.split(", ").flatMap(part => {
    const found = [...root.querySelectorAll(part.replace(":visible", ""))];
    return part.includes(":visible") ? found.filter(isSeen) : found;
  });
  return steps.reduce((found, step) => typeof step === "number" ? [found.at(step)].filter(one => one !== undefined)
    : step.name ? found.filter(one => (one.getAttribute("aria-label") ?? one.textContent) === step.name)
    : found.flatMap(root => query(root, step[0]))
      .filter(one => step[1] === null || one.textContent.toLowerCase().includes(step[1].toLowerCase())), [document]);
})"""
# Where an element can be clicked; it is scrolled to only if it can't be.
SPOT = """one => {
  const spot = () => {
    const {x, y, width, height} = one.getBoundingClientRect(), place = {x: x + width / 2, y: y + height / 2};
    const hit = document.elementFromPoint(place.x, place.y);
    return hit !== null && (one.contains(hit) || hit.contains(one) || one.closest("label")?.contains(hit)) ? place : null;
  };
  let place = spot();
  for (const block of ["center", "end", "start"]) {
    if (place === null) one.scrollIntoView({block, behavior: "instant"});
    place ??= spot();
  }
  return place;
}"""


def number_of(item):
    return float(item["number"]) if item.keys() == {"number"} else item


class Page:
    """A tab."""

    def __init__(self, firefox, width=1400, height=900):
        self.firefox = firefox
        self.context = firefox.call("browsingContext.create", type="tab")["context"]
        self.listeners = {}
        firefox.listeners.append(self.receive)
        firefox.call(
            "session.subscribe", contexts=[self.context],
            events=["log.entryAdded", "browsingContext.load", "browsingContext.downloadEnd"])
        self.set_viewport_size({"width": width, "height": height})
        self.add_init_script(WATCH)
        self.downloads = []
        self.on("download", self.downloads.append)
        self.mouse, self.keyboard = Mouse(self), Keyboard(self)

    def call(self, method, **parameters):
        return self.firefox.call(method, context=self.context, **parameters)

    def act(self, kind, actions, **parameters):
        self.perform([{"type": kind, "id": kind, "actions": actions, **parameters}])

    def perform(self, sources):
        """Performs actions, whose last events reach the page with its next frames."""
        self.call("input.performActions", actions=sources)
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def on(self, kind, listener):
        self.listeners.setdefault(kind, []).append(listener)

    def receive(self, method, event):
        """Takes an event of the browser, perhaps one of this page."""
        if event.get("context", event.get("source", {}).get("context")) != self.context:
            return
        kind, told = {
            "log.entryAdded": ("pageerror", event.get("text")) if event.get("type") == "javascript" else (
                "console", SimpleNamespace(type=event.get("level"), text=event.get("text"))),
            "browsingContext.load": ("load", None),
            "browsingContext.downloadEnd": ("download", event.get("filepath")),
        }[method]
        for listener in self.listeners.get(kind, []):
            listener(told)

    @property
    def url(self):
        return self.evaluate("location.href")

    def set_viewport_size(self, size):
        self.viewport_size = size
        self.call("browsingContext.setViewport", viewport=size, devicePixelRatio=1)

    def add_init_script(self, script):
        self.firefox.call("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}", contexts=[self.context])

    def goto(self, url, wait_until=None):
        self.call("browsingContext.navigate", url=url, wait="complete")

    def reload(self):
        self.call("browsingContext.reload", wait="complete")

    def go_back(self, by=-1):
        before = self.url
        self.call("browsingContext.traverseHistory", delta=by)
        for _ in range(30_000):
            if self.url != before:
                return
            self.wait_for_timeout(20)

    def go_forward(self):
        self.go_back(1)

    def close(self):
        self.call("browsingContext.close")

    def set_default_timeout(self, milliseconds):
        """What asks for this waits by itself here, for as long as Firefox takes to answer."""

    def wait_for_timeout(self, milliseconds):
        time.sleep(milliseconds / 1000)

    def evaluate(self, expression, given=None):
        """Returns the value of an expression, or what a function returns."""
        script = f"""(async () => {{
          const found = ({expression}), value = await (typeof found === "function" ? found({json.dumps(given)}) : found);
          return JSON.stringify(value, (_, one) => one instanceof Node ? "a node"
            : typeof one === "number" && !Number.isFinite(one) ? {{number: String(one)}} : one) ?? "null";
        }})()"""
        return json.loads(self.call_script(script)["value"], object_hook=number_of)

    def call_script(self, script):
        answer = self.firefox.call(
            "script.evaluate", expression=script, target={"context": self.context}, awaitPromise=True, userActivation=False)
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return answer["result"]

    def title(self):
        return self.evaluate("document.title")

    def locator(self, selector, has_text=None):
        return Locator(self, [[selector, has_text]])

    def get_by_role(self, role, name):
        """The links or the buttons with this name or this text."""
        return Locator(self, [[{"link": "a", "button": "button"}[role], None], {"name": name}])

    @contextlib.contextmanager
    def expect_download(self):
        """Waits until a file has come."""
        download, before = SimpleNamespace(value=None), len(self.downloads)
        yield download
        for _ in range(30_000):
            if len(self.downloads) > before:
                break
            self.wait_for_timeout(20)
            self.evaluate("0")
        path = pathlib.Path(self.downloads[before])
        download.value = SimpleNamespace(suggested_filename=path.name, save_as=lambda other: shutil.move(path, other))

    def focus(self, selector):
        self.locator(selector).focus()

    def click(self, selector):
        self.locator(selector).click()

    def check(self, selector):
        self.locator(selector).set_checked(True)

    def uncheck(self, selector):
        self.locator(selector).set_checked(False)

    def fill(self, selector, text):
        """Types a text instead of the one that is there."""
        self.locator(selector).one("one => { one.focus(); one.select(); }")
        for key in list(text) or ["Delete"]:
            self.keyboard.press(key)

    def press(self, selector, key):
        self.focus(selector)
        self.keyboard.press(key)

    def select_option(self, selector, value):
        self.locator(selector).one("""(one, value) => {
          one.value = value;
          for (const type of ["input", "change"]) one.dispatchEvent(new Event(type, {bubbles: true}));
        }""", value)

    def get_attribute(self, selector, name):
        return self.locator(selector).first.get_attribute(name)

    def inner_text(self, selector):
        return self.locator(selector).first.inner_text()

    def text_content(self, selector):
        return self.locator(selector).first.text_content()

    def input_value(self, selector):
        return self.locator(selector).one("one => one.value")

    def touch(self, *rounds):
        """Moves fingers: each round has the places of all that are down; at its end all are lifted."""
        fingers = max(map(len, rounds))
        sources = []
        for finger in range(fingers):
            actions, isDown = [], False
            for places in rounds:
                here = places[finger] if finger < len(places) else None
                move = {"type": "pointerMove", "x": round(here[0]), "y": round(here[1])} if here else {"type": "pause"}
                actions += [move, {"type": "pointerDown", "button": 0} if here and not isDown else {"type": "pause"}]
                isDown = isDown or here is not None
            actions.append({"type": "pointerUp", "button": 0})
            sources.append({"type": "pointer", "id": f"finger {finger}", "parameters": {"pointerType": "touch"}, "actions": actions})
        self.perform(sources)


class Locator:
    """Elements that are searched anew at each use."""

    def __init__(self, page, steps):
        self.page, self.steps = page, steps

    def every(self, function, given=None):
        return self.page.evaluate(f"given => ({function})({FIND}({json.dumps(self.steps)}), given)", given)

    def one(self, function, given=None):
        return self.every(f"(all, given) => {{ if (all.length === 0) throw Error('nothing is ' + {json.dumps(str(self.steps))});"
                          f" return ({function})(all[0], given); }}", given)

    def locator(self, selector):
        return Locator(self.page, [*self.steps, [selector, None]])

    def nth(self, index):
        return Locator(self.page, [*self.steps, index])

    @property
    def first(self):
        return self.nth(0)

    @property
    def last(self):
        return self.nth(-1)

    def count(self):
        return self.every("all => all.length")

    def all(self):
        return [self.nth(index) for index in range(self.count())]

    def all_inner_texts(self):
        return self.every("all => all.map(one => one.innerText)")

    def evaluate_all(self, function):
        return self.every(function)

    def get_attribute(self, name):
        return self.one("(one, name) => one.getAttribute(name)", name)

    def inner_text(self):
        return self.one("one => one.innerText")

    def text_content(self):
        return self.one("one => one.textContent")

    def is_visible(self):
        return self.page.locator(self.steps[0][0] + ":visible").count() > 0

    def is_enabled(self):
        return self.one("one => !one.disabled")

    def bounding_box(self):
        return self.one("one => { const {x, y, width, height} = one.getBoundingClientRect(); return {x, y, width, height}; }")

    def scroll_into_view_if_needed(self):
        self.one("""one => {
          const {top, bottom} = one.getBoundingClientRect();
          if (top < 0 || bottom > innerHeight) one.scrollIntoView({block: "center", behavior: "instant"});
        }""")

    def focus(self):
        self.one("one => one.focus()")

    def click(self):
        if self.one(SPOT) is None:
            raise RuntimeError(f"{self.steps} is covered")
        # By the element, which may have moved since, even out of the window.
        node = self.page.call_script(f"{FIND}({json.dumps(self.steps)})[0]")["sharedId"]
        try:
            self.page.mouse.click(0, 0, origin={"type": "element", "element": {"sharedId": node}})
        except RuntimeError as error:
            if "out of bounds" not in str(error): raise
            self.click()

    def set_checked(self, wanted):
        if self.one("one => one.checked") != wanted:
            self.click()


class Mouse:
    """The mouse, at whole pixels."""

    def __init__(self, page):
        self.page, self.place = page, (0, 0)

    def act(self, *actions):
        self.page.act("pointer", list(actions), parameters={"pointerType": "mouse"})

    def move(self, x, y, steps=1):
        (a, b), self.place = self.place, (x, y)
        self.act(*({"type": "pointerMove", "x": round(a + (x - a) * step / steps), "y": round(b + (y - b) * step / steps)}
                   for step in range(1, steps + 1)))

    def down(self):
        self.act({"type": "pointerDown", "button": 0})

    def up(self):
        self.act({"type": "pointerUp", "button": 0})

    def click(self, x, y, times=1, origin="viewport"):
        press = [{"type": f"pointer{kind}", "button": 0} for kind in ("Down", "Up")]
        self.act({"type": "pointerMove", "x": round(x), "y": round(y), "origin": origin}, *press * times)

    def dblclick(self, x, y):
        self.click(x, y, 2)

    def wheel(self, x, y):
        left, top = self.place
        self.page.act("wheel", [{"type": "scroll", "x": round(left), "y": round(top), "deltaX": x, "deltaY": y}])


class Keyboard:
    """The keys, by the names of `KeyboardEvent.key`."""

    def __init__(self, page):
        self.page = page

    def act(self, key, *kinds):
        self.page.act("key", [{"type": f"key{kind}", "value": KEYS.get(key, key)} for kind in kinds])

    def down(self, key):
        self.act(key, "Down")

    def up(self, key):
        self.act(key, "Up")

    def press(self, keys):
        """Presses a key, or a key with others that are held, such as `Shift+N`."""
        *held, key = keys.split("+") if len(keys) > 1 else [keys]
        for one in held:
            self.down(one)
        self.act(key, "Down", "Up")
        for one in held:
            self.up(one)
