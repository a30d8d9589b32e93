import Quantities

extension Layer {
  /// The layer's own time, in seconds.
  public var currentTime: Double { localTime(at: timeline.now) }

  /// The layer's own time at an instant of the timeline.
  func localTime(at time: Timestamp) -> Double {
    if let scrubber { return scrubber.localTime(at: time) }
    let parent = superlayer?.localTime(at: time) ?? time.seconds
    if speed == 1, beginTime == 0, timeOffset == 0 { return parent }
    return (parent - beginTime) * speed + timeOffset
  }

  /// The timeline's second at which the layer's own time is the given one, unless it is frozen.
  func timelineTime(ofLocal seconds: Double) -> Double? {
    guard let parent = timeAround(ofOwn: seconds) else { return nil }
    guard let superlayer else { return parent }
    return superlayer.timelineTime(ofLocal: parent)
  }

  /// The second of the time around it at which its own time is the given one, unless it is frozen.
  func timeAround(ofOwn seconds: Double) -> Double? {
    guard speed != 0, scrubber == nil else { return nil }
    return (seconds - timeOffset) / speed + beginTime
  }

  /// The present second of the time around it: that of the layer it lies in, or of the timeline.
  var currentTimeAround: Double { superlayer?.currentTime ?? timeline.seconds }

  /// Its own time at a second of the time around it.
  func ownTime(ofAround seconds: Double) -> Double {
    guard let scrubber else { return (seconds - beginTime) * speed + timeOffset }
    let second = superlayer.map { $0.timelineTime(ofLocal: seconds) ?? timeline.seconds } ?? seconds
    return scrubber.localTime(at: Timestamp(microseconds: 0).advanced(bySeconds: second))
  }

  /// Whether its time is the timeline's.
  var keepsTimelineTime: Bool {
    scrubber == nil && speed == 1 && beginTime == 0 && timeOffset == 0
      && superlayer?.keepsTimelineTime != false
  }

  /// How fast its time runs compared to the timeline's; 0 where it follows something else.
  var totalSpeed: Double {
    scrubber == nil ? speed * (superlayer?.totalSpeed ?? 1) : 0
  }
}

extension Timestamp {
  /// The seconds since the clock's own zero.
  var seconds: Double { self - Timestamp(microseconds: 0) }
}
