"""Prints what Perfetto's own parser (PyPI's `perfetto`) finds in traces.

    perfetto_read.py              exits with 1 if it is not installed
    perfetto_read.py FILE…        for each file a line with its name, then a line for each value, slice and
                                  instant: kind, track, name, begin, end or value, notes; separated by tabs

Ends with a sentence if a trace is invalid: unknown fields, tracks that were not described, slices that end without
having begun, times that go back, packets of several writers.
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / ".build/python"))
try:
    from google.protobuf.unknown_fields import UnknownFieldSet
    from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as messages
except ImportError:
    sys.exit(1)
EVENT = messages.TrackEvent


def check_known(message):
    """Checks that a message and those in it contain only fields of their descriptors."""
    assert len(UnknownFieldSet(message)) == 0, f"unknown fields in {message}"
    for field, value in message.ListFields():
        if field.type == field.TYPE_MESSAGE:
            for part in value if field.is_repeated else [value]:
                check_known(part)


def notes(event):
    """The annotations of an event, by name."""
    kinds = ["bool_value", "uint_value", "double_value", "string_value"]
    return {note.name: next(getattr(note, kind) for kind in kinds if note.HasField(kind))
            for note in event.debug_annotations}


class Tracks:
    def __init__(self):
        self.descriptors = {}
        self.open = {}

    def take(self, descriptor):
        assert descriptor.uuid not in self.descriptors, "a track is told of twice"
        assert not descriptor.parent_uuid or descriptor.parent_uuid in self.descriptors, "no parent"
        self.descriptors[descriptor.uuid] = descriptor

    def name(self, uuid):
        track = self.descriptors[uuid]
        own = track.process.process_name or track.thread.thread_name or track.name
        return f"{self.name(track.parent_uuid)}/{own}" if track.parent_uuid else own

    def say(self, kind, uuid, *rest):
        print(kind, json.dumps(self.name(uuid)), *rest, sep="\t")

    def receive(self, event, time):
        uuid = event.track_uuid
        is_counter = self.descriptors[uuid].HasField("counter")
        assert is_counter == (event.type == EVENT.TYPE_COUNTER), "a counter is something else"
        stack = self.open.setdefault(uuid, [])
        if is_counter:
            self.say("counter", uuid, '""', time, repr(event.double_counter_value), "{}")
        elif event.type == EVENT.TYPE_SLICE_BEGIN:
            stack.append((event.name, time, notes(event)))
        elif event.type == EVENT.TYPE_SLICE_END:
            name, begin, first = stack.pop()
            ends = {f"end.{key}": value for key, value in notes(event).items()}
            self.say("slice", uuid, json.dumps(name), begin, time, json.dumps(first | ends))
        else:
            assert event.type == EVENT.TYPE_INSTANT
            self.say("instant", uuid, json.dumps(event.name), time, time, json.dumps(notes(event)))

    def finish(self):
        for uuid, stack in self.open.items():
            for name, begin, first in stack:
                self.say("slice", uuid, json.dumps(name), begin, "never", json.dumps(first))


for path in sys.argv[1:]:
    print("file", json.dumps(path), '""', 0, 0, "{}", sep="\t")
    trace = messages.Trace.FromString(pathlib.Path(path).read_bytes())
    check_known(trace)
    assert {packet.trusted_packet_sequence_id for packet in trace.packet} == {1}, "several writers"
    tracks, last = Tracks(), 0
    for packet in trace.packet:
        if packet.HasField("track_descriptor"):
            tracks.take(packet.track_descriptor)
        else:
            assert packet.timestamp >= last, f"{packet.timestamp} comes after {last}"
            last = packet.timestamp
            tracks.receive(packet.track_event, last)
    tracks.finish()
