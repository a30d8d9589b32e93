import PantographBase
public import PantographMotion

/// Changes to layers that are animated and completed together, `CATransaction`.
///
/// Properties of layers set between ``begin()`` and ``commit()`` animate without a block:
///
///     Transaction.begin()
///     Transaction.setAnimationDuration(1)
///     Transaction.setCompletionBlock { print("gone") }
///     card.alpha = 0
///     Transaction.commit()
///
/// Outside of transactions a layer shows new values at once, as the layer of a view does. Inside an
/// animation block the block animates them. Layers created in the same transaction do not animate, and
/// neither do properties that belong to no layer.
@MainActor public enum Transaction {
  /// The open transactions, the outermost first.
  private static var levels: [Level] = []
  private static var outermostCount = 0

  private struct Level {
    var duration = MediaTiming.defaultDuration
    var curve = CubicCurve.systemDefault
    var disablesActions = false
    var completion: CompletionGroup?
  }

  /// Begins a transaction with the settings of the surrounding one, except its completion block.
  public static func begin() {
    var level = levels.last ?? Level()
    level.completion = nil
    if levels.isEmpty { outermostCount += 1 }
    levels.append(level)
  }

  /// Commits the innermost transaction; without one it does nothing.
  public static func commit() {
    levels.popLast()?.completion?.close()
  }

  /// Returns the duration of changes, in seconds: 0.25 by default.
  public static func animationDuration() -> Double {
    levels.last?.duration ?? MediaTiming.defaultDuration
  }

  /// Sets the duration of changes, in seconds.
  ///
  /// A ``LayerAnimation`` without a duration takes it when it is added. A value that is negative or not
  /// finite counts as 0. Outside of a transaction this has no effect, like all settings.
  public static func setAnimationDuration(_ duration: Double) {
    change { $0.duration = duration.isFinite ? max(duration, 0) : 0 }
  }

  /// Returns the curve of changes: Core Animation's default curve by default.
  public static func animationTimingFunction() -> CubicCurve {
    levels.last?.curve ?? .systemDefault
  }

  /// Sets the curve of changes.
  public static func setAnimationTimingFunction(_ curve: CubicCurve) {
    change { $0.curve = curve }
  }

  /// Returns whether changes are made at once.
  public static func disableActions() -> Bool { levels.last?.disablesActions ?? false }

  /// Sets whether changes are made at once.
  public static func setDisableActions(_ areDisabled: Bool) {
    change { $0.disablesActions = areDisabled }
  }

  /// Sets a block that is called once when all later animations of the transaction have ended.
  ///
  /// Changes, animation blocks and layer animations count, also those of nested transactions; animators
  /// do not. A removed animation has ended. Without animations the block is called when the transaction
  /// is committed or another block is set, and outside of a transaction at once.
  public static func setCompletionBlock(_ block: (() -> Void)?) {
    let group = block.map(CompletionGroup.init)
    let index = levels.indices.last
    let old = index.map { levels[$0].completion } ?? group
    if let index { levels[index].completion = group }
    old?.close()
  }

  private static func change(_ change: (inout Level) -> Void) {
    if let index = levels.indices.last { change(&levels[index]) }
  }

  // MARK: Internals

  /// The number of the outermost transaction; 0 outside of transactions.
  static var number: Int { levels.isEmpty ? 0 : outermostCount }

  /// Returns the driver of a layer's changes outside of blocks.
  static func driver(for layer: Layer?) -> AnimationDriver? {
    guard let level = levels.last, !level.disablesActions, let layer,
      layer.transactionNumber != number, Layer.areAnimationsEnabled
    else { return nil }
    let block = BlockAnimation(
      duration: level.duration, delay: 0, timing: .curve(level.curve),
      options: [.beginFromCurrentState, .allowUserInteraction], completion: nil)
    block.joinTimeline()
    return .block(block)
  }

  /// Makes the completions wait for a block.
  static func count(_ block: BlockAnimation) {
    for group in levels.compactMap(\.completion) {
      group.enter()
      block.add { _ in group.leave() }
    }
  }

  /// Makes the completions wait for a layer animation, whose end may change.
  static func count(on timeline: Timeline, until end: @escaping () -> Timestamp?) {
    let groups = levels.compactMap(\.completion)
    guard !groups.isEmpty else { return }
    for group in groups { group.enter() }
    timeline.join(
      LayerAnimationEnd(on: timeline, at: end) { for group in groups { group.leave() } })
  }
}

/// Calls a block once all animations that it counts have ended and no more can be added.
@MainActor final class CompletionGroup {
  private var block: (() -> Void)?
  private var count = 0
  private var isClosed = false

  init(_ block: @escaping () -> Void) {
    self.block = block
  }

  func enter() { count += 1 }

  func leave() {
    count -= 1
    callIfDone()
  }

  /// Closes the group to further animations.
  func close() {
    isClosed = true
    callIfDone()
  }

  private func callIfDone() {
    guard isClosed, count == 0, let block else { return }
    self.block = nil
    block()
  }
}

/// The end of a layer animation, as a participant of the timeline.
@MainActor final class LayerAnimationEnd: TimelineParticipant {
  private let timeline: Timeline
  private let end: () -> Timestamp?
  private var completion: (() -> Void)?

  init(
    on timeline: Timeline, at end: @escaping () -> Timestamp?, completion: @escaping () -> Void
  ) {
    self.timeline = timeline
    self.end = end
    self.completion = completion
  }

  var dueTime: Timestamp? { end() }

  func becomeDue(at time: Timestamp) {
    timeline.leave(self)
    completion?()
  }

  func abandon() { completion = nil }
}

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
