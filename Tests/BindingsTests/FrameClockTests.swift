import Foundation
import PantographTestSupport
import Testing

/// The examples that ask a session for the state of its animation at each frame of a display.
@Suite struct `Examples with a frame clock` {
  @Test(.enabled(if: VirtualDisplay.isHere && Example.has("gtk4"), VirtualDisplay.absence))
  func `drag and catch a drawer in a GTK window`() throws {
    try dragAndCatch("gtk4-drawer")
  }

  @Test(.enabled(if: VirtualDisplay.isHere && Example.has("sdl2"), VirtualDisplay.absence))
  func `drag and catch a drawer in an SDL window`() throws {
    try dragAndCatch("sdl2-drawer")
  }

  @Test(
    .enabled(
      if: VirtualDisplay.isHere && VirtualDisplay.compositor != nil
        && Example.has("wayland-client", "wayland-protocols", "wayland-scanner"),
      VirtualDisplay.absence))
  func `drag and catch a drawer in a Wayland window`() throws {
    try dragAndCatch("wayland-drawer", isWayland: true)
  }

  private func dragAndCatch(_ name: String, isWayland: Bool = false) throws {
    let example = try Example(name)
    let display = try VirtualDisplay(isWayland: isWayland)
    try display.show(example.program, [example.interaction.path])
    #expect(try display.comesToRest(at: 0), "before: \(display.offset)")
    try drag(example, on: display)
    try display.closeWindow()
    try catchInFlight(example, on: display)
  }

  /// Drags the drawer beyond the threshold and back, and compares where it is with a replay of the same drags.
  private func drag(_ example: Example, on display: VirtualDisplay) throws {
    let drags = [(580, 380), (380, 560), (580, 500)]
    for (index, (from, to)) in drags.enumerated() {
      let expected = try example.replay(drags[...index])
      try display.press(at: from)
      try display.move(from: from, to: to)
      // It takes 0.3 s to see that the drawer does not move; the velocity of the finger is 0 then.
      #expect(
        try display.comesToRest(at: expected.underFinger),
        "\(from) to \(to), under the finger: \(display.offset), expected \(expected)")
      try display.release()
      #expect(
        try display.comesToRest(at: expected.atRest),
        "\(from) to \(to), released: \(display.offset), expected \(expected)")
    }
  }

  /// Catches the drawer on its way to the end, and takes it back.
  private func catchInFlight(_ example: Example, on display: VirtualDisplay) throws {
    // A spring that takes many seconds.
    let slow = try String(contentsOf: example.interaction, encoding: .utf8).replacing(
      #""finish": { "spring": { "response": 0.4"#, with: #""finish": { "spring": { "response": 10"#)
    try #require(slow.contains("10"))
    try display.show(example.program, [example.folder.file("slow.json", slow).path])
    try display.press(at: 580)
    try display.move(from: 580, to: 380)
    #expect(try display.comesToRest(at: 200 - Example.slop), "dragged: \(display.offset)")
    try display.release()
    #expect(try display.waits { (205...290).contains($0) }, "it moves on: \(display.offset)")
    try display.press(at: 300)
    Thread.sleep(forTimeInterval: 0.1)
    let caught = display.offset
    #expect((205...299).contains(caught), "caught before its end: \(caught)")
    Thread.sleep(forTimeInterval: 0.5)
    #expect(display.offset == caught, "it moves under the finger")
    try display.move(from: 300, to: 400)
    #expect(
      try display.comesToRest(at: Double(caught) - 100 + Example.slop),
      "it follows from where it was caught: \(display.offset), caught at \(caught)")
    try display.move(from: 400, to: 540)
    #expect(try display.waits { $0 < 100 }, "dragged back: \(display.offset)")
    Thread.sleep(forTimeInterval: 0.3)
    try display.release()
    #expect(try display.comesToRest(at: 0), "released: \(display.offset)")
  }

  @Test(.enabled(if: Example.areBuilt, OtherProgram.absence("pkg-config")))
  func `play a recording in the terminal to where its replay ends`() throws {
    let example = try Example("terminal-drawer")
    for name in ["touchpad-flick", "touchpad-pan-cancel", "touchscreen-drag"] {
      let `case` = try #require(Repository.cases.first { $0.name == name })
      let run = try Program(example.program, [`case`.recording.path, `case`.interaction.path])
      let frames = run.output.trimmingCharacters(in: .newlines).split(separator: "\r")
      let last = try #require(frames.last, "\(run.complaints)")
      let end = try #require(Example.rows(CLibrary.trajectory(of: `case`), "fraction").last)
      #expect(last.filter { $0 == "█" }.count == Int(end * 40), "\(name): \(last)")
      #expect(last.filter { $0 == "·" }.count == 40 - Int(end * 40), "\(name): \(last)")
      #expect(Set(frames).count > 5, "\(name)")
    }
  }
}

