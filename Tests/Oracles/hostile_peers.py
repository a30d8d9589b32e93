#!/usr/bin/env python3
"""Attacks the servers of `pantograph live`, until a line arrives on standard input.

In turns: nonsense, half a request and then nothing, mebibytes without a line break, connections that are reset, more
connections than any server keeps, streams that are never read, and bytes for a socket that only sends. It prints
`attacking` after the first turn, and the number of turns at the end.

    hostile_peers.py ADDRESS SOCKET     the address with its token, and the path of the Unix socket
"""
import random
import select
import socket
import struct
import sys
from urllib.parse import urlsplit

address = urlsplit(sys.argv[1])
place = (address.hostname, address.port)
chance = random.Random(7)
# Resets the connection when it is closed (socket(7)).
RESET = struct.pack("ii", 1, 0)


def connect(family=socket.AF_INET):
    peer = socket.socket(family)
    peer.settimeout(5)
    peer.connect(place if family == socket.AF_INET else sys.argv[2])
    return peer


def pour(peer, data):
    """Sends until all is sent, or the other side has had enough."""
    try:
        peer.sendall(data)
    except OSError:
        pass


def reset(peer):
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    peer.close()


def turn():
    """Does everything once, and returns the connections that stay open until the next turn."""
    kept = []
    for size in (1, 100, 70_000):
        peer = connect()
        pour(peer, chance.randbytes(size))
        kept.append(peer)
    for text in (b"GET /stream?tok", b"POST /recordings HTTP/1.1\r\nContent-Length: 4000000\r\n\r\n{", b"\r", b""):
        peer = connect()
        pour(peer, text)
        kept.append(peer)
    for start in (b"", b"GET /", b"GET / HTTP/1.1\r\nX: "):
        peer = connect()
        pour(peer, start + b"a" * (8 << 20))
        kept.append(peer)
    for text in (b"", b"GET /stre", b"GET / HTTP/1.1\r\n"):
        for _ in range(20):
            peer = connect()
            pour(peer, text)
            reset(peer)
    for _ in range(200):
        kept.append(connect())
    # It knows the token, and reads nothing.
    head = f"GET /stream?{address.query} HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode()
    for number in range(20):
        peer = connect()
        pour(peer, head)
        if number % 2:
            reset(peer)
        else:
            kept.append(peer)
    # At most 64 may be connected, of which one is well-behaved.
    for number in range(100):
        peer = connect(socket.AF_UNIX)
        peer.setblocking(False)
        pour(peer, chance.randbytes(1 << 20))
        if number % 4:
            peer.close()
        else:
            kept.append(peer)
    return kept


turns, kept = 0, []
while not select.select([sys.stdin], [], [], 0.05)[0]:
    now = turn()
    for peer in kept:
        peer.close()
    kept = now
    turns += 1
    if turns == 1:
        print("attacking", flush=True)
for peer in kept:
    peer.close()
print(turns, flush=True)
