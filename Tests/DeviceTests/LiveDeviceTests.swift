import Foundation
import PantographTestSupport
import Testing

extension `A virtual device` {
  @Test(.enabled(if: Tmux.isHere, "\(Tmux.absence)"))
  func `that is removed makes live report it and restore the terminal`() throws {
    let example = try #require(Repository.cases.first { $0.name == "touchpad-flick" })
    let (player, node) = try player(of: example)
    let terminal = try Tmux(columns: 100, rows: 30)
    try terminal.enter("echo earlier work")
    try terminal.wait { $0.contains("\nearlier work") }
    // A slow guest delivers frames tens of milliseconds late, and the outcome depends on all frames.
    try terminal.enter(
      "\(Program.pantograph.path) live -i \(example.interaction.path) --patience 0.5;"
        + " echo ended with $?")
    // The only touch device is found without its name.
    try terminal.wait { $0.hasPrefix("Pantograph Touchpad") && $0.contains("no gesture yet") }
    player.pressEnter()
    // The exact fraction depends on the player's timing.
    try terminal.wait { $0.contains(" is above 0.50, by 0.") && $0.contains("gesture 1 ") }
    #expect(try terminal.state() == (false, true))
    player.closeInput()
    #expect(player.wait() == 0)
    let screen = try terminal.wait { $0.contains("ended with 2") }
    #expect(screen.contains("earlier work"))
    #expect(screen.contains("\(node): the device was removed"))
    #expect(try terminal.state() == (true, false))
  }
}

extension `A virtual device` {
  /// The stream of a page, and its delay compared with another program that reads the device.
  ///
  /// The kernel first wakes the process that opened the device first.
  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/evtest"), "needs evtest"),
    arguments: [true, false])
  func `is followed by a page, line by line as replay prints it`(isLiveFirst: Bool) throws {
    let example = try #require(Repository.cases.first { $0.name == "touchpad-pan-finish" })
    let folder = try TemporaryFolder()
    let (player, node) = try player(of: example)
    let recording = folder.file("recording.yml").path
    func follow(_ address: String...) throws -> RunningProgram {
      let oracle = Repository.script("serve_delay.py")
        .path
      return try RunningProgram(Tool.python, [oracle, node] + address)
    }
    let early = isLiveFirst ? nil : try follow()
    if let early { try wait(for: early) { $0.complaints.contains("evtest follows") } }
    let live = try start(
      "live", node, "-i", example.interaction.path, "--serve", "--listen", "127.0.0.1:0",
      "--patience", "0.5")
    try wait(for: live) { $0.complaints.contains("following") }
    let address = try #require(
      live.complaints.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("http://") })
    let follower = try early ?? follow(String(address))
    early?.type("\(address)\n")
    try wait(for: follower) {
      $0.complaints.contains("\nfollowing") || $0.complaints.hasPrefix("following")
    }
    let recorder = try start("record", node, "--output", recording)
    try wait(for: recorder) { $0.complaints.contains("recording") }
    for turn in 1...4 {
      player.pressEnter()
      try waitUntilPlayed(by: player, times: turn)
      try wait(for: follower) {
        $0.complaints.components(separatedBy: "an animation completed").count > turn
      }
      // The recorder is stopped before measuring, since it would take one of two processors.
      if turn == 1 {
        recorder.signal(SIGINT)
        #expect(recorder.wait() == 0)
      }
    }
    player.closeInput()
    #expect(player.wait() == 0 && live.wait() == 2)
    #expect(follower.wait() == 0, "\(follower.complaints)")
    let replayed = try Program.pantograph(
      "replay", recording, "-i", example.interaction.path, "--format", "ndjson")
    #expect(follower.output.hasPrefix(replayed.output))
    #expect(replayed.output.contains(#""event":"handoff""#))
    let times = follower.output.split(separator: "\n").map { line in
      Double(line.dropFirst(#"{"time":"#.count).prefix { $0 != "," }) ?? .nan
    }
    #expect(times == times.sorted())
    // From the second gesture on, nothing moves: the fraction is already 1.
    let completions = follower.output.components(separatedBy: #""event":"completed""#).count - 1
    #expect(completions == 4)
    let delays = follower.complaints.split(separator: "\n").last ?? ""
    // Written immediately, since buffered output is lost if the runner exits.
    let order = isLiveFirst ? "live opened the device first" : "evtest opened the device first"
    FileHandle.standardError.write(Data("\(order); \(delays)\n".utf8))
  }
}
