import PantographBase
import PantographMotion

/// An animation that a block has started, and that runs by itself until it ends.
@MainActor final class BlockAnimation: TimelineParticipant {
  let timeline: Timeline
  let options: AnimationOptions
  let timing: TimingParameters
  /// The seconds before it begins, and those of one run from start to end.
  let delay: Double
  let duration: Double
  /// The number of runs from start to end.
  var repeatCount: Double
  private let path: AnimationPath
  private let pathOfY: AnimationPath
  private(set) var begin: Timestamp
  private var completions: [(Bool) -> Void] = []
  private var properties = AnimatedProperties()
  /// Whether other animations have taken over all of its properties.
  private var isSuperseded = false
  /// The repeating blocks inside it, for whose end it waits.
  private var parts: [BlockAnimation] = []
  /// The block that waits for its end.
  private weak var whole: BlockAnimation?
  /// The instant at which it was due to end and its final position, once it has ended.
  private var ended: (due: Timestamp, position: AnimatingPosition)?

  init(
    duration: Double, delay: Double, timing: TimingParameters, options: AnimationOptions,
    completion: ((Bool) -> Void)?
  ) {
    timeline = .current
    begin = timeline.now
    self.options = options
    self.timing = timing
    self.delay = delay
    if let completion { completions.append(completion) }
    path = timing.path(seconds: duration, axis: .x)
    pathOfY = timing.path(seconds: duration, axis: .y)
    self.duration = timing.seconds(in: duration)
    repeatCount = options.contains(.repeat) ? .infinity : 1
  }

  /// The seconds of all cycles; 0 if a cycle takes no time.
  private var total: Double { duration == 0 ? 0 : cycle * repeatCount }

  /// The seconds of one cycle: forward, or forward and back.
  private var cycle: Double { options.contains(.autoreverse) ? 2 * duration : duration }

  var repeats: Bool { repeatCount != 1 || options.contains(.autoreverse) }

  /// Delays the beginning.
  func postpone(byMicroseconds delay: Int64) {
    let old = begin
    begin = begin.advanced(byMicroseconds: delay)
    for property in properties.all { property.postpone(self, bySeconds: begin - old) }
    timeline.noteChange(of: self)
  }

  /// Returns the progress after a number of seconds since the start.
  func progress(at seconds: Double) -> (x: Double, y: Double) {
    let elapsed = seconds - delay
    guard elapsed >= 0 else { return (0, 0) }
    var position: Double
    if duration == 0 {
      position = 1
    } else if elapsed < total {
      // The last instant of a run is the first one of the next.
      position = elapsed.truncatingRemainder(dividingBy: cycle) / duration
    } else {
      let rest = repeatCount.truncatingRemainder(dividingBy: 1)
      position = (rest == 0 ? 1 : rest) * cycle / duration
    }
    if position > 1 { position = 2 - position }
    return (path.progress(at: position).value, pathOfY.progress(at: position).value)
  }

  /// The seconds until it ends, on the clock of the properties it moves.
  var length: Double { delay + total }

  /// Joins the timeline, now or with the next frame.
  func joinTimeline() {
    Transaction.count(self)
    timeline.join(self)
    timeline.noteStart(of: self) { [weak self] in self?.postpone(byMicroseconds: $0) }
  }

  // MARK: Ending

  /// Adds a block that is called when it has ended.
  func add(_ completion: @escaping (Bool) -> Void) {
    completions.append(completion)
  }

  /// Adds a block inside it, for whose end it also waits.
  func add(_ part: BlockAnimation) {
    part.whole = self
    parts.append(part)
  }

  func abandon() { completions = [] }

  func register(_ property: any AnimatedProperty) {
    properties.add(property)
  }

  func unregister(_ property: any AnimatedProperty) {
    properties.remove(property)
    if properties.all.isEmpty { isSuperseded = true }
    timeline.noteChange(of: self)
    if let whole { timeline.noteChange(of: whole) }
  }

  var dueTime: Timestamp? {
    // An animation that moves nothing ends at once.
    var due = begin
    for property in properties.all {
      guard let end = property.end(of: self) else { return nil }
      due = max(due, end.time)
    }
    for part in parts {
      guard let end = part.ended?.due ?? part.dueTime else { return nil }
      due = max(due, end)
    }
    return due
  }

  func becomeDue(at time: Timestamp) {
    let endsAtStart =
      properties.all.contains { $0.end(of: self)?.endsAtStart == true }
      || parts.contains { $0.ended?.position == .start }
    end(at: endsAtStart ? .start : .end)
  }

  /// Ends at its start or its end, whatever the time.
  func end(at position: AnimatingPosition) {
    timeline.leave(self)
    ended = (min(dueTime ?? timeline.now, timeline.now), position)
    let isTakenOver = isTakenOver
    let moved = properties
    properties = AnimatedProperties()
    for property in moved.all { property.end(self, at: position) }
    let due = completions
    completions = []
    for completion in due { completion(!isTakenOver && position == .end) }
  }

