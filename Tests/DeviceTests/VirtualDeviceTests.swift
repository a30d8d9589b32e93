import Foundation
import PantographTestSupport
import Testing

/// Whether a virtual device can be created here without affecting a user's session.
private let hasUinput = unsafe access("/dev/uinput", W_OK) == 0 && getenv("PANTOGRAPH_GUEST") != nil

/// A touchscreen for one finger: ABS_X, ABS_Y and BTN_TOUCH.
private let singleTouch = """
  # EVEMU 1.3
  N: Pantograph Single
  I: 0006 0000 0000 0000
  P: 02 00 00 00 00 00 00 00
  \(String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 5))B: 01 00 04 00 00 00 00 00 00
  B: 03 03 00 00 00 00 00 00 00
  A: 00 0 2000 0 0 20
  A: 01 0 1300 0 0 20
  E: 0.000001 0000 0000 0

  """

@Suite(.enabled(if: hasUinput, "needs the guest of tools/vm and its /dev/uinput"), .serialized)
struct `A virtual device` {
  func start(_ arguments: String...) throws -> RunningProgram {
    try RunningProgram(Program.pantograph, arguments)
  }

  /// Waits until a condition holds.
  func wait(
    for program: RunningProgram, until condition: (RunningProgram) -> Bool
  ) throws {
    try program.wait(until: condition)
  }

  /// A player that has created its device and waits for Enter, and the device's node.
  func player(of example: Case) throws -> (RunningProgram, node: String) {
    try player(of: example.recording.path)
  }

