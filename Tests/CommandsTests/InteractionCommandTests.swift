import Foundation
import PantographTestSupport
import Testing

@Suite struct `The interaction command` {
  /// The result of a template with a gesture.
  private struct Outcome {
    /// The names of the events, with the decision and the target where there is one.
    var story: [String] = []
    /// The fraction at the release.
    var fraction = 0.0
    /// The final values by name.
    var values: [String: Double] = [:]
  }

  private func starter(_ name: String) throws -> String {
    let program = try Program.pantograph("interaction", "--preset", name)
    #expect(program.status == 0, "\(program.complaints)")
    return program.output
  }

  private func outcome(of name: String, under recording: URL, _ folder: TemporaryFolder) throws
    -> Outcome
  {
    let interaction = try folder.file("my.json", try starter(name)).path
    let program = try Program.pantograph(
      "replay", recording.path, "--interaction", interaction, "--format", "ndjson")
    #expect(program.status == 0, "\(program.complaints)")
    var outcome = Outcome()
    for line in program.output.split(separator: "\n") {
      let event = try JSONDecoder().decode(JSON.self, from: Data(line.utf8))
      let word = ["outcome", "position", "run"].map { event[$0].text }.first { !$0.isEmpty } ?? ""
      switch event["event"].text {
      case "":
        outcome.values = event["values"].names.reduce(into: [:]) {
          $0[$1] = event["values"][$1].number
        }
      case "changed", "handoff", "ended":
        if event["event"].text == "ended" { outcome.fraction = event["fraction"].number ?? .nan }
      case let event: outcome.story.append(word.isEmpty ? event : word)
      }
    }
    return outcome
  }

  private func outcome(of name: String, _ gesture: String) throws -> Outcome {
    let folder = try TemporaryFolder()
    let recording = folder.file("swipe.evemu")
    let synth = try Program(
      Program.pantograph,
      ["synth"] + gesture.split(separator: " ").map(String.init) + ["--output", recording.path])
    #expect(synth.status == 0, "\(synth.complaints)")
    return try outcome(of: name, under: recording, folder)
  }

  /// Two gestures, the second one later.
  private func outcome(of name: String, _ first: String, _ second: String, after delay: Double)
    throws -> Outcome
  {
    let folder = try TemporaryFolder()
    let texts = try [first, second].map { gesture in
      try Program(
        Program.pantograph,
        ["synth"] + gesture.split(separator: " ").map(String.init) + ["--format", "evemu"]
      ).output
    }
    let later = texts[1].split(separator: "\n").filter { $0.hasPrefix("E: ") }.map { line in
      var words = line.split(separator: " ").map(String.init)
      words[1] = String(format: "%.6f", (Double(words[1]) ?? 0) + delay)
      return words.joined(separator: " ") + "\n"
    }
    let recording = try folder.file("swipe.evemu", texts[0] + later.joined())
    return try outcome(of: name, under: recording, folder)
  }