  /// Whether other animations have taken over all that it and its parts moved.
  private var isTakenOver: Bool {
    let movesNothing = !parts.isEmpty && properties.all.isEmpty
    return (isSuperseded || movesNothing) && parts.allSatisfy(\.isTakenOver)
  }

  /// Whether it has ended for all of its properties.
  var isOver: Bool {
    // The end of a layer's time and that of a block are rounded separately.
    dueTime.map { $0 <= timeline.now.advanced(byMicroseconds: 2) } ?? false
  }

  /// Whether it moves a property of a layer or its sublayers.
  func moves(within layer: Layer) -> Bool {
    properties.all.contains { $0.layer?.isWithin(layer) == true }
  }
}

// What a block can read and change of its own animation.
extension Layer {
  /// The duration of the animation whose block is running, `UIView.inheritedAnimationDuration`.
  ///
  /// Delays and repetitions do not count. In an animator's delayed block, or one added while it runs,
  /// it is the time left for that block. Outside of all blocks it is 0 s.
  public static var inheritedAnimationDuration: Double {
    switch AnimationContext.current?.driver {
    case .animator(let animator, let part): animator.snapshot.machine.seconds(of: part)
    case .block(let block): block.duration
    case nil: 0
    }
  }

  /// Repeats some of the changes of a block.
  ///
  /// It is `UIView.modifyAnimations(withRepeatCount:autoreverses:animations:)`. The changes have the
  /// delay, duration and timing of the surrounding block, which completes after them. Inside an
  /// animator's block or a keyframe they run once; outside of all blocks they are made at once.
  ///
  /// - Parameters:
  ///   - count: the number of runs; one that is not above 0 counts as 1.
  ///   - autoreverses: whether each run also runs back to the start.
  ///   - animations: the changes.
  public static func modifyAnimations(
    withRepeatCount count: Double, autoreverses: Bool, animations: () -> Void
  ) {
    guard let context = AnimationContext.current, context.keyframe == nil,
      case .block(let outer) = context.driver
    else { return animations() }
    var options = outer.options
    options.remove([.repeat, .autoreverse])
    if autoreverses { options.insert(.autoreverse) }
    let block = BlockAnimation(
      duration: outer.duration, delay: outer.delay, timing: outer.timing, options: options,
      completion: nil)
    block.repeatCount = count > 0 ? count : 1
    outer.add(block)
    begin(block, { $0.run(animations) }, laysOut: context.laysOut)
  }
}

// Switching animations off.
extension Layer {
  /// Whether blocks animate what they change, `UIView.areAnimationsEnabled`.
  ///
  /// It is `false` inside ``performWithoutAnimation(_:)`` as well.
  public static var areAnimationsEnabled: Bool { Timeline.current.areAnimationsEnabled }

  /// Enables or disables animations on the current timeline, `UIView.setAnimationsEnabled(_:)`.
  ///
  /// While they are disabled, blocks and animators make their changes at once, and a block's completion
  /// is called in the next step of the timeline. Running animations continue.
  public static func setAnimationsEnabled(_ areEnabled: Bool) {
    Timeline.current.areAnimationsEnabled = areEnabled
  }

  /// Makes changes without animating them, `UIView.performWithoutAnimation(_:)`.
  ///
  /// Animation blocks inside do not animate either.
  public static func performWithoutAnimation(_ changes: () -> Void) {
    let timeline = Timeline.current
    let wereEnabled = timeline.areAnimationsEnabled
    timeline.areAnimationsEnabled = false
    changes()
    timeline.areAnimationsEnabled = wereEnabled
  }
}

extension Layer {
  /// A named animation of the system; the raw values are those of `UIView.SystemAnimation`.
  public enum SystemAnimation: UInt, Hashable, Sendable, CaseIterable {
    /// Fades layers out and removes them from their superlayers.
    case delete = 0
  }

  /// Performs a system animation on layers, `UIView.perform(_:on:options:animations:completion:)`.
  ///
  /// A deleted layer gets its opacity back when it has been removed, and can be added again. It stays
  /// if something else takes over its opacity meanwhile, or if the animation is reversed.
  ///
  /// - Parameters:
  ///   - animation: the animation. UIKit does not document how `.delete` looks or how long it takes;
  ///     here layers fade, in Core Animation's default duration of 0.25 s.
  ///   - layers: the layers.
  ///   - options: the options.
  ///   - parallelAnimations: changes to animate at the same time.
  ///   - completion: called at the end, with whether the animation finished.
  public static func perform(
    _ animation: SystemAnimation, on layers: [Layer], options: AnimationOptions = [],
    animations parallelAnimations: (() -> Void)? = nil, completion: ((Bool) -> Void)? = nil
  ) {
    switch animation {
    case .delete:
      let opacities = layers.map(\.alpha)
      animate(withDuration: MediaTiming.defaultDuration, options: options) {
        for layer in layers { layer.alpha = 0 }
        parallelAnimations?()
      } completion: { isFinished in
        for (layer, alpha) in zip(layers, opacities) where isFinished {
          layer.removeFromSuperlayer()
          performWithoutAnimation { layer.alpha = alpha }
        }
        completion?(isFinished)
      }
    }
  }
}
