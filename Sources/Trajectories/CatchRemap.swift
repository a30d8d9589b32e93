/// What a place or a force leads to once it has caught an animation in flight, which must not jump to it.
///
/// Straight lines go from where it was caught to both ends, which stay where they are. Beyond the ends
/// nothing is bent. Whoever catches it from beyond an end, or from so near to it that the line would be
/// steep, leads it on from there on that side, as a way would.
struct CatchRemap {
  /// The smallest and the largest progress that can be led to between 0 and 1.
  let ends: ClosedRange<Double>
  /// The progress that the place or the force stood for when it caught the animation.
  let place: Double
  /// What is shown there: where the animation was.
  let caught: Double

  /// A tenth of the way: no line is more than ten times as steep as it would be without being bent, or a
  /// press that is let go as softly as it began would throw the animation.
  static let edge = 0.1

  /// Whether there is no line to the end on a side.
  private func isFree(above: Bool) -> Bool {
    above ? place >= ends.upperBound - Self.edge : place <= ends.lowerBound + Self.edge
  }

  /// Whether this progress is bent at all.
  func reaches(_ progress: Double) -> Bool {
    progress < place
      ? isFree(above: false) || progress > ends.lowerBound
      : isFree(above: true) || progress < ends.upperBound
  }

  /// What a progress leads to.
  func led(by progress: Double) -> Double {
    guard reaches(progress) else { return progress }
    let way = progress - place
    return caught + way * slope(at: progress, isRising: way > 0)
  }

  /// How much faster or slower what is shown moves than the progress that leads it, which falls or rises.
  func slope(at progress: Double, isRising: Bool) -> Double {
    let isAbove = progress == place ? isRising : progress > place
    guard !isFree(above: isAbove) else { return 1 }
    let end = isAbove ? ends.upperBound : ends.lowerBound
    // Behind the end nothing is bent.
    let isBehind = isAbove ? progress > end : progress < end
    let leavesEnd = progress == end && isRising == isAbove
    return isBehind || leavesEnd ? 1 : (end - caught) / (end - place)
  }
}
