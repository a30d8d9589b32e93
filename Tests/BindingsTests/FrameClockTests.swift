import Foundation
import PantographTestSupport
import Testing

/// The examples that ask a session for the state of its animation at each frame of a display.
@Suite struct `Examples with a frame clock` {
  @Test(.enabled(if: VirtualDisplay.isHere && Example.has("gtk4"), VirtualDisplay.absence("GTK 4")))
  func `drag and catch a drawer in a GTK window`() throws {
    try dragAndCatch("gtk4-drawer")
  }

  @Test(.enabled(if: VirtualDisplay.isHere && Example.has("sdl2"), VirtualDisplay.absence("SDL 2")))
  func `drag and catch a drawer in an SDL window`() throws {
    try dragAndCatch("sdl2-drawer")
  }

  @Test(
    .enabled(
      if: VirtualDisplay.isHere && VirtualDisplay.compositor != nil
        && Example.has("wayland-client", "wayland-protocols", "wayland-scanner"),
      VirtualDisplay.absence("sway, libwayland and its protocols")))
  func `drag and catch a drawer in a Wayland window`() throws {
    try dragAndCatch("wayland-drawer", isWayland: true)
  }

  @Test(
    .enabled(if: LongTests.areRun, LongTests.absence),
    .enabled(
      if: VirtualDisplay.isHere && Example.has("gtk4", "sdl2"),
      VirtualDisplay.absence("GTK 4 and SDL 2")))
  func `move a drawer with a PropertyAnimator, in a GTK window and in an SDL window`() throws {
    for program in ["gtk-drawer", "sdl-drawer"] {
      let example = try Example(package: "swift-drawer", program: program)
      let display = try VirtualDisplay()
      // It goes back on a spring that takes many seconds.
      try display.show(example.program, ["10"])
      #expect(try display.comesToRest(at: 0), "\(program), before: \(display.offset)")
      // Beyond half of 300 pixels and to the end, then a little back and to the end again. There is no slop.
      for (from, to, underFinger) in [(580, 380, 200), (380, 420, 260)] {
        try display.press(at: from)
        try display.move(from: from, to: to)
        #expect(
          try display.comesToRest(at: Double(underFinger)),
          "\(program), under the finger: \(display.offset), expected \(underFinger)")
        try display.release()
        #expect(try display.comesToRest(at: 300), "\(program), released: \(display.offset)")
      }
      try catchInFlight(display, slop: 0)
    }
  }

  private static let mmPerPixel = 25.4 / 96
  /// How far a finger moves until it drags, in pixels: 1.6 mm.
  private static let slop = 1.6 / mmPerPixel

  private func dragAndCatch(_ name: String, isWayland: Bool = false) throws {
    let example = try Example(name)
    let display = try VirtualDisplay(isWayland: isWayland)
    // It goes back on a spring that takes many seconds.
    let text = try String(
      contentsOf: Example.folder.appendingPathComponent("gtk4-drawer/drawer.json"), encoding: .utf8
    ).replacing(
      #""cancel": { "spring": { "response": 0.4"#, with: #""cancel": { "spring": { "response": 10"#)
    try #require(text.contains("10,"))
    let interaction = try example.folder.file("slow.json", text)
    try display.show(example.program, [interaction.path])
    #expect(try display.comesToRest(at: 0), "before: \(display.offset)")
    // Beyond half of the distance and to the end, then a little back and to the end again.
    let drags = [(580, 380), (380, 420)]
    for (index, (from, to)) in drags.enumerated() {
      let expected = try replay(drags[...index], in: example.folder, driving: text)
      try display.press(at: from)
      try display.move(from: from, to: to)
      // It takes a quarter of a second to see that the drawer does not move; the velocity of the finger is 0 then.
      #expect(
        try display.comesToRest(at: expected.underFinger),
        "\(from) to \(to), under the finger: \(display.offset), expected \(expected)")
      try display.release()
      #expect(
        try display.comesToRest(at: expected.atRest),
        "\(from) to \(to), released: \(display.offset), expected \(expected)")
    }
    try catchInFlight(display)
  }

  /// Returns where `pantograph replay` has the drawer after drags from one height to another: under the last finger,
  /// and at rest.
  private func replay(
    _ drags: ArraySlice<(Int, Int)>, in folder: TemporaryFolder, driving interaction: String
  ) throws -> (underFinger: Double, atRest: Double) {
    let gestures = drags.map { from, to in
      [
        "swipe", "--from", "147,\(Double(from) * Self.mmPerPixel)",
        "--by", "0,\(Double(to - from) * Self.mmPerPixel)", "--hold", "0.3",
      ]
    }
    let arguments =
      ["synth"] + gestures[0] + ["--device", "touchscreen", "--noise", "0"]
      + gestures.dropFirst().flatMap { ["then"] + $0 + ["--wait", "1"] }
    let recording = try Program(Program.pantograph, arguments)
    // The program replaces the distance by 300 pixels, too.
    let scaled = interaction.replacing(#""mm": 80"#, with: #""mm": \#(300 * Self.mmPerPixel)"#)
    let replay = try Program.pantograph(
      "replay", folder.file("drags.yml", recording.output).path, "--format", "csv",
      "-i", folder.file("scaled.json", scaled).path)
    let held = Example.numbers(in: replay.output, "offset", phase: "tracking")
    let all = Example.numbers(in: replay.output, "offset")
    return try (#require(held.last, "\(recording) \(replay)"), #require(all.last))
  }

  /// Catches the open drawer on its long way back, and opens it again.
  private func catchInFlight(_ display: VirtualDisplay, slop: Double = slop) throws {
    try display.press(at: 380)
    try display.move(from: 380, to: 560)
    #expect(try display.comesToRest(at: 300 - 180 + slop), "dragged: \(display.offset)")
    try display.release()
    #expect(try display.waits { (5...100).contains($0) }, "it moves on: \(display.offset)")
    try display.press(at: 500)
    // A frame is drawn for the time at which it is seen, and the finger lands before: it may be caught a little earlier.
    let caught = try display.restingOffset()
    #expect((5...120).contains(caught), "under the finger before its end: \(caught)")
    try display.move(from: 500, to: 350)
    #expect(
      try display.comesToRest(at: Double(caught) + 150 - slop),
      "it follows from where it was caught: \(display.offset), caught at \(caught)")
    try display.release()
    #expect(try display.comesToRest(at: 300), "released: \(display.offset)")
  }

  @Test(.enabled(if: Example.areBuilt, OtherProgram.absence("pkg-config")))
  func `play a recording in the terminal as its replay`() throws {
    let example = try Example("terminal-drawer")
    for name in ["touchpad-flick", "touchpad-pan-cancel"] {
      let `case` = try #require(Repository.cases.first { $0.name == name })
      let files = [`case`.recording.path, `case`.interaction.path]
      let run = try Program(example.program, files)
      let frames = run.output.trimmingCharacters(in: .newlines).split(separator: "\r")
      let replay = try Program.pantograph(
        "replay", files[0], "-i", files[1], "--format", "csv", "--rate", "60")
      let times = Example.numbers(in: replay.output, "time", phase: "settling")
      let fractions = Example.numbers(in: replay.output, "fraction", phase: "settling")
      try #require(times.count > 10 && times.count == fractions.count, "\(replay)")
      // The first frame after the release may start before it.
      for (time, fraction) in zip(times, fractions).dropFirst(2) {
        // The first frame is seen 1/60 s after the start.
        let frame = try #require(frames.dropFirst(Int((time * 60).rounded()) - 1).first, "\(run)")
        let shown = frame.split(separator: " ").dropFirst().first.flatMap { Double($0) }
        #expect(abs((shown ?? .nan) - 100 * fraction) <= 1, "\(name), \(time) s: \(frame)")
        let length = (40 * min(max(fraction, 0), 1)).rounded()
        #expect(abs(Double(frame.filter { $0 == "█" }.count) - length) <= 1)
        #expect(frame.filter { "█·".contains($0) }.count == 40)
      }
    }
  }
}

