import PantographBase

extension Layer {
  /// The layer's own time, in seconds.
  public var currentTime: Double { localTime(at: timeline.now) }

  /// Returns the layer's own time at an instant of the timeline.
  func localTime(at time: Timestamp) -> Double {
    if let scrubber { return scrubber.localTime(at: time) }
    let parent = superlayer?.localTime(at: time) ?? time.seconds
    if speed == 1, beginTime == 0, timeOffset == 0 { return parent }
    return (parent - beginTime) * speed + timeOffset
  }

  /// Returns the timeline's second for a second of the layer's own time; `nil` while that is frozen.
  func timelineTime(ofLocal seconds: Double) -> Double? {
    guard let parent = timeAround(ofOwn: seconds) else { return nil }
    guard let superlayer else { return parent }
    return superlayer.timelineTime(ofLocal: parent)
  }

  /// Returns the surrounding time's second for a second of the layer's own time; `nil` while that is
  /// frozen.
  func timeAround(ofOwn seconds: Double) -> Double? {
    guard speed != 0, scrubber == nil else { return nil }
    return (seconds - timeOffset) / speed + beginTime
  }

  /// The current second of the surrounding time: the superlayer's or the timeline's.
  var currentTimeAround: Double { superlayer?.currentTime ?? timeline.seconds }

  /// Returns the layer's own time at a second of the surrounding time.
  func ownTime(ofAround seconds: Double) -> Double {
    guard let scrubber else { return (seconds - beginTime) * speed + timeOffset }
    let second = superlayer.map { $0.timelineTime(ofLocal: seconds) ?? timeline.seconds } ?? seconds
    return scrubber.localTime(at: Timestamp(microseconds: 0).advanced(bySeconds: second))
  }

  /// Whether the layer's time equals the timeline's.
  var keepsTimelineTime: Bool {
    scrubber == nil && speed == 1 && beginTime == 0 && timeOffset == 0
      && superlayer?.keepsTimelineTime != false
  }

  /// The speed of the layer's time relative to the timeline's; 0 while a transition drives it.
  var totalSpeed: Double {
    scrubber == nil ? speed * (superlayer?.totalSpeed ?? 1) : 0
  }
}