  @Test func `lists templates, and prints each with comments`() throws {
    let list = try Program.pantograph("interaction")
    #expect(list.status == 0)
    let names = list.output.split(separator: "\n").filter { $0.hasPrefix("    ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(names.count == 12)
    for name in names {
      let text = try starter(name)
      #expect(text.contains("// ") && text.split(separator: "\n").allSatisfy { $0.count <= 100 })
      let folder = try TemporaryFolder()
      let meaning = try Program.pantograph("interaction", try folder.file("my.json", text).path)
      #expect(meaning.status == 0 && meaning.output.contains("moves"), "\(meaning.complaints)")
    }
  }

  @Test func `has a sheet that opens above half, or with a flick`() throws {
    // 40 mm less 1.6 mm of slop, of 45 mm.
    let opened = try outcome(of: "sheet", "--by 0,-40 --from 50,60")
    #expect(abs(opened.fraction - 38.4 / 45) < 0.02)
    #expect(opened.story == ["began", "finish", "end"])
    #expect(opened.values == ["top": 100, "dimming": 0.4])
    #expect(
      try outcome(of: "sheet", "--by 0,-15 --from 50,60").story == ["began", "cancel", "start"])
    let flicked = try outcome(of: "sheet", "flick --by 0,-24 --from 50,60 --duration 0.2")
    #expect(flicked.fraction < 0.3 && flicked.story == ["began", "finish", "end"])
  }

  @Test func `has a drawer that resists`() throws {
    // A displacement p beyond the end is shown as 1 − 1 / (1 + 0.55 p).
    for (displacement, fraction, end) in [
      ("0,40", (40 - 1.6) / 25, "end"), ("0,-15", (-15 + 1.6) / 25, "start"),
    ] {
      let pulled = try outcome(
        of: "rubber-band", "--by \(displacement) --from 50,\(end == "end" ? 20 : 60)")
      let beyond = max(fraction - 1, -fraction)
      let shown = 1 - 1 / (1 + 0.55 * beyond)
      #expect(abs(pulled.fraction - (fraction > 0 ? 1 + shown : -shown)) < 0.01)
      #expect(pulled.story.last == end)
    }
  }

  @Test func `has a page that is dragged from the edge only`() throws {
    // 60 mm less 1.6 mm, of the touchpad's 100 mm.
    let pulled = try outcome(of: "back-swipe", "--by 60,0 --from 3,30")
    #expect(abs(pulled.fraction - 0.584) < 0.01 && pulled.story == ["began", "finish", "end"])
    #expect(pulled.values == ["page": 390, "before": 0, "shadow": 0])
    #expect(try outcome(of: "back-swipe", "--by 60,0 --from 12,30").story.isEmpty)
  }

  @Test func `has pages that snap to the next one`() throws {
    let turned = try outcome(of: "pager", "flick --by -30,0 --from 80,30 --duration 0.2")
    #expect(turned.story == ["began", "snap", "current"] && turned.values == ["x": -390])
    let stayed = try outcome(of: "pager", "--by -15,0 --from 80,30")
    #expect(stayed.story.last == "start" && stayed.values == ["x": 0])
  }

  @Test func `has an object that is dragged and springs back`() throws {
    let dragged = try outcome(of: "drag-home", "--by -20,10 --from 60,30")
    // 20 mm less the slop along the path, at 6.4 points per millimetre, of 160 points.
    #expect(abs(dragged.fraction + (20 - 1.6 * 0.894) * 6.4 / 160) < 0.02)
    #expect(dragged.story == ["began", "cancel", "start"])
    #expect(dragged.values == ["x": 160, "y": 240])
  }

  @Test func `has a position that is scrubbed`() throws {
    // From 20 mm by 110 mm, of the screen's 166 mm.
    let scrubbed = try outcome(of: "scrub", "--device touchscreen --by 0,110 --from 100,20")
    #expect(abs(scrubbed.fraction - 130.0 / 166) < 0.01)
    #expect(scrubbed.story == ["began", "finish", "end"])
    #expect(scrubbed.values == ["scale": 3, "red": 1])
  }

  @Test func `has a press that opens a preview at its peak`() throws {
    let opened = try outcome(of: "press-preview", "press --peak 0.9")
    #expect(opened.story == ["began", "finish", "end", "then", "end"])
    #expect(opened.values == ["blur": 1, "scale": 1, "menu": 1])
    let weak = try outcome(of: "press-preview", "press --peak 0.5")
    #expect(weak.story == ["began", "cancel", "start"] && weak.values["blur"] == 0)
    let dismissed = try outcome(of: "press-preview", "press --peak 0.9", "tap", after: 2)
    #expect(dismissed.story == ["began", "finish", "end", "then", "end", "dismissal", "start"])
    #expect(dismissed.values == ["blur": 0, "scale": 1, "menu": 0])
  }

  @Test func `has keyframes driven by a press`() throws {
    let pressed = try outcome(of: "keyframes", "press --peak 0.9")
    #expect(pressed.story == ["began", "finish", "end"])
    #expect(pressed.values == ["blur": 12, "scale": 1.5, "turn": -22.5])
    #expect(try outcome(of: "keyframes", "press --peak 0.4").story == ["began", "cancel", "start"])
  }

  @Test func `has an animation that runs by itself and is caught`() throws {
    // It starts after 0.1 s; a finger that has rested for 0.3 s then drives it.
    let caught = try outcome(of: "interrupt", "hold-flick --by 30,0")
    #expect(caught.story == ["forward", "began", "finish", "end"])
    #expect(caught.values == ["x": 300])
    let held = try outcome(of: "interrupt", "tap", "tap", after: 1)
    #expect(held.story == ["forward", "held", "end"])
  }

  @Test func `has a drag that starts a transition`() throws {
    // 40 mm and 20 mm less 1.6 mm, at 4 points per millimetre, less 30 of them, of 90.
    let pulled = try outcome(of: "transition", "--by 0,-40 --from 50,60")
    #expect(pulled.fraction == 1 && pulled.values == ["old": 0, "new": 1])
    let short = try outcome(of: "transition", "--by 0,-15 --from 50,60")
    #expect(abs(short.fraction - ((15 - 1.6) * 4 - 30) / 90) < 0.02)
    #expect(short.story == ["began", "cancel", "start"])
  }

  @Test func `has a transition that a tap starts and a finger reverses`() throws {
    #expect(try outcome(of: "tap-transition", "tap").story == ["forward", "end"])
    let back = try outcome(of: "tap-transition", "tap", "--by 0,-20 --from 50,50", after: 0.8)
    #expect(back.story == ["forward", "held", "began", "cancel", "start"])
    let forth = try outcome(of: "tap-transition", "tap", "--by 0,20 --from 50,20", after: 0.4)
    #expect(forth.story == ["forward", "held", "began", "finish", "end"])
    #expect(try outcome(of: "tap-transition", "tap", "tap", after: 3).values == ["y": -600])
  }

  @Test func `reports an error in a file with its location`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("my.json", try starter("sheet").replacing("\"up\"", with: "\"upp\""))
      .path
    let program = try Program.pantograph("interaction", file)
    #expect(program.status == 2 && program.output.isEmpty)
    #expect(
      program.complaints
        == "\(file):6:27: progress.toward: unknown direction 'upp'; did you mean 'up'?\n")
    let unknown = try Program.pantograph("interaction", "--preset", "shet")
    #expect(unknown.status == 2 && unknown.complaints.contains("did you mean 'sheet'?"))
    let both = try Program.pantograph("interaction", file, "--schema")
    #expect(both.status == 2 && both.complaints.contains("exclude each other"))
  }

  @Test func `lists all keys with their defaults`() throws {
    let program = try Program.pantograph("interaction", "--keys")
    #expect(program.status == 0 && program.complaints == "")
    let lines = program.output.split(separator: "\n")
    #expect(lines.first?.split(separator: " ") == ["key", "default", "meaning"])
    let line = lines.first { $0.hasPrefix("  gesture.pan.direction ") }
    let cells = line?.split(separator: " ").prefix(3)
    #expect(cells == ["gesture.pan.direction", "\"any\"", "The"])
    #expect(line?.hasSuffix("The direction in which the gesture must begin.") == true)
  }

  @Test func `prints the published schema`() throws {
    let file = Repository.recordings.appendingPathComponent("interaction.schema.json")
    let program = try Program.pantograph("interaction", "--schema")
    #expect(try program.output == String(contentsOf: file, encoding: .utf8))
  }

  /// Keys that only this version reads.
  @Test(arguments: ["interaction", "replay"])
  func `names the new form of a pan's former keys in one note`(command: String) throws {
    let folder = try TemporaryFolder()
    let text = try String(
      contentsOf: Repository.recordings.appendingPathComponent("touchpad-flick/interaction.json"),
      encoding: .utf8)
    func complaints(_ pan: String) throws -> String {
      let file = try folder.file(
        "mine.json", text.replacing(#""fingers": 1, "slop": { "mm": 1.6 }"#, with: pan))
      let recording = Repository.recordings.appendingPathComponent("touchpad-flick/recording.yml")
      let program = try Program(
        Program.pantograph,
        command == "replay" ? ["replay", recording.path, "-i", file.path] : [command, file.path])
      #expect(program.status == 0)
      return program.complaints
    }
    let former = try complaints(#""fingers": 1, "rollingSlop": { "mm": 1 }"#)
    #expect(
      former.components(separatedBy: "mine.json: note: gesture.pan has keys that the next version")
        .count == 2
        && former.contains(
          #"write "pan": { "as": "chromium", "slop": { "mm": 1.6 }, "estimator": "pantograph" }"#),
      "\(former)")
    #expect(try !complaints(#""as": "chromium""#).contains("note: gesture"))
  }
}
