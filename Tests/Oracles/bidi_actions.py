"""Performs W3C actions in Firefox by WebDriver BiDi, and prints the pointer events that a page received.

    bidi_actions.py FIREFOX ACTIONS.json

Prints a JSON list of [type, x, y, pressure], in the order in which they came. Firefox performs the actions by the
wall clock, at whole pixels.
"""
import json
import pathlib
import sys

from firefox import Firefox

PAGE = """<!doctype html><meta name=viewport content="width=device-width">
<style>html, body { margin: 0; height: 100%; touch-action: none; }</style><script>
const events = [];
for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'])
  addEventListener(type, event => events.push([type, event.clientX, event.clientY, event.pressure]), true);
</script>"""


def perform(firefox, actions):
    context = firefox.call("browsingContext.getTree")["contexts"][0]["context"]
    firefox.call("browsingContext.setViewport", context=context, viewport={"width": 400, "height": 800})
    page = pathlib.Path(actions).with_suffix(".html").resolve()
    page.write_text(PAGE, encoding="utf-8")
    firefox.call("browsingContext.navigate", context=context, url=page.as_uri(), wait="complete")
    with open(actions, encoding="utf-8") as file:
        sources = json.load(file)["actions"]
    firefox.call("input.performActions", context=context, actions=sources)
    # The last events reach the page after the answer, if the machine is busy.
    script = f"""new Promise(done => {{
        const wait = () => events.filter(event => event[0] === 'pointerup').length < {len(sources)}
          ? setTimeout(wait, 10) : done(JSON.stringify(events));
        wait();
    }})"""
    result = firefox.call("script.evaluate", expression=script, target={"context": context}, awaitPromise=True)
    return result["result"]["value"]


def main(program, actions):
    with Firefox(program) as firefox:
        print(perform(firefox, actions))


main(*sys.argv[1:])
