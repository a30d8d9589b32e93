#!/usr/bin/env python3
"""Runs `live` and `record` for a long time on devices that come and go, and checks that they lose nothing and don't
grow.

    soak.py PANTOGRAPH --minutes N --seed N

It makes virtual devices through /dev/uinput, which needs root and a kernel of its own: `tools/soak` runs it in the
virtual machine of `tools/vm`. The position in each frame encodes its number, so that a recording can be compared with
what was sent: a missing number must be after a SYN_DROPPED.

Exits with 1 if something was lost without a report, grew, or did not end as it should.
"""
import argparse
import fcntl
import glob
import os
import random
import re
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SYN_REPORT, SYN_DROPPED = 0, 3
ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0x2F, 0x35, 0x36, 0x39
BTN_TOOL_FINGER, BTN_TOUCH = 0x145, 0x14A
# linux/uinput.h: _IOW and _IO of 'U'.
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_PROPBIT = 0x40045564, 0x40045565, 0x4004556E
UI_DEV_SETUP, UI_ABS_SETUP, UI_DEV_CREATE, UI_DEV_DESTROY = 0x405C5503, 0x401C5504, 0x5501, 0x5502
UI_GET_SYSNAME = 0x8000552C | 64 << 16
# Units along each axis, 300 for a millimetre.
UNITS = 30000
# Each frame moves this far to the right, a sixth of a millimetre, and at the end of the row to the next one.
STEP = 50
ROW = UNITS // STEP


class Device:
    """A touchpad whose frames are numbered."""

    names = 0

    def __init__(self):
        Device.names += 1
        self.file = os.open("/dev/uinput", os.O_WRONLY | os.O_NONBLOCK)
        for kind in (EV_KEY, EV_ABS):
            fcntl.ioctl(self.file, UI_SET_EVBIT, kind)
        for key in (BTN_TOUCH, BTN_TOOL_FINGER):
            fcntl.ioctl(self.file, UI_SET_KEYBIT, key)
        fcntl.ioctl(self.file, UI_SET_PROPBIT, 0)
        for axis, most, unit in (
                (ABS_MT_SLOT, 4, 0), (ABS_MT_POSITION_X, UNITS - 1, 300),
                (ABS_MT_POSITION_Y, UNITS - 1, 300), (ABS_MT_TRACKING_ID, 65535, 0)):
            fcntl.ioctl(
                self.file, UI_ABS_SETUP, struct.pack("=HHiiiiii", axis, 0, 0, 0, most, 0, 0, unit))
        name = f"Soaked Touchpad {Device.names}".encode()
        fcntl.ioctl(
            self.file, UI_DEV_SETUP, struct.pack("=HHHH80sI", 3, 1, 2, 1, name, 0))
        fcntl.ioctl(self.file, UI_DEV_CREATE)
        system = fcntl.ioctl(self.file, UI_GET_SYSNAME, bytes(64)).split(b"\0")[0].decode()
        found = glob.glob(f"/sys/devices/virtual/input/{system}/event*")
        self.node = "/dev/input/" + os.path.basename(found[0])
        self.sent = 0
        self.isDown = False
        self.touches = 0

    def frame(self, lifts=False):
        """The bytes of the next frame."""
        self.sent += 1
        y, x = divmod(self.sent, ROW)
        events = []
        if not self.isDown and not lifts:
            self.isDown = True
            self.touches = (self.touches + 1) % 65536
            events += [(EV_ABS, ABS_MT_TRACKING_ID, self.touches)]
            events += [(EV_KEY, BTN_TOUCH, 1), (EV_KEY, BTN_TOOL_FINGER, 1)]
        events += [(EV_ABS, ABS_MT_POSITION_X, x * STEP), (EV_ABS, ABS_MT_POSITION_Y, y)]
        if lifts and self.isDown:
            self.isDown = False
            events += [(EV_ABS, ABS_MT_TRACKING_ID, -1)]
            events += [(EV_KEY, BTN_TOUCH, 0), (EV_KEY, BTN_TOOL_FINGER, 0)]
        events.append((EV_SYN, SYN_REPORT, 0))
        return b"".join(struct.pack("=qqHHi", 0, 0, *event) for event in events)

    def send(self, frames):
        """Sends frames at once, as fast as the kernel takes them."""
        while frames > 0:
            count = min(frames, 500)
            os.write(self.file, b"".join(self.frame() for _ in range(count)))
            frames -= count

    def lift(self):
        os.write(self.file, self.frame(lifts=True))

    def unplug(self):
        fcntl.ioctl(self.file, UI_DEV_DESTROY)
        os.close(self.file)


