"""Tests pages in Debian's Chromium, and prints what is wrong with them, one line each.

    page_browser.py               exits with 1 if Chromium or Playwright is not installed
    page_browser.py PLAN SHOTS    the plan is JSON: a list of {"page", "figures", "runs"}; each run has the
                                  "csv" that `replay` wrote and "layer", what properties do: {"offset": "x"};
                                  pictures are written to the folder SHOTS, if it is given
"""
import bisect
import csv
import json
import math
import pathlib
import random
import re
import sys
import time

import page_reader

CHROMIUM = pathlib.Path("/usr/bin/chromium")
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / ".build/python"))
try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sync_playwright = None

SIZES = [(390, 844), (1400, 900)]
# At 200 %, a window of 1400 pixels is 700 wide; at 320, nothing may need horizontal scrolling (WCAG, 1.4.10).
NARROW = [(700, 450), (320, 256)]

# The appearance of the layer, from the browser's own matrices, in the stage's own unit.
LAYER = """number => {
  const group = document.getElementById('layer-' + number), body = group.querySelector('.body');
  const stage = document.querySelector('svg.stage');
  const m = stage.getScreenCTM().inverse().multiply(body.getScreenCTM());
  const box = body.getBoundingClientRect(), frame = stage.getScreenCTM().inverse();
  const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(frame);
  const style = getComputedStyle(group);
  const blur = /blur\\(([0-9.e-]+)px\\)/.exec(style.filter), dimming = document.getElementById('dimming');
  const size = JSON.parse(document.getElementById('replay-data').textContent).layer;
  const [width, height, radius] = ['width', 'height', 'rx'].map(key => Number(body.getAttribute(key)));
  const press = Number(group.querySelector('.pressing')?.getAttribute('r')) / size.press;
  return {x: m.e, y: m.f, boxX: middle.x, boxY: middle.y, scale: Math.hypot(m.a, m.b), turn: Math.atan2(m.b, m.a),
    opacity: Number(style.opacity), blur: blur ? Number(blur[1]) : 0, fill: getComputedStyle(body).fill,
    width, height, radius, press, dimming: dimming ? Number(getComputedStyle(dimming).opacity) : 0};
}"""
SET = """time => {
  const slider = document.getElementById('time');
  slider.value = time;
  slider.dispatchEvent(new Event('input', {bubbles: true}));
}"""
# The texts of the table of values at each of some times.
READ = """times => times.map(time => {
  const slider = document.getElementById('time');
  slider.value = time;
  slider.dispatchEvent(new Event('input', {bubbles: true}));
  return [...document.querySelectorAll('.cell .number')].map(cell => cell.textContent);
})"""
# The time of the browser's frames against the time that is played: the speed is right on any machine.
PACE = """() => new Promise(done => {
  const replay = document.getElementById('replay'), seen = [];
  const look = instant => {
    seen.push([instant, Number(replay.dataset.time)]);
    if (seen.length > 4) {
      const [a, b] = [seen[1], seen[seen.length - 1]];
      done((b[1] - a[1]) / 1000 / (b[0] - a[0]));
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""

problems = []


def rows(path):
    with open(path, newline="") as file:
        return [row for row in csv.reader(file) if row and not row[0].startswith("#")]


def kinks(path):
    """The fraction and the velocity at grabs, releases and handoffs, which `replay --format ndjson` prints."""
    found = {}
    for line in pathlib.Path(path).read_text().splitlines():
        event = json.loads(line)
        phase = {"began": "tracking", "held": "tracking", "ended": "tracking", "cancelled": "tracking",
                 "handoff": "settling"}.get(event.get("event"))
        if phase is not None:
            time = round(event["time"] * 1_000_000)
            # A handoff follows its release, whose instant shows what the rule has judged.
            found[time + (time in found)] = (phase, event["fraction"], event["velocity"])
    return found


class Run:
    def __init__(self, plan):
        head, *lines = rows(plan["csv"])
        self.columns = {name: place for place, name in enumerate(head)}
        self.lines = lines
        self.layer = plan["layer"]
        self.times = [round(float(line[0]) * 1_000_000) for line in lines]
        self.kinks = kinks(plan["events"]) if plan.get("events") else {}

    def kinks_from(self, place):
        """The kinks between a row and the next one: a time, what it does from then on, the fraction and the velocity."""
        times = self.times[place:place + 2]
        return [(time, *self.kinks[time]) for time in self.kinks if times[0] < time < times[-1]]

    def value(self, line, name):
        return float(line[self.columns[name]])


def near(page, what, found, wanted, within=1e-3):
    if not math.isclose(found, wanted, rel_tol=1e-5, abs_tol=within):
        problems.append(f"{page}: {what} is {found} instead of {wanted}")


def check_layer(name, page, number, run, line, share=None):
    """Compares the layer with a row of the columns, or with a time between two rows."""
    found = page.evaluate(LAYER, number)
    for column, target in run.layer.items():
        wanted = run.value(line, column) if share is None else (
            run.value(line[0], column) * (1 - share) + run.value(line[1], column) * share)
        what = f"{target} of layer {number} at {page.evaluate('document.getElementById(`replay`).dataset.time')}"
        if target in ("opacity", "dimming"):
            wanted = min(max(wanted, 0), 1)
        if target == "press":
            wanted = min(max(wanted, 0), 1.5)
        if target in ("green", "blue"):
            parts = [float(part) for part in found["fill"].removeprefix("rgb(").rstrip(")").split(",")]
            near(name, what, parts[["red", "green", "blue"].index(target)], max(min(wanted, 1), 0) * 255, 1)
            continue
        near(name, what, found[target], wanted)
        if target in ("x", "y") and "turn" not in run.layer.values():
            near(name, "box " + what, found["box" + target.upper()], wanted, 0.05)


def check_slider(name, page, runs):
    for number, run in enumerate(runs):
        places = sorted({round(part * (len(run.lines) - 1) / 9) for part in range(10)})
        for place in places:
            page.evaluate(SET, run.times[place])
            check_layer(name, page, number, run, run.lines[place])
            text = page.get_attribute("#time", "aria-valuetext")
            fraction = f"fraction {run.value(run.lines[place], 'fraction'):.2f}".replace("-", "−")
            fraction = fraction.replace("−0.00", "0.00")
            if f"{run.times[place] / 1e6:.3f} s" not in text or fraction not in text:
                problems.append(f"{name}: the slider says {text}, and not {fraction}")
            if run.lines[place][1] not in text:
                problems.append(f"{name}: the slider says {text}, and not {run.lines[place][1]}")
        # Between two samples, and in a long period that one sample represents.
        moving = [i for i, line in enumerate(run.lines[:-1]) if line[1] in ("tracking", "settling") and not run.kinks_from(i)]
        for place in [moving[0], moving[len(moving) // 2]]:
            a, b = run.times[place:place + 2]
            middle = (a + b) // 2
            page.evaluate(SET, middle)
            check_layer(name, page, number, run, run.lines[place:place + 2], (middle - a) / (b - a))
        held = min([run.times[1], *(kink[0] for kink in run.kinks_from(0))])
        if run.lines[0][1] == "idle" and held > run.times[0] + 2000:
            page.evaluate(SET, held - 1000)
            check_layer(name, page, number, run, run.lines[0])
    # The cursors of all plots are at the same time, and move from one end of the axes to the other.
    for end, side in [("min", "x1"), ("max", "x2")]:
        page.evaluate(SET, int(page.get_attribute("#time", end)))
        cursors = page.evaluate("[...document.querySelectorAll('.cursor')].map(c => c.getAttribute('x2'))")
        axis = page.locator("svg.timed line.axis").first.get_attribute(side)
        if {float(cursor) for cursor in cursors} != {float(axis)} or len(cursors) < 3:
            problems.append(f"{name}: cursors at {cursors} instead of {axis}")


def check_skins(name, page, run):
    """Compares the onion skins with the rows 250, 200, …, 50 ms before."""
    if run.layer != {"offset": "x", "alpha": "opacity"}:
        return
    now = run.times[-1] // 2
    page.check("[name=skins]")
    page.evaluate(SET, now)
    found = page.evaluate("""[...document.querySelectorAll('.skin')].map(skin =>
      Number(/translate\\(([-0-9.e]+)/.exec(skin.getAttribute('transform'))[1]))""")
    wanted = [at(run, max(now - ago, run.times[0]), "offset") for ago in (250_000, 200_000, 150_000, 100_000, 50_000)]
    for one, value in zip(found, wanted, strict=True):
        near(name, f"an onion skin at {now}", one, value, 1e-3)
    page.uncheck("[name=skins]")
    if page.locator(".skin").count():
        problems.append(f"{name}: onion skins stay")


# For each bar of the first trajectory's values: its left end and width in shares of its box, and its channel's scale.
BARS = """() => {
  const {channels, runs} = JSON.parse(document.getElementById('replay-data').textContent);
  return runs[0].places.map(place => {
    const level = document.querySelector(`#cell-0-${place} .level`), {low, high} = channels[place];
    const own = level.getBoundingClientRect(), box = level.parentNode.getBoundingClientRect();
    return {left: (own.x - box.x) / box.width, width: own.width / box.width, low, high};
  });
}"""


def check_bars(name, page, run):
    """Each bar goes from zero, or the end of the scale next to it, to the value."""
    for place in [0, len(run.lines) // 3, len(run.lines) // 2, len(run.lines) - 1]:
        page.evaluate(SET, run.times[place])
        for column, bar in zip(["fraction", "velocity"] + list(run.columns)[4:], page.evaluate(BARS), strict=True):
            zero, value = [min(max((one - bar["low"]) / ((bar["high"] - bar["low"]) or 1), 0), 1)
                           for one in (0, run.value(run.lines[place], column))]
            near(name, f"the left end of the bar of {column}", bar["left"], min(zero, value), 0.005)
            near(name, f"the width of the bar of {column}", bar["width"], abs(value - zero), 0.005)


def check_random(name, page, run, count):
    """Compares the table of values at random instants with the rows before and after them."""
    chance = random.Random(name)
    times = [chance.randint(run.times[0], run.times[-1]) for _ in range(count)]
    columns = ["fraction", "velocity"] + list(run.columns)[4:]
    for time, texts in zip(times, page.evaluate(READ, times)):
        place = bisect.bisect_right(run.times, time) - 1
        row, after = run.lines[place], run.lines[min(place + 1, len(run.lines) - 1)]
        between = run.kinks_from(place)
        own = lambda line: [run.value(line, column) for column in columns]
        known = [(run.times[place], row[1], own(row))] + [(at, phase, list(both)) for at, phase, *both in between] + [
            (run.times[min(place + 1, len(run.times) - 1)], after[1], own(after))]
        at = max(number for number, one in enumerate(known[:-1]) if one[0] <= time)
        (start, phase, first), (end, _, second) = known[at:at + 2]
        share = (time - start) / (end - start) if phase in ("tracking", "settling") and end > start else 0
        # Events have no properties; check_releases knows those of releases.
        for number, (column, text) in enumerate(zip(columns, texts, strict=True)):
            if number > 1 and between:
                break
            wanted = first[number] * (1 - share) + second[number] * share if share else first[number]
            unit = 10 ** -len(text.partition(".")[2])
            found = float(text.replace("−", "-"))
            if abs(found - wanted) > unit * 0.5001:
                problems.append(f"{name}: {column} at {time} is {text} instead of {wanted}")
                return


def check_releases(name, page, path):
    """Compares the table of values at each release with the fraction that `explain` has, and the properties with theirs."""
    releases = [one for one in json.loads(pathlib.Path(path).read_text())["releases"] if not one["cutOff"]]
    for release, texts in zip(releases, page.evaluate(READ, [round(one["time"] * 1e6) for one in releases])):
        fraction = release["release"]["fraction"]
        # The offset goes from 0 to 320 points, and alpha from 1 to 0.4, linearly.
        for text, wanted in zip([texts[0], *texts[2:]], [fraction, 320 * fraction, 1 - 0.6 * fraction], strict=True):
            unit = 10 ** -len(text.partition(".")[2])
            if abs(float(text.replace("−", "-")) - wanted) > unit * 0.5001:
                problems.append(f"{name}: at the release {release['time']} it shows {texts} instead of {wanted}")
                return


# The points of the curve of a channel as times and values, by the scales of its plot.
CURVE = """channel => {
  const path = document.querySelector(`svg.timed [data-channel="${channel}"]`), svg = path.ownerSVGElement;
  const {low, high, top, bottom} = svg.dataset, sides = [46, svg.viewBox.baseVal.width - 12];
  const labels = [...svg.querySelectorAll('g.ticks text')].map(text => [Number(text.getAttribute('x')),
    Number(text.textContent.replace('−', '-'))]);
  const [a, b] = [labels[0], labels[labels.length - 1]];
  const [from, to] = sides.map(x => a[1] + (x - a[0]) / (b[0] - a[0]) * (b[1] - a[1]));
  const numbers = path.getAttribute('d').split(/[ML ]/).filter(word => word !== '').map(Number);
  const points = [];
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const time = a[1] + (numbers[at] - a[0]) / (b[0] - a[0]) * (b[1] - a[1]);
    const share = (bottom - numbers[at + 1]) / (bottom - top);
    points.push([time, Number(low) + share * (high - low)]);
  }
  return {points, from, to, tenth: 0.1 * (high - low) / (bottom - top), width: (b[1] - a[1]) / (b[0] - a[0])};
}"""


UNIT = "(svg => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width)(document.querySelector('svg.timed'))"


def plotted_width(page):
    """The units from one side of a plot to the other: there are more of them where there is room."""
    return page.evaluate("document.querySelector('svg.timed').viewBox.baseVal.width") - 46 - 12


def inside(page, share):
    """Where a share of the time is, as a share of the plot with its margins of 46 and 12 units."""
    return (46 + share * plotted_width(page)) / (plotted_width(page) + 46 + 12)


def check_curve(name, page, run, what, channel=0):
    """Compares the curve of a plot with all rows of the columns that are in its view."""
    found = page.evaluate(CURVE, channel)
    points, near_time = found["points"], found["width"] * 0.3
    values = [(time / 1e6, run.value(line, ["fraction", "velocity"][channel])) for time, line in zip(run.times, run.lines)]
    values += [(time / 1e6, kink[channel + 1]) for time, kink in run.kinks.items()
               if time not in run.times and run.times[0] < time < run.times[-1]]
    values.sort()
    seen = [(time, value) for time, value in values if found["from"] <= time <= found["to"]]
    for time, value in seen:
        heights = [point[1] for point in points if abs(point[0] - time) <= near_time]
        if not heights or not min(heights) - found["tenth"] <= value <= max(heights) + found["tenth"]:
            problems.append(f"{name}: {what}: {value} at {time} is not drawn: {heights[:4]}")
            return
    for extreme in (min, max):
        wanted = extreme(value for _, value in seen)
        drawn = extreme(point[1] for point in points if seen[0][0] <= point[0] <= seen[-1][0])
        near(name, f"{what}: the {extreme.__name__} of channel {channel}", drawn, wanted, found["tenth"] * 1.5)


def address(page):
    """The address, which Playwright's own copy follows only later."""
    return page.evaluate("location.href")


