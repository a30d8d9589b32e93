import PantographBase
package import PantographTouches

/// A way in which real devices report a stroke and its lift, each of which has broken a gesture somewhere.
///
///     let reports = LiftProfile.named("still")?.reports(of: frames)
///
/// A stroke lasts as long as the same contacts touch: from the frame in which one lands or lifts to the next such
/// frame. Its moves are the frames in between. A profile changes when moves are reported, and where they are; a tap,
/// which has no moves, stays as it is.
package struct LiftProfile: Hashable, Sendable {
  /// The name, such as `one-move`.
  package let name: String
  /// What the device does, in a few words.
  package let words: String
  /// Where it was seen, and on what.
  package let source: String
  /// What it does to a stroke's reports.
  package let change: Change

  /// What happens to a stroke's reports.
  package enum Change: Hashable, Sendable {
    /// One more report, this time after the last move and this far along it, in CSS pixels; the lift is not before it.
    case trailing(milliseconds: Double, pixels: Double)
    /// The lift has a position of its own: as far beyond the last move as its velocity reaches until then.
    case travelling
    /// All moves are reported in so many, at equal times if possible; the last one is the newest.
    case merged(moves: Int)
    /// The first moves repeat the position of the landing.
    case repeated(moves: Int)
    /// No move is reported until a finger is this far from where it was last reported, in CSS pixels.
    case silent(pixels: Double)
  }

  /// All profiles, in the order in which they are reported.
  ///
  /// - 0.4 px is the middle of the 0.1 to 0.7 px in 7.8 ms that were measured after 35 to 66 px in 8 ms. In one of these
  ///   flicks the two newest positions gave −0.04 px/ms, which are 0.3 px back in 7.8 ms.
  /// - 1 px is the step of a browser that reports whole pixels.
  package static let all: [LiftProfile] = [
    .init(
      "still", "one more report at the lift, 0.4 px farther", "Galaxy Z Flip 4, mui/base-ui#5658",
      .trailing(milliseconds: 7.8, pixels: 0.4)),
    .init(
      "recoil", "one more report at the lift, 0.3 px back", "Galaxy Z Flip 4, mui/base-ui#5658",
      .trailing(milliseconds: 7.8, pixels: -0.3)),
    .init(
      "travel", "the lift has a position of its own", "a browser's pointerup, traycer#1513",
      .travelling),
    .init(
      "one-move", "all moves in one", "a laptop at 60 Hz, mui/base-ui#5105", .merged(moves: 1)),
    .init("two-moves", "all moves in two", "iOS, flutter/flutter#11592", .merged(moves: 2)),
    .init(
      "equal-moves", "the first three moves repeat the landing", "Xperia M, RAD.JS#6",
      .repeated(moves: 3)),
    .init(
      "silent-rest", "nothing is reported at rest", "a browser, use-gesture#332",
      .silent(pixels: 1)),
  ]

  /// Returns the profile with a name.
  package static func named(_ name: String) -> LiftProfile? { all.first { $0.name == name } }

  /// Returns the frames that such a device would have reported.
  package func reports(of frames: [TouchFrame]) -> [TouchFrame] {
    var stream = LiftOff(self)
    var reports: [TouchFrame] = []
    for frame in frames { stream.feed(frame, into: &reports) }
    stream.finish(into: &reports)
    return reports
  }

  private init(_ name: String, _ words: String, _ source: String, _ change: Change) {
    self.name = name
    self.words = words
    self.source = source
    self.change = change
  }
}

