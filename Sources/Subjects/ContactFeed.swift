package import PantographBase
import PantographTouches
import PantographTraces
package import PantographTrajectories

/// Turns touch frames into the rows that a program under test receives.
///
/// A row is a contact that began, moved, ended or was cancelled, or a request for a sample, which is called
/// a frame. Times count from the first event of the recording, in whole microseconds. Frames come at a fixed rate, after all
/// contacts up to their time.
struct ContactFeed {
  /// What a row says.
  enum Kind: String {
    case began, moved, ended, cancelled
    case frame
  }

  /// The rows so far, in order of time.
  private(set) var rows: [Row] = []

  /// A row that a program receives.
  struct Row {
    var time: Timestamp
    var kind: Kind
    /// The contact; `nil` for a frame.
    var contact: Contact?
  }

  private let start: Timestamp
  private let frameRate: Double
  private var frameCount: Int64 = 0
  /// The contacts of the last touch frame.
  private var contacts: [Contact] = []

  /// Creates a feed; times count from `start`.
  init(from start: Timestamp, frameRate: Double) {
    self.start = start
    self.frameRate = frameRate
  }

  /// Returns the time of a touch frame since the first event.
  func time(of frame: TouchFrame) -> Timestamp {
    Timestamp(microseconds: max(frame.time.microseconds &- start.microseconds, 0))
  }

  /// Adds the rows of the next touch frame.
  mutating func take(_ frame: TouchFrame) {
    let time = time(of: frame)
    addFrames(before: time)
    for contact in contacts where !frame.contacts.contains(where: { $0.id == contact.id }) {
      let kind = frame.vanished.contains(contact.id) ? Kind.cancelled : .ended
      rows.append(Row(time: time, kind: kind, contact: contact))
    }
    for contact in frame.contacts {
      let before = contacts.first { $0.id == contact.id }
      guard before != contact else { continue }
      rows.append(Row(time: time, kind: before == nil ? .began : .moved, contact: contact))
    }
    contacts = frame.contacts
  }

  /// Ends all contacts, and adds the frames of the rest, which begins no earlier than `momentumEnd`.
  mutating func finish(rest: Double, after momentumEnd: Timestamp?) {
    let end = rows.last?.time ?? Timestamp(microseconds: 0)
    rows += contacts.map { Row(time: end, kind: .cancelled, contact: $0) }
    contacts = []
    let last = max(end, momentumEnd ?? end)
    addFrames(before: last.advanced(bySeconds: rest).advanced(byMicroseconds: 1))
  }

  private mutating func addFrames(before time: Timestamp) {
    while nextFrame < time {
      rows.append(Row(time: nextFrame, kind: .frame, contact: nil))
      frameCount += 1
    }
  }

  private var nextFrame: Timestamp { Self.time(ofFrame: frameCount, at: frameRate) }

  /// Returns the time of a frame, counted from 0, since the first event.
  static func time(ofFrame index: Int64, at frameRate: Double) -> Timestamp {
    Timestamp(microseconds: Int64((Double(index) / frameRate * 1e6).rounded()))
  }
}

// MARK: Writing

extension ContactFeed {
  /// The header of the table, with pixels if their size is known.
  static func header(hasPixels: Bool) -> String {
    "time,kind,contact,x,y," + (hasPixels ? "xPixels,yPixels," : "") + "pressure"
  }
}

extension ContactFeed.Row {
  /// Returns the row as a program receives it, with a line break.
  func text(as input: Subject.Command.Input, pixelsPerMillimetre scale: Double?) -> String {
    var cells: [(name: String, value: String?)] = [
      ("time", String(seconds: time.microseconds)), ("kind", kind.rawValue),
    ]
    // Counted from 1, as `pantograph info` does.
    cells.append(("contact", contact.map { "\($0.id + 1)" }))
    cells.append(("x", contact.map { String(fixed: $0.position.x, decimals: 3) }))
    cells.append(("y", contact.map { String(fixed: $0.position.y, decimals: 3) }))
    if let scale {
      cells.append(("xPixels", contact.map { String(fixed: $0.position.x * scale, decimals: 3) }))
      cells.append(("yPixels", contact.map { String(fixed: $0.position.y * scale, decimals: 3) }))
    }
    cells.append(("pressure", contact?.pressure.map { String(fixed: $0, decimals: 6) }))
    guard input == .ndjson else {
      return cells.map { $0.value ?? "" }.joined(separator: ",") + "\n"
    }
    let members = cells.compactMap { name, value in
      value.map { name == "kind" ? "\"kind\":\"\($0)\"" : "\"\(name)\":\($0)" }
    }
    return "{\(members.joined(separator: ","))}\n"
  }
}

