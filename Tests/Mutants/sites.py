"""Finds what can be changed in Swift sources: where, and into what.

The list is a function of the text alone. Comments, strings, attributes, imports and declarations of operators are
passed over, and what only says how much memory to take.
"""
import collections
import dataclasses
import re
from decimal import Decimal

# What is swapped for what.
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*="}
LOGIC = {"&&": "||", "||": "&&"}
RANGES = {"..<": "...", "...": "..<"}
EXTREMES = {"min": "max", "max": "min"}
TRUTH = {"true": "false", "false": "true"}

# Calls whose arguments change how fast it goes, and nothing else.
HINTS = {"reserveCapacity"}

TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<comment>//[^\n]*)
      | (?P<number>0x[0-9a-fA-F_]+ | 0b[01_]+ | 0o[0-7_]+ | \d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d[\d_]*)?)
      | (?P<name>[A-Za-z_$@\#][A-Za-z_0-9$]* | `[^`\n]*`)
      | (?P<operator>\.\.[.<]|[-+*/%<>=!&|^~?]+)
      | (?P<mark>.)""",
    re.VERBOSE | re.DOTALL)
STRING = re.compile(r'(#*)("""|")')


@dataclasses.dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int
    end: int


@dataclasses.dataclass(frozen=True)
class Site:
    """A place in a file, and what may stand there instead."""
    path: str  # below Sources
    line: int
    start: int
    end: int
    kind: str
    text: str
    others: tuple
    line_text: str

    @property
    def module(self):
        return self.path.split("/")[0]


@dataclasses.dataclass(frozen=True)
class Mutant:
    """One change at one site."""
    site: Site
    other: str
    number: int  # among all of them, from 1
    nth: int  # among equal changes on the line
    nth_of_text: int  # among equal changes on lines of this text

    def change(self, nth):
        return f"{self.site.kind} {self.site.text}→{self.other}" + (f"#{nth}" if nth > 1 else "")

    @property
    def name(self):
        return f"{self.site.path}:{self.site.line}:{self.change(self.nth)}"

    @property
    def lasting_name(self):
        """Names it however many lines stand above it."""
        return f"{self.site.path} | {self.change(self.nth_of_text)} | {self.site.line_text}"


def after_string(text, start):
    """The end of the string literal that begins here, with all that is interpolated."""
    opening = STRING.match(text, start)
    hashes, quote = opening.groups()
    closing, escape = quote + hashes, "\\" + hashes
    place = opening.end()
    while place < len(text):
        if text.startswith(closing, place):
            return place + len(closing)
        if text.startswith(escape + "(", place):
            place = after_parenthesis(text, place + len(escape))
        elif text.startswith(escape, place):
            place += len(escape) + 1
        else:
            place += 1
    return place


def after_parenthesis(text, start):
    """The end of what this parenthesis, inside a string, encloses."""
    depth = 0
    place = start
    while place < len(text):
        if STRING.match(text, place):
            place = after_string(text, place)
            continue
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        place += 1
        if depth == 0:
            break
    return place


def tokens(text):
    """All that is code, without space and comments."""
    place = 0
    while place < len(text):
        if text.startswith("/*", place):
            depth = 0
            while place < len(text):
                if text.startswith("/*", place):
                    depth, place = depth + 1, place + 2
                elif text.startswith("*/", place):
                    depth, place = depth - 1, place + 2
                    if depth == 0:
                        break
                else:
                    place += 1
            continue
        if STRING.match(text, place):
            end = after_string(text, place)
            yield Token("string", text[place:end], place, end)
            place = end
            continue
        found = TOKEN.match(text, place)
        if found.lastgroup == "operator":
            # A comment may begin right behind an operator.
            cut = re.search(r"//|/\*", found.group())
            if cut and cut.start() > 0:
                found = re.compile(re.escape(found.group()[:cut.start()])).match(text, place)
                yield Token("operator", found.group(), place, found.end())
                place = found.end()
                continue
        if found.lastgroup not in ("space", "comment"):
            yield Token(found.lastgroup, found.group(), place, found.end())
        place = found.end()


def nudged(number):
    """The numbers a little above and a little below: by one, or by a tenth where there is a point."""
    if number.startswith(("0x", "0b", "0o")):
        value = int(number.replace("_", ""), 0)
        return tuple(str(value + step) for step in (1, -1))
    if re.fullmatch(r"[\d_]+", number):
        value = int(number.replace("_", ""))
        return tuple(str(value + step) for step in (1, -1))
    value = Decimal(number.replace("_", ""))
    if value == 0:
        return ("0.1", "-0.1")
    changed = (value * Decimal(factor) for factor in ("1.1", "0.9"))
    return tuple(spelled(one) for one in changed)


def spelled(value):
    text = str(value.normalize()).replace("E", "e")
    return text if "." in text or "e" in text else f"{text}.0"


def passed_over(code):
    """The indices of tokens that are nobody's behaviour."""
    skipped = set()
    index = 0
    while index < len(code):
        token = code[index]
        following = code[index + 1].text if index + 1 < len(code) else ""
        opens = token.kind == "name" and following == "("
        if opens and (token.text in HINTS or token.text.startswith(("@", "#"))):
            depth, index = 0, index + 1
            while index < len(code):
                depth += {"(": 1, ")": -1}.get(code[index].text, 0)
                skipped.add(index)
                if depth == 0:
                    break
                index += 1
        index += 1
    return skipped


def sites(path, text):
    """The sites of a file, in order."""
    code = list(tokens(text))
    skipped = passed_over(code)
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    line = 0
    for index, token in enumerate(code):
        if index in skipped:
            continue
        while starts[line + 1] <= token.start:
            line += 1
        before = code[index - 1] if index else None
        after = code[index + 1] if index + 1 < len(code) else None
        found = change(token, before, after, text)
        if found:
            kind, others = found
            yield Site(
                path, line + 1, token.start, token.end, kind, token.text, others,
                lines[line].strip())


def change(token, before, after, text):
    """What a token may become, and of which kind that is; None if it stays."""
    name = token.text
    previous = before.text if before else ""
    if token.kind == "number":
        # `pair.0` is a name.
        return None if previous == "." else ("literal", nudged(name))
    if token.kind == "name":
        # Without `while true` most functions that have it would not compile.
        if name in TRUTH and previous not in (".", "while"):
            return "boolean", (TRUTH[name],)
        if name in EXTREMES and previous not in (".", "func") and after and after.text == "(":
            return "extreme", (EXTREMES[name],)
        return None
    if token.kind != "operator" or previous in ("func", "operator") or not after or not before:
        return None
    left, right = text[token.start - 1], text[token.end] if token.end < len(text) else "\n"
    spaced_left, spaced_right = left.isspace(), right.isspace()
    if name in RANGES:
        # `places[1...]` has one end only.
        whole = right not in ")],; \n" and left not in "([,{ \n"
        return ("range", (RANGES[name],)) if whole else None
    if spaced_left and spaced_right:
        if previous in "(,:[" or after.text in "),]":
            return None  # the operator itself, as a function
        if "string" in (before.kind, after.kind) and name in ARITHMETIC:
            return None
        if name == "==" and previous[:1].isupper() and after.text[:1].isupper():
            return None  # `where Element == Double`
        for kind, table in (("comparison", COMPARISONS), ("arithmetic", ARITHMETIC), ("logic", LOGIC)):
            if name in table:
                return kind, (table[name],)
        return None
    if (spaced_left or left in "([{,:") and not spaced_right:
        if name == "-":
            return "sign", ("+",)
        if name == "!":
            return "negation", ("",)
    return None


def mutants(files):
    """All mutants of files, given as pairs of path and text, numbered."""
    found, equals = [], collections.Counter()
    for path, text in files:
        for site in sites(path, text):
            for other in site.others:
                change = (path, site.kind, site.text, other)
                equals[*change, site.line] += 1
                equals[*change, site.line_text] += 1
                found.append(Mutant(
                    site, other, len(found) + 1, equals[*change, site.line],
                    equals[*change, site.line_text]))
    return found
