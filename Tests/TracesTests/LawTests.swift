import Foundation
import PantographBase
import PantographRecordingLaws
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

private func bytes(_ file: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: file)) }

@Suite struct `Any recording` {
  @Test(arguments: Repository.cases.map(\.recording))
  func `follows the laws`(file: URL) throws {
    try checkRecording(bytes(file))
  }

  @Test(.enabled(if: Repository.hasCorpus, Repository.absence))
  func `follows the laws if it is from other projects`() throws {
    let files = FileManager.default.enumerator(
      at: Repository.corpus, includingPropertiesForKeys: nil)
    var count = 0
    while let file = files?.nextObject() as? URL {
      guard let content = try? bytes(file), content.count < 4_000 else { continue }
      #expect(throws: Never.self, "\(file.lastPathComponent)") { try checkRecording(content) }
      count += 1
    }
    #expect(count > 30)
  }

  /// Each of these broke a law once.
  @Test(arguments: [
    (
      "a recording without a node",
      """
      version: 1
      devices:
        evdev:
          name: "x"
        events:
        - evdev:
          - [0, 0, 0, 0, 0]

      """
    ),
    (
      "events with a node after one without",
      """
      add device 1: /dev/input/event0
        name:     "keys"
      add device 2: /dev/input/event2
        name:     "pad"
      EV_KEY       BTN_TOUCH            DOWN
      [ 1.000000] /dev/input/event0: 0001 0074 00000001
      [ 1.000000] /dev/input/event2: 0003 0035 00000168

      """
    ),
    ("a name after control characters", "# EVEMU 1.3\nN:\u{1a}\u{1a} x\nE: 0.0 0000 0000 0\n"),
    ("a name with an accent on a blank", "# EVEMU 1.3\nN:\u{1} \u{59b}x\nE: 0.0 0000 0000 0\n"),
    ("a node after control characters", "version: 1\ndevices:\n- node: \u{1a}\"x\n  events:\n"),
    ("a node that begins with a quote", "version: 1\ndevices:\n- node: \"\\\"x\"\n  events:\n"),
    (
      "an axis beyond the kernel's, without a range",
      """
      Input device name: "pad"
        Event type 3 (EV_ABS)
          Event code 63 (?)
          Event code 96 (?)
      Event: time 1.000000, -------------- SYN_REPORT ------------

      """
    ),
    (
      "a clock that jumps back by the longest time there is",
      """
      # EVEMU 1.3
      A: 35 0 1000 0 0 10
      A: 36 0 500 0 0 10
      E: 9000000000000.000001 0003 0035 50
      E: 9000000000000.000001 0000 0000 0
      E: 0.000001 0003 0035 51
      E: 0.000001 0000 0000 0
      E: 9000000000000.000001 0000 0000 0
      E: 0.000001 0000 0000 0

      """
    ),
  ])
  func `follows the laws that it once broke`(what: String, text: String) throws {
    try checkRecording(Array(text.utf8))
  }

  /// The limits are those of Linux's input-event-codes.h: 0x1f properties, 0x1f types, 0x2ff codes,
  /// 0x3f axes.
  @Test(arguments: [
    """
    version: 1
    devices:
    - node: /dev/input/event0
      evdev:
        codes:
          1: [767, 768, 30, 65535, 30]
          3: [64, 96, 63]
          32: [1]
        absinfo:
          63: [0, 1, 0, 0, 0]
          64: [0, 1, 0, 0, 0]
        properties: [31, 2, 32, 0, 2]

    """,
    """
    # EVEMU 1.3
    P: 05 00 00 80 01 00 00 00
    B: 01 00 00 00 40 00 00 00 00
    \(String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 10))
    B: 01 00 00 00 00 00 00 00 80
    B: 01 01 00 00 00 00 00 00 00
    B: 03 00 00 00 00 00 00 00 80
    B: 03 01 00 00 00 00 00 00 00
    A: 3f 0 1 0 0 0
    A: 40 0 1 0 0 0

    """,
  ])
  func `has a description in order, within the kernel's limits`(text: String) throws {
    let device = try read(text).0.device
    #expect(device.properties == [0, 2, 31])
    #expect(device.capabilities.map(\.type) == [.key, .absolute])
    #expect(device.codes(of: .key).map(\.rawValue) == [30, 767])
    #expect(device.codes(of: .absolute).map(\.rawValue) == [63])
    #expect(device.axes.map(\.code.rawValue) == [63])
  }

  @Test func `keeps its order if only some events have a node`() throws {
    let text = """
      [ 1.000001] /dev/input/event0: 0001 0072 00000001
      [ 1.000002] 0001 0072 00000000
      [ 1.000003] /dev/input/event0: 0003 0035 00000001

      """
    let times = try read(text).1.map { $0.time.microseconds - 1_000_000 }
    #expect(times == [1, 2, 3])
  }

  /// For any device, a last line without a newline is complete if it ends a frame, and only then.
  @Test(arguments: [
    (DeviceChoice.automatic, "[ 1.000003] /dev/input/event0: 0000 0000 00000000", true),
    (.number(1), "[ 1.000003] /dev/input/event0: 0000 0000 00000000", true),
    (.number(2), "[ 1.000003] /dev/input/event0: 0000 0000 00000000", true),
    (.automatic, "/", false), (.number(1), "/", false), (.number(2), "/", false),
    (.number(1), "[ 1.000003] /dev/input/event1: 0001 0073 00000001", false),
  ])
  func `may end without a newline`(choice: DeviceChoice, last: String, isWhole: Bool) {
    let text = """
      [ 1.000001] /dev/input/event0: 0001 0072 00000001
      [ 1.000002] /dev/input/event1: 0001 0072 00000001
      [ 1.000003] /dev/input/event1: 0000 0000 00000000

      """
    let hasRead = (try? read(text + last, choosing: choice)) != nil
    #expect(hasRead == isWhole)
  }
}
