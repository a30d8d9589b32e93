import Foundation
import PantographBase
import PantographInteractions
import PantographMotion
import PantographTestSupport
import PantographTouches
import PantographTraces
import PantographTuning
import Testing

/// What an interaction is in the settings of other programs.
@Suite struct `Settings of another program` {
  private static func interaction(
    _ rule: String, settle: String = #"{ "curve": "easeOut" }"#
  ) throws -> Interaction {
    try Interaction(
      parsing: Array(
        """
        { "version": 1, "gesture": { "pan": { "fingers": 3 } },
          "progress": { "toward": "left", "distance": { "mm": 25.4 } }, "rule": \(rule),
          "animation": { "duration": 0.3 }, "settle": { "finish": \(settle), "cancel": \(settle) } }
        """.utf8))
  }

  /// Two thresholds that each finish alone.
  private static let plain = """
    { "estimator": "hyprland", "clauses": [
      { "when": { "fraction": { "atLeast": 0.42 } }, "then": "finish" },
      { "when": { "speed": { "above": 17.4, "unit": "pad-px/event" } }, "then": "finish" } ],
      "otherwise": "cancel" }
    """

  private static func written(
    _ name: String, _ rule: String = plain, settle: String = #"{ "curve": "easeOut" }"#
  ) throws -> ProgramSettings.Written {
    try #require(ProgramSettings.all.first { $0.name == name }).written(
      for: interaction(rule, settle: settle))
  }

  /// A pad counts as one of 1000 units per inch, slowed down by 0.2968 (libinput, filter-touchpad.c).
  @Test(arguments: [
    (
      "hyprland",
      [
        "gestures {", "    workspace_swipe_distance = 297",
        "    workspace_swipe_cancel_ratio = 0.42", "    workspace_swipe_min_speed_to_force = 17",
        "}",
      ]
    ),
    (
      "wayfire",
      ["[vswipe]", "speed_factor = 296.8", "threshold = 0.42", "delta_threshold = 34.8"]
    ),
  ])
  func `are in its units`(program: String, lines: [String]) throws {
    let written = try Self.written(program)
    #expect(written.lines == lines && written.missing.isEmpty)
  }

  /// With a mass of 1, a stiffness of 1000 is a response of 2π / √1000 s.
  @Test func `have its spring`() throws {
    let response = 2 * Double.pi / 1000.0.squareRoot()
    let written = try Self.written(
      "niri",
      settle: #"{ "spring": { "response": \#(response), "dampingRatio": 1 } }"#)
    #expect(
      written.lines[2] == "        spring damping-ratio=1.00 stiffness=1000 epsilon=0.0001")
    #expect(written.missing == ["fraction at least 0.42", "speed above 17.4 pad-px/event"])
    #expect(try Self.written("niri").lines.isEmpty)
  }

  @Test func `leave out what it has none for, and say so`() throws {
    let rule = """
      { "clauses": [
        { "when": { "velocity": { "above": 250 } }, "then": "finish" },
        { "when": { "fraction": { "above": 0.3 }, "travel": { "above": 4 } }, "then": "finish" } ],
        "otherwise": "cancel" }
      """
    let written = try Self.written("hyprland", rule)
    // Per second, and only with a travel: neither is what Hyprland compares.
    #expect(
      written.lines == [
        "gestures {", "    workspace_swipe_distance = 297",
        "    workspace_swipe_min_speed_to_force = 0", "}",
      ])
    #expect(
      written.missing == ["velocity above 250 mm/s", "fraction above 0.3", "travel above 4 mm"])
    let words = try #require(written.text.last)
    #expect(words.hasPrefix("Hyprland has no setting for: velocity above 250 mm/s; "))
    let far = """
      { "snapPoints": [0, 0.5, 1], "clauses": [
        { "when": { "fraction": { "above": 5, "unit": "mm" } }, "then": "finish" } ],
        "otherwise": "nearest" }
      """
    // Full progress is two workspaces.
    #expect(try Self.written("touchegg", far).lines.isEmpty)
    let single = far.replacing("[0, 0.5, 1]", with: "[0, 1]")
    // 5 of 25.4 mm.
    #expect(try Self.written("touchegg", single).lines[2].contains(">20<"))
    #expect(
      try Self.written("hyprland", far).missing == [
        "fraction above 5 mm", "the distance, which is not that of one snap point",
        "a release that no threshold decides (it goes to the nearest end or snap point)",
      ])
    let kwin = try Self.written("kwin", rule)
    #expect(kwin.lines.isEmpty && kwin.text.count == 1)
  }

  @Test(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")))
  func `can be read back by parsers of its format`() throws {
    let folder = try TemporaryFolder()
    for (program, file) in [("wayfire", "wayfire.ini"), ("touchegg", "touchegg.conf")] {
      let written = try Self.written(program)
      _ = try folder.file(file, written.lines.joined(separator: "\n") + "\n")
    }
    let script = """
      import configparser, xml.etree.ElementTree as tree
      ini = configparser.ConfigParser()
      ini.read("wayfire.ini")
      print(ini["vswipe"]["threshold"], ini["vswipe"]["delta_threshold"])
      print(tree.parse("touchegg.conf").find("settings/property[@name='action_execute_threshold']").text)
      """
    let run = try Program(#require(OtherProgram.python), ["-c", script], in: folder.url)
    #expect(run.output == "0.42 34.8\n42\n", "\(run.complaints)")
  }

  /// Of a range to 255, 12 % is 30.6, which 31 reaches first, and 10 % is 25.5.
  @Test(
    .enabled(if: OtherProgram.find("libinput") != nil, OtherProgram.absence("libinput-tools")))
  func `are quirks that libinput reads`() throws {
    var device = ModelDevice.touchpad.description
    device.add(axis: .absMTPressure, AxisRange(minimum: 0, maximum: 255, resolution: 0))
    let settings = try #require(ProgramSettings.all.first { $0.name == "libinput" })
    let written = try settings.written(
      for: Self.interaction(Self.plain),
      at: ProgramSettings.Pressures(PressureThreshold(down: 0.12, up: 0.10), on: device))
    #expect(written.lines.last == "AttrPressureRange=31:26")
    let folder = try TemporaryFolder()
    func validation(of lines: [String]) throws -> Program {
      _ = try folder.file("50-pressures.quirks", lines.joined(separator: "\n") + "\n")
      return try Program(
        #require(OtherProgram.find("libinput")),
        ["quirks", "validate", "--data-dir", folder.url.path])
    }
    let valid = try validation(of: written.lines)
    #expect(valid.status == 0, "\(valid)")
    #expect(try validation(of: written.lines + ["AttrPressureRange=26:31"]).status != 0)
    #expect(try Self.written("libinput").lines.isEmpty)
  }
}
