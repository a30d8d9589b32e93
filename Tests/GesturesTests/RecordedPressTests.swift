import Foundation
import PantographBase
import PantographGestures
import PantographTestSupport
import PantographTouchScripts
import PantographTouches
import Testing

/// Tests presses of pens and fingers on devices that report pressure.
///
/// The expected presses come from the raw events, contact by contact. Devices of the semi-mt kind are left
/// out (`ALPS-DualPoint-TouchPad`, `ALPS-GlidePoint` and `Cypress-Trackpad`). Their contacts are the corners
/// of a bounding box that share one pressure and change whenever a finger joins or leaves, so none lasts from
/// landing to lift. Only two recordings reach the force of a phone's pop.
@Suite(.enabled(if: Repository.hasCorpus, Repository.absence))
struct `Presses in recordings` {
  /// The events of the presses of one contact.
  struct Count: Hashable, CustomStringConvertible {
    var begins = 0
    var commits = 0
    var ends = 0
    var cancellations = 0
    var description: String { "\(begins) \(commits) \(ends) \(cancellations)" }

    static func + (left: Count, right: Count) -> Count {
      Count(
        begins: left.begins + right.begins, commits: left.commits + right.commits,
        ends: left.ends + right.ends, cancellations: left.cancellations + right.cancellations)
    }
  }

  static let settings = PressGestureRecognizer.Settings()

  /// Returns the pressures of each contact at the end of its frames, from the raw events.
  static func forces(_ device: DeviceDescription, _ events: [InputEvent]) -> [[Double]] {
    let isSlotted = device.range(of: .absMTSlot) != nil
    let code: EventCode = isSlotted ? .absMTPressure : .absPressure
    guard let range = device.range(of: code) else { return [] }
    var slots: [Int32: (force: Double, series: [Double], isDown: Bool)] = [:]
    var slot: Int32 = 0
    var done: [[Double]] = []
    for event in events {
      var entry = slots[slot] ?? (0, [], false)
      switch (event.type, event.code) {
      case (.absolute, .absMTSlot):
        slot = event.value
        continue
      case (.absolute, code):
        let extent = Double(range.maximum - range.minimum)
        entry.force = min(max(Double(event.value - range.minimum) / extent, 0), 1)
      case (.absolute, .absMTTrackingID) where isSlotted: entry.isDown = event.value >= 0
      case (.key, .btnTouch) where !isSlotted: entry.isDown = event.value != 0
      case (.synchronization, .synReport):
        for (number, var entry) in slots {
          if entry.isDown {
            entry.series.append(entry.force)
          } else if !entry.series.isEmpty {
            done.append(entry.series)
            entry.series = []
          }
          slots[number] = entry
        }
        continue
      default: continue
      }
      slots[slot] = entry
    }
    return done + slots.values.map(\.series).filter { !$0.isEmpty }
  }

  /// Returns the presses of a series of forces, with hysteresis.
  static func expected(_ series: [Double]) -> Count {
    var count = Count()
    var greatest: Double?
    func close(_ most: Double) {
      count.begins += 1
      if most >= 0.75 {
        count.commits += 1
        count.ends += 1
      } else {
        count.cancellations += 1
      }
    }
    for force in series {
      if let most = greatest {
        greatest = max(most, force)
        if force < 0.20 * 10 / 12 {
          close(most)
          greatest = nil
        }
      } else if force >= 0.20 {
        greatest = force
      }
    }
    if let greatest { close(greatest) }
    return count
  }

  static func found(_ events: [GestureEvent<PressGestureRecognizer.Value>]) -> Count {
    Count(
      begins: events.count { $0.phase == .began }, commits: events.count { $0.peak == .reached },
      ends: events.count { $0.phase == .ended },
      cancellations: events.count { $0.phase == .cancelled }
    )
  }

  /// Presses that are missing from the raw events: the recording begins within a contact in slot 1, whose
  /// positions come without an ID.
  static let unannounced = ["stroke_n_3.evemu": Count(begins: 1, cancellations: 1)]

  /// The recordings of devices whose contacts have a pressure of their own, and their frames.
  static let recordings: [(name: String, expected: Count, frames: [TouchFrame])] = files.compactMap
  {
    file in
    guard let (device, events) = try? RecordedTouches.recording(file),
      let surface = try? Surface(device), !surface.isSemiMultitouch
    else { return nil }
    let frames = PantographTouchScripts.frames(
      events, by: FrameAssembler(surface, TouchSettings(palms: .device)))
    guard frames.contains(where: { $0.contacts.contains { $0.pressure != nil } }) else {
      return nil
    }
    let name = file.lastPathComponent
    let expected = forces(device, events).map(expected).reduce(unannounced[name] ?? Count(), +)
    return (name, expected, frames)
  }

