"""Tests the page of `label --serve` in Chromium, with recordings of this project.

    label_page.py                        exits with 1 if playwright is not installed
    label_page.py PROGRAM [FOLDER]       the program; pictures are written to the folder, if one is given

The tables are compared with those that `label` writes on a terminal. Standard output gets the names of the parts that
passed. A failure is reported as an assertion.
"""
import base64
import hashlib
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / ".build" / "python"))
try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sys.exit(1)
if len(sys.argv) == 1:
    sys.exit(0)
PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
SHOTS = sys.argv[2] if len(sys.argv) > 2 else None
# A flick, a pan that is no gesture of this interaction, and twelve swipes.
RECORDINGS = {"a.yml": "touchpad-flick/recording.yml", "b.yml": "touchpad-pan-cancel/recording.yml",
              "c.evemu": "e6-swipes-ann/recording.evemu"}


class Desk:
    """A folder with recordings."""

    def __init__(self, names=RECORDINGS):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        (self.folder / "r").mkdir()
        for name in names:
            shutil.copy(ROOT / "Recordings" / RECORDINGS[name], self.folder / "r" / name)
        shutil.copy(ROOT / "Recordings/touchpad-flick/interaction.json", self.folder / "i.json")
        self.table = self.folder / "labels.csv"
        self.words = ["label", "r", "-i", "i.json", "-o", "labels.csv", "--person", "anna"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    @property
    def bytes(self):
        return self.table.read_bytes() if self.table.exists() else None

    def type(self, answers):
        """Labels on a terminal."""
        subprocess.run([PROGRAM, *self.words], cwd=self.folder, input=answers, text=True, check=True, capture_output=True)
        return self.bytes


class Server:
    """The program, while it serves the page."""

    def __init__(self, desk, before=(), **settings):
        self.desk, self.before, self.settings = desk, list(before), settings

    def __enter__(self):
        self.process = subprocess.Popen(
            [*self.before, PROGRAM, *self.desk.words, "--serve", "--listen", "0"], cwd=self.desk.folder,
            stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **self.settings)
        line = self.process.stderr.readline()
        return re.search(r"http://\S+", line).group()

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.said, self.complaints = self.process.communicate(timeout=600)
        assert self.process.returncode == 0, self.complaints


def typed(answers, names=RECORDINGS):
    """The table that a terminal writes."""
    with Desk(names) as desk:
        return desk.type(answers)


def opened(browser, address, **settings):
    page = browser.new_context(**settings).new_page()
    page.set_default_timeout(600_000)
    page.complaints = []
    page.on("console", lambda message: page.complaints.append(message.text))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.goto(address)
    return page


def after(page, act):
    """What the page says after a form has been sent, and its answer was loaded."""
    with page.expect_navigation(url=re.compile("note=")):
        act()
    return page.locator(".notice").inner_text()


def press(page, key):
    return after(page, lambda: page.keyboard.press(key))


def heading(page):
    return page.locator("#gesture h2").inner_text()


def shoot(page, name):
    if SHOTS: page.screenshot(path=f"{SHOTS}/label-{name}.png", full_page=True)


# MARK: Parts


def answers(browser):
    """A key, the mouse and a finger write what a terminal writes; undo and redo restore every byte."""
    head = b"recording,gesture,label,person,device\n"
    with Desk() as desk, Server(desk) as address:
        page = opened(browser, address, has_touch=True, viewport={"width": 1400, "height": 900})
        assert heading(page) == "Gesture 1 of 14", heading(page)
        assert "Released at fraction 0.73, 32.8 mm along, 2.3 mm across in 0.160 s" in page.inner_text("#gesture").replace("\u00a0", " ")
        # No judgement, which could influence the answer.
        words = page.inner_text("body").lower()
        assert not any(word in words for word in ("decided", "margin", "handoff", "settling")), words
        assert desk.bytes is None
        said = [press(page, "f")]
        assert desk.bytes == typed("f\nq\n") == head + b"r/a.yml,1,finish,anna,\n", desk.bytes
        assert heading(page) == "Gesture 2 of 14"
        said.append(after(page, lambda: page.get_by_role("button", name="Cancel C").click()))
        assert desk.bytes == typed("f\nc\nq\n"), desk.bytes
        said.append(after(page, lambda: page.get_by_role("button", name="Nothing intended N").tap()))
        three = typed("f\nc\nn\nq\n")
        assert desk.bytes == three, desk.bytes
        page.keyboard.press("g")
        page.keyboard.type("two-finger, tap")
        said.append(press(page, "Enter"))
        assert desk.bytes == typed("f\nc\nn\ng two-finger, tap\nq\n"), desk.bytes
        assert said == ["labelled finish: r/a.yml, gesture 1", "labelled cancel: r/b.yml", "labelled nothing: r/c.evemu, gesture 1",
                        "labelled two-finger, tap: r/c.evemu, gesture 2"], said
        assert page.inner_text(".done p") == "4 of 14 labelled, in labels.csv"
        # Back, one at a time.
        assert press(page, "u") == "undone: r/c.evemu, gesture 2 has no label"
        assert desk.bytes == three and heading(page) == "Gesture 4 of 14"
        press(page, "Control+z")
        assert desk.bytes == typed("f\nc\nq\n")
        press(page, "Control+Shift+z")
        assert desk.bytes == three
        # The page goes on, as after the answer itself: another answer must not replace it.
        assert heading(page) == "Gesture 4 of 14", heading(page)
        # It replaces one only on a page that went back to it, as on a terminal.
        with page.expect_navigation(): page.keyboard.press("b")
        assert heading(page) == "Gesture 3 of 14", heading(page)
        press(page, "c")
        assert desk.bytes == typed("f\nc\nn\nb\nc\nq\n"), desk.bytes
        assert page.get_by_role("button", name="Redo").count() == 0
        press(page, "u")
        assert desk.bytes == three
        for _ in range(3): press(page, "u")
        # The table was new.
        assert desk.bytes is None and page.get_by_role("button", name="Undo").count() == 0
        for _ in range(3): press(page, "r")
        assert desk.bytes == three
        assert not page.complaints, page.complaints
        hashes = re.findall(r"'(sha256-[^']+)'", page.locator("meta[http-equiv]").get_attribute("content"))
        own = page.evaluate("[...document.scripts].filter(one => !one.type).map(one => one.textContent)")
        digests = ["sha256-" + base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in own]
        assert len(digests) == 2 and digests == hashes, (digests, hashes)


def look(browser):
    """The layer moves, the list has links and a filter, and keys can be turned off."""
    with Desk() as desk:
        desk.type("f\ns\nc\nq\n")
        before = desk.bytes
        with Server(desk) as address:
            page = opened(browser, address, viewport={"width": 1400, "height": 1000}, reduced_motion="reduce")
            # The first without a label.
            assert heading(page) == "Gesture 2 of 14" and page.inner_text(".done p").startswith("2 of 14")
            page.get_by_role("link", name="Unlabelled 12").click()
            names = page.locator("#list tbody th").all_inner_texts()
            assert names == ["r/b.yml"] + [f"r/c.evemu, gesture {number}" for number in range(2, 13)], names
            page.get_by_role("link", name="r/c.evemu, gesture 5").click()
            page.wait_for_url(re.compile("at=6"))
            assert page.locator("#list [aria-current=true]").inner_text() == "r/c.evemu, gesture 5"
            shoot(page, "wide")
            transform = "document.getElementById('layer-0').getAttribute('transform')"
            start = page.evaluate(transform)
            page.keyboard.press("Space")
            while page.evaluate(transform) == start:
                page.wait_for_timeout(20)
            # A label that a terminal has written can be replaced, and that undone.
            page.goto(address)
            page.get_by_role("link", name="All 14").click()
            page.get_by_role("link", name="r/a.yml, gesture 1").click()
            page.wait_for_url(re.compile("at=0"))
            assert page.get_by_role("button", name="Finish F").get_attribute("aria-pressed") == "true"
            press(page, "c")
            assert desk.bytes == before.replace(b"r/a.yml,1,finish", b"r/a.yml,1,cancel")
            press(page, "u")
            assert desk.bytes == before
            # Keys only where they are wanted.
            page.get_by_label("Answer with keys").uncheck()
            page.keyboard.press("f")
            page.keyboard.press("s")
            page.wait_for_timeout(200)
            assert desk.bytes == before and "at=0" in page.url
            page.reload()
            assert not page.get_by_label("Answer with keys").is_checked()
            page.get_by_label("Answer with keys").check()
            # Typing a name presses nothing.
            page.get_by_label("Another gesture").fill("")
            page.keyboard.type("fcnsbur")
            assert page.get_by_label("Another gesture").input_value() == "fcnsbur" and desk.bytes == before
            said = after(page, lambda: (page.get_by_label("Another gesture").fill("Finsh"), page.keyboard.press("Enter")))
            assert said == "not written: unknown label 'Finsh'; did you mean 'finish'?", said
            assert desk.bytes == before and not page.complaints, page.complaints
            page = opened(browser, address, viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True)
            shoot(page, "narrow")
            page.get_by_role("button", name="Cancel C").tap()
            page.wait_for_url(re.compile("note="))
            assert len(desk.bytes.splitlines()) == 4


def elsewhere(browser):
    """What a second tab or a terminal writes is noticed, and kept."""
    with Desk() as desk, Server(desk) as address:
        one, two = opened(browser, address), opened(browser, address)
        press(one, "f")
        # The second tab still shows the gesture without a label.
        said = press(two, "c")
        assert said == "not written: r/a.yml, gesture 1 is labelled finish by now, and was not changed; answer again if you want to", said
        assert desk.bytes == typed("f\nq\n") and heading(two) == "Gesture 1 of 14"
        press(two, "c")
        assert b"r/a.yml,1,cancel,anna,\n" in desk.bytes
        # The first tab has not seen that.
        said = press(one, "u")
        assert said.startswith("not written: nothing was undone"), said
        assert b"r/a.yml,1,cancel,anna,\n" in desk.bytes
        # A terminal labels the next gesture while the page shows it.
        assert heading(two) == "Gesture 2 of 14"
        desk.type("n\nq\n")
        both = desk.bytes
        said = press(two, "f")
        assert said.startswith("not written: r/b.yml is labelled nothing by now"), said
        assert desk.bytes == both
        # Undo would take the terminal's row, too.
        one.goto(address)
        assert one.get_by_role("button", name="Undo").count() == 0
        # An editor changes the table between two answers; the row of a gesture that is not asked about is kept.
        changed = both.replace(b"cancel", b"scroll")
        desk.table.write_bytes(changed)
        one.reload()
        assert "has been changed by another program" in one.inner_text(".notice"), one.inner_text("body")
        one.goto(address)
        press(one, "n")
        assert desk.bytes == changed + b"r/c.evemu,1,nothing,anna,\n", desk.bytes
        # A row that another program adds between two answers is kept, and the page says so.
        desk.table.write_bytes(desk.bytes + b"r/c.evemu,12,cancel,,\n")
        said = press(one, "f")
        assert said == "labelled finish: r/c.evemu, gesture 2; labels.csv had been changed by another program, and was read again", said
        assert desk.bytes.endswith(b"r/c.evemu,12,cancel,,\nr/c.evemu,2,finish,anna,\n"), desk.bytes
        assert press(one, "u") and desk.bytes.endswith(b"r/c.evemu,12,cancel,,\n")
        # A damaged table is not touched.
        desk.table.write_bytes(b"recording,gesture,label,person,device\nr/a.yml,x,finish,,\n")
        said = press(one, "n")
        assert said.startswith("not written: labels.csv:2:9: expected the number of a gesture"), said
        assert desk.bytes.endswith(b"r/a.yml,x,finish,,\n")
        assert not one.complaints + two.complaints, one.complaints + two.complaints


def faults(browser):
    """A disk that is full, and a folder that may not be written to: the page says it, and nothing is lost."""
    with Desk() as desk:
        def limit():
            # Files of 80 bytes: the head of the table and one row fit. Without the signal, writing fails.
            resource.setrlimit(resource.RLIMIT_FSIZE, (80, 80))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        # The recordings' names are kept in a file of 40 bytes.
        with Server(desk, preexec_fn=limit, restore_signals=False) as address:
            page = opened(browser, address)
            press(page, "f")
            full = desk.bytes
            assert full == typed("f\nq\n")
            said = press(page, "c")
            assert said.startswith("not written: labels.csv: can't be written: File too large"), said
            assert desk.bytes == full and heading(page) == "Gesture 2 of 14"
            assert page.get_by_role("alert").count() == 1
            shoot(page, "full")
            # Undo needs less room.
            press(page, "u")
            assert desk.bytes is None
            # No file is left if not even the head fits.
            page.get_by_label("Another gesture").fill("a" * 60)
            said = press(page, "Enter")
            assert said.startswith("not written: "), said
            assert desk.bytes is None and sorted(os.listdir(desk.folder)) == ["i.json", "r"]
            press(page, "f")
            assert desk.bytes == full and not page.complaints, page.complaints
    with Desk() as desk:
        privileges = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search", "--inh-caps", "-all"]
        with Server(desk, privileges if os.geteuid() == 0 else []) as address:
            page = opened(browser, address)
            press(page, "f")
            full = desk.bytes
            desk.folder.chmod(0o555)
            try:
                # Undo removes the file.
                said = press(page, "u")
                assert said.startswith("not written: labels.csv: can't be removed: Permission denied"), said
                # Replacing an answer writes a file beside it.
                page.get_by_role("link", name="r/a.yml, gesture 1").click()
                page.wait_for_url(re.compile("at=0"))
                said = press(page, "c")
                assert said.startswith("not written: labels.csv: can't be written: Permission denied"), said
                assert desk.bytes == full and os.listdir(desk.folder / "r") and len(os.listdir(desk.folder)) == 3
                # Appending needs the file only.
                page.goto(address)
                press(page, "c")
                assert desk.bytes == typed("f\nc\nq\n")
            finally:
                desk.folder.chmod(0o755)
            for _ in range(2): press(page, "u")
            assert desk.bytes is None


def noscript(browser):
    """Without JavaScript, the buttons work."""
    with Desk() as desk:
        server = Server(desk)
        with server as address:
            page = opened(browser, address, java_script_enabled=False)
            assert "Without JavaScript, the layer does not move" in page.inner_text("noscript")
            assert page.get_by_label("Answer with keys").is_hidden()
            after(page, lambda: page.get_by_role("button", name="Finish F").click())
            page.get_by_label("Another gesture").fill("  pinch   out ")
            after(page, lambda: page.get_by_label("Another gesture").press("Enter"))
            assert desk.bytes == typed("f\ng pinch out\nq\n"), desk.bytes
            page.get_by_role("link", name="Skip S").click()
            after(page, lambda: page.get_by_role("button", name="Undo pinch out U").click())
            assert desk.bytes == typed("f\nq\n"), desk.bytes
        assert server.said == "  1 label written to labels.csv\n", server.said


def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for part in (answers, look, elsewhere, faults, noscript):
            try:
                part(browser)
                print(part.__name__, flush=True)
            except Exception:
                traceback.print_exc()
        browser.close()


main()
