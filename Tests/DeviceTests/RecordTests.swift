import Foundation
import Glibc
import PantographTestSupport
import Testing

extension `A virtual device` {
  private static let python = URL(fileURLWithPath: "/usr/bin/python3")
  private static let yaml = Repository.script("recordings_as_yaml.py")

  private func shell(_ command: String, _ arguments: String...) throws {
    let shell = try Program(URL(fileURLWithPath: "/bin/sh"), ["-c", command, "sh"] + arguments)
    #expect(shell.status == 0, "\(command): \(shell.complaints)")
  }

  private func synth(_ arguments: String...) throws {
    let made = try Program(Program.pantograph, ["synth"] + arguments)
    #expect(made.status == 0, "\(made.complaints)")
  }

  func size(_ file: URL) -> Int { (try? Data(contentsOf: file).count) ?? 0 }

  /// The events of each device in a YAML recording, without their times, as parsed by PyYAML.
  private func events(inYAML file: URL) throws -> [[Substring]] {
    let read = try Program(Self.python, [Self.yaml.path, file.path])
    #expect(read.status == 0, "\(file.lastPathComponent): \(read.complaints)")
    return read.output.split(separator: "\ndevice ").dropFirst().map { device in
      device.split(separator: "\n").dropFirst()
        .map { $0.split(separator: " ", maxSplits: 2)[2] }
    }
  }

