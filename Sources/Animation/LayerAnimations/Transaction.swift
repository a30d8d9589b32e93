public import Motion
import Quantities

/// Changes to layers that are animated and completed together, `CATransaction`.
///
/// What is set in layers between ``begin()`` and ``commit()`` moves there, without a block:
///
///     Transaction.begin()
///     Transaction.setAnimationDuration(1)
///     Transaction.setCompletionBlock { print("gone") }
///     card.alpha = 0
///     Transaction.commit()
///
/// Outside of transactions a layer shows what it is set to at once, as the layer of a view does. Inside
/// an animation block the block animates it. Layers that were made in the same transaction do not move,
/// and neither do properties that belong to no layer.
@MainActor public enum Transaction {
  /// The transactions that have begun, the outermost first.
  private static var levels: [Level] = []
  private static var outermostCount = 0

  private struct Level {
    var duration = MediaTiming.defaultDuration
    var curve = CubicCurve.systemDefault
    var disablesActions = false
    var completion: CompletionGroup?
  }

  /// Begins a transaction, with the settings of the one around it but its completion block.
  public static func begin() {
    var level = levels.last ?? Level()
    level.completion = nil
    if levels.isEmpty { outermostCount += 1 }
    levels.append(level)
  }

  /// Ends the transaction that was begun last; without one it does nothing.
  public static func commit() {
    levels.popLast()?.completion?.close()
  }

  /// Returns the seconds in which changes move: 0.25 unless set.
  public static func animationDuration() -> Double {
    levels.last?.duration ?? MediaTiming.defaultDuration
  }

  /// Sets the seconds in which changes move.
  ///
  /// It is also what a ``LayerAnimation`` without a duration takes when it is added. What is no number
  /// of seconds counts as 0. Outside of a transaction, like all settings, it has no effect.
  public static func setAnimationDuration(_ duration: Double) {
    change { $0.duration = duration.isFinite ? max(duration, 0) : 0 }
  }

  /// Returns the curve on which changes move: Core Animation's default unless set.
  public static func animationTimingFunction() -> CubicCurve {
    levels.last?.curve ?? .systemDefault
  }

  /// Sets the curve on which changes move.
  public static func setAnimationTimingFunction(_ curve: CubicCurve) {
    change { $0.curve = curve }
  }

  /// Returns whether changes are made at once.
  public static func disableActions() -> Bool { levels.last?.disablesActions ?? false }

  /// Sets whether changes are made at once.
  public static func setDisableActions(_ areDisabled: Bool) {
    change { $0.disablesActions = areDisabled }
  }

  /// Sets what is called once when all that is animated from here on has ended.
  ///
  /// Changes, animation blocks and layer animations count, also those of transactions inside this one;
  /// an animation that is taken away has ended, and animators do not count. With none it is called when
  /// the transaction is committed, or another block is set. Outside of a transaction it is called at once.
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

  // MARK: What belongs to it

  /// The number of the outermost transaction, 0 outside of transactions.
  static var number: Int { levels.isEmpty ? 0 : outermostCount }

  /// What moves a change to a layer that is made outside of all blocks.
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
