/// Samples that join at the end and leave at the beginning.
///
/// Nearly every report makes one leave, so those that leave are only removed once there are many.
package struct SampleQueue: RandomAccessCollection, Hashable, Sendable {
  /// 64 samples leave before they are removed: seldom enough, for half a second at 125 reports per second.
  private static let mostLeft = 64

  private var kept: [MotionHistory.Sample] = []
  /// The number of samples at the beginning of ``kept`` that have left.
  private var left = 0

  package var startIndex: Int { 0 }
  package var endIndex: Int { kept.count &- left }

  package subscript(index: Int) -> MotionHistory.Sample {
    _read { yield kept[left &+ index] }
    _modify { yield &kept[left &+ index] }
  }

  package var last: MotionHistory.Sample? { isEmpty ? nil : kept.last }

  /// How many samples there is room for.
  package var capacity: Int { kept.capacity }

  /// A copy without spare capacity.
  var compact: SampleQueue {
    var copy = SampleQueue()
    copy.kept = map { $0 }
    return copy
  }

  package static func == (left: SampleQueue, right: SampleQueue) -> Bool {
    left.elementsEqual(right)
  }

  package func hash(into hasher: inout Hasher) {
    for sample in self { hasher.combine(sample) }
  }

  /// Makes room for `count` samples.
  mutating func reserveCapacity(_ count: Int) {
    kept.reserveCapacity(count + Self.mostLeft)
  }

  mutating func append(_ sample: MotionHistory.Sample) { kept.append(sample) }

  mutating func removeFirst(_ count: Int) {
    left += count
    guard left >= Self.mostLeft else { return }
    kept.removeFirst(left)
    left = 0
  }

  mutating func removeAll() {
    kept.removeAll(keepingCapacity: true)
    left = 0
  }
}
