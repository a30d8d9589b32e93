/// The frame rates that a program wishes for, `CAFrameRateRange`, in frames per second.
///
/// It is a value only and changes nothing: without a screen, the program asks for as many frames as it calls
/// ``Timeline/frame(at:)-(Double)``, and the value at an instant does not depend on them.
public struct FrameRateRange: Hashable, Sendable {
  /// The lowest rate.
  public var minimum: Double
  /// The highest rate.
  public var maximum: Double
  /// The preferred rate; `nil` for any in the range.
  public var preferred: Double?

  /// The rates that the system chooses: 0 for both ends.
  public static let `default` = FrameRateRange(minimum: 0, maximum: 0)

  /// Creates a range of rates.
  public init(minimum: Double, maximum: Double, preferred: Double? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.preferred = preferred
  }
}
