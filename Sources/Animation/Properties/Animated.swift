public import Quantities

/// A property that moves from its old value to its new one when it is set inside an animation block.
///
/// The properties of ``Layer`` are made with it, and so can be those of any class of your own:
///
///     @MainActor final class Gauge {
///       @Animated var level = 0.0
///       @Animated(.additive) var needle = 0.0
///     }
///     try animator.addAnimations { gauge.level = 1 }
///     gauge.level                  // 1, what it was set to
///     gauge.$level.presentation    // what is seen
///
/// Where several animations act at once, those of an additive property add up, as long as all of them
/// lead from one value to another. Of other properties, and of keyframes, the latest takes over from
/// what is seen; a later part of the same animator takes over little by little. UIKit has the latter
/// start from what the earlier one was to lead to, with a jump.
@propertyWrapper @MainActor public final class Animated<Value: Animatable>: LayerProperty {
  /// What happens where several animations act on a property.
  public enum Composition: Hashable, Sendable {
    /// They add up.
    case additive
    /// The latest counts.
    case replacing
  }

  private typealias Track = AnimationTrack<Value>
  /// An animation that lies over the value: what it makes of the value beneath and of the model so
  /// many seconds after it begins on the property's own time, if it shows then.
  private final class Overlay {
    let key: String?
    var begin: Double
    let show: (Value, Value, Double) -> Value?

    init(_ key: String?, begin: Double, _ show: @escaping (Value, Value, Double) -> Value?) {
      self.key = key
      self.begin = begin
      self.show = show
    }
  }

  private let timeline = Timeline.current
  private let composition: Composition
  /// What it was set to, and what acts on it, the latest last; together, as they are read together.
  private var state: (model: Value, residue: Value.Change, tracks: [Track], hasOverlays: Bool)
  /// What lies over it, the topmost last.
  private var overlays: [Overlay] = [] {
    didSet {
      state.hasOverlays = !overlays.isEmpty
      // Who waits for the end of one that is gone waits no longer.
      if overlays.count < oldValue.count { timeline.noteTimeChange() }
    }
  }
  /// What leads from where a stopped animator has left the property to its end and its start.
  private var stopped: [Stopped] = []
  /// The layer whose time the property's block animations follow, and which is told of changes.
  weak var layer: Layer?

  private enum Resting {
    case by(Value.Change)
    case at(Value)
  }

  /// What is left to be done for an animator that was stopped, if it is ever finished.
  private struct Stopped {
    weak var owner: AnyObject?
    var end: Resting
    var start: Resting
  }

  /// Makes a property with its first value; the latest animation counts.
  public init(wrappedValue: Value) {
    state = (wrappedValue, .zero, [], false)
    composition = .replacing
  }

  /// Makes a property with its first value.
  public init(wrappedValue: Value, _ composition: Composition) {
    state = (wrappedValue, .zero, [], false)
    self.composition = composition
  }

  /// What the property was set to.
  public var wrappedValue: Value {
    get { residue == .zero ? state.model : state.model.advanced(by: residue) }
    set { set(newValue) }
  }

  /// The property itself, to ask for what is seen of it.
  public var projectedValue: Animated<Value> { self }

  /// Whether any animation acts on it.
  public var isAnimated: Bool { !tracks.isEmpty }

  // MARK: What is seen

  /// What is seen of it now.
  public var presentation: Value { presentation(at: timeline.now) }

  // Other modules can't have code made for each kind of value; for these there is some ready.

  /// What is seen of it at an instant, as long as nothing comes in between.
  ///
  /// It can be asked for instants in any order. What ends before the instant is where it ends.
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
    // What is added is added up first: a sum may lead where its parts alone would lose their way.
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

  private func localTime(at time: Timestamp) -> Double {
    layer?.localTime(at: time) ?? time.seconds
  }

  private var model: Value {
    get { state.model }
    set { state.model = newValue }
  }

  /// What stopped animations have left to add, while others still add to the property.
  ///
  /// It is kept as a change: a part of a change of a transform may be no transform by itself.
  private var residue: Value.Change {
    get { state.residue }
    set { state.residue = newValue }
  }

  private var tracks: [Track] {
    get { state.tracks }
    _modify { yield &state.tracks }
  }

  // MARK: Setting it

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
    // Of one animator, the later change wins: at once where both move together, else little by
    // little.
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

