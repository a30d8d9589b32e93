public import PantographBase

/// A property that animates when it is set inside an animation block.
///
/// The properties of ``Layer`` use it, and so can the properties of your own classes:
///
///     @MainActor final class Gauge {
///       @Animated var level = 0.0
///       @Animated(.additive) var needle = 0.0
///     }
///     try animator.addAnimations { gauge.level = 1 }
///     gauge.level                  // 1, the model value
///     gauge.$level.presentation    // what is seen
///
/// Concurrent animations of an additive property add up, if each runs from one value to another. For
/// other properties, and for keyframes, the latest animation takes over from the presentation value. A
/// later block of the same animator takes over gradually; UIKit jumps to the end value of the earlier
/// one instead.
@propertyWrapper @MainActor public final class Animated<Value: Animatable>: AnimatedProperty {
  /// How concurrent animations of a property combine.
  public enum Composition: Hashable, Sendable {
    /// Animations add up.
    case additive
    /// The latest animation replaces the others.
    case replacing
  }

  private typealias Track = AnimationTrack<Value>
  /// An animation on top of the value, as `CALayer.add(_:forKey:)` adds it.
  ///
  /// `show` maps the value beneath it, the model value and the seconds since its beginning to a value,
  /// or returns `nil` while it does not show.
  final class Overlay {
    let key: String?
    /// The `LayerAnimation`, whose type needs more of the value than a property does.
    let animation: Any
    var begin: Double
    let show: (Value, Value, Double) -> Value?

    init(
      _ animation: Any, _ key: String?, begin: Double,
      _ show: @escaping (Value, Value, Double) -> Value?
    ) {
      self.animation = animation
      self.key = key
      self.begin = begin
      self.show = show
    }
  }

  let timeline = Timeline.current
  private let composition: Composition
  /// The model value and the animations on it, the latest last; one tuple, as they are read together.
  private var state: (model: Value, residue: Value.Change, tracks: [Track], hasOverlays: Bool)
  /// The animations on top of the value, the topmost last.
  var overlays: [Overlay] = [] {
    didSet {
      state.hasOverlays = !overlays.isEmpty
      // A removed animation has ended for those waiting for it.
      if overlays.count < oldValue.count { timeline.noteTimeChange() }
    }
  }
  /// The remaining changes to the end and to the start of animators that were stopped.
  private var stopped: [Stopped] = []
  /// The layer whose time the property's block animations follow, and which learns of changes.
  weak var layer: Layer?

  private enum Resting {
    case by(Value.Change)
    case at(Value)
  }

  /// How to finish an animator that was stopped, if that is ever asked for.
  private struct Stopped {
    weak var owner: AnyObject?
    var end: Resting
    var start: Resting
  }

  /// Creates a property whose latest animation replaces the others.
  public init(wrappedValue: Value) {
    state = (wrappedValue, .zero, [], false)
    composition = .replacing
  }

  /// Creates a property whose animations combine as given.
  public init(wrappedValue: Value, _ composition: Composition) {
    state = (wrappedValue, .zero, [], false)
    self.composition = composition
  }

  /// The model value: the value that was set last.
  public var wrappedValue: Value {
    get { residue == .zero ? state.model : state.model.advanced(by: residue) }
    set { set(newValue) }
  }

  /// The property itself, for its presentation value and animations.
  public var projectedValue: Animated<Value> { self }

  /// Whether any animation acts on the property.
  public var isAnimated: Bool { !tracks.isEmpty }

  // MARK: Presentation

  /// The presentation value now: the value that is seen.
  public var presentation: Value { presentation(at: timeline.now) }

  // Generic code is not specialised in other modules; these types have it ready.

  /// Returns the presentation value at an instant, if nothing changes until then.
  ///
  /// Instants can be given in any order. An animation that ends before the instant is at its end.
  @_specialize(where Value == Double)
  @_specialize(where Value == Point)
  @_specialize(where Value == Rect)
  @_specialize(where Value == AffineTransform)
  @_specialize(where Value == Color)
  public func presentation(at time: Timestamp) -> Value {
    seen(at: time)
  }

  @inline(never)
  private func seen(at time: Timestamp) -> Value {
    let state = state
    // Additive changes are summed first: a partial sum of transform changes may be out of range.
    var value = state.model
    var sum = state.residue
    for track in state.tracks {
      let (x, y) = progress(of: track, at: time)
      if track.isAbsolute {
        value = track.value(over: value, x: x, y: y)
      } else {
        sum += track.rest(x: x, y: y)
      }
    }
    if sum != .zero { value = value.advanced(by: sum) }
    guard state.hasOverlays else { return value }
    let local = localTime(at: time)
    for overlay in overlays {
      value = overlay.show(value, state.model, local - overlay.begin) ?? value
    }
    return value
  }

