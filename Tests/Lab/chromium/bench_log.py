"""Takes the page's lines out of what a browser prints: each is a JSON object with a kind, whatever is around it."""
import re
import sys

for line in sys.stdin:
    for entry in re.findall(r'\{"kind":[^{}]*\}', line):
        print(entry, flush=True)
    if "{" not in line:
        print(line, end="", file=sys.stderr, flush=True)
