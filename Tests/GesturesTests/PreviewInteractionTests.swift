import PantographBase
import PantographGestures
import PantographTouches
import Testing

@Suite struct `A preview interaction` {
  static let settings = PreviewInteraction.Settings(
    start: 0.1, peek: 0.2, pop: 0.7, release: 0.05)

  private func story(
    _ settings: PreviewInteraction.Settings, _ forces: [Double?]
  ) -> [String] {
    let script = forces.enumerated().map { index, force in
      "\(index * 10)" + (force.map { " 1:10,10@\($0)" } ?? "")
    }
    return events(PreviewInteraction(settings), touches(script.joined(separator: "\n"))).map {
      let progress = String(fixed: $0.progress, decimals: 2)
      return "\($0.phase) \($0.stage) \(progress)" + ($0.isComplete ? " complete" : "")
    }
  }

  @Test func `completes the preview and then the commit`() {
    #expect(
      story(Self.settings, [0.09, 0.1, 0.15, 0.2, 0.45, 0.3, 0.7, 0.9, nil])
        == [
          "began preview 0.00", "changed preview 0.50", "changed preview 1.00 complete",
          "changed commit 0.00", "changed commit 0.50", "changed commit 0.20",
          "ended commit 1.00 complete",
        ])
  }

  @Test func `falls back within a stage, but not out of the commit`() {
    #expect(
      story(Self.settings, [0.15, 0.1, 0.06, 0.05, 0.2, 0.15, 0.05, 0.049, nil])
        == [
          "began preview 0.50", "changed preview 0.00", "changed preview 0.00",
          "changed preview 0.00", "changed preview 1.00 complete", "changed commit 0.00",
          "changed commit 0.00", "changed commit 0.00", "cancelled commit 0.00",
        ])
  }

  @Test func `is cancelled by a lift before the commit is complete`() {
    #expect(story(Self.settings, [0.15, nil]) == ["began preview 0.50", "cancelled preview 0.50"])
    #expect(
      story(Self.settings, [0.15, 0.01]) == ["began preview 0.50", "cancelled preview 0.00"])
    #expect(
      story(Self.settings, [0.15, 0.6999, nil]).suffix(2)
        == ["changed commit 1.00", "cancelled commit 1.00"])
  }

  @Test func `ends with the preview when there is no commit`() {
    var settings = Self.settings
    settings.pop = nil
    #expect(
      story(settings, [0.15, 0.2, 0.7, nil])
        == ["began preview 0.50", "ended preview 1.00 complete"])
    #expect(story(settings, [0.1999, nil]).last == "cancelled preview 1.00")
  }

  @Test func `completes both stages at once when the force jumps`() {
    #expect(
      story(Self.settings, [0, 0.8, nil])
        == ["began preview 1.00 complete", "ended commit 1.00 complete"])
    var settings = Self.settings
    settings.pop = nil
    #expect(
      story(settings, [0, 0.8, nil]) == ["began preview 1.00", "ended preview 1.00 complete"])
  }

  @Test func `begins again only after the release threshold`() {
    let once = ["began preview 1.00 complete", "ended commit 1.00 complete"]
    #expect(story(Self.settings, [0.8, 0.05, 0.8, nil]) == once)
    #expect(story(Self.settings, [0.8, 0.049, 0.8, nil]) == once + once)
    #expect(story(Self.settings, [0.8, nil, 0.8, nil]) == once + once)
  }

  @Test func `has the thresholds of a phone by default`() {
    let settings = PreviewInteraction.Settings()
    #expect(story(settings, [0.1499]) == [])
    #expect(story(settings, [0.15]) == ["began preview 0.00"])
    #expect(story(settings, [0.1999]) == ["began preview 1.00"])
    #expect(story(settings, [0.2]) == ["began preview 1.00 complete", "changed commit 0.00"])
    #expect(story(settings, [0.7499]).last == "changed commit 1.00")
    #expect(story(settings, [0.75]).last == "ended commit 1.00 complete")
    #expect(
      story(settings, [0.16, 0.125, 0.1249]).map { $0.prefix(6) } == ["began ", "change", "cancel"])
  }

  @Test func `reports the rate within the stage`() {
    // 0.01 per millisecond is 10 per second: relative to a tenth, and to a half.
    let lines = (0...60).map { "\($0) 1:10,10@\(Double($0) / 100)" } + ["61"]
    let found = events(PreviewInteraction(Self.settings), touches(lines.joined(separator: "\n")))
    for event in found { #expect(abs(event.rate - (event.stage == .preview ? 100 : 20)) < 1e-6) }
    #expect(found.count == 53)
  }

  @Test func `is cancelled when its contact vanishes or becomes a palm, or its input stops`() {
    for end in ["10 -1 lost", "10 1:10,10@0.3#"] {
      let phases = events(PreviewInteraction(Self.settings), touches("0 1:10,10@0.3 \n" + end))
        .map(\.phase)
      #expect(phases == [.began, .changed, .cancelled])
    }
    var recognizer = PreviewInteraction(Self.settings)
    var found: [GestureEvent<PreviewInteraction.Value>] = []
    #expect(recognizer.state == .idle)
    for frame in touches("0 1:10,10@0.01 \n 1 1:10,10@0.15") {
      recognizer.feed(frame, into: &found)
      #expect(recognizer.state == (found.isEmpty ? .possible : .active))
    }
    recognizer.cancel(at: milliseconds(2), into: &found)
    recognizer.cancel(at: milliseconds(3), into: &found)
    for frame in touches("4 1:10,10@0.8 \n 5 1:10,10@0.01 \n 6 1:10,10@0.8") {
      recognizer.feed(frame, into: &found)
      #expect(recognizer.state == .failed)
    }
    #expect(found.map(\.phase) == [.began, .cancelled])
    for frame in touches("7 \n 8 1:10,10@0.8") { recognizer.feed(frame, into: &found) }
    #expect(found.map(\.phase) == [.began, .cancelled, .began, .ended])
    #expect(recognizer.state == .failed)
    #expect(recognizer.deadline == nil)
  }

  @Test func `may begin with a contact that replaces one that vanished`() {
    // For example, corners of a bounding box.
    let found = events(
      PreviewInteraction(Self.settings), touches("0 1:10,10@0.01 \n 10 2:10,10@0.15 -1"))
    #expect(found.map(\.phase) == [.began] && found.map(\.rate) == [0])
  }
}