/// An event that subjects show for the same recording, and when each of them shows it.
package struct EventTimes: Sendable {
  /// The event's words; those of a repetition have its number.
  package let words: String
  /// The time at each subject; `nil` where it does not come.
  package private(set) var times: [Timestamp?]
  private var first: Timestamp

  /// Collects the events of several subjects, by the first times at which one of them shows each.
  static func all(of shown: [ResultTable]) -> [EventTimes] {
    var all: [EventTimes] = []
    var places: [String: Int] = [:]
    for (index, observation) in shown.enumerated() {
      var counts: [String: Int] = [:]
      for event in observation.events {
        counts[event.words, default: 0] += 1
        let count = counts[event.words] ?? 1
        let words = event.words + (count > 1 ? " (\(count))" : "")
        let place = places[words, default: all.count]
        if place == all.count {
          let none: [Timestamp?] = shown.map { _ in nil }
          all.append(EventTimes(words: words, times: none, first: event.time))
          places[words] = place
        }
        all[place].times[index] = event.time
        all[place].first = min(all[place].first, event.time)
      }
    }
    return all.enumerated()
      .sorted { ($0.element.first, $0.offset) < ($1.element.first, $1.offset) }
      .map { $0.element }
  }
}

/// The rows of a recording that a program under test received.
package struct GestureRows: Sendable {
  /// The name of the device.
  package let device: String
  /// The time of the recording's last event.
  package let end: Timestamp
  let rows: [ContactFeed.Row]
  /// What a page received of a pen or a touchpad; `nil` if the contacts are its touches.
  let inputs: [PageStep]?
  /// What the recording lacks for exact results.
  let notes: [String]

  /// The seconds until the last row.
  var duration: Double {
    (rows.last?.time ?? Timestamp(microseconds: 0)) - Timestamp(microseconds: 0)
  }

  /// When fingers lifted.
  package var releases: [Timestamp] {
    rows.filter { $0.kind == .ended || $0.kind == .cancelled }.map { $0.time }
  }

  /// Says what has changed since a table was accepted; `nil` if nothing has, or if chance takes part.
  func diagnosis(of compared: ComparedTables, on subject: Subject) -> ShownChange? {
    guard !compared.isSame, !subject.isInRealTime else { return nil }
    let end = max(compared.expected.end, compared.actual.end)
    return compared.diagnosis(of: finger(on: subject, until: end))
  }

  /// Returns the first finger of each gesture, in the pixels of a page, or in millimetres.
  ///
  /// - Parameter end: until when the last gesture is followed.
  func finger(on subject: Subject, until end: Timestamp) -> FingerTrack {
    var scale = (number: 1.0, unit: "mm")
    if case .page(let page) = subject.kind { scale = (page.pixelsPerMillimetre, "px") }
    var x = ResultTable.Column(name: "x")
    var y = ResultTable.Column(name: "y")
    let gestures = gestures(until: end)
    for gesture in gestures {
      let own = rows.filter { gesture.landing <= $0.time && $0.time <= gesture.release }
      guard let first = own.lazy.compactMap({ $0.contact }).first?.id else { continue }
      for row in own {
        guard let contact = row.contact, contact.id == first else { continue }
        x.points.append(
          ResultTable.Point(time: row.time, value: contact.position.x * scale.number))
        y.points.append(
          ResultTable.Point(time: row.time, value: contact.position.y * scale.number))
      }
    }
    return FingerTrack(
      gestures: gestures, x: x, y: y, unit: scale.unit, scale: scale.number)
  }

  /// Returns how the first finger of each gesture lifts.
  package func lifts(on subject: Subject) -> [FingerTrack.Lift] {
    let finger = finger(on: subject, until: end)
    return finger.gestures.compactMap { finger.lift(of: $0) }
  }

  /// Returns what drove a subject.
  ///
  /// - Parameters:
  ///   - clock: when its display shows frames.
  ///   - end: until when the last gesture is followed.
  package func driven(by clock: FrameClock, until end: Timestamp) -> DrivenFrames {
    var positions: [Int: Point] = [:]
    var touches: [Timestamp] = []
    for row in rows {
      guard let contact = row.contact else { continue }
      let before = positions[contact.id]
      // A pressure moves nothing, and what lifts has moved before.
      if row.kind == .moved, before != contact.position, touches.last != row.time {
        touches.append(row.time)
      }
      positions[contact.id] = contact.position
    }
    return DrivenFrames(gestures(until: end), touches: touches, clock: clock)
  }

  /// Returns what the fingers did last before a time, such as `contact 1 ended at 0.218700 s`.
  package func lastChange(before time: Timestamp) -> String? {
    let change = rows.last { $0.kind != .frame && $0.kind != .moved && $0.time <= time }
    guard let change, let contact = change.contact else { return nil }
    let kind = change.kind == .cancelled ? "was cancelled" : change.kind.rawValue
    let seconds = String(fixed: change.time - Timestamp(microseconds: 0), decimals: 3)
    return "contact \(contact.id + 1) \(kind) at \(seconds) s"
  }
}