  static let files =
    RecordedTouches.files("devices") + RecordedTouches.files("touchpad-gestures")

  /// The expected result for each file: begins, commits, ends and cancellations, with each contact alone.
  static let table = """
    tablets__Wacom-DTH2242-Pen.events: 6 0 0 6
    tablets__Wacom-Intuos4-6x9.stylus-tap.events: 1 1 1 0
    tablets__dell_canvas_pen.evemu: 1 1 1 0
    touchpads__AlpsPS2-ALPS-DualPoint-TouchPad-non-MT.doubletap.events: 2 0 0 2
    touchpads__AlpsPS2-ALPS-DualPoint-TouchPad-non-MT.tap.events: 1 0 0 1
    touchpads__SynPS2-Synaptics-TouchPad-fdo23890.events: 6 0 0 6
    touchpads__SynPS2-Synaptics-TouchPad.button-rpress.events: 1 0 0 1
    touchpads__SynPS2-Synaptics-TouchPad.events: 45 0 0 45
    touchpads__SynPS2-Synaptics-TouchPad.leftmove.events: 1 0 0 1
    touchpads__SynPS2-Synaptics-TouchPad.two-finger-vert-scroll.events: 2 0 0 2
    hold_3.evemu: 3 0 0 3
    hold_4.evemu: 4 0 0 4
    pinch_both_2.evemu: 2 0 0 2
    pinch_in_2.evemu: 2 0 0 2
    pinch_out_2.evemu: 2 0 0 2
    rotate_both_2.evemu: 2 0 0 2
    rotate_clockwise_2.evemu: 2 0 0 2
    rotate_counterclockwise_2.evemu: 2 0 0 2
    stroke_b_3.evemu: 3 0 0 3
    stroke_n_3.evemu: 3 0 0 3
    stroke_z_3.evemu: 3 0 0 3
    swipe_down_2.evemu: 2 0 0 2
    swipe_leftright_2.evemu: 2 0 0 2
    swipe_right_2.evemu: 2 0 0 2
    """

  @Test func `are found once each, and commit at most once`() {
    var lines: [String] = []
    for (name, expected, frames) in Self.recordings {
      var found = Count()
      for id in Set(frames.flatMap { $0.contacts.map(\.id) }) {
        // Other contacts are removed, and the end of the recording is the lift.
        let own = frames.map { frame in
          var frame = frame
          frame.contacts.removeAll { $0.id != id }
          return frame
        }
        let end = TouchFrame(time: own[own.count - 1].time, contacts: [])
        let presses = events(PressGestureRecognizer(Self.settings), own + [end])
        #expect(isMonotone(presses, own), "\(name)")
        found = found + Self.found(presses)
      }
      #expect(found == expected, "\(name)")
      lines.append("\(name): \(found)")
    }
    #expect(lines.joined(separator: "\n") == Self.table)
  }

  /// Returns whether the progress never falls as the force rises.
  private func isMonotone(
    _ presses: [GestureEvent<PressGestureRecognizer.Value>], _ frames: [TouchFrame]
  ) -> Bool {
    var pairs: [(force: Double, progress: Double)] = []
    var frame = 0
    for press in presses where press.phase == .began || press.phase == .changed {
      while frames[frame].time < press.time
        || frames[frame].contacts.first?.position != press.location
      {
        frame += 1
      }
      pairs.append((frames[frame].contacts[0].pressure ?? -1, press.progress))
      frame += 1
    }
    pairs.sort { ($0.force, $0.progress) < ($1.force, $1.progress) }
    return zip(pairs, pairs.dropFirst()).allSatisfy { $0.progress <= $1.progress }
  }

  /// With several contacts at once, presses begin at least once if any contact reaches the start, and not
  /// more often than those of each contact.
  @Test(arguments: [PressedContact.first, .hardest])
  func `of several fingers are at most as many as those of each`(contact: PressedContact) throws {
    for (name, expected, frames) in Self.recordings {
      let found = Self.found(events(PressGestureRecognizer(.init(contact: contact)), frames))
      #expect(found.begins <= expected.begins && found.commits <= expected.commits, "\(name)")
      #expect((found.begins > 0) == (expected.begins > 0), "\(name)")
      #expect((found.commits > 0) == (expected.commits > 0), "\(name)")
    }
  }
}