def wait_for_address(page):
    """Waits until the page has written its address, 400 ms after the frame of the last change, by the page's own timers,
    which a busy machine delays alike.
    """
    page.evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 450))))")


def check_gestures(name, page, run, count):
    """Lists, filters and chooses gestures; the address keeps them."""
    rows = page.locator("#gesture-list tbody tr")
    if rows.count() != count:
        problems.append(f"{name}: {rows.count()} gestures instead of {count}")
    check_curve(name, page, run, "the whole", 0)
    check_curve(name, page, run, "the whole", 1)
    now = lambda: int(page.evaluate("document.getElementById('replay').dataset.time"))
    row = page.locator("#gesture-list tr[data-number='12']")
    release, start, end = (int(row.get_attribute(f"data-{key}")) for key in ("release", "start", "end"))
    row.click()
    if now() != release:
        problems.append(f"{name}: gesture 12 leads to {now()} instead of {release}")
    if not address(page).endswith(f"#g=12&t={release / 1e6:.3f}"):
        problems.append(f"{name}: the address of gesture 12 is {address(page)}")
    for channel in (0, 1):
        check_curve(name, page, run, "gesture 12", channel)
    view = page.evaluate(CURVE, 0)
    if not start / 1e6 - 1 <= view["from"] <= start / 1e6 <= end / 1e6 <= view["to"] <= end / 1e6 + 1:
        problems.append(f"{name}: gesture 12 is seen from {view['from']} to {view['to']}")
    tracks = page.locator("#replay g.seen path.track")
    if tracks.count() != 1 or page.locator("#replay g.recorded").is_visible():
        problems.append(f"{name}: {tracks.count()} paths of gesture 12")
    if page.locator(".omitted:visible").count() > 0:
        problems.append(f"{name}: contacts are said to be missing beside gesture 12")
    visible = page.locator(".decision:visible")
    if visible.count() != 1 or visible.get_attribute("id") != "decision-12":
        problems.append(f"{name}: {visible.count()} decisions are seen")
    # The row has the keyboard's focus.
    page.keyboard.press("n")
    if "#g=13&" not in address(page):
        problems.append(f"{name}: n leads to {address(page)}")
    page.keyboard.press("n")
    page.keyboard.press("Shift+N")
    if "#g=13&" not in address(page):
        problems.append(f"{name}: n and N lead to {address(page)}")
    check_all(name, page, run)
    page.evaluate("history.go(-9)")
    wait(page, f"document.getElementById('replay').dataset.time === '{release}'")
    if now() != release:
        problems.append(f"{name}: Back leads to {now()}")
    page.evaluate(SET, release + 40_000)
    wait_for_address(page)
    if not address(page).endswith(f"#g=12&t={(release + 40_000) / 1e6:.3f}"):
        problems.append(f"{name}: after a seek the address is {address(page)}")
    link = page.url.split("#")[0] + "#g=40&t=" + f"{release / 1e6 + 100:.3f}"
    page.goto("about:blank")
    page.goto(link)
    if now() != round((release / 1e6 + 100) * 1000) * 1000:
        problems.append(f"{name}: the address leads to {now()}")
    timeline = page.locator(".timeline").bounding_box()
    if not 0 <= timeline["y"] <= page.viewport_size["height"] - timeline["height"]:
        problems.append(f"{name}: an opened link leaves the timeline at {timeline['y']} px")
    page.keyboard.press("p")
    if page.get_attribute(".pin", "aria-pressed") != "true":
        problems.append(f"{name}: in an opened link P pins nothing")
    page.keyboard.press("p")
    page.evaluate("document.activeElement.blur()")
    page.click("svg.stage")
    page.keyboard.press("p")
    if page.get_attribute(".pin", "aria-pressed") != "true":
        problems.append(f"{name}: after a click on the stage P pins nothing")
    page.keyboard.press("p")
    if page.locator("#gesture-list tr[aria-current]").get_attribute("data-number") != "40":
        problems.append(f"{name}: the address chooses another gesture")
    page.focus("#time")
    page.keyboard.press("0")
    page.select_option("[name=order]", "margin")
    margins = page.evaluate(
        "[...document.querySelectorAll('#gesture-list tbody tr')].map(row => Math.abs(Number(row.dataset.margin)))")
    if margins != sorted(margins):
        problems.append(f"{name}: gestures are not in the order of their margins")
    # The strip above the plots: a drag makes a window of the middle third.
    box = page.locator("svg.overview").bounding_box()
    place = lambda share: box["x"] + box["width"] * inside(page, share)
    page.locator("svg.overview").scroll_into_view_if_needed()
    box = page.locator("svg.overview").bounding_box()
    page.mouse.move(place(1 / 3), box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(place(2 / 3), box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    check_curve(name, page, run, "the middle third", 1)
    whole = run.times[-1] / 1e6
    near(name, "the start of the middle third", page.evaluate(CURVE, 0)["from"], whole / 3, whole / 60)
    check_overview(name, page, whole, place, box["y"] + box["height"] / 2)
    check_chosen(name, page)
    check_view(name, page, whole)
    check_pointer(name, page, run)
    page_reader.check_query(name, page, problems)


def check_all(name, page, run):
    """Goes from gesture 13 back to all gestures, in every way, and each time to gesture 13 again."""
    for how in ("0", "Escape", "button"):
        page.click("#gesture-list [name=all]") if how == "button" else page.keyboard.press(how)
        view = page.evaluate(CURVE, 0)
        for end, time in zip((view["from"], view["to"]), (run.times[0], run.times[-1])):
            # The labels, which tell the span, are at hundredths of a pixel.
            near(name, f"an end of the span after {how}", end, time / 1e6, view["width"] * 0.05)
        if page.locator("#gesture-list tr[aria-current]").count() > 0 or "#g=" in address(page):
            problems.append(f"{name}: {how} leaves a gesture chosen at {address(page)}")
        if how != "button":
            page.click("#gesture-list tr[data-number='13']")
    page.click("#gesture-list tr[data-number='13']")
    if "#g=13&" not in address(page):
        problems.append(f"{name}: a click leads to {address(page)}")


def check_chosen(name, page):
    """Shows a gesture alone: the slider spans it, playing ends with it, and some keys need no focus."""
    now = lambda: int(page.evaluate("document.getElementById('replay').dataset.time"))
    heading, said = page.locator("#played h2"), page.locator("#gesture-list output")
    page.fill("[name=number]", "13")
    page.press("[name=number]", "Enter")
    if "#g=13&" not in address(page) or page.locator("#gesture-list tr[aria-current]").get_attribute("data-number") != "13":
        problems.append(f"{name}: the number 13 leads to {address(page)}")
    page.click("#gesture-list tr[data-number='12'] a")
    if page.input_value("[name=number]") != "12":
        problems.append(f"{name}: the number of gesture 12 is {page.input_value('[name=number]')}")
    at = now()
    page.focus("[name=link]")
    page.keyboard.press("Home")
    if now() != at:
        problems.append(f"{name}: Home on a button leads to {now()}")
    page.evaluate("document.activeElement.blur()")
    view, slider = page.evaluate(CURVE, 0), page.evaluate("['min', 'max'].map(end => Number(document.getElementById('time')[end]))")
    for found, end in zip(slider, ("from", "to")):
        near(name, "an end of the slider", found / 1e6, view[end], view["width"] * 0.05)
    if heading.inner_text() != "Playback: gesture 12" or "gesture 12 is chosen" not in said.inner_text():
        problems.append(f"{name}: of gesture 12 it says {heading.inner_text()}, {said.inner_text()}")
    strands = page.locator(".strand.gesture12").count()
    for where, wanted in [(".strand.marked", strands), (".seen .moment", 1), (".seen .foundmark", 1)]:
        if not page.locator(where).count() == wanted > 0:
            problems.append(f"{name}: gesture 12 has {page.locator(where).count()} of {where}, not {wanted}")
    if page.locator(".command").count() == 1 and not page.inner_text(".command code").strip().endswith("rules.html --gesture 12"):
        problems.append(f"{name}: the command for gesture 12 is {page.inner_text('.command code')}")
    page.fill("[name=below]", "0.000001")
    if "gesture 12 is chosen and not listed" not in said.inner_text():
        problems.append(f"{name}: of a gesture that the filter hides it says {said.inner_text()}")
    page.fill("[name=below]", "")
    page.locator("svg.stage").scroll_into_view_if_needed()
    page.evaluate("document.activeElement.blur()")
    before = now()
    page.keyboard.press("ArrowRight")
    if not before < now() < before + 20_000:
        problems.append(f"{name}: without a focus → leads from {before} to {now()}")
    page.keyboard.press("n")
    if "#g=12&" not in address(page):
        problems.append(f"{name}: without a focus N leads to {address(page)}")
    page.keyboard.press("Space")
    if page.inner_text(".play") != "Pause":
        problems.append(f"{name}: without a focus Space does not play")
    wait(page, "document.querySelector('.play').textContent === 'Play'")
    if abs(now() - slider[1]) > 1 or "#g=12&" not in address(page):
        problems.append(f"{name}: gesture 12 is played to {now()} instead of {slider[1]}, {address(page)}")
    page.click("nav a[href='#played']")
    if page.evaluate("document.activeElement.id") != "time":
        problems.append(f"{name}: the link to the playback leaves the keyboard elsewhere")
    page.keyboard.press("e")
    wait_for_address(page)
    if now() <= slider[1] or "g=" in address(page) or page.locator("#gesture-list tr[aria-current]").count() > 0:
        problems.append(f"{name}: beyond gesture 12 the address is {address(page)}")
    if page.locator(".strand.marked").count() > 0 or "--gesture" in "".join(page.locator(".command").all_inner_texts()):
        problems.append(f"{name}: beyond gesture 12 something is still marked")
    if heading.inner_text() != "Playback":
        problems.append(f"{name}: beyond gesture 12 the heading is {heading.inner_text()}")


def check_first(name, page, number):
    """A page of one gesture shows it first, until another is chosen or none."""
    chosen = lambda: [row.get_attribute("data-number") for row in page.locator("#gesture-list tr[aria-current]").all()]
    if chosen() != [str(number)] or f"#g={number}" not in address(page):
        problems.append(f"{name}: it shows {chosen()} at {address(page)}")
    top, height = page.evaluate(f"[document.getElementById('decision-{number}').getBoundingClientRect().top, innerHeight]")
    if not -1 < top < height:
        problems.append(f"{name}: its decision is at {top} of {height} px")
    page.click("#gesture-list [name=all]")
    page.reload()
    if chosen() or "g=" in address(page):
        problems.append(f"{name}: after all gestures were shown, it shows {chosen()} at {address(page)}")


def check_overview(name, page, whole, place, y):
    """Moves the window of the strip, which is on the middle third, resizes it, and shows everything."""
    left, right = 1 / 3, 2 / 3
    # From inside, from the right end, and from the left end.
    for start, end, wanted in [(0.5, 0.6, (left + 0.1, right + 0.1)), (right + 0.1, 0.9, (left + 0.1, 0.9)),
                               (left + 0.1, 0.2, (0.2, 0.9))]:
        page.mouse.move(place(start), y)
        page.mouse.down()
        page.mouse.move(place(end), y, steps=3)
        page.mouse.up()
        view = page.evaluate(CURVE, 0)
        box = [float(page.locator(".window").get_attribute(key)) for key in ("x", "width")]
        for found, shown, share in zip((view["from"], view["to"]), (box[0], box[0] + box[1]), wanted):
            near(name, f"an end of the span after a drag on the strip from {start}", found, share * whole, whole / 60)
            near(name, f"an end of the window after a drag from {start}", shown, 46 + plotted_width(page) * share, 3)
    page.mouse.dblclick(place(0.5), y)
    view = page.evaluate(CURVE, 0)
    for found, share in zip((view["from"], view["to"]), (0, 1)):
        near(name, "an end of the span after a double click on the strip", found, share * whole, whole / 60)


def at(run, time, column):
    """The value of a column at a time in microseconds, on the line through the rows before and after it."""
    place = bisect.bisect_right(run.times, time) - 1
    row, after = run.lines[place], run.lines[min(place + 1, len(run.lines) - 1)]
    share = 0
    if row[1] in ("tracking", "settling") and after is not row:
        share = (time - run.times[place]) / (run.times[place + 1] - run.times[place])
    return run.value(row, column) * (1 - share) + run.value(after, column) * share


def number(text):
    return float(text.replace("−", "-").strip(" Δs"))


# The values beside the dots of the first two plots, the times at their feet, and where the hair lines are.
HOVER = """() => [...document.querySelectorAll('svg.timed g.hover')].filter(g => g.parentNode.querySelector('[data-channel]'))
  .slice(0, 2).map(g => ({x: Number(g.querySelector('.hair')?.getAttribute('x1')),
    dots: [...g.querySelectorAll('.dot')].map(dot => {
      const {low, high, top, bottom} = g.parentNode.dataset, unit = (high - low) / (bottom - top);
      return {value: Number(low) + (bottom - dot.getAttribute('cy')) * unit, unit};
    }),
    texts: [...g.querySelectorAll('text')].map(text => text.textContent)}))"""


def check_pointer(name, page, run):
    """Hovers, pins, selects a span, and clicks events."""
    now = lambda: int(page.evaluate("document.getElementById('replay').dataset.time"))
    row = page.locator("#gesture-list tr[data-number='12']")
    release = int(row.get_attribute("data-release"))
    row.click()
    plot = page.locator("svg.timed:has([data-channel='0'])")
    # Below what stays at the upper edge.
    page.evaluate("document.querySelector(`svg.timed:has([data-channel='0'])`).scrollIntoView()")
    box = plot.bounding_box()
    spot = lambda share: (box["x"] + box["width"] * inside(page, share), box["y"] + box["height"] / 2)
    view = page.evaluate(CURVE, 0)
    time_at = lambda share: (view["from"] + share * (view["to"] - view["from"])) * 1e6
    for share in (0.2, 0.45, 0.7):
        page.mouse.move(*spot(share))
        found = page.evaluate(HOVER)
        # The text has milliseconds; between rows the value follows the line within them.
        time = number(found[0]["texts"][-1]) * 1e6
        near(name, "the time below the pointer", time, time_at(share), 8000)
        for column, one in zip(("fraction", "velocity"), found, strict=True):
            near_values = [at(run, time + step, column) for step in range(-600, 601, 100)]
            value, slack = number(one["texts"][0]), 0.011 if column == "velocity" else 0.0011
            if not min(near_values) - slack <= value <= max(near_values) + slack or len(one["dots"]) != 1:
                problems.append(f"{name}: {column} below the pointer at {time} is {value}, not {near_values[6]}")
            for dot in one["dots"]:
                near(name, f"the dot of {column} at {time}", dot["value"], value, slack + 0.06 * dot["unit"])
    page.mouse.move(5, 5)
    if any(one["texts"] for one in page.evaluate(HOVER)):
        problems.append(f"{name}: values stay when the pointer leaves")
    # A second cursor, and what has changed since.
    page.focus("#time")
    page.keyboard.press("p")
    page.keyboard.press("PageDown")
    first, second = at(run, release, "fraction"), at(run, now(), "fraction")
    text = page.locator("#cell-0-0 .difference").inner_text()
    if page.get_attribute(".pin", "aria-pressed") != "true" or abs(number(text) - (second - first)) > 0.0011:
        problems.append(f"{name}: pinned at {release}, the difference at {now()} is {text}, not {second - first}")
    if "Δ −0.100 s" not in page.get_attribute("#time", "aria-valuetext"):
        problems.append(f"{name}: pinned, the slider says {page.get_attribute('#time', 'aria-valuetext')}")
    # An upright line has no width, and so is never visible to Playwright.
    pinned = lambda: page.evaluate(
        "[...document.querySelectorAll('line.pinned')].filter(line => getComputedStyle(line).display !== 'none').length")
    if pinned() != page.locator("svg.timed").count():
        problems.append(f"{name}: the second cursor is in {pinned()} plots")
    page.click(".pin")
    if page.locator("#cell-0-0 .difference").inner_text() != "" or pinned():
        problems.append(f"{name}: the second cursor stays")
    # A span by the pointer, which then fills the plots.
    page.keyboard.down("Shift")
    page.mouse.move(*spot(0.3))
    page.mouse.down()
    page.mouse.move(*spot(0.6), steps=3)
    page.mouse.up()
    page.keyboard.up("Shift")
    wanted = [time_at(0.3), time_at(0.6)]
    near(name, "the end of the span", now(), wanted[1], (wanted[1] - wanted[0]) / 50)
    delta = page.locator("svg.timed text.strong.middle.halo").first.text_content()
    near(name, "the selected span", number(delta) * 1e6, wanted[1] - wanted[0], (wanted[1] - wanted[0]) / 40)
    for what, part, place in [("rect.span", "x", 46 + plotted_width(page) * 0.3), ("rect.span", "width", plotted_width(page) * 0.3),
                              ("line.pinned", "x1", 46 + plotted_width(page) * 0.3), ("line.pinned", "x2", 46 + plotted_width(page) * 0.3)]:
        near(name, f"{part} of {what}", float(plot.locator(what).get_attribute(part)), place, 2)
    page.focus("#time")
    page.keyboard.press("z")
    zoomed = page.evaluate(CURVE, 0)
    for end, time in zip(("from", "to"), wanted):
        near(name, f"where the shown span has its end {end}", zoomed[end] * 1e6, time, (wanted[1] - wanted[0]) / 40)
    page.keyboard.press("p")
    # The word of an event, and its line in the list of events, lead to its instant.
    row.click()
    page.keyboard.press("Home")
    page.locator("svg.timed g.words text", has_text="handoff").first.click()
    if now() != release:
        problems.append(f"{name}: the word of the release leads to {now()} instead of {release}")
    page.locator(".story details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    link = page.locator(".story a").first
    time = round(float(link.get_attribute("href").removeprefix("#t=")) * 1e6)
    link.click()
    if now() != time:
        problems.append(f"{name}: a line of the events leads to {now()} instead of {time}")
    page.fill("[name=below]", "0.1")
    shown = page.locator("#gesture-list tbody tr:visible")
    margins = [abs(float(one.get_attribute("data-margin"))) for one in shown.all()]
    every = page.locator("#gesture-list tbody tr").evaluate_all(
        "all => all.map(row => Math.abs(Number(row.dataset.margin ?? 'Infinity')))")
    if sorted(margins) != sorted(margin for margin in every if margin < 0.1):
        problems.append(f"{name}: the margins below 0.1 are {margins}")
    page.fill("[name=below]", "")
    page.focus("#time")
    page.keyboard.press("0")


def check_touch(browser, plan):
    """Uses fingers on a telephone."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.set_default_timeout(600_000)
    page.goto(pathlib.Path(plan["page"]).as_uri())
    session = context.new_cdp_session(page)

    def touch(*rounds):
        down = 0
        for places in rounds:
            session.send("Input.dispatchTouchEvent", {
                "type": "touchMove" if len(places) == down else "touchStart",
                "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]})
            down = len(places)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    check_fingers(pathlib.Path(plan["page"]).stem + " touched", page, touch)
    context.close()


def check_fingers(name, page, touch):
    """Moves and zooms by one finger and two, and keeps the layer in sight, at 390 pixels.

    `touch` takes the places of all fingers, time after time, and then lifts them.
    """
    page.locator("svg.timed").nth(2).scroll_into_view_if_needed()
    for what in (".timeline", ".play", "#time"):
        box = page.locator(what).bounding_box()
        if box["y"] < 0 or box["y"] + box["height"] > 844 * 0.4:
            problems.append(f"{name}: {what} is at {box['y']} beside the plots")
    box = page.locator("svg.timed").nth(2).bounding_box()
    place = lambda share: (box["x"] + box["width"] * inside(page, share), box["y"] + box["height"] / 2)
    whole = int(page.get_attribute("#time", "max"))
    touch([place(0.5)], [place(0.6)], [place(0.7)])
    time = int(page.evaluate("document.getElementById('replay').dataset.time"))
    near(name, "where a finger leads", time, 0.7 * whole, whole / 50)
    touch([place(0.4)], [place(0.4), place(0.6)], [place(0.3), place(0.7)], [place(0.2), place(0.8)])
    # The times that were at 0.4 and 0.6 are at 0.2 and 0.8: the view is a third as long.
    view = page.evaluate(CURVE, 0)
    near(name, "the length of the pinched view", view["to"] - view["from"], whole / 3e6, whole / 1e6 / 30)
    near(name, "the start of the pinched view", view["from"], whole / 3e6, whole / 1e6 / 30)


def check_view(name, page, whole):
    """Zooms and moves the plots by wheel and keys, goes to events, and plays a gesture again and again."""
    span = lambda: [page.evaluate(CURVE, 0)[end] for end in ("from", "to")]
    now = lambda: int(page.evaluate("document.getElementById('replay').dataset.time"))
    page.focus("#time")
    page.keyboard.press("0")
    page.keyboard.press("Home")
    for key, wanted in [("0", [0, whole]), ("+", [0, whole / 2]), ("-", [0, whole])]:
        page.keyboard.press(key)
        for found, end in zip(span(), wanted):
            near(name, f"an end of the view after {key}", found, end, whole / 400)
    plot = page.locator("svg.timed:has([data-channel='0'])")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    page.mouse.move(box["x"] + box["width"] * inside(page, 0.5), box["y"] + box["height"] / 2)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")
    # A zoom by e around the middle.
    wait(page, f"document.querySelector('.window').getAttribute('width') < {plotted_width(page) / 2.6}")
    for found, share in zip(span(), (-1, 1)):
        near(name, "an end of the zoomed view", found, whole / 2 + share * whole / 2 / math.e, whole / 100)
    before = span()
    page.mouse.wheel(100, 0)
    wait(page, f"document.querySelector('.window').getAttribute('x') > {46 + plotted_width(page) * (before[0] / whole + 0.05)}")
    # A quarter of the view.
    near(name, "the start of the moved view", span()[0], before[0] + (before[1] - before[0]) / 4, whole / 100)
    page.focus("#time")
    page.keyboard.press("0")
    places = []
    for key in ("e", "e", "E"):
        page.keyboard.press(key)
        places.append(now())
    if not 0 < places[0] < places[1] or places[2] != places[0]:
        problems.append(f"{name}: e, e and E lead to {places}")
    page.locator("#gesture-list tr[data-number='12']").click()
    start, end = (time * 1e6 for time in span())
    page.check("[name=loop]")
    page.click(".play")
    seen = []
    while len(seen) < 200 and not any(b < a for a, b in zip(seen, seen[1:])):
        page.wait_for_timeout(50)
        seen.append(now())
    page.click(".play")
    page.uncheck("[name=loop]")
    if len(seen) == 200 or min(seen) < start - 20_000 or max(seen) > end + 20_000:
        problems.append(f"{name}: a loop from {start} to {end} is seen at {seen[:5]} …")
    page.focus("#time")
    page.keyboard.press("0")


def releases_of(release, estimator):
    """The velocity along the gesture of an estimator, as `compare --json` has it."""
    return next(one["along"] for one in release["estimators"] if one["estimator"] == estimator)


def check_matrix(name, page, decisions):
    """Compares the table of rules with their decisions, and asks for the explanation of a cell by its keys."""
    releases = json.loads(pathlib.Path(decisions).read_text())["releases"]
    table = page.evaluate("""() => [...document.querySelectorAll('#rules-matrix tbody tr')].map(row =>
      [...row.cells].map(cell => [cell.textContent, cell.className]))""")
    for row in table:
        rule, same = row[0][0], 0
        for (letter, kind), release in zip(row[2:], releases, strict=True):
            own = release["rules"][0]
            wanted = next(one for one in release["rules"] if one["rule"] == rule)
            is_same = wanted["outcome"] == own["outcome"] and wanted["target"] == own["target"]
            same += is_same
            if letter != wanted["outcome"][0].upper() or (kind == "differs") == is_same:
                problems.append(f"{name}: {rule} is {letter} {kind} at {release['time']}, not {wanted['outcome']}")
                return
        if row[1][0] != f"{same} of {len(releases)}":
            problems.append(f"{name}: {rule} agrees in {row[1][0]}, not {same}")
    # The head of the names stays beside those when the table moves sideways; all columns of gestures are as wide.
    beside = page.evaluate("""() => ['rules-matrix', 'estimators-matrix'].map(id => {
      const table = document.getElementById(id), box = table.parentNode, head = table.tHead.rows[0];
      box.scrollLeft = 300;
      const left = [head.cells[0], table.tBodies[0].rows[0].cells[0]].map(cell =>
        Math.round(cell.getBoundingClientRect().left - box.getBoundingClientRect().left));
      const widths = [...head.cells].slice(2).map(cell => Math.round(cell.getBoundingClientRect().width));
      box.scrollLeft = 0;
      return [left, widths.length, new Set(widths).size];
    })""")
    for left, count, widths in beside:
        if left[0] != left[1] or left[0] > 2 or widths != 1 or count != len(releases):
            problems.append(f"{name}: the heads of a table are at {left}, {count} columns have {widths} widths")
    # Velocities are within 5 % of the own estimator's where both are known.
    own = [releases_of(release, releases[0]["rules"][0]["estimator"]) for release in releases]
    for row in page.evaluate("""() => [...document.querySelectorAll('#estimators-matrix tbody tr')].map(row =>
      [...row.cells].map(cell => cell.textContent))"""):
        pairs = [(wanted, releases_of(release, row[0])) for wanted, release in zip(own, releases)]
        shares = [None if a is None or b is None or a == 0 else (b - a) / abs(a) for a, b in pairs]
        known = [share for share in shares if share is not None]
        summary = f"{sum(abs(share) <= 0.05 for share in known)} of {len(known)}" if known else "–"
        if row[1] != summary:
            problems.append(f"{name}: {row[0]} is near in {row[1]} instead of {summary}")
        for text, share in zip(row[2:], shares, strict=True):
            is_large = share is not None and abs(share) >= 9.995
            wanted = "–" if share is None else ("> 999" if share > 0 else "< −999") if is_large else None
            if wanted is not None and text != wanted or wanted is None and abs(number(text) - 100 * share) > 0.51:
                problems.append(f"{name}: {row[0]} differs by {text} instead of {share}")
                break
    page.locator("#rules-matrix tbody tr").nth(1).locator("td").nth(1).click()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
    rule, release = table[2][0][0], releases[1]
    wanted = next(one for one in release["rules"] if one["rule"] == rule)
    text = page.locator("#rules-matrix-chosen").inner_text().replace("\u00a0", " ")
    if f"{rule}, gesture 2 at {release['time']:.3f} s" not in text or wanted["outcome"] not in text:
        problems.append(f"{name}: the third cell of the third row says {text}")
    if page.evaluate("[...document.querySelectorAll('details.decision[open]')].map(one => one.id)") != ["decision-2"]:
        problems.append(f"{name}: the tables of gesture 2 are not open")
    found = re.search(r"nearest flip\n\w+ (\S+) mm", text)
    change = wanted["nearest"]["change"]
    if found is None or abs(number(found[1].replace("+", "")) - change) > abs(change) / 100:
        problems.append(f"{name}: the third cell of the third row has {text} instead of {change}")
    chosen = page.evaluate("""['td[aria-selected=true]', 'td[tabindex="0"]', 'td:focus'].map(kind =>
      [...document.querySelectorAll('#rules-matrix ' + kind)].map(cell => [cell.parentNode.rowIndex, cell.cellIndex]))""")
    if chosen != [[[3, 3]]] * 3:
        problems.append(f"{name}: the cells that are chosen, reached by Tab and focused are {chosen}")
    time = int(page.evaluate("document.getElementById('replay').dataset.time"))
    if time != round(release["time"] * 1e6):
        problems.append(f"{name}: gesture 2 leads to {time}")
    # A gesture of the list is seen alone; then a cell leads to its gesture.
    alone = lambda: [page.evaluate("[...document.querySelectorAll('details.decision:not([hidden])')].map(one => [one.id, one.open])"),
                     address(page).split("#")[1].split("&")[0]]
    page.click("#gesture-list tr[data-number='2'] a")
    if alone() != [[["decision-2", True]], "g=2"]:
        problems.append(f"{name}: gesture 2 of the list leads to {alone()}")
    marked = page.evaluate("[...document.querySelectorAll('.matrix .marked')].map(head => head.textContent)")
    if marked != ["2", "2"]:
        problems.append(f"{name}: beside gesture 2 the columns {marked} are marked")
    for row in page.locator("#decision-2 tr:has(th[scope=row])").all()[:len(table)]:
        cells = [cell.strip() for cell in row.locator("th, td").all_inner_texts()]
        if cells[0] == "niri" and not re.search("is (not )?(above|below)|no clause", cells[2]):
            problems.append(f"{name}: {cells[0]} does not say why: {cells}")
    page.locator("#rules-matrix tbody tr").nth(1).locator("td").nth(1).click()
    if alone() != [[["decision-1", True]], "g=1"]:
        problems.append(f"{name}: a cell of gesture 1 leads to {alone()}")
    page.click("#gesture-list [name=all]")
    # An entry of the legend hides its trajectory everywhere.
    curves = lambda number: page.locator(f".plot .curve.run{number}:visible, .stage .layer.run{number}:visible").count()
    before = [curves(number) for number in range(3)]
    page.locator(".plots .chips button[data-run='1']").click()
    if not before[1] or [curves(number) for number in range(3)] != [before[0], 0, before[2]]:
        problems.append(f"{name}: the legend hides {before} of {[curves(number) for number in range(3)]}")
    pressed = lambda: {one.get_attribute("aria-pressed") for one in page.locator(".chips button[data-run='1']").all()}
    if pressed() != {"false"}:
        problems.append(f"{name}: with a hidden trajectory the entries of legends are {pressed()}")
    page.locator(".scene .chips button[data-run='1']").click()
    if curves(1) != before[1]:
        problems.append(f"{name}: the legend does not show again")
    if pressed() != {"true"}:
        problems.append(f"{name}: with a shown trajectory the entries of legends are {pressed()}")


def check_keys(name, page, instants):
    now = lambda: int(page.evaluate("document.getElementById('replay').dataset.time"))
    page.focus("#time")
    for key, wanted in [
        ("End", instants[-1]), ("Home", instants[0]), ("ArrowRight", instants[1]),
        ("ArrowUp", instants[2]), ("ArrowLeft", instants[1]), ("ArrowDown", instants[0]),
        ("ArrowDown", instants[0]), ("PageUp", min(instants[0] + 100_000, instants[-1])),
    ]:
        page.keyboard.press(key)
        if now() != wanted:
            problems.append(f"{name}: {key} leads to {now()} instead of {wanted}")
    outline = page.evaluate("getComputedStyle(document.getElementById('time')).outlineStyle")
    if outline != "solid":
        problems.append(f"{name}: the focus on the slider is not seen")
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    if page.inner_text(".play") != "Pause":
        problems.append(f"{name}: Space does not play")
    page.keyboard.press("Space")
    if page.inner_text(".play") != "Play":
        problems.append(f"{name}: Space does not stop")
    page.evaluate("scrollTo(0, 0)")


def wait(page, what):
    """Waits until a condition holds; the page's policy forbids what Playwright would do."""
    for _ in range(30_000):
        if page.evaluate(what):
            return
        page.wait_for_timeout(20)
    problems.append(f"{page.url}: it never comes to {what}")


def check_playing(name, page, instants):
    page.evaluate(SET, instants[0])
    page.select_option("[name=speed]", "0.25")
    page.click(".play")
    near(name, "the slow pace", page.evaluate(PACE), 0.25, 0.02)
    page.select_option("[name=speed]", "1")
    near(name, "the pace", page.evaluate(PACE), 1, 0.05)
    wait(page, f"document.getElementById('replay').dataset.time === '{instants[-1]}'")
    wait(page, "document.querySelector('.play').textContent === 'Play'")
    # At the end, playing begins again.
    page.click(".play")
    wait(page, f"document.getElementById('replay').dataset.time !== '{instants[-1]}'")
    page.click(".play")
    # A plot can be dragged.
    plot = page.locator("svg.timed").first
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    page.mouse.click(box["x"] + box["width"] * inside(page, 0.5), box["y"] + box["height"] / 2)
    middle = (instants[0] + instants[-1]) / 2
    near(name, "a click in the middle of a plot", int(
        page.evaluate("document.getElementById('replay').dataset.time")), middle,
        (instants[-1] - instants[0]) / 50)
    page.evaluate("scrollTo(0, 0)")


def check_text(name, page, figures):
    # No-break spaces keep units beside their numbers.
    snapshot = page.locator("body").aria_snapshot().replace("\u00a0", " ")
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    words = " ".join(str(node.get("name", {}).get("value", "")) for node in tree if not node["ignored"])
    words = words.replace("\u00a0", " ")
    for figure in figures:
        if figure not in snapshot or figure not in words:
            problems.append(f"{name}: {figure} is not told")
    levels = page.evaluate(
        "[...document.querySelectorAll('h1,h2,h3,h4')].map(h => Number(h.tagName[1]))")
    if levels[0] != 1 or any(b > a + 1 for a, b in zip(levels, levels[1:])):
        problems.append(f"{name}: headings in the order {levels}")
    unnamed = [
        node for node in tree if not node["ignored"]
        and node.get("role", {}).get("value") in ("image", "img", "button", "slider", "link", "table", "region")
        and not node.get("name", {}).get("value")]
    if unnamed:
        problems.append(f"{name}: {len(unnamed)} elements without a name")
    for role in ("main", "banner", "contentinfo", "heading"):
        if not any(node.get("role", {}).get("value") == role for node in tree):
            problems.append(f"{name}: no {role}")


def check(browser, plan, shots):
    path = pathlib.Path(plan["page"])
    name, url = path.stem, path.as_uri()
    requests = []
    runs = [Run(run) for run in plan["runs"]]
    context = browser.new_context(
        viewport={"width": 1400, "height": 900}, color_scheme="light", reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(600_000)
    # What is part of the page asks nobody.
    page.on("request", lambda request: request.url.startswith("data:") or requests.append(request.url))
    page.on("pageerror", lambda error: problems.append(f"{name}: {error}"))
    page.on("console", lambda message: problems.append(f"{name}: {message.type}: {message.text}"))
    page.goto(url)
    if runs and page.inner_text(".play") != "Play":
        problems.append(f"{name}: it plays by itself")
    check_text(name, page, plan["figures"])
    if runs:
        instants = sorted({time for run in runs for time in run.times})
        # Fingers may be down for longer than anything moves.
        last = int(page.get_attribute("#time", "max"))
        if instants[-1] > last:
            problems.append(f"{name}: it ends at {last}, before {instants[-1]}")
        if instants[-1] < last:
            instants.append(last)
        check_slider(name, page, runs)
        if len(runs) == 1:
            check_random(name, page, runs[0], 500)
            check_skins(name, page, runs[0])
            check_bars(name, page, runs[0])
            page.evaluate(SET, instants[len(instants) // 2])
            page_reader.check_readings(name, page, problems)
        check_keys(name, page, instants)
        if plan.get("releases"):
            check_releases(name, page, plan["releases"])
        if plan.get("gestures"):
            check_gestures(name, page, runs[0], plan["gestures"])
            page_reader.check_notes(name, page, problems)
        if plan.get("plays"):
            check_playing(name, page, instants)
        page.evaluate(SET, instants[len(instants) // 3])
    if plan.get("decisions"):
        check_matrix(name, page, plan["decisions"])
        page_reader.check_differing(name, page, problems)
    for size in SIZES + NARROW:
        for scheme in ["light", "dark"] if size in SIZES else ["light"]:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.emulate_media(color_scheme=scheme)
            beyond = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            if beyond > 0:
                problems.append(f"{name}: {beyond} pixels too wide at {size[0]}")
            # Letters of 9 units have 13 pixels where there is room for more units.
            unit = page.evaluate(UNIT) if runs else None
            if unit and size[0] >= 1000 and abs(9 * unit - 13.05) > 0.1:
                problems.append(f"{name}: a unit of the plots has {unit} pixels at {size[0]}")
            paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
            if (sum(int(part) for part in paper[4:-1].split(",")) > 380) != (scheme == "light"):
                problems.append(f"{name}: {paper} in the {scheme}")
            if shots and size in SIZES:
                page.screenshot(path=f"{shots}/{name}-{size[0]}-{scheme}.png", full_page=True)
    if any(request.split("#")[0] != url for request in requests) or len(requests) > 3:
        problems.append(f"{name}: it asks for {requests}")
    context.close()


def check_without_program(browser, plan):
    """Without its script, a page still has its curves and tables, and no controls without effect."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(600_000)
    page.goto(pathlib.Path(plan["page"]).as_uri())
    if page.locator(".player").is_visible():
        problems.append("without its program a page shows a clock that stands still")
    if page.locator(".chips", has_text="as it would settle").locator("li:visible", has_text="as it would settle").count():
        problems.append("without its program the legend of a page has what only that draws")
    if page.locator("svg.plot").count() < 4 or page.locator("svg.stage").count() != 1:
        problems.append("without its program a page has no plots")
    context.close()


def main():
    if sync_playwright is None or not CHROMIUM.exists():
        sys.exit(1)
    if len(sys.argv) < 2:
        return
    plans = json.loads(pathlib.Path(sys.argv[1]).read_text())
    shots = sys.argv[2] if len(sys.argv) > 2 else None
    start = time.monotonic()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        for plan in plans:
            check(browser, plan, shots)
        check_without_program(browser, plans[0])
        for plan in plans:
            if plan.get("gestures"):
                check_touch(browser, plan)
        browser.close()
    print(f"{len(plans)} pages looked at in {time.monotonic() - start:.1f} s")
    print("\n".join(problems[:40]))


if __name__ == "__main__":
    main()
