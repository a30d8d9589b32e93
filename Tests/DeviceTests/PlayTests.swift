import Foundation
import Glibc
import PantographTestSupport
import Testing

extension `A virtual device` {
  private static let libinput = URL(fileURLWithPath: "/usr/libexec/libinput/libinput-replay")
  private static let hasPlayers =
    Tool.hasEvemu && FileManager.default.isExecutableFile(atPath: libinput.path)

  /// Recordings, and the events that lift what they leave down, which only our player sends.
  private static let recordings = [
    (Original("devices/tablets__Wacom-Cintiq-13HD-touch-Finger.events"), []),
    (Original("devices/touchscreens__EP0430M09.2-finger-scroll-down.events"), []),
    (
      Original("devices/touchpads__bcm5974.three-finger-click.events"),
      ["0000 0002 0", "0000 0000 0"]
    ),
  ]

  /// The events of a recording, with their times in seconds from the first.
  private func events(inEvemu file: URL) -> [(time: Double, rest: String)] {
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.hasPrefix("E:") }.map { line in
      let words = line.split(separator: " ", maxSplits: 2)
      return (Double(words[1]) ?? .nan, Self.plain(words[2]))
    }
  }

  /// Type, code and value, without the zeros that evemu puts before values, and its comment.
  private static func plain(_ text: Substring) -> String {
    let words = text.split(separator: "\t")[0].split(separator: " ")
    return "\(words[0]) \(words[1]) \(Int(words[2]) ?? 0)"
  }

  /// Returns what evemu records from a node while a closure plays something.
  private func record(
    _ node: String, in folder: TemporaryFolder, while play: () throws -> Void
  ) throws -> [(time: Double, rest: String)] {
    let file = folder.file("\(UUID().uuidString).evemu")
    let recorder = try RunningProgram(Tool.recorder, [node, file.path])
    try wait(for: recorder) { _ in size(file) > 0 }
    try recorder.waitUntilAsleep()
    try play()
    try recorder.waitUntilAsleep()
    recorder.signal(SIGINT)
    _ = recorder.wait()
    return events(inEvemu: file)
  }

  /// The kernel drops some events, and the same ones from each player.
  @Test(
    .enabled(if: hasPlayers, "needs evemu-tools, libinput-tools and python3-pyudev"),
    .enabled(if: Repository.hasCorpus, Repository.absence), arguments: recordings)
  private func `plays the same as evemu's and libinput's players from a converted recording`(
    original: Original, lift: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let recording = try folder.file("original.evemu", original.excerpt(frames: .max)).path
    let evemu = folder.file("converted.evemu")
    let libinput = folder.file("converted.yml")
    for file in [evemu, libinput] {
      let convert = try Program.pantograph(
        "convert", recording, "--output", file.path)
      #expect(convert.status == 0, "\(convert.complaints)")
    }

    let (player, node) = try player(of: recording)
    let ours = try record(node, in: folder) {
      player.pressEnter()
      try waitUntilPlayed(by: player)
    }
    player.closeInput()
    #expect(player.wait() == 0)
    #expect(ours.count >= 10)

    let device = try RunningProgram(Tool.device, [evemu.path])
    try wait(for: device) { $0.output.contains("/dev/input/event") }
    let evemuNode = String(device.output.split(separator: "\n")[0].split(separator: " ").last!)
    let evemuEvents = try record(evemuNode, in: folder) {
      let shell = URL(fileURLWithPath: "/bin/sh")
      let play = try Program(
        shell, ["-c", #"exec "$0" "$1" <"$2""#, Tool.player.path, evemuNode, evemu.path])
      #expect(play.status == 0, "\(play.complaints)")
    }
    device.signal(SIGTERM)
    _ = device.wait()
    #expect(evemuEvents.map(\.rest) + lift == ours.map(\.rest))

    let replay = try RunningProgram(
      URL(fileURLWithPath: "/usr/bin/python3"), [Self.libinput.path, libinput.path])
    try wait(for: replay) { $0.output.contains("Hit enter") }
    let libinputNode = String(replay.output.split(separator: ":")[0])
    let libinputEvents = try record(libinputNode, in: folder) {
      replay.pressEnter()
      try wait(for: replay) { $0.output.components(separatedBy: "Hit enter").count > 2 }
    }
    replay.signal(SIGINT)
    _ = replay.wait()
    replay.closeInput()
    #expect(libinputEvents.map(\.rest) + lift == ours.map(\.rest))
  }

  /// The kernel passes on all frames of `synth`, so each of them has a due time.
  @Test(.enabled(if: hasPlayers, "needs evemu-tools, libinput-tools and python3-pyudev"))
  func `is played as punctually as by evemu's player`() throws {
    let folder = try TemporaryFolder()
    let gesture = folder.file("swipe.evemu")
    let made = try Program.pantograph(
      "synth", "--duration", "1.5", "--rate", "80", "--output", gesture.path)
    #expect(made.status == 0, "\(made.complaints)")
    let due = events(inEvemu: gesture)
    // Other work of the guest is random, so the best of three runs counts.
    var ours = Double.infinity
    var theirs = Double.infinity
    let device = try RunningProgram(Tool.device, [gesture.path])
    try wait(for: device) { $0.output.contains("/dev/input/event") }
    let evemuNode = String(device.output.split(separator: "\n")[0].split(separator: " ").last!)
    let (player, node) = try player(of: gesture.path)
    for round in 1...3 {
      let played = try record(node, in: folder) {
        player.pressEnter()
        try waitUntilPlayed(by: player, times: round)
      }
      ours = min(ours, Self.median(played, due))
      let evemu = try record(evemuNode, in: folder) {
        let shell = URL(fileURLWithPath: "/bin/sh")
        let play = try Program(
          shell, ["-c", #"exec "$0" "$1" <"$2""#, Tool.player.path, evemuNode, gesture.path])
        #expect(play.status == 0, "\(play.complaints)")
      }
      theirs = min(theirs, Self.median(evemu, due))
    }
    device.signal(SIGTERM)
    _ = device.wait()
    player.closeInput()
    #expect(player.wait() == 0)
    print("median error of a frame's distance: \(ours) s, evemu-play's \(theirs) s")
    #expect(ours <= theirs + 0.001)
  }

  /// The median deviation of the interval between two frames.
  private static func median(
    _ events: [(time: Double, rest: String)], _ due: [(time: Double, rest: String)]
  ) -> Double {
    let frames = [events, due].map { $0.filter { $0.rest == "0000 0000 0" }.map(\.time) }
    #expect(frames[0].count == frames[1].count)
    let distances = frames.map { times in zip(times, times.dropFirst()).map { $1 - $0 } }
    let errors = zip(distances[0], distances[1]).map { abs($0 - $1) }
    return errors.sorted()[errors.count / 2]
  }

  @Test func `is repeated until the player ends, and finally released`() throws {
    let folder = try TemporaryFolder()
    // A finger that lands and never lifts, as in a truncated recording.
    let gesture = try folder.file(
      "swipe.evemu",
      """
      # EVEMU 1.3
      N: Pantograph Finger
      I: 0003 0001 0002 0003
      \(String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 5))B: 01 00 04 00 00 00 00 00 00
      B: 03 00 00 00 00 00 80 60 02
      A: 2f 0 4 0 0 0
      A: 35 0 2000 0 0 20
      A: 36 0 1300 0 0 20
      A: 39 0 65535 0 0 0
      E: 0.000001 0003 0039 7
      E: 0.000001 0003 0035 100
      E: 0.000001 0003 0036 200
      E: 0.000001 0001 014a 1
      E: 0.000001 0000 0000 0
      E: 0.050000 0003 0035 300
      E: 0.050000 0000 0000 0

      """
    ).path
    let player = try start("play", gesture, "--loop", "--linger", "0.05")
    try wait(for: player) { $0.output.hasSuffix("\n") }
    let node = player.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let file = folder.file("recording.evemu")
    let recorder = try start("record", node, "--output", file.path)
    try wait(for: recorder) { _ in
      events(inEvemu: file).count { $0.rest == "0003 0039 7" } >= 3
    }
    player.signal(SIGTERM)
    #expect(player.wait() == 0 && recorder.wait() == 2)
    // After each repetition the finger is lifted, including the last.
    let all = events(inEvemu: file).map(\.rest)
    let landings = all.count { $0 == "0003 0039 7" }
    #expect(all.count { $0 == "0003 0039 -1" } == landings)
    #expect(all.count { $0 == "0001 014a 0" } == landings)
    #expect(all.suffix(3) == ["0003 0039 -1", "0001 014a 0", "0000 0000 0"])
  }
}