  @Test func `leaves a complete file when record meets a full disk`() throws {
    let folder = try TemporaryFolder()
    let gesture = folder.file("swipe.yml").path
    try synth("--by", "30,0", "--output", gesture)
    let disk = folder.file("disk")
    try shell(#"mkdir "$1" && mount -t tmpfs -o size=16k none "$1""#, disk.path)
    let player = try start("play", gesture, "--loop", "--linger", "0.1")
    try wait(for: player) { $0.output.hasSuffix("\n") }
    let node = player.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let file = disk.appendingPathComponent("swipe.yml")
    let recorder = try start("record", node, "--output", file.path)
    #expect(recorder.wait() == 2)
    let reason = "can't be written: No space left on device; make room there, or write elsewhere"
    #expect(recorder.complaints.contains("\n\(file.path): \(reason)\n"))
    player.signal(SIGINT)
    #expect(player.wait() == 0)
    // The disk is full to its last page, and the frame that did not fit was removed completely.
    #expect(size(file) > 12_000)
    let events = try #require(try events(inYAML: file).first)
    let frames = events.count { $0 == "0 0 0" }
    #expect(events.last == "0 0 0")
    #expect(recorder.complaints.contains("\n\(frames) frames written to \(file.path)"))
    let info = try Program.pantograph("info", "--json", file.path)
    #expect(info.status == 0 && info.complaints.isEmpty, "\(info)")
    try shell(#"umount "$1""#, disk.path)
  }

  @Test func `leaves complete frames when record is killed`() throws {
    let folder = try TemporaryFolder()
    let gesture = folder.file("swipe.yml").path
    try synth("--fingers", "5", "--duration", "1", "--output", gesture)
    let (player, node) = try player(of: gesture)
    // A second recorder, which is not killed, has all events.
    let whole = folder.file("whole.yml")
    let witness = try start("record", node, "--output", whole.path)
    try wait(for: witness) { $0.complaints.contains("recording") }
    var killed: [URL] = []
    for round in 1...3 {
      let file = folder.file("killed-\(round).yml")
      let recorder = try start("record", node, "--output", file.path)
      try wait(for: recorder) { $0.complaints.contains("recording") }
      let head = size(file)
      player.pressEnter()
      try wait(for: recorder) { _ in size(file) > head + 2500 * round }
      recorder.signal(SIGKILL)
      #expect(recorder.wait() == -1)
      killed.append(file)
      try waitUntilPlayed(by: player, times: round)
    }
    player.closeInput()
    #expect(player.wait() == 0 && witness.wait() == 2)
    let all = try #require(try events(inYAML: whole).first)
    for file in killed {
      let info = try Program.pantograph("info", file.path)
      #expect(info.status == 0 && !info.output.contains("inside a frame"), "\(info)")
      let events = try #require(try events(inYAML: file).first)
      #expect(events.count > 20 && events.last == "0 0 0")
      // A later recording starts with the state before it.
      let frames = events.drop { $0 != "0 0 0" }.dropFirst()
      #expect(all.contains(frames), "\(file.lastPathComponent)")
    }
  }

  @Test func `can be recorded with others to one file, with a common time`() throws {
    let folder = try TemporaryFolder()
    let pad = folder.file("pad.evemu").path
    let screen = folder.file("screen.evemu").path
    try synth("--output", pad)
    try synth("pinch", "--device", "touchscreen", "--output", screen)
    let both = folder.file("both.yml")
    for isKilled in [true, false] {
      let (first, firstNode) = try player(of: pad)
      let (second, secondNode) = try player(of: screen)
      let recorder = try start("record", firstNode, secondNode, "--output", both.path, "--force")
      try wait(for: recorder) { $0.complaints.contains("recording Pantograph Touchpad and") }
      let part = URL(fileURLWithPath: both.path + ".2")
      let head = size(part)
      first.pressEnter()
      second.pressEnter()
      try wait(for: recorder) { _ in size(part) > head + 6000 }
      try waitUntilPlayed(by: first)
      try waitUntilPlayed(by: second)
      try recorder.waitUntilAsleep()
      recorder.signal(isKilled ? SIGKILL : SIGINT)
      #expect(recorder.wait() == (isKilled ? -1 : 0))
      first.closeInput()
      second.closeInput()
      #expect(first.wait() == 0 && second.wait() == 0)
      if isKilled {
        let joined = folder.file("joined.yml")
        let convert = try Program.pantograph(
          "convert", both.path, part.path, "--output", joined.path)
        #expect(convert.status == 0, "\(convert.complaints)")
        #expect(try events(inYAML: joined).count == 2)
      } else {
        #expect(!FileManager.default.fileExists(atPath: part.path))
      }
    }
    let played = try [pad, screen].map { file in
      try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        .filter { $0.hasPrefix("E:") }.count
    }
    let recorded = try events(inYAML: both)
    #expect(recorded.map(\.count) == played)
    // The times show the order of the devices: both gestures began at nearly the same time.
    let info = try Program.pantograph("info", "--json", both.path)
    let devices = try #require(
      try JSONSerialization.jsonObject(with: Data(info.output.utf8)) as? [String: Any])
    #expect((devices["devices"] as? [[String: Any]])?.count == 2)
    #expect(devices["contacts"] as? Int == 3)
    #expect(try #require(devices["duration"] as? Double) < 10)

    // Played again, there are two devices.
    let player = try start("play", both.path, "--once-after", "0", "--linger", "0")
    #expect(player.wait() == 0, "\(player.complaints)")
    #expect(player.output.split(separator: "\n").count == 2)
  }

  @Test func `hides pressed keys unless requested`() throws {
    let folder = try TemporaryFolder()
    // KEY_ESC, KEY_1, KEY_A and BTN_LEFT, with MSC_SCAN.
    let keys = try folder.file(
      "keys.evemu",
      """
      # EVEMU 1.3
      N: Pantograph Keys
      I: 0003 0001 0002 0003
      B: 01 06 00 00 40 00 00 00 00
      \(String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 3))B: 01 00 00 01 00 00 00 00 00
      B: 04 10 00 00 00 00 00 00 00
      E: 0.000001 0004 0004 41
      E: 0.000001 0001 0001 1
      E: 0.000001 0000 0000 0
      E: 0.100000 0001 0001 0
      E: 0.100000 0000 0000 0
      E: 0.200000 0001 0110 1
      E: 0.200000 0000 0000 0

      """
    ).path
    let (player, node) = try player(of: keys)
    let hidden = folder.file("hidden.yml")
    let shown = folder.file("shown.yml")
    let recorders = [
      try start("record", node, "--output", hidden.path),
      try start("record", node, "--output", shown.path, "--show-keycodes"),
    ]
    for recorder in recorders { try wait(for: recorder) { $0.complaints.contains("recording") } }
    // A link could lead to another place.
    let link = folder.file("link.yml")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: shown)
    for force in [[], ["--force"]] {
      let record = try Program(
        Program.pantograph, ["record", node, "--output", link.path] + force)
      #expect(record.status == 2 && record.complaints.hasPrefix(link.path), "\(record)")
    }
    player.pressEnter()
    for file in [hidden, shown] {
      // Everything that is down when the player ends is lifted.
      try wait(for: recorders[0]) { _ in
        ((try? events(inYAML: file))?.first ?? []).contains("1 272 0")
      }
    }
    player.closeInput()
    #expect(player.wait() == 0)
    for recorder in recorders { #expect(recorder.wait() == 2) }
    #expect(
      try events(inYAML: hidden).first == [
        "4 4 30", "1 30 1", "0 0 0", "1 30 0", "0 0 0", "1 272 1", "0 0 0", "1 272 0", "0 0 0",
      ])
    #expect(
      try events(inYAML: shown).first == [
        "4 4 41", "1 1 1", "0 0 0", "1 1 0", "0 0 0", "1 272 1", "0 0 0", "1 272 0", "0 0 0",
      ])
    #expect(try events(inYAML: shown).first?.count == 9)
  }

  @Test func `lets record overwrite only its own files`() throws {
    let folder = try TemporaryFolder()
    let gesture = folder.file("swipe.evemu").path
    try synth("--output", gesture)
    let (player, node) = try player(of: gesture)
    let (other, otherNode) = try self.player(of: gesture)
    let recorder = try start("record", node, "--output", "/dev/null", "--force")
    try wait(for: recorder) { $0.complaints.contains("recording") }
    recorder.signal(SIGINT)
    #expect(recorder.wait() == 0)
    let null = try FileManager.default.attributesOfItem(atPath: "/dev/null")
    #expect(null[.posixPermissions] as? Int == 0o666)

    // Two names of one device.
    let alias = folder.file("alias")
    try FileManager.default.createSymbolicLink(atPath: alias.path, withDestinationPath: node)
    let file = folder.file("both.yml")
    let twice = try Program.pantograph("record", node, alias.path, "--output", file.path)
    #expect(twice.status == 2 && twice.complaints.contains("given twice"))
    // A run that can't start leaves no files that would block the next attempt.
    _ = try folder.file("both.yml.2", "mine")
    let begun = try Program.pantograph("record", node, otherNode, "--output", file.path)
    #expect(begun.status == 2 && begun.complaints.hasPrefix("\(file.path).2: the file exists"))
    #expect(!FileManager.default.fileExists(atPath: file.path))
    player.closeInput()
    other.closeInput()
    #expect(player.wait() == 0 && other.wait() == 0)
  }
}
