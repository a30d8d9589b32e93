import Foundation
import PantographTestSupport
import Testing

/// A description that contains only axes, as listed in a driver's source.
@Suite struct `A list of axes` {
  private static let axes = """
    A: 2f 0 4 0 0 0
    A: 35 0 1000 0 0 10
    A: 36 0 650 0 0 10
    A: 39 0 65535 0 0 0
    """
  private static let tap = """
    E: 0.000001 0003 0039 1
    E: 0.000001 0003 0035 500
    E: 0.000001 0000 0000 0
    E: 0.010001 0003 0036 300
    E: 0.010001 0000 0000 0
    E: 0.100001 0003 0039 -1
    E: 0.100001 0000 0000 0
    """

  private func info(_ arguments: String...) throws -> Program {
    try Program(Program.pantograph, ["info"] + arguments)
  }

  @Test func `has the given kind, or by default that of a touchscreen, with a warning`() throws {
    let folder = try TemporaryFolder()
    let list = try folder.file("pad.axes", Self.axes).path
    let recording = try folder.file("tap.events", Self.tap).path
    let guessed = try info("--device", list, recording)
    #expect(guessed.status == 0)
    #expect(
      guessed.output.contains("touchscreen (assumed: only axes are listed), 100 × 65 mm"))
    let advice = "assuming a touchscreen; set it with --kind"
    #expect(guessed.complaints.contains("\(list): only axes are listed, \(advice)"))

    let named = try info("--device", list, "--kind", "touchpad", recording)
    #expect(named.status == 0 && named.complaints.isEmpty)
    #expect(named.output.contains("nameless device, touchpad, 100 × 65 mm"))
    let line = try folder.file("kind.axes", "kind touchpad\n\(Self.axes)").path
    let received = try info("--device", line, recording)
    #expect(received.output == named.output && received.complaints.isEmpty)
    let json = try info("--json", "--device", list, recording).output
    #expect(json.contains("\"kindAssumed\":true"))
    #expect(
      try info("--json", "--device", line, recording).output.contains("\"kindAssumed\":false"))

    let twice = try info("--device", line, "--kind", "pen", recording)
    #expect(twice.status == 2 && twice.complaints.contains("omit --kind"))
    let alone = try info("--kind", "pen", recording)
    #expect(alone.status == 2 && alone.complaints.contains("--kind requires --device"))
  }

  @Test func `in a recording makes replay print a warning`() throws {
    let example = try #require(Repository.cases.first { $0.name == "touchpad-flick" })
    let folder = try TemporaryFolder()
    let options = ["--interaction", example.interaction.path, "--format", "csv"]
    let bare = try folder.file("bare.events", "\(Self.axes)\n\(Self.tap)\n").path
    let replay = try Program(Program.pantograph, ["replay", bare] + options)
    #expect(replay.status == 0 && replay.complaints.contains("'kind touchpad'"))
    let kind = try folder.file("kind.events", "kind touchpad\n\(Self.axes)\n\(Self.tap)\n").path
    let quiet = try Program(Program.pantograph, ["replay", kind] + options)
    #expect(quiet.status == 0 && quiet.complaints.isEmpty)
  }

  @Test func `leaves a position unknown that was not sent, and info reports it`() throws {
    let folder = try TemporaryFolder()
    let list = try folder.file("pad.axes", Self.axes).path
    let recording = try folder.file("tap.events", Self.tap).path
    let found = try info("--contacts", "--device", list, "--kind", "touchpad", recording)
    #expect(
      found.output.contains(
        "contact 1: 0.000 s to 0.100 s, position unknown until 0.010 s, travelled 0.0 mm"))
    #expect(found.output.contains("line 3: the y of a contact is unknown when it lands, once"))
    let json = try info("--json", "--device", list, "--kind", "touchpad", recording).output
    #expect(json.contains("\"positionKnown\":0.01"))
    #expect(json.contains("\"kind\":\"unknownY\",\"count\":1,\"firstLine\":3"))
  }

  /// Palms of the study on a touchpad of which only axes are listed.
  ///
  /// Palm detection uses the edges of a touchpad; a touchscreen has none.
  @Test(.enabled(if: Repository.hasCorpus, Repository.absence))
  func `finds palms if the kind is given`() throws {
    let example = try #require(Repository.cases.first { $0.name == "touchpad-flick" })
    let study = Repository.corpus.appendingPathComponent("usability")
    func pans(_ kind: String...) throws -> Int {
      try ["alex-u0f55", "alex-u43ad", "alex-u8251"].count { person in
        let palm = "\(person)/palm-palm_presence.static.both.dat"
        let replay = try Program(
          Program.pantograph,
          [
            "replay", study.appendingPathComponent(palm).path, "--without-palms",
            "--device", study.appendingPathComponent("alex.axes").path,
            "--interaction", example.interaction.path, "--format", "ndjson",
          ] + kind)
        return replay.output.contains("began")
      }
    }
    #expect(try pans() == 3)
    #expect(try pans("--kind", "touchpad") == 0)
  }
}