  /// Ends all that acts on the property, for something else.
  private func takeOver() {
    let old = tracks
    tracks = []
    // What stopped animations have left undone is no longer seen, whatever becomes of it.
    residue = .zero
    stopped = []
    for track in old {
      if case .block(let block, _) = track.source { block.unregister(self) }
    }
  }

  // MARK: Animations that lie over it

  /// Lays an animation over the property, above those that lie there; see
  /// ``add(_:forKey:)``.
  ///
  /// - Parameters:
  ///   - key: the key under which it can be taken away.
  ///   - beginsNow: whether its time counts from now, not from the zero of the property's own time.
  ///   - seconds: the second of its time at which it is over.
  ///   - show: what it makes of the value beneath and of the model after so many seconds.
  func addOverlay(
    forKey key: String?, beginsNow: Bool, lasting seconds: Double,
    _ show: @escaping (Value, Value, Double) -> Value?
  ) {
    if let key { removeAnimation(forKey: key) }
    let overlay = Overlay(key, begin: beginsNow ? localTime(at: timeline.now) : 0, show)
    overlays.append(overlay)
    let now = timeline.now
    Transaction.count(on: timeline) { [weak self, weak overlay] in
      guard let self, let overlay else { return now }
      return self.instant(ofLocal: overlay.begin + seconds)
    }
    guard beginsNow else { return }
    timeline.noteStart(of: overlay) { [weak self] microseconds in
      overlay.begin += Double(microseconds) / 1e6 * (self?.layer?.totalSpeed ?? 1)
      self?.timeline.noteTimeChange()
    }
  }

  /// The instant at which its own time is the given second, unless it is frozen.
  private func instant(ofLocal seconds: Double) -> Timestamp? {
    guard let second = layer.map({ $0.timelineTime(ofLocal: seconds) }) ?? seconds else {
      return nil
    }
    return Timestamp(microseconds: 0).advanced(bySeconds: second)
  }

  /// Takes away the animation that was laid over the property under a key.
  public func removeAnimation(forKey key: String) {
    overlays.removeAll { $0.key == key }
  }

  /// Takes away all animations of the property, which is seen as it was set from then on.
  ///
  /// Block animations that move nothing else have ended with it, before their end.
  public func removeAllAnimations() {
    overlays = []
    model = wrappedValue
    takeOver()
  }

  // MARK: The end of an animation

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
      // Where one replaces, no other animation acts on the property.
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

  /// Forgets what an owner does, and settles what stopped animations have left when nothing is left
  /// to add to it.
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

/// What an animation may move, whatever its values are.
@MainActor protocol AnimatedProperty: AnyObject {
  /// Leaves the property where an animation that is stopped has brought it.
  func stop(_ owner: AnyObject)
  /// Brings it to a place of an animation that was stopped.
  func finish(_ owner: AnyObject, at position: AnimatingPosition)
  /// Brings it to where an animation has ended.
  func end(_ owner: AnyObject, at position: AnimatingPosition)
  /// Lets a block animation of it begin later.
  func postpone(_ block: BlockAnimation, bySeconds delay: Double)
  /// When a block animation of it is over, unless that is never, and whether it is over at its start.
  func end(of block: BlockAnimation) -> (time: Timestamp, endsAtStart: Bool)?
}

/// What an animation moves, in the order in which it was changed.
///
/// A property keeps what moves it, and not the other way round: who lets go of a layer lets go of its
/// animations.
@MainActor struct AnimatedProperties {
  private struct Entry {
    weak var property: (any AnimatedProperty)?
  }
  private var entries: [Entry] = []

  var all: [any AnimatedProperty] { entries.compactMap(\.property) }

  /// Adds a property that is not moved yet.
  mutating func add(_ property: any AnimatedProperty) {
    entries.append(Entry(property: property))
  }

  mutating func remove(_ property: any AnimatedProperty) {
    entries.removeAll { $0.property === property || $0.property == nil }
  }
}

/// A property of a layer, whatever its values are.
@MainActor protocol LayerProperty: AnimatedProperty {
  var layer: Layer? { get set }
  /// Whether an animation that moves it forbids touches.
  var disablesTouches: Bool { get }
  /// Whether touches find it where it was set to be.
  var isHitTestedAtModel: Bool { get }
  /// Takes away all that animates it.
  func removeAllAnimations()
}
