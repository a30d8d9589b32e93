"""What a reader of a page asks and notes: a query of gestures, values at the cursor, notes, and where rules differ.

page_browser.py looks with it at the page of a recording with many gestures.
"""
import math
import pathlib
import tempfile
import urllib.parse

# Each gesture as the list has it: its number, outcome, fingers and margin, and all its words.
LISTED = """() => [...document.querySelectorAll('#gesture-list tbody tr:not([hidden])')].map(row => ({number: row.dataset.number,
  outcome: row.dataset.outcome, fingers: row.dataset.fingers, margin: Math.abs(Number(row.dataset.margin)),
  words: row.textContent.toLowerCase()}))"""
# Queries, with what each asks for, written a second time.
QUERIES = {
    "outcome:cancel": lambda row: row["outcome"] == "cancel",
    "-outcome:cancel": lambda row: row["outcome"] != "cancel",
    "margin<0.1 outcome:finish": lambda row: row["margin"] < 0.1 and row["outcome"] == "finish",
    "margin>=0,1": lambda row: row["margin"] >= 0.1,
    "fingers:1 number<=20": lambda row: row["fingers"] == "1" and int(row["number"]) <= 20,
    "number>12 number<15": lambda row: row["number"] in ("13", "14"),
    'why:"a"': lambda row: True,
    "finish": lambda row: "finish" in row["words"],
}
MISTAKES = {
    "speed>3": "speed is none of", "margin<wide": "wide is no number: ask for margin<0.1",
    "margin==2": "== is not understood: margin takes", "margin<": "nothing follows margin<", "outcome<3": "it takes outcome:word",
}
# The numbers beside the dots on the plots: those at the cursor, with what the curve has there.
READINGS = """() => [...document.querySelectorAll('svg.timed')].map(svg => {
  const {low, high, top, bottom} = svg.dataset, cursor = svg.querySelector('.cursor');
  const value = y => Number(low) + (bottom - y) / (bottom - top) * (high - low);
  return {x: Number(cursor.getAttribute('x1')), unit: (high - low) / (bottom - top),
    dots: [...svg.querySelectorAll('.reading circle')].map(dot => [dot, dot.nextSibling].map((one, at) =>
      at ? Number(one.textContent.replace('−', '-')) : value(Number(one.getAttribute('cy'))))),
    places: [...svg.querySelectorAll('.reading circle')].map(dot => Number(dot.getAttribute('cx')))};
})"""
# The letters of each column of the table of rules, and whether it is shown.
COLUMNS = """() => {
  const table = document.getElementById('rules-matrix'), rows = [...table.tBodies[0].rows];
  return [...table.tHead.rows[0].cells].slice(2).map((head, column) => [
    head.getBoundingClientRect().width > 0, new Set(rows.map(row => row.cells[column + 2].textContent)).size > 1]);
}"""


def check_query(name, page, problems):
    """Asks for gestures in words."""
    rows = page.evaluate(LISTED)
    for query, wanted in QUERIES.items():
        page.fill("[name=query]", query)
        found = {row["number"] for row in page.evaluate(LISTED)}
        asked = {row["number"] for row in rows if wanted(row)}
        if found != asked:
            problems.append(f"{name}: {query} finds {sorted(found)[:9]} of {len(found)}, not {sorted(asked)[:9]}")
        said = page.inner_text("#gesture-list output")
        if str(len(asked)) not in said:
            problems.append(f"{name}: {query} is said to find {said}, not {len(asked)}")
    for query, words in MISTAKES.items():
        page.fill("[name=query]", query)
        said = page.inner_text("#gesture-list .mistake")
        if words not in said or len(page.evaluate(LISTED)) != len(rows):
            problems.append(f"{name}: {query} is said to be '{said}'")
    # Letters that are commands elsewhere are typed there.
    page.fill("[name=query]", "")
    page.focus("[name=query]")
    for key in "nepz":
        page.keyboard.press(key)
    if page.input_value("[name=query]") != "nepz":
        problems.append(f"{name}: of n, e, p and z, the query has {page.input_value('[name=query]')}")
    page.fill("[name=query]", "")
    if len(page.evaluate(LISTED)) != len(rows) or page.locator("#gesture-list .mistake").is_visible():
        problems.append(f"{name}: an empty query leaves something out")


