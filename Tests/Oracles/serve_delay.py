#!/usr/bin/env python3
"""Follows a device by a page's stream and by evtest at once: what comes, and how long after the kernel saw it.

    serve_delay.py NODE ADDRESS        ADDRESS is what `pantograph live --serve` says

Prints the lines of the stream, and then on standard error how late both were. Both are read by threads of
this one process, and each piece of news is stamped when it has been read.
"""
import fcntl
import json
import os
import statistics
import struct
import subprocess
import sys
import threading
import time
import urllib.request

# linux/input.h: _IOW('E', 0xa0, int), and struct input_event on 64-bit machines.
EVIOCSCLOCKID = 0x400445A0
EVENT = struct.Struct("qqHHi")


def first_event(node, times):
    """The kernel's time of the first event, from which a trajectory counts."""
    descriptor = os.open(node, os.O_RDONLY)
    fcntl.ioctl(descriptor, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
    times.append("open")
    seconds, microseconds, *_ = EVENT.unpack(os.read(descriptor, EVENT.size))
    times.append(seconds + microseconds / 1e6)


def follow_evtest(node, delays):
    program = subprocess.Popen(
        ["stdbuf", "-oL", "evtest", node], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    for line in program.stdout:
        now = time.time()
        if line.startswith(b"Event: time ") and b"SYN_REPORT" in line:
            delays.append(now - float(line.split()[2].rstrip(b",")))
    program.wait()


def told(name, delays):
    ordered = sorted(delays)
    late = ordered[int(len(ordered) * 0.95)]
    middle = statistics.median(ordered)
    return middle, f"{name} {middle * 1000:.2f} ms, of 95 in 100 at most {late * 1000:.2f} ms"


def main(node, address):
    times, evtest, lines = [], [], []
    threads = [
        threading.Thread(target=first_event, args=(node, times)),
        threading.Thread(target=follow_evtest, args=(node, evtest)),
    ]
    for thread in threads:
        thread.start()
    stream = urllib.request.urlopen(address.replace("/?", "/stream?") + "&format=ndjson")
    # evtest tells all about the device before it reads it.
    time.sleep(1)
    print("following", file=sys.stderr, flush=True)
    for line in stream:
        lines.append((time.monotonic(), line))
    for thread in threads:
        thread.join()
    sys.stdout.write("".join(line.decode() for _, line in lines))
    start = times[1]
    ours = [
        arrival - start - news["time"] for arrival, news in ((at, json.loads(line)) for at, line in lines)
        if news.get("event") in ("began", "changed")]
    (middle, words), (other, others) = told("the stream", ours), told("evtest", evtest)
    print(f"after the kernel: {words}; {others}; {middle / other:.2f} times", file=sys.stderr)


main(*sys.argv[1:])