  /// The same for any recording of one device.
  func player(of recording: String) throws -> (RunningProgram, node: String) {
    let player = try start("play", recording, "--wait")
    try wait(for: player) {
      $0.output.hasSuffix("\n") && $0.complaints.contains("press Enter to play")
    }
    return (player, player.output.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Waits until a player has played its recording a total number of times.
  func waitUntilPlayed(by player: RunningProgram, times: Int = 1) throws {
    try wait(for: player) {
      $0.complaints.components(separatedBy: "press Enter to play it again").count > times
    }
  }

  /// Pans on a touchpad and on a type-A touchscreen, one that catches its animation, and a press.
  static let examples = Repository.cases.filter {
    ["touchpad-flick", "touchscreen-drag-type-a", "b4-preview-commit", "b9-pan-interrupt"]
      .contains($0.name)
  }

  @Test(arguments: examples)
  func `gives live the trajectory that replay computes from the recording`(example: Case) throws {
    let folder = try TemporaryFolder()
    let (player, node) = try player(of: example)

    let recording = folder.file("recording.yml").path
    let recorder = try start("record", node, "--output", recording)
    // The guest is emulated: a frame may take tens of milliseconds from the kernel to its reader.
    let live = try start(
      "live", node, "--interaction", example.interaction.path, "--patience", "0.5")
    try wait(for: recorder) { $0.complaints.contains("recording") }
    try wait(for: live) { $0.complaints.contains("following") }

    // Again after it has settled: two gestures in one run, the second from where the first ended.
    for rests in 1...2 {
      player.pressEnter()
      try wait(for: live) { $0.output.components(separatedBy: ",rest,").count > rests }
    }
    player.closeInput()
    #expect(player.wait() == 0)

    // The device was removed under both, which report it, with everything written until then.
    #expect(recorder.wait() == 2)
    #expect(live.wait() == 2)
    #expect(recorder.complaints.contains("the device was removed"))
    #expect(live.complaints.contains("the device was removed"))
    #expect(!live.complaints.contains("arrived after"), "\(live.complaints)")

    let replayed = try Program.pantograph(
      "replay", recording, "--interaction", example.interaction.path, "--format", "csv")
    #expect(replayed.status == 0, "\(replayed.complaints)")
    #expect(live.output == replayed.output)
    #expect(live.output.components(separatedBy: ",tracking,").count > 10)
  }

  @Test func `is offered by completion, with its name`() throws {
    let gesture = Repository.recordings.appendingPathComponent("touchpad-flick/recording.yml")
    let (player, node) = try player(of: gesture.path)
    for words in [["live", ""], ["devices", "/dev/in"], ["record", "-o", "x", ""]] {
      let program = try Program(Program.pantograph, ["completions", "fish", "--"] + words)
      #expect(program.output.contains("\(node)\tPantograph Touchpad\n"), "\(program.output)")
      // A recording can be played live as well.
      #expect(program.output.contains(":files") == (words[0] == "live"))
    }
    player.closeInput()
    #expect(player.wait() == 0)
  }

  /// A device that was touched before sends only changed values.
  @Test(arguments: [(hasSlots: true, lift: ", 3, 57, -1]"), (false, ", 1, 330, 0]")])
  func `reports the position of a finger that sends no new values`(
    hasSlots: Bool, lift: String
  ) throws {
    let folder = try TemporaryFolder()
    let gesture = folder.file("down.evemu").path
    let device = hasSlots ? "touchpad" : try folder.file("single.evemu", singleTouch).path
    // Straight down, without noise: the second time, x does not change.
    let made = try Program.pantograph(
      "synth", "--from", "20,10", "--by", "0,40", "--noise", "0", "--device", device,
      "--output", gesture)
    #expect(made.status == 0, "\(made.complaints)")
    let interaction = try folder.file(
      "down.json",
      """
      { "version": 1, "progress": { "toward": "down", "distance": { "mm": 50 } },
        "animation": { "duration": 0.3 } }
      """
    ).path
    let (player, node) = try player(of: gesture)

    let first = folder.file("first.yml").path
    let before = try start("record", node, "--output", first)
    try wait(for: before) { $0.complaints.contains("recording") }
    player.pressEnter()
    try wait(for: before) { _ in
      let text = (try? String(contentsOfFile: first, encoding: .utf8)) ?? ""
      return text.contains(lift)
    }
    before.signal(SIGTERM)
    #expect(before.wait() == 0)

    let second = folder.file("second.yml").path
    let recorder = try start("record", node, "--output", second)
    let live = try start("live", node, "--interaction", interaction, "--patience", "0.5")
    try wait(for: recorder) { $0.complaints.contains("recording") }
    try wait(for: live) { $0.complaints.contains("following") }
    player.pressEnter()
    try wait(for: live) { $0.output.contains(",rest,") }
    player.closeInput()
    #expect(player.wait() == 0 && recorder.wait() == 2 && live.wait() == 2)
    let replayed = try Program.pantograph(
      "replay", second, "--interaction", interaction, "--format", "csv")
    #expect(live.output == replayed.output)
    // 40 mm of 50, less the slop: more than half of the distance, for any x.
    #expect(replayed.output.hasSuffix(",rest,1.000000,0.000000\n"))
    let text = try String(contentsOfFile: second, encoding: .utf8)
    #expect(text.contains(hasSlots ? "[0, 0, 3, 53, 400]" : "[0, 0, 3, 0, 400]"))
  }

  @Test func `lets live end although its output is not read`() throws {
    let example = try #require(Repository.cases.first)
    let (player, node) = try player(of: example)
    let folder = try TemporaryFolder()
    // A pipe held open by the program itself, and never read.
    let script = #"mkfifo "$0"; exec 9<>"$0"; exec "$1" live "$2" -i "$3" --rate 10000 >"$0""#
    let live = try RunningProgram(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", script, folder.file("pipe").path, Program.pantograph.path, node,
        example.interaction.path,
      ])
    try wait(for: live) { $0.complaints.contains("following") }
    player.pressEnter()
    try waitUntilPlayed(by: player)
    try live.waitUntilAsleep()
    live.signal(SIGINT)
    #expect(live.wait() == 0)
    player.closeInput()
    #expect(player.wait() == 0)
  }

  @Test func `lets record end on a signal with a complete file`() throws {
    let example = try #require(Repository.cases.first)
    let folder = try TemporaryFolder()
    let (player, node) = try player(of: example)
    for (round, format) in ["libinput", "evemu"].enumerated() {
      let file = folder.file("recording.\(format)")
      let recorder = try start("record", node, "--output", file.path, "--format", format)
      try wait(for: recorder) { $0.complaints.contains("recording") }
      let before = try Data(contentsOf: file).count
      player.pressEnter()
      try wait(for: recorder) { _ in ((try? Data(contentsOf: file).count) ?? 0) > before + 2000 }
      recorder.signal(SIGINT)
      #expect(recorder.wait() == 0)
      #expect(recorder.complaints.contains("frames written to"))
      let replayed = try Program.pantograph(
        "replay", file.path, "--interaction", example.interaction.path, "--format", "csv")
      #expect(replayed.status == 0, "\(replayed.complaints)")
      let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
      #expect(mode as? Int == 0o600)
      // A second recording does not replace the first one.
      let again = try Program.pantograph("record", node, "--output", file.path)
      #expect(again.status == 2 && again.complaints.contains("--force"))
      try waitUntilPlayed(by: player, times: round + 1)
    }
    player.closeInput()
    #expect(player.wait() == 0)
  }
}
