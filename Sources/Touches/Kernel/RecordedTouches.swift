package import PantographBase

/// The events of a device in whole frames, kept by what they say; those on which no frame depends are left out.
///
/// An hour of touches has a million events. Each takes the four bytes of its value, and each frame 12 more.
package struct RecordedTouches: Sendable {
  /// Events of one type and code.
  package struct Stream: Sendable {
    /// The type of each of its events.
    package let type: EventType
    /// The code of each of its events.
    package let code: EventCode
    /// The values of its events, in their order.
    package fileprivate(set) var values: [Int32] = []

    fileprivate func has(_ event: InputEvent) -> Bool { code == event.code && type == event.type }
  }

  /// The device's description of itself.
  package let device: DeviceDescription
  /// The time of the first event of all.
  package let start: Timestamp
  /// The events of each type and code.
  package private(set) var streams: [Stream] = []
  /// The different frames: the indices of the streams of their events, in order.
  package private(set) var patterns: [[Int32]] = []
  /// The index of each frame's pattern.
  package private(set) var shapes: [Int32] = []
  /// The time of each frame's last event, in microseconds since the start.
  package private(set) var times: [Int64] = []
  /// The microseconds from each event to the last one of its frame; `nil` if all are 0.
  package private(set) var lags: [Int64]?

  private let surface: Surface
  private var eventCount = 0
  private var streamIndices: [UInt32: Int32] = [:]
  private var patternIndices: [[Int32]: Int32] = [:]

  /// Keeps nothing yet.
  ///
  /// - Parameters:
  ///   - device: the device's description of itself.
  ///   - surface: the surface of the device.
  ///   - start: the time of the first event.
  package init(_ device: DeviceDescription, on surface: Surface, from start: Timestamp) {
    self.device = device
    self.surface = surface
    self.start = start
  }

  /// Keeps the events of the next whole frame, of which the last one ends it.
  package mutating func append(_ frame: [InputEvent]) {
    let frame = frame.filter(surface.isRead)
    guard let time = frame.last?.time else { return }
    let before = shapes.last.map { patterns[Int($0)] } ?? []
    var pattern: [Int32] = []
    pattern.reserveCapacity(frame.count)
    for (place, event) in frame.enumerated() {
      // Most frames are like the one before.
      let likely = place < before.count ? before[place] : nil
      let index = likely.flatMap { streams[Int($0)].has(event) ? $0 : nil } ?? stream(of: event)
      streams[Int(index)].values.append(event.value)
      pattern.append(index)
    }
    keepLags(of: frame, before: time)
    shapes.append(pattern == before ? shapes[shapes.count - 1] : index(of: pattern))
    times.append(time.microseconds &- start.microseconds)
    eventCount += frame.count
  }

  private mutating func keepLags(of frame: [InputEvent], before time: Timestamp) {
    if lags == nil, frame.contains(where: { $0.time != time }) {
      lags = Array(repeating: 0, count: eventCount)
    }
    guard lags != nil else { return }
    for event in frame { lags?.append(time.microseconds &- event.time.microseconds) }
  }

  /// Returns the index of an event's stream.
  private mutating func stream(of event: InputEvent) -> Int32 {
    let key = UInt32(event.type.rawValue) << 16 | UInt32(event.code.rawValue)
    if let index = streamIndices[key] { return index }
    let index = Int32(streams.count)
    streams.append(Stream(type: event.type, code: event.code))
    streamIndices[key] = index
    return index
  }

  /// Returns the index of a pattern.
  private mutating func index(of pattern: [Int32]) -> Int32 {
    if let index = patternIndices[pattern] { return index }
    let index = Int32(patterns.count)
    patterns.append(pattern)
    patternIndices[pattern] = index
    return index
  }
}
