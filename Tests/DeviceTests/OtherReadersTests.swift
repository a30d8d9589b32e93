import Foundation
import PantographTestSupport
import Testing

/// Other programs that play to devices and read them.
enum Tool {
  static let device = URL(fileURLWithPath: "/usr/bin/evemu-device")
  static let player = URL(fileURLWithPath: "/usr/bin/evemu-play")
  static let recorder = URL(fileURLWithPath: "/usr/bin/evemu-record")
  static let python = URL(fileURLWithPath: "/usr/bin/python3")
  static let client = Repository.script("evdev_client.py")
    .path

  static let hasEvemu = [device, player, recorder].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0.path)
  }
  static let hasLibevdev = (try? Program(python, ["-c", "import libevdev"]).status) == 0
}

/// A recording of the corpus, and the description of its device if that is in another file.
struct Original: CustomTestStringConvertible, Sendable {
  var recording: String
  var description: String?
  var testDescription: String { recording }

  init(_ recording: String, by description: String? = nil) {
    self.recording = recording
    self.description = description
  }

  /// Its first frames, one every 25 ms, which a slow guest can follow; with the device's description.
  func excerpt(frames: Int) throws -> String {
    let lines = try Self.lines(recording)
    let head = try description.map(Self.lines) ?? lines
    var text = head.filter { !$0.hasPrefix("E:") && ($0.contains("EVEMU") || !$0.hasPrefix("#")) }
    if !(text.first?.contains("EVEMU") ?? false) { text.insert("# EVEMU 1.2", at: 0) }
    // Versions before 1.2 have no resolution.
    text = text.map { $0.hasPrefix("A:") && $0.split(separator: " ").count == 6 ? $0 + " 0" : $0 }
    var frame = 0
    for line in lines where line.hasPrefix("E:") && frame < frames {
      let words = line.split(whereSeparator: \.isWhitespace)
      let time = String(format: "%.6f", Double(frame) * 0.025 + 0.000001)
      text.append((["E:", time] + words[2...4].map(String.init)).joined(separator: " "))
      if words[2] == "0000" && words[3] == "0000" { frame += 1 }
    }
    return text.joined(separator: "\n") + "\n"
  }

  private static func lines(_ name: String) throws -> [String] {
    let file = Repository.corpus.appendingPathComponent(name)
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }
}

extension `A virtual device` {
  static let originals = [
    // Touchpads: with slots, with the corners of a box, and with one finger.
    Original("touchpad-gestures/pinch_in_2.evemu"),
    Original("touchpad-gestures/hold_4.evemu"),
    Original("devices/touchpads__CyPS2-Cypress-Trackpad.three_finger_press.events"),
    Original("devices/touchpads__AlpsPS2-ALPS-GlidePoint.2-finger-tap.events"),
    Original("devices/touchpads__AlpsPS2-ALPS-DualPoint-TouchPad-non-MT.doubletap.events"),
    // Touchscreens: with slots and without.
    Original("devices/touchscreens__EP0430M09.4-finger-drag-down.events"),
    Original("devices/touchscreens__Atmel-maXTouch-Touchscreen.4-finger-drag-down.events"),
    Original(
      "devices/touchscreens__N-Trig-MultiTouch.2-fingers-touch-release.events",
      by: "devices/touchscreens__N-Trig-MultiTouch.desc"),
    // Pens, and other parts of a tablet.
    Original("devices/tablets__dell_canvas_pen.evemu"),
    Original(
      "devices/tablets__Wacom-Intuos4-6x9.stylus-tap.events",
      by: "devices/tablets__Wacom-Intuos4-6x9.desc"),
    Original("devices/tablets__Wacom-Cintiq-13HD-touch-Pad.events"),
    // Mice, one of them touch-sensitive, and one of a virtual machine.
    Original(
      "devices/mice__Saitek-Cyborg-R.A.T.5-Mouse.events",
      by: "devices/mice__Saitek-Cyborg-R.A.T.5-Mouse.desc"),
    Original("devices/mice__Apple-Touch-Mouse.evemu"),
    Original(
      "devices/tablets__QEMU-0.12.1-QEMU-USB-Tablet.scroll-up-down.events",
      by: "devices/tablets__QEMU-0.12.1-QEMU-USB-Tablet.desc"),
    // Keys.
    Original("devices/keyboards__Logitech-K400-Plus.events"),
    Original(
      "devices/misc__Plantronics-Plantronics-.Audio-648-USB.buttons.events",
      by: "devices/misc__Plantronics-Plantronics-.Audio-648-USB.desc"),
  ]

