#!/bin/sh
# Rings the bell whenever an animation reaches its end: `pantograph live SOURCE --format ndjson | bell.sh`.
sed --unbuffered --quiet 's/.*"time":\([0-9.]*\),"event":"completed".*"position":"end".*/\1/p' |
  while read -r time; do printf '\ait is open, at %s s\n' "$time"; done
