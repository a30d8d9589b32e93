#!/usr/bin/env python3
"""Follows a device by a page's stream and by evtest at once, and measures the delay of both after the kernel's event.

    serve_delay.py NODE [ADDRESS]      ADDRESS is the one that `pantograph live --serve` prints

The kernel first wakes the program that opened the device first. Without an address that is evtest: the address is then
read from standard input, after "evtest follows" has been printed.

Says on standard error when an animation has completed. At the end, prints the lines of the stream, and on standard
error the delays of both, for all gestures but the first: during the first one, the programs are still loaded from the
disk. One loop waits for both; it stores each piece with its time when it arrives, and parses it at the end, so that
neither delays the other.
"""
import bisect
import fcntl
import json
import os
import select
import socket
import statistics
import struct
import subprocess
import sys
import time
import urllib.parse

# linux/input.h: _IOW('E', 0xa0, int), and struct input_event on 64-bit machines.
EVIOCSCLOCKID = 0x400445A0
EVENT = struct.Struct("qqHHi")
# What the stream's line of an animation's end contains.
COMPLETED = b'"event":"completed"'


class Pieces:
    """The pieces read from a descriptor, with their times."""

    def __init__(self):
        self.bytes, self.ends, self.times = bytearray(), [], []

    def add(self, piece, now):
        self.bytes += piece
        self.ends.append(len(self.bytes))
        self.times.append(now)

    def time(self, place):
        """The time at which the byte at an index arrived."""
        return self.times[bisect.bisect_right(self.ends, place)]


def lines_of_stream(pieces):
    """The lines in the chunks of an answer (RFC 9112, 7.1), each with the time at which its end arrived."""
    place = pieces.bytes.index(b"\r\n\r\n") + 4
    head = bytes(pieces.bytes[:place])
    if not head.startswith(b"HTTP/1.1 200 ") or b"chunked" not in head:
        sys.exit(f"serve_delay.py: {head.decode()}")
    lines, line = [], bytearray()
    while True:
        end = pieces.bytes.index(b"\r\n", place)
        size, place = int(pieces.bytes[place:end], 16), end + 2
        if size == 0:
            return lines
        for at in range(place, place + size):
            line.append(pieces.bytes[at])
            if line.endswith(b"\n"):
                lines.append((pieces.time(at), bytes(line)))
                line.clear()
        place += size + 2


def lines_of_evtest(pieces):
    place = 0
    for line in bytes(pieces.bytes).splitlines(keepends=True):
        place += len(line)
        if line.startswith(b"Event: time ") and b"SYN_REPORT" in line:
            yield pieces.time(place - 1), float(line.split()[2].rstrip(b","))


def told(name, delays):
    ordered = sorted(delays)
    late = ordered[int(len(ordered) * 0.95)]
    middle = statistics.median(ordered)
    return middle, f"{name} {middle * 1000:.2f} ms, of 95 in 100 at most {late * 1000:.2f} ms"


def main(node, address=None):
    pieces = {}

    def follow_by_evtest():
        program = subprocess.Popen(
            ["stdbuf", "-oL", "evtest", node], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        ours = pieces[program.stdout.fileno()] = Pieces()
        # It prints all about the device before it reads from it.
        while b"Testing ..." not in ours.bytes:
            ours.add(os.read(program.stdout.fileno(), 1 << 16), time.monotonic())
        return program

    if address is None:
        program = follow_by_evtest()
        print("evtest follows", file=sys.stderr, flush=True)
        address = sys.stdin.readline().strip()
    else:
        program = None
    place = urllib.parse.urlsplit(address)
    stream = socket.create_connection((place.hostname, place.port))
    stream.sendall(
        f"GET /stream?{place.query}&format=ndjson HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode())
    pieces[stream.fileno()] = Pieces()
    program = program or follow_by_evtest()
    device = os.open(node, os.O_RDONLY)
    fcntl.ioctl(device, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
    pieces[device] = Pieces()
    print("following", file=sys.stderr, flush=True)
    poll = select.poll()
    for descriptor in pieces:
        poll.register(descriptor, select.POLLIN)
    waiting = set(pieces)
    searched = 0
    while waiting:
        for descriptor, _ in poll.poll():
            now = time.monotonic()
            # Only the first event of the device is needed, from which a trajectory counts.
            piece = os.read(descriptor, EVENT.size if descriptor == device else 1 << 16)
            if piece:
                pieces[descriptor].add(piece, now)
            if not piece or descriptor == device:
                poll.unregister(descriptor)
                waiting.remove(descriptor)
            if descriptor == stream.fileno():
                found = pieces[descriptor].bytes.find(COMPLETED, searched)
                searched = max(searched, len(pieces[descriptor].bytes) - len(COMPLETED))
                if found >= 0:
                    searched = found + len(COMPLETED)
                    print("an animation completed", file=sys.stderr, flush=True)
    program.wait()
    wall = time.time() - time.monotonic()
    seconds, microseconds, *_ = EVENT.unpack(pieces[device].bytes)
    start = seconds + microseconds / 1e6
    lines = lines_of_stream(pieces[stream.fileno()])
    sys.stdout.write("".join(line.decode() for _, line in lines))
    news = [(at, json.loads(line)) for at, line in lines]
    first_rest = next(line["time"] for _, line in news if line.get("event") == "completed")
    ours = [
        at - start - line["time"] for at, line in news
        if line.get("event") in ("began", "changed") and line["time"] > first_rest]
    evtest = [
        at + wall - stamp for at, stamp in lines_of_evtest(pieces[program.stdout.fileno()])
        if stamp - wall > start + first_rest]
    (middle, words), (other, others) = told("the stream", ours), told("evtest", evtest)
    print(f"after the kernel: {words}; {others}; {middle / other:.2f} times", file=sys.stderr)


main(*sys.argv[1:])