extension GestureRows {
  /// An hour: a longer pause is a defect of the recording, as `info` says.
  private static let longestPause = 3600.0

  /// Reads what a subject receives of a recording.
  ///
  /// - Parameter device: replaces the recording's description of its device.
  init(
    _ recording: consuming RecordingStream, describedBy device: DeviceDescription?,
    for subject: Subject
  ) throws(UnusableFile) {
    var frames = try RecordedFrames(recording, describedBy: device, TouchSettings())
    var feed = ContactFeed(from: frames.start, frameRate: subject.frameRate)
    var inputs = subject.pageFeed(for: frames.surface)
    var last = frames.start
    while try frames.next() {
      let pause = frames.frame.time - last
      guard pause <= Self.longestPause else {
        throw UnusableFile(
          frames.recording.path,
          "a pause of \(String(fixed: pause, decimals: 0)) s: `pantograph info` has its line")
      }
      last = frames.frame.time
      feed.take(frames.frame)
      inputs?.take(frames.frame, at: feed.time(of: frames.frame))
    }
    inputs?.finish(at: feed.time(of: frames.frame))
    feed.finish(rest: subject.rest, after: inputs?.momentumEnd)
    self.init(
      device: frames.device.name, end: feed.time(of: frames.frame), rows: feed.rows,
      inputs: inputs?.inputs, notes: frames.recording.notes + (inputs?.notes ?? []))
  }

  /// Returns the gestures, the last of which is followed until a time, at least until the last frame.
  ///
  /// A contact that lands in the frame in which the others lift belongs to their gesture.
  package func gestures(until end: Timestamp) -> [GestureSpan] {
    let end = max(end, rows.last?.time ?? end)
    var gestures: [GestureSpan] = []
    var down: Set<Int> = []
    for row in rows {
      guard let contact = row.contact else { continue }
      if down.isEmpty, gestures.last.map({ $0.release < row.time }) ?? true {
        if !gestures.isEmpty { gestures[gestures.count - 1].end = row.time }
        gestures.append(GestureSpan(landing: row.time, release: row.time, end: end))
      }
      let isDown = row.kind == .began || row.kind == .moved
      if isDown { down.insert(contact.id) } else { down.remove(contact.id) }
      let last = gestures.count - 1
      gestures[last].release = row.time
      gestures[last].wasCutOff = row.kind == .cancelled
      gestures[last].contactCount = max(gestures[last].contactCount, down.count)
      if let pressure = contact.pressure {
        gestures[last].peakPressure = max(gestures[last].peakPressure ?? 0, pressure)
      }
    }
    return gestures
  }
}
