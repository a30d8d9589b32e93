"""The fingers of a recording, frame by frame."""
SLOT, TRACKING_ID, POSITIONS = ["0003", "002f"], ["0003", "0039"], (["0003", "0035"], ["0003", "0036"])


def frames(lines):
    """Each frame of an evemu recording: its seconds, {slot: (x, y)}, and {slot: "down", "move" or "up"} of what changed.

    Positions are in the device's units; a finger that lifts has its last one. As in the kernel, a slot keeps its
    position when a new finger lands in it.
    """
    slot, slots, down, changed = 0, {}, set(), {}
    for line in lines:
        words = line.split()
        if words[:1] != ["E:"]:
            continue
        code, value = words[2:4], int(words[4])
        if code == SLOT:
            slot = value
        elif code == TRACKING_ID:
            (down.add if value >= 0 else down.discard)(slot)
            changed[slot] = "down" if value >= 0 else "up"
        elif code in POSITIONS:
            slots.setdefault(slot, {})[POSITIONS.index(code)] = value
            changed.setdefault(slot, "move")
        elif code == ["0000", "0000"]:
            yield float(words[1]), {finger: (slots[finger][0], slots[finger][1]) for finger in sorted({*down, *changed})
                                    if len(slots.get(finger, ())) == 2}, changed
            changed = {}
