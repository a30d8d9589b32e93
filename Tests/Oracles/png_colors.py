"""Prints how many pixels of an RGB or RGBA PNG are white, and how many are not.

    png_colors.py FILE

It decodes the five filters of PNG (third edition, 9.2) with the standard library alone.
"""
import struct
import sys
import zlib

data = open(sys.argv[1], "rb").read()
position, content = 8, b""
while position < len(data):
    length, kind = struct.unpack(">I4s", data[position:position + 8])
    if kind == b"IHDR":
        width, height, depth, color = struct.unpack(">IIBB", data[position + 8:position + 18])
    if kind == b"IDAT":
        content += data[position + 8:position + 8 + length]
    position += length + 12
assert depth == 8 and color in (2, 6)
size = 3 if color == 2 else 4
rows, before, stride = zlib.decompress(content), bytes(width * size), width * size
white = 0
for row in range(height):
    start = row * (stride + 1)
    method, line = rows[start], bytearray(rows[start + 1:start + 1 + stride])
    for place in range(stride):
        left = line[place - size] if place >= size else 0
        up = before[place]
        corner = before[place - size] if place >= size else 0
        if method == 1:
            line[place] = line[place] + left & 255
        elif method == 2:
            line[place] = line[place] + up & 255
        elif method == 3:
            line[place] = line[place] + (left + up >> 1) & 255
        elif method == 4:
            guess = left + up - corner
            near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))
            line[place] = line[place] + near[2] & 255
    for place in range(0, stride, size):
        white += line[place] == line[place + 1] == line[place + 2] == 255
    before = line
print(white, width * height - white)