def check_readings(name, page, problems):
    """Compares the numbers at the cursor with where their dots are, and those with the cursor."""
    plots = page.evaluate(READINGS)
    if not any(plot["dots"] for plot in plots):
        problems.append(f"{name}: no plot has a value at the cursor")
    for plot in plots:
        for (drawn, written), place in zip(plot["dots"], plot["places"]):
            if abs(drawn - written) > plot["unit"] + 0.01 * abs(written) or math.fabs(place - plot["x"]) > 0.051:
                problems.append(f"{name}: {written} at the cursor is drawn at {drawn}, {place - plot['x']} beside it")


def check_notes(name, page, problems):
    """Notes an instant, saves the page, and reads the note in the saved page, which can be saved again."""
    time = lambda: page.evaluate("document.getElementById('replay').dataset.time")
    with tempfile.TemporaryDirectory() as folder:
        noted = time()
        page.fill("#notes [name=words]", "Here it <hesitates> & \"jumps\"")
        page.press("#notes [name=words]", "Enter")
        if page.locator("svg.timed .flag").count() == 0:
            problems.append(f"{name}: a note has no flag on the plots")
        saved = pathlib.Path(folder) / "saved.html"
        with page.expect_download() as download:
            page.click("#notes [name=save]")
        download.value.save_as(saved)
        name_here = urllib.parse.unquote(urllib.parse.urlsplit(page.url).path.rsplit("/", 1)[1])
        names = [download.value.suggested_filename, page.inner_text("#notes [name=save]").removeprefix("Saved as ")]
        if names != [name_here] * 2:
            problems.append(f"{name}: a page called {name_here} is saved as {names}")
        text = saved.read_text()
        if text.count('id="notes-data"') != 1 or text.count("<script") != text.count("</script>"):
            problems.append(f"{name}: the saved page is not whole")
        again = page.context.new_page()
        failures = []
        again.on("pageerror", lambda error: failures.append(str(error)))
        again.on("console", lambda message: failures.append(message.text))
        again.goto(saved.as_uri())
        problems.extend(f"{name}: the saved page: {failure}" for failure in failures)
        words = again.inner_text("#notes li")
        if 'Here it <hesitates> & "jumps"' not in words:
            problems.append(f"{name}: the saved page's note is '{words}'")
        again.click("#notes li a")
        if again.evaluate("document.getElementById('replay').dataset.time") != noted:
            problems.append(f"{name}: a note leads elsewhere than to {noted}")
        again.click("#notes li button")
        with again.expect_download() as download:
            again.click("#notes [name=save]")
        download.value.save_as(saved)
        # Without its only note it is the page as it was written, but for what a browser writes otherwise.
        again.goto(saved.as_uri())
        if again.locator("#notes li").count() or again.locator(".gestures, #gesture-list tbody tr").count() == 0:
            problems.append(f"{name}: a page that is saved twice has notes, or no gestures")
        again.close()
        page.click("#notes li button")
        # What is in no file would be asked about.
        page.evaluate("addEventListener('beforeunload', event => event.stopImmediatePropagation(), true)")


ROWS = """() => {
  const rows = [...document.getElementById('rules-matrix').tBodies[0].rows];
  const texts = row => [...row.cells].slice(2).map(cell => cell.textContent).join();
  return rows.map(row => [row.getBoundingClientRect().height > 0, texts(row) !== texts(rows[0])]);
}"""


def check_differing(name, page, problems):
    """Leaves only those gestures in the table of rules on which they differ, and those rules that differ from the first."""
    before = page.evaluate(COLUMNS)
    box = page.locator("label", has_text="Only where they differ").first
    box.locator("input").check()
    for column, (is_shown, differs) in enumerate(page.evaluate(COLUMNS)):
        if is_shown != differs:
            problems.append(f"{name}: gesture {column + 1} is {'' if is_shown else 'not '}shown, and rules differ: {differs}")
    if all(differs for _, differs in before) or not any(differs for _, differs in before):
        problems.append(f"{name}: no gesture to leave out, or none that stays")
    for row, (is_shown, differs) in enumerate(page.evaluate(ROWS)):
        if is_shown != (differs or row == 0):
            problems.append(f"{name}: rule {row + 1} is {'' if is_shown else 'not '}shown, and differs: {differs}")
    box.locator("input").uncheck()
    if not all(is_shown for is_shown, _ in page.evaluate(ROWS)):
        problems.append(f"{name}: rules stay hidden")
    if not all(is_shown for is_shown, _ in page.evaluate(COLUMNS)):
        problems.append(f"{name}: gestures stay hidden")
