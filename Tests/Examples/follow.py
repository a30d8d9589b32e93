#!/usr/bin/env python3
"""Draws the fraction of a gesture as a bar, and prints a line for each decision.

    pantograph live SOURCE --format ndjson | follow.py
    pantograph live SOURCE --socket PATH & follow.py PATH
"""
import json
import socket
import sys
import time


def lines():
    if len(sys.argv) < 2:
        return sys.stdin
    follower = socket.socket(socket.AF_UNIX)
    for _ in range(100):  # It may not be there yet.
        try:
            follower.connect(sys.argv[1])
            break
        except OSError:
            time.sleep(0.1)
    return follower.makefile()


def bar(fraction):
    filled = round(30 * min(max(fraction, 0), 1))
    return "█" * filled + "·" * (30 - filled)


clear = "\r" if sys.stdout.isatty() else ""
for line in lines():
    news = json.loads(line)
    if clear:
        print(clear + bar(news["fraction"]), end="", flush=True)
    if news.get("event") == "decided":
        print(f"{clear}{bar(news['fraction'])} {news['outcome']} at {news['time']:.3f} s", flush=True)