/// The swipe between workspaces, as a compositor runs it.
@Suite struct `The example of a swipe between workspaces` {
  /// A frame: when it is seen, and the workspace in the middle of the screen.
  typealias Frame = (time: Double, workspace: Double)

  /// Prints libinput's events as `libinput debug-events` does; distances are in millimetres, to the right.
  struct Events {
    var time = 1.0
    private(set) var text = ""

    mutating func add(_ kind: String, _ fingers: Int = 3, _ rest: String = "") {
      let name = kind.padding(toLength: 15, withPad: " ", startingAt: 0)
      text += "-event4   GESTURE_\(name) +\(String(format: "%.3f", time))s\t\(fingers)\(rest)\n"
    }

    /// Moves for some reports, one each 8 ms.
    mutating func move(by distance: Double, reports: Int, fingers: Int = 3) {
      // libinput counts in units of 1/296.8 inch on touchpads.
      let dx = distance / Double(reports) * 296.8 / 25.4
      for _ in 0..<reports {
        time += 0.008
        add(
          "SWIPE_UPDATE", fingers, String(format: " %5.2f/ 0.00 (%5.2f/ 0.00 unaccelerated)", 1.5 * dx, dx))
      }
    }

    mutating func swipe(by distance: Double, reports: Int, resting: Double, fingers: Int = 3, end: String = "") {
      add("SWIPE_BEGIN", fingers)
      move(by: distance, reports: reports, fingers: fingers)
      time += resting
      add("SWIPE_END", fingers, end)
    }
  }