/// Reports touch frames as a device with a profile would, frame by frame.
///
/// Frames that say more than positions, such as that events were lost, are reported as they are, and begin a new
/// stroke.
package struct LiftOff: Sendable {
  /// 0.04 s: a finger without reports for longer is at rest, and so are its position and its lift.
  ///
  /// Android uses the same limit (`ASSUME_POINTER_STOPPED_TIME` of `VelocityTracker.cpp`).
  private static let rest = 0.04
  /// 512 moves, 4 s at 125 a second: of a longer stroke, every second one is held, then every fourth, and so on.
  private static let mostHeld = 512

  private let change: LiftProfile.Change
  /// The first frame of the stroke; `nil` before the first frame of all.
  private var landing: TouchFrame?
  /// The number of moves of the stroke.
  private var moves = 0
  /// The newest move, and the frame before it; the landing is not a move.
  private var newest: (frame: TouchFrame, before: TouchFrame)?
  /// Moves that are not reported yet: every one whose number is a multiple of ``step``.
  private var held: [TouchFrame] = []
  private var step = 1
  /// The last frame that was reported.
  private var reported: TouchFrame?

  /// Creates a device with a profile, which nothing touches.
  package init(_ profile: LiftProfile) {
    change = profile.change
  }

  /// Takes the next frame and appends those that are reported by then.
  package mutating func feed(_ frame: TouchFrame, into reports: inout [TouchFrame]) {
    if let landing, frame.isMove(of: landing) {
      move(frame, into: &reports)
    } else {
      release(into: &reports)
      if let newest, frame.lifts(contactOf: newest.frame) {
        end(newest.frame, after: newest.before, by: frame, into: &reports)
      }
      landing = frame
      (newest, moves, step) = (nil, 0, 1)
      report(frame, into: &reports)
    }
  }

  /// Appends the frames that are not reported yet.
  package mutating func finish(into reports: inout [TouchFrame]) {
    release(into: &reports)
  }

  /// Takes a move.
  private mutating func move(_ frame: TouchFrame, into reports: inout [TouchFrame]) {
    guard let landing else { return }
    newest = (frame, newest?.frame ?? landing)
    moves += 1
    switch change {
    case .trailing, .travelling: report(frame, into: &reports)
    case .merged(let count):
      guard count > 1, moves % step == 0 else { return }
      held.append(frame)
      guard held.count == Self.mostHeld else { return }
      held = stride(from: 1, to: held.count, by: 2).map { held[$0] }
      step *= 2
    case .repeated(let count):
      var seen = frame
      if moves <= count { seen.move { index, _ in landing.contacts[index].position } }
      report(seen, into: &reports)
    case .silent(let pixels):
      let least = pixels / ModelDevice.pixelsPerMillimetre
      let old = (reported ?? landing).contacts
      guard
        zip(old, frame.contacts).contains(where: { ($1.position - $0.position).length >= least })
      else { return }
      report(frame, into: &reports)
    }
  }

  /// Reports the moves that were held back: the newest, and with two the first in the second half of the time.
  private mutating func release(into reports: inout [TouchFrame]) {
    guard case .merged(let count) = change, let landing, let last = newest?.frame else { return }
    if moves % step == 0, !held.isEmpty { held.removeLast() }
    let span = last.time.microseconds &- landing.time.microseconds
    let half = landing.time.advanced(byMicroseconds: span / 2)
    if count > 1, let middle = held.first(where: { $0.time >= half }) ?? held.last {
      report(middle, into: &reports)
    }
    held.removeAll(keepingCapacity: true)
    report(last, into: &reports)
  }

  /// Reports what comes between the last move of a stroke and the frame in which contacts lift.
  private mutating func end(
    _ last: TouchFrame, after before: TouchFrame, by lift: TouchFrame,
    into reports: inout [TouchFrame]
  ) {
    var seen = last
    switch change {
    case .trailing(let milliseconds, let pixels):
      seen.time = last.time.advanced(byMicroseconds: Int64((milliseconds * 1000).rounded()))
      let share = min((seen.time - last.time) / max(lift.time - last.time, 1e-6), 1)
      seen.move { index, contact in
        // A finger that stays goes on as it is.
        if let later = lift.contacts.first(where: { $0.id == contact.id }) {
          return contact.position + (later.position - contact.position) * share
        }
        let step = contact.position - before.contacts[index].position
        guard step.length > 0 else { return contact.position }
        let length = pixels / ModelDevice.pixelsPerMillimetre
        return contact.position + step * (length / step.length)
      }
    case .travelling:
      let silence = lift.time - last.time
      let time = last.time - before.time
      guard silence > 0, silence <= Self.rest, time > 0, time <= Self.rest else { return }
      seen.time = lift.time
      seen.move { index, contact in
        if let later = lift.contacts.first(where: { $0.id == contact.id }) { return later.position }
        let step = contact.position - before.contacts[index].position
        return contact.position + step * (silence / time)
      }
    case .merged, .repeated, .silent: return
    }
    report(seen, into: &reports)
  }

  /// Reports a frame, which is not before the last one.
  private mutating func report(_ frame: TouchFrame, into reports: inout [TouchFrame]) {
    var frame = frame
    if let reported { frame.time = max(frame.time, reported.time) }
    reported = frame
    reports.append(frame)
  }
}

extension TouchFrame {
  /// Whether it has the contacts of another frame, and nothing but their state.
  fileprivate func isMove(of other: TouchFrame) -> Bool {
    !contacts.isEmpty && vanished.isEmpty && !hasLostEvents && clockStep == 0 && unplaced.isEmpty
      && contacts.elementsEqual(other.contacts) { $0.id == $1.id && !$0.remarks.contains(.jump) }
  }

  /// Whether a contact of an earlier frame has lifted.
  fileprivate func lifts(contactOf earlier: TouchFrame) -> Bool {
    earlier.contacts.contains { old in
      !vanished.contains(old.id) && !contacts.contains { $0.id == old.id }
    }
  }

  /// Moves each contact to the position that `position` returns for its index.
  fileprivate mutating func move(to position: (Int, Contact) -> Point) {
    for index in contacts.indices {
      contacts[index].position = position(index, contacts[index])
    }
  }
}
