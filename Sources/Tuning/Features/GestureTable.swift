import PantographBase
package import PantographGestures
import PantographInteractions

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