class Recording:
    """A recording of such a device, read as far as it has been written."""

    event = re.compile(rb"^ *- \[ *(\d+), *(\d+), *(\d+), *(\d+), *(-?\d+)\]", re.M)

    def __init__(self, path):
        self.file = open(path, "rb")
        self.rest = b""
        self.x = self.y = 0
        self.isNew = self.isRowTold = self.isDropped = False
        # After a loss: whether the next frame may be any, and whether its row is known.
        self.isAnyNext, self.isRowSure = False, True
        self.last = None
        self.frames = self.drops = self.reported = 0
        self.lost = []
        self.time = (0, 0)

    def read(self):
        data = self.rest + self.file.read()
        end = data.rfind(b"\n") + 1
        self.rest = data[end:]
        for match in self.event.finditer(data, 0, end):
            seconds, micros, kind, code, value = map(int, match.groups())
            if (seconds, micros) < self.time:
                self.lost.append(f"stamps go back at {seconds}.{micros:06}")
            self.time = (seconds, micros)
            if kind == EV_ABS and code == ABS_MT_POSITION_X:
                self.x, self.isNew = value, True
            elif kind == EV_ABS and code == ABS_MT_POSITION_Y:
                self.y, self.isNew, self.isRowTold = value, True, True
            elif kind == EV_SYN and code == SYN_DROPPED:
                self.isDropped = True
                self.drops += 1
            elif kind == EV_SYN and code == SYN_REPORT and self.isNew:
                self.take(self.y * ROW + self.x // STEP)
                self.isNew = self.isRowTold = False
        return self

    def take(self, number):
        """Takes the next frame, which must be the next one that was sent.

        After a loss, the recorder asks the kernel for the current state, one axis after the other, while more
        frames are sent: that frame may be a mixture of two. The one after it is the kernel's next, sent before or
        after the request. From then on, each is the next of its row, whose number is known when the following
        row begins.
        """
        if self.last is not None and number != self.last:
            missing = number - self.last - 1
            if self.isDropped:
                self.reported += max(missing, 0)
                self.isDropped, self.isAnyNext, self.isRowSure = False, True, False
            elif self.isAnyNext:
                self.isAnyNext, self.isRowSure = False, self.isRowTold
            elif not self.isRowSure and self.isRowTold and self.last % ROW == ROW - 1 and number % ROW == 0:
                self.isRowSure = True
            elif missing:
                self.lost.append(f"after frame {self.last} comes {number}")
        if number != self.last:
            self.frames += 1
        self.last = number


class Watched:
    """A program that runs as long as the soak, and must not grow."""

    def __init__(self, name, words, **streams):
        self.name = name
        self.program = subprocess.Popen(words, **streams)
        self.memory, self.descriptors = [], []

    def look(self):
        folder = f"/proc/{self.program.pid}"
        try:
            pages = int(open(f"{folder}/statm").read().split()[1])
            self.memory.append(pages * os.sysconf("SC_PAGE_SIZE") // 1024)
            self.descriptors.append(len(os.listdir(f"{folder}/fd")))
        except OSError:
            pass

    def verdict(self):
        """By how much it has grown, and whether that is too much; it first has to warm up."""
        fifth = max(len(self.memory) // 5, 1)
        before = statistics.median(self.memory[fifth:2 * fifth] or self.memory)
        after = statistics.median(self.memory[-fifth:])
        # The minimum: one that comes and goes is not one that is never closed.
        half = len(self.descriptors) // 2
        few = min(self.descriptors[:half] or [0])
        many = min(self.descriptors[half:] or [0])
        # 512 KiB and a twentieth: what an allocator may keep, and far less than an hour of any leak.
        hasGrown = after - before > 512 + before / 20 or many > few
        return (
            f"{self.name}: {before:.0f} KiB, then {after:.0f} KiB; {few} descriptors, then {many}",
            hasGrown)


class Soak:
    def __init__(self, program, minutes, seed, folder):
        self.program, self.folder = program, folder
        self.random = random.Random(seed)
        self.end = time.monotonic() + minutes * 60
        self.mistakes = []
        self.counts = dict.fromkeys(
            ("devices", "abrupt", "floods", "stalls", "sent", "recorded", "drops", "reported",
             "compared", "followers"), 0)
        self.interaction = f"{folder}/interaction.json"
        with open(self.interaction, "w") as file:
            file.write(
                '{ "version": 1, "progress": { "toward": "right", "distance": { "mm": 10 } },'
                ' "animation": { "duration": 0.3 } }')

    def wrong(self, sentence):
        self.mistakes.append(sentence)
        print(f"soak: {sentence}", file=sys.stderr, flush=True)

    def start(self, *words, out=subprocess.DEVNULL, name="err"):
        path = f"{self.folder}/{name}"
        return subprocess.Popen(
            [self.program, *words], stdin=subprocess.DEVNULL, stdout=out, stderr=open(path, "wb"))

    def until(self, isSo, what, seconds=60):
        end = time.monotonic() + seconds
        while not isSo():
            if time.monotonic() > end:
                self.wrong(f"{what} has not come in {seconds} s")
                return False
            time.sleep(0.02)
        return True

    def hasSaid(self, name, text):
        return lambda: text in open(f"{self.folder}/{name}", "rb").read()

    # What goes on all the time.

    def begin(self):
        self.steady = Device()
        self.path = f"{self.folder}/steady.yml"
        streams = {"stdin": subprocess.DEVNULL}
        self.watched = [
            Watched(
                "record", [self.program, "record", self.steady.node, "-o", self.path],
                stderr=open(f"{self.folder}/record", "wb"), **streams),
            Watched(
                "live", [self.program, "live", self.steady.node, "-i", self.interaction,
                         "--format", "ndjson"],
                stdout=subprocess.PIPE, stderr=open(f"{self.folder}/live", "wb"), **streams),
            Watched(
                "live --loop", [self.program, "live", f"{self.folder}/hand.yml", "-i",
                                self.interaction, "--loop", "--speed", "4", "--socket",
                                f"{self.folder}/socket"],
                stderr=open(f"{self.folder}/loop", "wb"), **streams)]
        self.until(self.hasSaid("record", b"recording"), "record")
        self.until(self.hasSaid("live", b"following"), "live")
        self.until(lambda: os.path.exists(f"{self.folder}/socket"), "the socket")
        self.steadyRecording = Recording(self.path)
        self.output = self.watched[1].program.stdout
        os.set_blocking(self.output.fileno(), False)
        self.heard = 0
        self.follower = None
        self.lastLook = 0

    def attend(self):
        """Reads what has arrived, connects or disconnects a client, and checks memory now and then."""
        while piece := self.output.read(1 << 16):
            self.heard += piece.count(b"\n")
        if self.follower is None and self.random.random() < 0.05:
            self.follower = socket.socket(socket.AF_UNIX)
            self.follower.connect(f"{self.folder}/socket")
            self.follower.setblocking(False)
            self.counts["followers"] += 1
        elif self.follower and self.random.random() < 0.03:
            self.follower.close()
            self.follower = None
        elif self.follower and self.random.random() < 0.5:
            # Some of the time it reads nothing; a client that is too slow is disconnected.
            try:
                if not self.follower.recv(1 << 16):
                    self.follower.close()
                    self.follower = None
            except BlockingIOError:
                pass
        now = time.monotonic()
        if now - self.lastLook > 2:
            self.lastLook = now
            self.steadyRecording.read()
            for watched in self.watched:
                watched.look()
                if watched.program.poll() is not None:
                    self.wrong(f"{watched.name} has ended with {watched.program.returncode}")
                    self.end = now

    def move(self, device, frames, pause=0.008):
        """A gesture at its own speed, on a device and on the steady one."""
        for _ in range(frames):
            device.send(1)
            if device is not self.steady:
                self.steady.send(1)
            time.sleep(pause)
            self.attend()
        device.lift()
        self.steady.lift()

    # What comes and goes.

    def visit(self):
        """A device that is plugged in, used, and unplugged while programs read it."""
        chance = self.random
        self.counts["devices"] += 1
        device = Device()
        path = f"{self.folder}/visit.yml"
        rows = open(f"{self.folder}/visit.csv", "wb")
        recorder = self.start("record", device.node, "-o", path, "--force", name="visit-record")
        live = self.start(
            "live", device.node, "-i", self.interaction, "--patience", "0.5", "--format", "csv",
            out=rows, name="visit-live")
        isThere = self.until(self.hasSaid("visit-record", b"recording"), "record") and self.until(
            self.hasSaid("visit-live", b"following"), "live")
        if not isThere:
            recorder.kill(), live.kill()
            return
        recording = Recording(path)
        isAbrupt = chance.random() < 0.3
        for _ in range(chance.randint(1, 3)):
            what = chance.random()
            if what < 0.2:
                self.counts["floods"] += 1
                device.send(chance.randint(1000, 10000))
                self.steady.send(chance.randint(100, 5000))
            elif what < 0.4:
                self.counts["stalls"] += 1
                held = [chance.choice([recorder, live]), chance.choice(self.watched[:2]).program]
                for program in held:
                    program.send_signal(signal.SIGSTOP)
                self.move(device, chance.randint(50, 150))
                device.send(chance.randint(0, 2000))
                for program in held:
                    program.send_signal(signal.SIGCONT)
            else:
                self.move(device, chance.randint(20, 100))
        if not isAbrupt:
            # If events are lost at the lift, the position of the lift is never known: some more
            # frames, one by one, when all others have been read.
            time.sleep(2)
            self.move(device, 5)
            self.until(
                lambda: recording.read().last == device.sent, f"frame {device.sent} of a visit")
            # The result of the last gesture, and rest.
            time.sleep(2)
        self.counts["abrupt"] += isAbrupt
        device.unplug()
        for program, name in ((recorder, "visit-record"), (live, "visit-live")):
            try:
                status = program.wait(60)
            except subprocess.TimeoutExpired:
                self.wrong(f"{name} goes on without its device")
                program.kill()
                continue
            text = open(f"{self.folder}/{name}", "rb").read()
            if status != 2 or b"the device was removed" not in text:
                self.wrong(f"{name} ended with {status}: {text.decode().strip()}")
        recording.read()
        self.count(recording, device, "a visit", isWhole=not isAbrupt)
        said = open(f"{self.folder}/visit-live", "rb").read()
        # It reports what is late or lost only for `live`.
        if not isAbrupt and not recording.drops and b"arrived after" not in said and b"were lost" not in said:
            self.compare(path)

    def count(self, recording, device, name, isWhole):
        for sentence in recording.lost:
            self.wrong(f"{name}: {sentence}, and nothing is said of it")
        if isWhole and recording.last != device.sent:
            self.wrong(f"{name}: the last frame is {recording.last}, and {device.sent} were sent")
        self.counts["sent"] += device.sent
        self.counts["recorded"] += recording.frames
        self.counts["drops"] += recording.drops
        self.counts["reported"] += recording.reported

    def compare(self, path):
        """Checks that live has printed what replay prints for the recording."""
        replay = subprocess.run(
            [self.program, "replay", path, "-i", self.interaction, "--format", "csv"],
            stdout=subprocess.PIPE)
        self.counts["compared"] += 1
        if replay.stdout != open(f"{self.folder}/visit.csv", "rb").read():
            self.wrong("live told something else than replay")

    def run(self):
        hand = subprocess.run(
            [self.program, "synth", "--by", "30,0", "-o", f"{self.folder}/hand.yml"])
        if hand.returncode:
            sys.exit("soak.py: no hand could be made")
        self.begin()
        began = told = time.monotonic()
        while time.monotonic() < self.end:
            if self.random.random() < 0.5:
                self.visit()
            else:
                self.move(self.steady, self.random.randint(20, 200))
                for _ in range(self.random.randint(0, 100)):
                    time.sleep(0.01)
                    self.attend()
            if time.monotonic() - told > 60:
                told = time.monotonic()
                print(f"soak: {(told - began) / 60:.0f} min, {self.counts}", file=sys.stderr,
                      flush=True)
        self.close(time.monotonic() - began)

    def close(self, seconds):
        time.sleep(2)
        self.move(self.steady, 5)
        self.until(
            lambda: self.steadyRecording.read().last == self.steady.sent, "the last steady frame")
        for watched in self.watched:
            watched.look()
            watched.program.send_signal(signal.SIGTERM)
        if self.follower:
            self.follower.close()
        for watched in self.watched:
            while watched.program.poll() is None:
                self.output.read()
                time.sleep(0.05)
            if watched.program.returncode != 0:
                self.wrong(f"{watched.name} ended with {watched.program.returncode}")
        self.count(self.steadyRecording.read(), self.steady, "the steady device", isWhole=True)
        print(f"{seconds / 60:.1f} minutes; {self.heard} lines of live were read")
        for name, count in self.counts.items():
            print(f"  {name:10} {count}")
        for watched in self.watched:
            sentence, hasGrown = watched.verdict()
            print(f"  {sentence}")
            if hasGrown:
                self.wrong(f"{sentence}: it has grown")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(options.program, options.minutes, options.seed, folder)
        soak.run()
    print("nothing was lost unsaid, and nothing has grown" if not soak.mistakes
          else f"{len(soak.mistakes)} mistakes")
    sys.exit(bool(soak.mistakes))


if __name__ == "__main__":
    main()
