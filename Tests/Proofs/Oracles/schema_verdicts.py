#!/usr/bin/env python3
"""Says of each line of a file, an interaction file in hex, what a JSON Schema makes of it.

`yes`, or `no`, the place and what is said about it: one line each. Without a second argument it says only
whether there is a validator that knows draft 2020-12.

    schema_verdicts.py SCHEMA [FILE]
"""
import json
import re
import sys

from jsonschema import Draft202012Validator

# What stands in quotes is taken as it is, so that what looks like a comment in it is none.
PIECE = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.S)

schema = json.load(open(sys.argv[1]))
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
for line in open(sys.argv[2]) if len(sys.argv) > 2 else []:
    text = bytes.fromhex(line).decode()
    value = json.loads(PIECE.sub(lambda piece: piece[1] or " ", text))
    error = next(validator.iter_errors(value), None)
    print("yes" if error is None else f"no {error.json_path}: {error.message[:200]!r}")
