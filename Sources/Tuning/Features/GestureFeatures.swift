package import PantographBase
package import PantographGestures
package import PantographInteractions

/// The features of one gesture: everything that a rule may ask about it, and its label.
package struct GestureFeatures: Hashable, Sendable {
  /// How the gesture ended.
  package enum End: String, CaseIterable, Sendable {
    /// With a release.
    case release = "released"
    /// Interrupted: there is no release to judge, and the animation is cancelled.
    case cutOff = "cut-off"
    /// The recording has no gesture.
    case none
  }

  /// The velocity of one estimator, in millimetres per second (Hyprland's: per event).
  package struct Velocity: Hashable, Sendable {
    /// The velocity toward progress.
    package var along: Double
    /// The velocity across.
    package var across: Double

    /// Creates a velocity.
    package init(along: Double, across: Double) {
      self.along = along
      self.across = across
    }
  }

  /// The instant that the features are of, if it is not the gesture's end.
  package struct Instant: Hashable, Sendable {
    /// How the gesture stood at an instant.
    package enum State: String, CaseIterable, Sendable {
      /// Its fingers had landed, and it had not begun: nothing is known of it.
      case waiting
      /// It went on: the features are those of a release at this instant.
      case ongoing
      /// It had ended: the features are those of the whole.
      case ended
    }

    /// When enough fingers had landed for the gesture, from the recording's first event.
    package var landed: Timestamp
    /// The time from there to the instant; to its end, if the gesture had ended.
    package var elapsed: Double
    /// How the gesture stood.
    package var state: State
  }

  /// The recording's file, as it was named or found.
  package var recording: String
  /// The number of the gesture in the recording, from 1; 0 without a gesture.
  package var number: Int
  /// The time of its end, from the recording's first event.
  package var time: Timestamp
  /// How it ended.
  package var end: End
  /// The release without its velocity; `nil` if it was not released.
  package var release: Release?
  /// The velocity of each estimator; empty if it was not released.
  package var velocities: [Velocity]
  /// The estimators of the velocities, in their order.
  package var estimators: [VelocityEstimator]
  /// The greatest pressure of any contact, from 0 to 1; `nil` if the device reports none.
  package var peakPressure: Double?
  /// The device, from the label or by its own name.
  package var device: String
  /// The label, if there is one.
  package var label: Label?
  /// The instant after its landing that the features are of; `nil` for its end.
  package var instant: Instant?

  /// Creates the features of a gesture from its parts.
  package init(
    recording: String, number: Int, time: Timestamp, end: End, release: Release?,
    velocities: [Velocity], by estimators: [VelocityEstimator] = VelocityEstimator.allCases,
    peakPressure: Double?, device: String, label: Label?
  ) {
    self.recording = recording
    self.number = number
    self.time = time
    self.end = end
    self.release = release
    self.velocities = velocities
    self.estimators = estimators
    self.peakPressure = peakPressure
    self.device = device
    self.label = label
  }

  /// Returns the release as a rule sees it, with its own estimator; `nil` if it was not released.
  package func release(for rule: ReleaseRule) -> Release? {
    guard var release else { return nil }
    let velocity = velocity(by: rule.estimator)
    release.velocity = velocity.along
    release.crossVelocity = velocity.across
    return release
  }

  /// Returns the velocity of an estimator.
  ///
  /// - Precondition: The gesture was released, and the estimator is one of ``estimators``.
  func velocity(by estimator: VelocityEstimator) -> Velocity {
    guard let index = estimators.firstIndex(of: estimator) else {
      preconditionFailure("the velocities by \(estimator) were not kept")
    }
    return velocities[index]
  }

  /// Returns the outcome under a rule; `nil` without a gesture.
  package func outcome(by rule: ReleaseRule) -> Decision.Outcome? {
    switch end {
    case _ where instant.map { $0.state != .ended } ?? false: release(for: rule).map(rule.outcome)
    case .release: release(for: rule).map(rule.outcome)
    case .cutOff: .cancel
    case .none: nil
    }
  }
}

