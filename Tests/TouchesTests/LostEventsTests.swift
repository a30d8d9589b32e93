import Foundation
import PantographGestures
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

/// Compares real recordings with copies in which events are lost after each event.
@Suite(.enabled(if: Repository.hasCorpus, Repository.absence))
struct `Lost events` {
  static let files: [URL] = {
    let folder = Repository.corpus.appendingPathComponent("touchpad-gestures")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    // stroke_n_3 begins within a contact whose ID only the kernel knew.
    return names.sorted().filter { $0.hasSuffix(".evemu") && $0 != "stroke_n_3.evemu" }.prefix(24)
      .map { folder.appendingPathComponent($0) }
  }()

  /// Returns the index after the end of a frame, this many frames after an event.
  static func end(_ frames: Int, after index: Int, of events: [InputEvent]) -> Int {
    var left = frames
    for next in index..<events.count where events[next].endsFrame {
      left -= 1
      if left == 0 { return next + 1 }
    }
    return events.count
  }

  @Test(arguments: files) func `neither leave a contact behind nor omit one`(file: URL)
    throws
  {
    let (device, events) = try `Contacts of real devices`.read(file)
    let surface = try Surface(device)
    // The contacts after each frame if no events are lost.
    var whole = FrameAssembler(surface)
    var truth: [Int: [Contact]] = [:]
    for (index, event) in events.enumerated() where whole.feed(event) {
      truth[index + 1] = whole.frame.contacts
    }
    var before = (assembler: FrameAssembler(surface), reader: LossyReader(hasSlots: true))
    for index in events.indices {
      let end = Self.end(index % 4 + 1, after: index, of: events)
      // From the start of the loss to the end of the frame that restores the state.
      var (lossy, reader) = before
      var stream: [InputEvent] = []
      for event in events[index..<end] { reader.take(event, isLost: true, into: &stream) }
      reader.synchronize(into: &stream)
      for event in stream { _ = lossy.feed(event) }
      let expected = truth[end] ?? []
      #expect(lossy.frame.contacts.map(\.position) == expected.map(\.position), "\(index)")
      #expect(lossy.frame.contacts.map(\.pressure) == expected.map(\.pressure), "\(index)")
      _ = before.assembler.feed(events[index])
      before.reader.take(events[index], isLost: false, into: &stream)
    }
  }

  @Test(arguments: files.prefix(20)) func `never end a gesture as if its fingers had lifted`(
    file: URL
  ) throws {
    let (device, events) = try `Contacts of real devices`.read(file)
    let surface = try Surface(device)
    func story(_ events: [InputEvent]) -> [GestureEvent<PanGestureRecognizer.Value>] {
      var assembler = FrameAssembler(surface)
      var recognizer = PanGestureRecognizer(.init(fingers: 1...4, slop: 1))
      var gestures: [GestureEvent<PanGestureRecognizer.Value>] = []
      for event in events where assembler.feed(event) {
        recognizer.feed(assembler.frame, into: &gestures)
      }
      return gestures
    }
    for index in stride(from: 0, to: events.count, by: 53) {
      let end = Self.end(6, after: index, of: events)
      // An end is reported in a frame that was not lost.
      let instant = events[end - 1].time
      for gesture in story(LossyStream.losing(index..<end, of: events)) {
        #expect(gesture.phase != .ended || gesture.time != instant, "\(index)")
      }
    }
  }
}