  @inline(__always)
  private func progress(of track: Track, at time: Timestamp) -> (x: Double, y: Double) {
    switch track.source {
    case .animator(let animator, let xPart, let yPart):
      let machine = animator.snapshot
      let x = machine.progress(of: xPart, at: time)
      return (x, xPart == yPart ? x : machine.progress(of: yPart, at: time))
    case .block(let block, let begin):
      return block.progress(at: localTime(at: time) - begin)
    }
  }

  func localTime(at time: Timestamp) -> Double {
    layer?.localTime(at: time) ?? time.seconds
  }

  private var model: Value {
    get { state.model }
    set { state.model = newValue }
  }

  /// The additive rest of stopped animations, kept while other animations still add to the property.
  ///
  /// It is kept as a change: part of a change of a transform may be no transform by itself.
  private var residue: Value.Change {
    get { state.residue }
    set { state.residue = newValue }
  }

  private var tracks: [Track] {
    get { state.tracks }
    _modify { yield &state.tracks }
  }

  // MARK: Setting

  private func set(_ value: Value) {
    let context = AnimationContext.current
    let hasChanged = value.change(to: wrappedValue) != .zero
    let driver =
      context != nil ? context?.driver : hasChanged ? Transaction.driver(for: layer) : nil
    guard let driver else {
      model = value
      residue = .zero
      return
    }
    if let layer { context?.noteChange(of: layer) }
    if let context, let keyframe = context.keyframe, let group = context.keyframes {
      add(value, over: keyframe, of: group, drivenBy: driver)
      return
    }
    guard hasChanged else { return }
    let old = wrappedValue
    if composition == .additive, !tracks.contains(where: \.isAbsolute), !driver.repeats {
      tracks.append(.adding(from: old, to: value, by: source(driver, to: value)))
      residue = .zero
    } else {
      replace(
        with: value, drivenBy: driver,
        beginsFromCurrentState: context?.beginsFromCurrentState ?? true)
    }
    model = value
  }

  private func replace(
    with value: Value, drivenBy driver: AnimationDriver, beginsFromCurrentState: Bool
  ) {
    let source = source(driver, to: value)
    guard case .animator(let animator, let x, let y) = source,
      let last = tracks.last, last.source.isDriven(by: animator)
    else {
      let from = beginsFromCurrentState ? presentation : model
      takeOver()
      tracks = [.replacing(from: from, to: value, by: source)]
      return
    }
    // Within one animator the later change wins: at once where both run over the same time, otherwise
    // gradually.
    if case .animator(_, x, y) = last.source, last.isReplacing {
      tracks[tracks.count - 1] = .replacing(from: last.start, to: value, by: source)
    } else {
      tracks.append(.covering(model, to: value, by: source))
    }
  }

  private func add(
    _ value: Value, over keyframe: ClosedRange<Double>, of group: KeyframeGroup,
    drivenBy driver: AnimationDriver
  ) {
    if let last = tracks.last, var chain = last.chain, chain.group === group {
      chain.add(value, over: keyframe)
      tracks[tracks.count - 1] = .keyframes(chain, by: last.source)
    } else {
      var chain = KeyframeChain(from: presentation, group: group)
      chain.add(value, over: keyframe)
      let source = source(driver, to: value)
      takeOver()
      tracks = [.keyframes(chain, by: source)]
    }
    model = value
  }

  private func source(_ driver: AnimationDriver, to value: Value) -> AnimationSource {
    switch driver {
    case .animator(let animator, let part):
      if !tracks.contains(where: { $0.source.isDriven(by: animator) }) { animator.register(self) }
      guard Value.axes == .two else { return .animator(animator, x: part, y: part) }
      let change = model.change(to: value)
      let hasX = stride(from: 0, to: change.scalarCount, by: 2).contains { change[$0] != 0 }
      return .animator(
        animator, x: part, y: animator.twin(of: part, axis: hasX ? .y : .yAlone))
    case .block(let block):
      if !tracks.contains(where: { $0.source.isDriven(by: block) }) { block.register(self) }
      return .block(block, begin: localTime(at: block.timeline.now))
    }
  }

  /// Ends all animations of the property, so that another one can replace them.
  private func takeOver() {
    let old = tracks
    tracks = []
    // The rest of stopped animations is no longer seen.
    residue = .zero
    stopped = []
    for track in old {
      if case .block(let block, _) = track.source { block.unregister(self) }
    }
  }

  // MARK: Layer animations