/// The page about compositors.
@Suite struct `The page about a compositor` {
  @Test func `shows code of the example, which tools/ci/check-tiles runs`() throws {
    let page = try String(
      contentsOf: Repository.root.appendingPathComponent(
        "Sources/Commands/Commands.docc/UseInACompositor.md"), encoding: .utf8)
    let folder = Example.folder.appendingPathComponent("tiles-compositor")
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
    let source = try text("tiles.c")
    let blocks = page.matches(of: /(?s)```c\n(.*?)```/).map(\.1)
    #expect(blocks.count >= 9)
    for block in blocks { #expect(source.contains(block), "\(block)") }
    let interaction = try text("workspaces.json")
    let shown = try #require(page.firstMatch(of: /(?s)```json\n(.*?)```/)).1
    let own = interaction.split(separator: "\n").filter { !$0.contains("//") }
    #expect(shown.split(separator: "\n") == own)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    #expect(lines <= 400 && page.contains("in 400 lines"))
  }
}

/// The page about GObject.
@Suite struct `The page about GObject` {
  @Test func `shows code that tools/ci/check-gobject runs`() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
    }
    let page = try text("Sources/Commands/Commands.docc/UseFromGObject.md")
    let tracker = try text("Tests/Examples/gjs-tracker/swipeTracker.js")
    let source =
      try tracker + text("Tests/Oracles/gobject/session.py")
      + text("Tests/Oracles/gobject/session.vala")
    let blocks = page.matches(of: /(?s)```[a-z]+\n(.*?)```/).map(\.1)
    #expect(blocks.count >= 7)
    for block in blocks { #expect(source.contains(block), "\(block)") }
    let lines = tracker.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    #expect(lines <= 60 && page.contains("in \(lines)\nlines"))
  }
}

