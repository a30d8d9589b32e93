"""Modules of `Sources/Web` as one script, for pages that load nothing.

Each module is a function that returns what it exports. The same files give the same bytes.
"""
import base64
import gzip
import hashlib
import pathlib
import re

WEB = pathlib.Path(__file__).resolve().parents[2] / "Sources/Web"

IMPORT = re.compile(r'^import\s+(\{[^}]*\}|\*\s+as\s+\w+)\s+from\s+"([^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export\s+(?=(?:async\s+)?(?:function|class|const)\s)", re.MULTILINE)
EXPORTED = re.compile(r"^export\s+(?:async\s+)?(?:function|class|const)\s+(\w+)", re.MULTILINE)
# What is for the readers of the sources: a third of the script.
COMMENT = re.compile(r"^ */\*\*(?:[^*]|\*(?!/))*\*/\n", re.MULTILINE)
INDENT = re.compile(r"^ +(?://.*\n)?", re.MULTILINE)
LISTED = re.compile(r"^export\s+\{([^}]*)\};\n", re.MULTILINE)


def ordered(path, found):
    """Adds a module after those that it imports."""
    if path in found:
        return found
    for _, name in IMPORT.findall(path.read_text()):
        ordered((path.parent / name).resolve(), found)
    found.append(path)
    return found


def variable(path):
    return "module_" + re.sub(r"\W", "_", str(path.relative_to(WEB)).removesuffix(".mjs"))


def bundled(path):
    """Returns a module as a function."""
    text = path.read_text()
    names = EXPORTED.findall(text)
    for listed in LISTED.findall(text):
        names += [name.strip() for name in listed.split(",") if name.strip()]

    def imported(match):
        module = variable((path.parent / match[2]).resolve())
        names = re.sub(r"^\*\s+as\s+", "", match[1]).replace(" as ", ": ")
        return f"const {names} = {module};\n"

    body = COMMENT.sub("", EXPORT.sub("", LISTED.sub("", IMPORT.sub(imported, text))))
    # Only within a text of several lines does a line's beginning matter.
    if all(line.count("`") % 2 == 0 for line in body.split("\n")):
        body = INDENT.sub("", body)
    if re.search(r"^\s*(import|export)\b(?!\.|\()", body, re.MULTILINE):
        raise SystemExit(f"{path}: an import or export that this tool does not know")
    return f"const {variable(path)} = (() => {{\n{body}return {{ {', '.join(names)} }};\n}})();\n"


def script(path):
    """Returns a module and all that it imports as the text of a script that is a module, too."""
    text = "".join(bundled(module) for module in ordered(path, []))
    if "</script" in text.lower() or "<!--" in text:
        raise SystemExit(f"{path}: the script would end in its middle")
    return text


def classic(path):
    """Returns the same as the text of a script beside others, whose names are its own."""
    # Only a module knows its address, from which nothing is loaded here.
    text = script(path).replace("import.meta.url", "document.baseURI")
    return f'"use strict";\n(() => {{\n{text}}})();\n'


def digest(text):
    """Returns the hash of an inline script or style, as a content security policy has it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def packed(module):
    """Returns a WebAssembly module as a text, which `unpacking.mjs` unpacks."""
    return base64.b64encode(gzip.compress(module, 9, mtime=0)).decode()