  private func frames(_ events: Events) throws -> [Frame] {
    let example = try Example("workspace-swipe")
    let run = try Program(
      example.program, [example.source.appendingPathComponent("workspaces.json").path],
      typing: events.text)
    try #require(run.status == 0, "\(run.complaints)")
    return try run.output.split(separator: "\n").map {
      let words = $0.split(separator: " ")
      return try (#require(Double(words[0])), #require(Double(words[1])))
    }
  }

  @Test(.enabled(if: Example.areBuilt, OtherProgram.absence("pkg-config")))
  func `settles on the spring of its interaction, at the times of presentation`() throws {
    var events = Events()
    // Three quarters of a workspace of 40 mm, and a rest.
    events.swipe(by: -30, reports: 50, resting: 0.3)
    let released = events.time
    let frames = try frames(events)
    for (before, after) in zip(frames, frames.dropFirst()) {
      #expect(abs(after.time - before.time - 1.0 / 60) < 1e-5)
    }
    // niri's spring is critically damped, of mass 1 and stiffness 1000, and leads to the second workspace.
    let frequency = 1000.0.squareRoot()
    let settling = frames.filter { $0.time > released }
    #expect(settling.count > 10)
    for frame in settling {
      let angle = frequency * (frame.time - released)
      let expected = 2 - 0.25 * (1 + angle) * exp(-angle)
      #expect(abs(frame.workspace - expected) < 1e-3, "\(frame)")
    }
    let resting = frames.last { $0.time < released }
    #expect(abs(try #require(resting).workspace - 1.75) < 1e-3)
  }

  @Test(.enabled(if: Example.areBuilt, OtherProgram.absence("pkg-config")))
  func `is caught in flight by fingers that rest, and reversed`() throws {
    var events = Events()
    events.swipe(by: -30, reports: 10, resting: 0)
    events.time += 0.06
    let caught = events.time
    events.add("HOLD_BEGIN")
    events.time += 0.2
    events.add("HOLD_END", 3, " cancelled")
    events.add("SWIPE_BEGIN")
    let reversed = events.time
    events.move(by: 30, reports: 30)
    events.time += 0.3
    let released = events.time
    events.add("SWIPE_END")
    let frames = try frames(events)
    // The flick alone would lead to the last workspace, and does not get there.
    let held = frames.filter { $0.time > caught + 0.034 && $0.time < reversed }.map(\.workspace)
    let position = try #require(held.first)
    #expect(held.count > 8 && held.allSatisfy { $0 == position })
    #expect((1.8...4.9).contains(position))
    let before = try #require(frames.last { $0.time < caught }).workspace
    #expect(before < position, "it is caught while it moves on")
    // The fingers take it back by three quarters of a workspace.
    let last = try #require(frames.last { $0.time < released }).workspace
    #expect(abs(position - last - 0.75) < 2e-3, "\(position) \(last)")
    let end = try #require(frames.last).workspace
    #expect(abs(end - last.rounded()) < 1e-3, "\(end)")
  }

  @Test(.enabled(if: Example.areBuilt, OtherProgram.absence("pkg-config")))
  func `returns to its workspace when cancelled, and ignores other fingers`() throws {
    var events = Events()
    events.swipe(by: -30, reports: 50, resting: 0.3)
    events.time += 1
    events.swipe(by: -80, reports: 20, resting: 0, fingers: 4)
    let start = events.time + 1
    events.time = start
    // Half of the next workspace and more; the session must not go back before it is cancelled.
    events.swipe(by: -30, reports: 50, resting: 0.3, end: " cancelled")
    let frames = try frames(events)
    #expect(!frames.contains { $0.time > start - 0.9 && $0.time < start })
    let resting = try #require(frames.last { $0.time < events.time }).workspace
    #expect(abs(resting - 2.75) < 2e-3, "\(resting)")
    let end = try #require(frames.last).workspace
    #expect(abs(end - 2) < 1e-3, "\(end)")
  }
}

/// The page about GTK.
@Suite struct `The page about a GTK window` {
  @Test func `shows code of the example, which another test compiles and runs`() throws {
    let page = try String(
      contentsOf: Repository.root.appendingPathComponent(
        "Sources/Commands/Commands.docc/DriveAGTKWindow.md"), encoding: .utf8)
    let source = try String(
      contentsOf: Example.folder.appendingPathComponent("gtk4-drawer/drawer.c"), encoding: .utf8)
    let blocks = page.matches(of: /(?s)```c\n(.*?)```/).map(\.1)
    #expect(blocks.count >= 4)
    for block in blocks { #expect(source.contains(block), "\(block)") }
    let commands = page.matches(of: /(?s)```sh\n(.*?)```/).flatMap { $0.1.split(separator: "\n") }
    #expect(commands.count >= 2)
    for command in commands { #expect(source.contains(" *     \(command)\n"), "\(command)") }
  }
}

/// An example in C, compiled by the command in its first comment.
private struct Example {
  static let folder = Repository.root.appendingPathComponent("Tests/Examples")
  private static let finder = OtherProgram.find("pkg-config")

  /// Whether examples without a toolkit are built.
  static let areBuilt = finder != nil

  /// Returns whether pkg-config finds packages.
  static func has(_ packages: String...) -> Bool {
    guard let finder else { return false }
    return (try? Program(finder, ["--exists"] + packages))?.status == 0
  }

  /// How far a finger moves until it drags, in pixels: 1.6 mm at 96 pixels an inch.
  static let slop = 1.6 * 96 / 25.4

  /// The folder with the example's files.
  let source: URL
  /// A folder with the program.
  let folder: TemporaryFolder
  /// The program.
  let program: URL
  /// The drawer's interaction.
  var interaction: URL { source.appendingPathComponent("drawer.json") }

  init(_ name: String) throws {
    source = Self.folder.appendingPathComponent(name)
    folder = try TemporaryFolder()
    try _ = folder.file(
      "pantograph.pc",
      """
      Name: pantograph
      Description: as built
      Version: 0
      Cflags: -I\(CLibrary.headers.path)
      Libs: -L\(CLibrary.folder.path) -lpantograph-c -Wl,-rpath,\(CLibrary.folder.path)

      """)
    let files = try FileManager.default.contentsOfDirectory(atPath: source.path)
    let file = try #require(files.first { $0.hasSuffix(".c") })
    let text = try String(contentsOf: source.appendingPathComponent(file), encoding: .utf8)
    let line = try #require(text.firstMatch(of: /(?m)^ \*     (.*(?:cc|build) .*)$/)).1
    let shell = try Program(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", #"cp "$0"/* "$1" && cd "$1" && export PKG_CONFIG_PATH=. && "# + line, source.path, folder.url.path])
    try #require(shell.status == 0, "\(shell.complaints)")
    let output = try #require(line.firstMatch(of: /-o (\w+)/)?.1 ?? "out/drawer")
    program = folder.file(String(output))
  }

  /// Returns the numbers of a column of a table.
  static func rows(_ table: String, _ column: String, phase: String? = nil) -> [Double] {
    let rows = table.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: ",") }
    guard let index = rows.first?.firstIndex(of: column[...]) else { return [] }
    return rows.filter { phase == nil || $0[1] == phase! }.compactMap { Double($0[index]) }
  }

  /// Returns where `pantograph replay` has the drawer after drags from one height to another: under the last finger,
  /// and at rest.
  func replay(_ drags: ArraySlice<(Int, Int)>) throws -> (underFinger: Double, atRest: Double) {
    let mm = 25.4 / 96
    let gestures = drags.map { from, to in
      ["swipe", "--from", "147,\(Double(from) * mm)", "--by", "0,\(Double(to - from) * mm)", "--hold", "0.3"]
    }
    let arguments = gestures[0] + ["--device", "touchscreen", "--noise", "0"]
      + gestures.dropFirst().flatMap { ["then"] + $0 + ["--wait", "1"] }
    let recording = try folder.file("drags.yml", Program(Program.pantograph, ["synth"] + arguments).output)
    let scaled = try String(contentsOf: interaction, encoding: .utf8)
      .replacing(#""mm": 80"#, with: #""mm": \#(300 * mm)"#)
    let table = try Program.pantograph(
      "replay", recording.path, "-i", folder.file("scaled.json", scaled).path, "--format", "csv")
    let held = Self.rows(table.output, "offset", phase: "tracking")
    return try (
      #require(held.last, "\(table)"), #require(Self.rows(table.output, "offset").last)
    )
  }
}