/// Gestures of many recordings in compact form: numbers in one list, and repeated strings once.
///
/// It keeps the velocities of the requested estimators only, and no pressures, as rules do not use
/// them.
package struct GestureTable: RandomAccessCollection, Sendable {
  /// A gesture without its numbers; strings are stored by index.
  private struct Row {
    var time: Timestamp
    var number: Int
    var recording: Int32
    var device: Int32
    /// Negative without a label.
    var label: Int32
    var end: GestureFeatures.End
    var isReleased: Bool
  }

  /// The estimators whose velocities are kept.
  package let estimators: [VelocityEstimator]
  private var rows: [Row] = []
  /// The numbers of all gestures, one gesture after the other.
  private var numbers: [Double] = []
  /// The recordings' names one after the other, and their ends.
  private var names: [UInt8] = []
  private var nameEnds: [Int] = []
  private var lastRecording: String?
  private var devices = WordList<String>()
  private var labels = WordList<Label>()

  /// The count of a release's numbers without velocities.
  private static let releaseNumbers = 10
  private var width: Int { Self.releaseNumbers + 2 * estimators.count }

  /// Creates an empty table.
  ///
  /// - Parameter estimators: the estimators whose velocities are kept.
  package init(keeping estimators: [VelocityEstimator] = VelocityEstimator.allCases) {
    self.estimators = estimators
  }

  /// The index of the first gesture.
  package var startIndex: Int { 0 }
  /// The number of gestures.
  package var endIndex: Int { rows.count }

  /// Adds a gesture.
  ///
  /// - Precondition: A released gesture has the velocities that are kept.
  package mutating func append(_ gesture: GestureFeatures) {
    // Gestures of one recording usually follow each other.
    if gesture.recording != lastRecording {
      lastRecording = gesture.recording
      names += gesture.recording.utf8
      nameEnds.append(names.count)
    }
    rows.append(
      Row(
        time: gesture.time, number: gesture.number, recording: Int32(nameEnds.count - 1),
        device: devices.index(of: gesture.device),
        label: gesture.label.map { labels.index(of: $0) } ?? -1, end: gesture.end,
        isReleased: gesture.release != nil))
    guard let release = gesture.release else {
      numbers += repeatElement(0, count: width)
      return
    }
    numbers.append(release.fraction)
    numbers.append(release.startFraction)
    numbers.append(release.peak)
    numbers.append(release.distance)
    numbers.append(release.travel)
    numbers.append(release.crossTravel)
    numbers.append(release.lastMovement)
    numbers.append(release.duration)
    numbers.append(release.restTime)
    numbers.append(release.earlierTravel)
    for estimator in estimators {
      let velocity = gesture.velocity(by: estimator)
      numbers.append(velocity.along)
      numbers.append(velocity.across)
    }
  }

  /// The gesture at an index.
  package subscript(index: Int) -> GestureFeatures {
    let row = rows[index]
    let name = Int(row.recording)
    let bytes = names[(name == 0 ? 0 : nameEnds[name - 1])..<nameEnds[name]]
    return GestureFeatures(
      recording: String(decoding: bytes, as: UTF8.self), number: row.number, time: row.time,
      end: row.end, release: row.isReleased ? release(at: index * width) : nil,
      velocities: row.isReleased ? velocities(at: index * width + Self.releaseNumbers) : [],
      by: estimators, peakPressure: nil, device: devices.words[Int(row.device)],
      label: row.label < 0 ? nil : labels.words[Int(row.label)])
  }

  private func release(at start: Int) -> Release {
    Release(
      fraction: numbers[start], startFraction: numbers[start + 1], peak: numbers[start + 2],
      distance: numbers[start + 3], travel: numbers[start + 4], crossTravel: numbers[start + 5],
      lastMovement: numbers[start + 6], duration: numbers[start + 7],
      restTime: numbers[start + 8], earlierTravel: numbers[start + 9])
  }

  private func velocities(at start: Int) -> [GestureFeatures.Velocity] {
    estimators.indices.map { index in
      .init(along: numbers[start + 2 * index], across: numbers[start + 2 * index + 1])
    }
  }
}

/// Strings or labels that repeat, each stored once.
private struct WordList<Word: Hashable & Sendable>: Sendable {
  private(set) var words: [Word] = []
  private var indices: [Word: Int32] = [:]

  mutating func index(of word: Word) -> Int32 {
    if let index = indices[word] { return index }
    let index = Int32(words.count)
    indices[word] = index
    words.append(word)
    return index
  }
}

/// The intention of a gesture, with its person and device.
package struct Label: Hashable, Sendable {
  /// What the person intended.
  package enum Meaning: Hashable, Sendable {
    /// The animation should finish.
    case finish
    /// The animation should be cancelled.
    case cancel
    /// No gesture: fingers or a palm touched for another reason.
    case nothing
    /// Another gesture by name, such as `scroll` or `tap`.
    case gesture(String)

    /// The label's word: `finish`, `cancel`, `nothing`, or the gesture's name.
    package var word: String {
      switch self {
      case .finish: "finish"
      case .cancel: "cancel"
      case .nothing: "nothing"
      case .gesture(let name): name
      }
    }

    /// Creates a meaning from its word.
    package init(word: String) {
      switch word {
      case "finish": self = .finish
      case "cancel": self = .cancel
      case "nothing": self = .nothing
      default: self = .gesture(word)
      }
    }
  }

  /// What the person intended.
  package var meaning: Meaning
  /// The person, if known.
  package var person: String?
  /// The device, if it differs from the recording's own name for it.
  package var device: String?

  /// Creates a label.
  package init(_ meaning: Meaning, person: String? = nil, device: String? = nil) {
    self.meaning = meaning
    self.person = person
    self.device = device
  }
}
