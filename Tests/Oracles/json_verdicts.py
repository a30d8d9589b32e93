#!/usr/bin/env python3
"""Reads each line of a file, a text in hex, with Python's json, and prints one line with the result.

`no`, or the value: `n` and the bits of a number, `t` and the UTF-8 of a text in hex, `true`, `false`,
`null`, a list in brackets, `{}` for any object. As strict as RFC 8259 allows: NaN and infinities, numbers
that are too large, repeated keys and unpaired surrogates are errors.
"""
import json
import struct
import sys


def refuse(name):
    raise ValueError(name)


def finite(text):
    number = float(text)
    return number if abs(number) != float("inf") else refuse(text)


def members(pairs):
    for name, _ in pairs:
        name.encode()
    return dict(pairs) if len(dict(pairs)) == len(pairs) else refuse("twice")


def described(value):
    if isinstance(value, float):
        return "n" + struct.pack(">d", value).hex()
    if isinstance(value, str):
        return "t" + value.encode().hex()
    if isinstance(value, list):
        return "[" + ",".join(map(described, value)) + "]"
    if isinstance(value, dict):
        for inner in value.values():
            described(inner)
        return "{}"
    return json.dumps(value)


for line in open(sys.argv[1]):
    try:
        text = bytes.fromhex(line).decode("utf-8-sig")
        print(described(json.loads(
            text, parse_constant=refuse, parse_float=finite, parse_int=finite,
            object_pairs_hook=members)))
    except ValueError:
        print("no")