/// The page about GTK.
@Suite struct `The page about a GTK window` {
  @Test func `shows code of the example, which another test compiles and runs`() throws {
    let page = try String(
      contentsOf: Repository.root.appendingPathComponent(
        "Sources/Commands/Commands.docc/DriveAGTKWindow.md"), encoding: .utf8)
    let source = try ["gtk4-drawer/drawer.c", "gtk4-pager/pager.c"].map {
      try String(contentsOf: Example.folder.appendingPathComponent($0), encoding: .utf8)
    }.joined()
    let blocks = page.matches(of: /(?s)```c\n(.*?)```/).map(\.1)
    #expect(blocks.count >= 4)
    for block in blocks { #expect(source.contains(block), "\(block)") }
    let commands = page.matches(of: /(?s)```sh\n(.*?)```/).flatMap { $0.1.split(separator: "\n") }
    #expect(commands.count >= 2)
    for command in commands { #expect(source.contains(" *     \(command)\n"), "\(command)") }
  }

  @Test func `states the lengths of the examples`() throws {
    let page = try String(
      contentsOf: Repository.root.appendingPathComponent(
        "Sources/Commands/Commands.docc/DriveAGTKWindow.md"), encoding: .utf8)
    let longer = ["wayland-drawer/window.h", "swift-drawer/Sources/Drawer/Drawer.swift"]
    let programs = [
      "gtk4-drawer/drawer.c", "gtk4-pager/pager.c", "qt6-pager/pager.cpp", "sdl2-drawer/drawer.c",
      "terminal-drawer/drawer.c",
      "wayland-drawer/drawer.c", "web-drawer/index.html", "workspace-swipe/swipe.c",
      "swift-drawer/Sources/gtk-drawer/main.swift", "swift-drawer/Sources/sdl-drawer/main.swift",
    ]
    for file in programs + longer {
      let text = try String(
        contentsOf: Example.folder.appendingPathComponent(file), encoding: .utf8)
      let count = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
      #expect(count < 120, "\(file): \(count)")
      // A compositor's need.
      if file.hasPrefix("workspace") { #expect(count <= 80) }
      if longer.contains(file) {
        let name = file.split(separator: "/").last ?? ""
        #expect(
          page.contains(" \(count) more in `\(name)`") || page.contains(" \(count) in `\(name)`"))
      }
    }
  }
}
