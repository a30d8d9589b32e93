/// Remaps a location or a pressure that has caught an animation in flight, so that no value jumps.
///
/// Straight lines go from where the animation was caught to both ends; the ends stay where they are.
/// Progress beyond the ends is not remapped. If the catch is beyond an end, or so near to it that its
/// line would be steep, there is no line on that side: there the progress keeps a constant offset, as
/// translation does.
struct CatchRemap {
  /// The smallest and the largest progress within 0 to 1 that the input can reach.
  let ends: ClosedRange<Double>
  /// The progress of the input when it caught the animation.
  let input: Double
  /// The progress of the animation when it was caught.
  let caught: Double

  /// A tenth of the full distance.
  ///
  /// With it, no line is more than ten times as steep as without a remap. Otherwise a press that ends as softly
  /// as it began would throw the animation.
  static let edge = 0.1

  /// Returns whether there is no line to the end on a side.
  private func isFree(above: Bool) -> Bool {
    above ? input >= ends.upperBound - Self.edge : input <= ends.lowerBound + Self.edge
  }

  /// Returns whether a progress is remapped at all.
  func reaches(_ progress: Double) -> Bool {
    progress < input
      ? isFree(above: false) || progress > ends.lowerBound
      : isFree(above: true) || progress < ends.upperBound
  }

  /// Returns the remapped progress.
  func mapped(_ progress: Double) -> Double {
    guard reaches(progress) else { return progress }
    let offset = progress - input
    return caught + offset * slope(at: progress, isRising: offset > 0)
  }

  /// Returns the slope of the remapping, for a progress that rises or falls.
  func slope(at progress: Double, isRising: Bool) -> Double {
    let isAbove = progress == input ? isRising : progress > input
    guard !isFree(above: isAbove) else { return 1 }
    let end = isAbove ? ends.upperBound : ends.lowerBound
    // Beyond the end nothing is remapped.
    let isBehind = isAbove ? progress > end : progress < end
    let leavesEnd = progress == end && isRising == isAbove
    return isBehind || leavesEnd ? 1 : (end - caught) / (end - input)
  }
}