  /// The events of an evemu recording, without their times.
  private func events(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("E:") }.map { line in
      let words = line.split(whereSeparator: \.isWhitespace)
      // evemu pads the value with zeros.
      return "\(words[2]) \(words[3]) \(Int(words[4]) ?? 0)"
    }
  }

  /// The frames that a program played.
  ///
  /// The kernel marks its own frames with a 1: repeated keys, and keys released when the device is removed.
  private func played(_ events: [String]) -> [[String]] {
    var frames: [[String]] = [[]]
    for event in events {
      frames[frames.count - 1].append(event)
      if event.hasPrefix("0000 0000") { frames.append([]) }
    }
    return frames.filter { !$0.isEmpty && $0.last != "0000 0000 1" }
  }

  /// Waits until a program has opened the node, from which point it misses no events.
  private func wait(for program: RunningProgram, toOpen node: String) throws {
    let folder = "/proc/\(program.identifier)/fd"
    try wait(for: program) { _ in
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return files.contains {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == node
      }
    }
  }

  /// Events played with `evemu-play` arrive in our recording as in those of `evemu-record` and of libevdev's client,
  /// according to the kernel's rules.
  @Test(
    .enabled(if: Repository.hasCorpus, Repository.absence),
    .enabled(if: Tool.hasEvemu, "needs Debian's evemu-tools"),
    .enabled(if: Tool.hasLibevdev, "needs Debian's python3-libevdev"),
    arguments: originals)
  func `is recorded as other programs read it`(original: Original) throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("original.evemu", original.excerpt(frames: 60))
    // It prints the node immediately only on a terminal, or if requested.
    let device = try RunningProgram(
      URL(fileURLWithPath: "/usr/bin/stdbuf"), ["-oL", Tool.device.path, file.path])
    try wait(for: device) { $0.output.contains("/dev/input/event") }
    let node = try #require(device.output.firstMatch(of: /\/dev\/input\/event\d+/)).output
    let recording = folder.file("recording.evemu")
    let recorder = try start("record", String(node), "-o", recording.path, "--show-keycodes")
    let theirs = try RunningProgram(Tool.recorder, [String(node)])
    let client = try RunningProgram(Tool.python, [Tool.client, "read", String(node)])
    let passed = try Program(Tool.python, [Tool.client, "passed", file.path])
    #expect(passed.status == 0, "\(passed.complaints)")
    try wait(for: recorder) { $0.complaints.contains("recording") }
    try wait(for: theirs, toOpen: String(node))
    try wait(for: client) { $0.complaints.contains("reading") }

    let player = try RunningProgram(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", #"exec "$0" "$1" <"$2""#, Tool.player.path, String(node), file.path])
    #expect(player.wait() == 0, "\(player.complaints)")
    player.closeInput()
    let expected = played(passed.output.split(separator: "\n").map(String.init))
    var ours: [String] { events((try? String(contentsOf: recording, encoding: .utf8)) ?? "") }
    var clients: [String] { client.output.split(separator: "\n").map(String.init) }
    try wait(for: client) { _ in
      played(clients).count >= expected.count
        && played(ours).count >= expected.count
    }
    // All readers end when the device is removed. The test's own signal mask, which programs inherit, may block other
    // signals.
    device.signal(SIGKILL)
    _ = device.wait()
    #expect(theirs.wait() == 0)
    #expect(recorder.wait() == 2 && recorder.complaints.contains("the device was removed"))
    #expect(client.wait() == 0, "\(client.complaints)")
    for program in [device, recorder, theirs, client] { program.closeInput() }

    #expect(expected.count > 1)
    #expect(played(ours) == expected)
    #expect(played(clients) == expected)
    #expect(played(events(theirs.output)) == expected)
  }
}
