import PantographBase
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

/// A keyboard and a touchpad recorded together, in the layout of libinput's recorder.
private let together = """
  version: 1
  ndevices: 2
  libinput:
    version: "1.22.1"
  system:
    os: "debian:12"
  devices:
  - node: /dev/input/event3
    evdev:
      name: "keys"
      id: [3, 1, 2, 3]
      codes:
        0: [0] # EV_SYN
        1: [30] # EV_KEY
      absinfo:
      properties: []
    hid: [ 5, 1,
      9, 2]
    udev:
      properties:
      - ID_INPUT=1
    quirks:
    events:
    # Current time is 12:00:00
    - evdev:
      - [  0, 10, 1, 30, 1] # EV_KEY / KEY_A
      - [  0, 10, 0, 0, 0]
    - hid:
        time: [ 0, 15 ]
        hidraw0: [ 0x01, 0x02,
          0x03 ]
    - evdev:
      - [  0, 50, 1, 30, 0]
      - [  0, 50, 0, 0, 0]
      libinput:
      - {time: 0.5, type: KEYBOARD_KEY, key: 30, state: released}
  - node: /dev/input/event7
    evdev:
      name: "pad"
      id: [29, 1739, 0, 0]
      codes:
        3: [53, 54] # EV_ABS
      absinfo:
        53: [0, 100, 0, 0, 10]
        54: [0, 100, 0, 0, 10]
      properties: [0]
    quirks:
    events:
    - libinput:
      - {type: DEVICE_ADDED, seat: default, logical_seat: default}
    - evdev:
      - [  0, 30, 3, 53, 7]
      - [  0, 30, 0, 0, 0]

  """

@Suite struct `A recording of several devices` {
  /// Each choice, and the number of the selected device: from 1, or 0 for none.
  @Test(
    arguments: [
      (DeviceChoice.automatic, 2), (.number(1), 1), (.number(2), 2), (.number(3), 0),
      (.node("/dev/input/event3"), 1), (.node("/dev/input/event7"), 2), (.node("event7"), 0),
    ] as [(DeviceChoice, Int)])
  func `is read one device at a time`(choice: DeviceChoice, number: Int) throws {
    for pieces in [1, 7, 1 << 16] {
      let (reader, events) = try read(together, pieces: pieces, choosing: choice)
      #expect(reader.devices.map(\.node) == ["/dev/input/event3", "/dev/input/event7"])
      #expect(reader.devices.map(\.description.name) == ["keys", "pad"])
      #expect(reader.device.name == ["", "keys", "pad"][number])
      #expect(events.map(\.time.microseconds) == [[], [10, 10, 50, 50], [30, 30]][number])
      #expect(events.count + reader.eventsOfOtherDevices == 6)
    }
  }

  @Test func `is not read without a touch device, unless one is chosen`() throws {
    let mice = together.replacing("53, 54", with: "").replacing("53:", with: "8:")
      .replacing("54:", with: "9:")
    #expect(try read(mice).1.isEmpty)
    #expect(try read(mice, choosing: .number(2)).1.count == 2)
    // A single device is read, whatever its kind.
    let alone = mice.split(separator: "- node: /dev/input/event7")[0]
      .replacing("ndevices: 2", with: "ndevices: 1")
    #expect(try read(String(alone)).1.count == 4)
  }

  /// Android's devices are numbered in the order of their first events, with the times of all.
  @Test(
    arguments: [
      (DeviceChoice.automatic, 2), (.number(1), 1), (.number(2), 2), (.number(3), 0),
      (.node("/dev/input/event1"), 2),
    ] as [(DeviceChoice, Int)])
  func `may be Android's`(choice: DeviceChoice, number: Int) throws {
    let android = """
      add device 1: /dev/input/event1
        name:     "touch"
      add device 2: /dev/input/event0
        name:     "keys"
      add device 3: /dev/input/event9
        name:     "silent"
      [ 1.000001] /dev/input/event0: 0001 0072 00000001
      [ 1.000002] /dev/input/event0: 0000 0000 00000000
      [ 1.000003] /dev/input/event1: 0003 0035 00000005
      [ 1.000004] /dev/input/event0: 0001 0072 00000000
      [ 1.000005] /dev/input/event1: 0000 0000 00000000

      """
    let (reader, events) = try read(android, choosing: choice)
    #expect(reader.devices.map(\.description.name) == ["keys", "touch"])
    #expect(
      events.map { $0.time.microseconds - 1_000_000 } == [[], [1, 2, 4], [3, 5]][number])
    #expect(events.count + reader.eventsOfOtherDevices == 5)
  }

  @Test func `is written with all of them, on one time base`() throws {
    let devices = try read(together).0.devices
    var writer = RecordingWriter(
      .libinput, start: Timestamp(microseconds: 10), deviceCount: devices.count)
    var bytes: [UInt8] = []
    for (index, device) in devices.enumerated() {
      writer.begin(device, to: &bytes)
      writer.write(try read(together, choosing: .number(index + 1)).1, to: &bytes)
    }
    #expect(try read(bytes).0.devices == devices)
    #expect(try read(bytes, choosing: .number(1)).1.map(\.time.microseconds) == [0, 0, 40, 40])
    #expect(try read(bytes, choosing: .number(2)).1.map(\.time.microseconds) == [20, 20])
  }

  @Test func `has the line of each event`() throws {
    #expect(try read(together, pieces: 5).0.eventLines == [52, 53])
    #expect(try read(together, choosing: .number(1)).0.eventLines == [26, 27, 33, 34])
  }
}
