"""Runs a program on a terminal of its own, and prints what it shows there.

    on_terminal.py COLUMNS [NAME=VALUE…] -- PROGRAM ARGUMENT…
    on_terminal.py widths           the columns of all characters, by unicodedata: first, last, columns

Prints a JSON object: `status`, `widest` (columns of the widest line, by unicodedata), `ascii` (whether all characters
are ASCII), `colors` (the number of coloured pieces), `mistakes` (escape sequences that neither set a colour nor erase a
line, and colours that continue beyond the end of their line), and `text`.
"""
import fcntl
import json
import os
import pty
import re
import struct
import sys
import termios
import unicodedata


def columns(character):
    if unicodedata.category(character) in ("Mn", "Me", "Cf", "Cc", "Zl", "Zp"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def widths():
    start = None
    for code in range(0x20, 0x110000):
        character = chr(code)
        # Later parts of syllables have no columns of their own, which unicodedata does not report.
        known = unicodedata.category(character) not in ("Cn", "Co", "Cs")
        known = known and not (0x1160 <= code <= 0x11FF or 0xD7B0 <= code <= 0xD7FF)
        width = columns(character) if known else None
        if start and width != start[1]:
            if start[1] is not None:
                print(start[0], code - 1, start[1])
            start = None
        start = start or (code, width)


def main():
    split = sys.argv.index("--")
    size, variables = int(sys.argv[1]), dict(word.split("=", 1) for word in sys.argv[2:split])
    program = sys.argv[split + 1:]
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("NO_COLOR", "COLUMNS", "LC_ALL", "LC_CTYPE", "LANG", "TERM")}
    environment |= {"TERM": "xterm-256color", "LANG": "C.UTF-8"} | variables
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 50, size, 0, 0))
        os.execve(program[0], program, environment)
    raw = b""
    while True:
        try:
            piece = os.read(terminal, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        raw += piece
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    text = raw.decode().replace("\r\n", "\n")
    mistakes, colors, lines = [], 0, []
    for line in text.split("\n"):
        is_open = False
        for sequence in re.findall(r"\x1b(?:\[[0-9;]*[A-Za-z]|.?)", line):
            if sequence == "\x1b[0m":
                is_open = False
            elif re.fullmatch(r"\x1b\[[0-9;]+m", sequence):
                is_open, colors = True, colors + 1
            elif sequence != "\x1b[K":
                mistakes.append(f"escape {sequence!r}")
        if is_open:
            mistakes.append(f"a colour goes on after {line!r}")
        # Erased text does not count.
        lines.append(re.sub(r"\x1b\[[0-9;]*[mK]", "", re.sub(r"[^\n]*\r", "", line)))
    print(json.dumps({
        "status": status, "mistakes": mistakes, "colors": colors, "text": "\n".join(lines),
        "ascii": all(ord(character) < 128 for character in text),
        "widest": max(sum(map(columns, line)) for line in lines)}))


widths() if sys.argv[1] == "widths" else main()