  /// Returns the instant of a second of the property's own time; `nil` where that time is frozen.
  func instant(ofLocal seconds: Double) -> Timestamp? {
    guard let second = layer.map({ $0.timelineTime(ofLocal: seconds) }) ?? seconds else {
      return nil
    }
    return Timestamp(microseconds: 0).advanced(bySeconds: second)
  }

  /// Returns the keys under which layer animations were added to the property, the latest last; `nil` if there are none.
  ///
  /// It is `CALayer.animationKeys()` for one property; ``Layer/animationKeys()`` has those of all properties.
  public func animationKeys() -> [String]? {
    let keys = overlays.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  /// Removes the layer animation that was added under a key.
  public func removeAnimation(forKey key: String) {
    overlays.removeAll { $0.key == key }
  }

  /// Removes all animations, so that the model value is seen.
  ///
  /// A block animation that moves nothing else has then ended early.
  public func removeAllAnimations() {
    overlays = []
    model = wrappedValue
    takeOver()
  }

  // MARK: Ending

  func end(of block: BlockAnimation) -> (time: Timestamp, endsAtStart: Bool)? {
    for track in tracks {
      guard case .block(let owner, let begin) = track.source, owner === block else { continue }
      guard let layer, !layer.keepsTimelineTime else {
        return (block.begin.advanced(bySeconds: block.length), false)
      }
      let endsAtStart = layer.totalSpeed < 0
      let local = begin + (endsAtStart ? block.delay : block.length)
      return layer.timelineTime(ofLocal: local).map {
        (Timestamp(microseconds: 0).advanced(bySeconds: $0), endsAtStart)
      }
    }
    return nil
  }

  var disablesTouches: Bool {
    tracks.contains { track in
      switch track.source {
      case .animator(let animator, _, _): !animator.isUserInteractionEnabled
      case .block(let block, _): !block.options.contains(.allowUserInteraction)
      }
    }
  }

  var isHitTestedAtModel: Bool {
    tracks.contains { track in
      if case .animator(let animator, _, _) = track.source {
        animator.isManualHitTestingEnabled
      } else {
        false
      }
    }
  }

  func stop(_ owner: AnyObject) {
    let own = tracks.filter { $0.source.isDriven(by: owner) }
    guard let first = own.first, let last = own.last else { return }
    if own.contains(where: \.isAbsolute) {
      // A replacing animation is the only one that acts on the property.
      let seen = presentation
      stopped.append(Stopped(owner: owner, end: .at(last.end), start: .at(first.start)))
      model = seen
    } else {
      let now = timeline.now
      let left = own.reduce(Value.Change.zero) { sum, track in
        let (x, y) = progress(of: track, at: now)
        return sum + track.rest(x: x, y: y)
      }
      residue += left
      let whole = own.reduce(Value.Change.zero) { $0 + $1.change }
      stopped.append(
        Stopped(owner: owner, end: .by(Value.Change.zero - left), start: .by(whole - left)))
    }
    removeTracks(of: owner)
  }

  /// Removes the tracks of an owner; when nothing animates any more, the additive rest becomes part of
  /// the model.
  private func removeTracks(of owner: AnyObject) {
    tracks.removeAll { $0.source.isDriven(by: owner) }
    settle()
  }

  private func settle() {
    guard tracks.isEmpty, residue != .zero else { return }
    model = model.advanced(by: residue)
    residue = .zero
  }

  func finish(_ owner: AnyObject, at position: AnimatingPosition) {
    for entry in stopped where entry.owner === owner {
      switch (position, entry.end, entry.start) {
      case (.current, _, _): break
      case (.end, .by(let change), _), (.start, _, .by(let change)):
        residue += change
        settle()
      case (.end, .at(let value), _), (.start, _, .at(let value)): model = value
      }
    }
    stopped.removeAll { $0.owner === owner || $0.owner == nil }
  }

  func postpone(_ block: BlockAnimation, bySeconds delay: Double) {
    let delay = delay * (layer?.totalSpeed ?? 1)
    for (index, track) in tracks.enumerated() {
      guard case .block(let owner, let begin) = track.source, owner === block else { continue }
      tracks[index] = track.driven(by: .block(block, begin: begin + delay))
    }
  }

  func end(_ owner: AnyObject, at position: AnimatingPosition) {
    if position == .start {
      let own = tracks.filter { $0.source.isDriven(by: owner) }
      if let first = own.first, own.contains(where: \.isAbsolute) {
        model = first.start
      } else {
        residue += own.reduce(Value.Change.zero) { $0 + $1.change }
      }
    }
    removeTracks(of: owner)
  }
}
