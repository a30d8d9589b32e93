#!/usr/bin/env python3
"""Validates each line of a file, an interaction file in hex, against a JSON Schema.

Prints one line for each: `yes`, or `no` with the location and the message. Without a second argument, it only prints
whether there is a validator for draft 2020-12.

    schema_verdicts.py SCHEMA [FILE]
"""
import json
import re
import sys

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

# Strings are skipped, because text in them can look like a comment.
PIECE = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.S)

schema = json.load(open(sys.argv[1]))
Draft202012Validator.check_schema(schema)


def pattern(validator, expression, text, _):
    # The $ of JSON Schema is the end of the text (ECMA-262), Python's also the place before a last line feed.
    if validator.is_type(text, "string") and not re.search(re.sub(r"\$$", r"\\Z", expression), text):
        yield ValidationError(f"{text!r} does not match {expression!r}")


validator = extend(Draft202012Validator, {"pattern": pattern})(schema)
for line in open(sys.argv[2]) if len(sys.argv) > 2 else []:
    text = bytes.fromhex(line).decode()
    value = json.loads(PIECE.sub(lambda piece: piece[1] or " ", text))
    error = next(validator.iter_errors(value), None)
    print("yes" if error is None else f"no {error.json_path}: {error.message[:200]!r}")
