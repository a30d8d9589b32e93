import PantographBase
package import PantographCInterface
import PantographGestures

@c @implementation package func pg_recognizer_defaults() -> pg_recognizer_settings {
  unsafe pg_recognizer_settings(
    family: nil, direction: nil, edge: nil, estimator: nil, slop: .nan, absorbed: .nan,
    axis_lock: .nan, edge_width: .nan, hysteresis: .nan, minimum_duration: .nan,
    longest_press: .nan, longest_pause: .nan, spacing: .nan, fewest_fingers: 0, most_fingers: 0,
    taps: 0, with_palms: 0)
}

/// Settings of C, of which only possible ones make a recogniser.
@safe struct RecognizerSettings {
  private typealias Pan = PanGestureRecognizer

  private let given: pg_recognizer_settings

  init(_ given: pg_recognizer_settings) { unsafe self.given = given }

  /// Returns the recogniser of these settings, or says which of them is wrong.
  func recognizer(
    _ kind: RecognizerKind, on surface: (size: Vector, units: Vector?)?
  ) throws(Refusal) -> CRecognizer {
    try check(kind)
    return switch kind {
    case .pan: CRecognizerOf(try pan(on: surface))
    case .tap: CRecognizerOf(TapGestureRecognizer(try tap()))
    case .longPress: CRecognizerOf(LongPressGestureRecognizer(try longPress()))
    case .pinch: CRecognizerOf(PinchGestureRecognizer(try pinch()))
    case .rotation: CRecognizerOf(RotationGestureRecognizer(try rotation()))
    }
  }

  /// Refuses what is set though only other kinds have it.
  private func check(_ kind: RecognizerKind) throws(Refusal) {
    let (isPan, isTap, isTurn) = (kind == .pan, kind == .tap, kind == .pinch || kind == .rotation)
    let isLong = kind == .longPress
    func allow(_ isOwn: Bool, _ isSet: Bool, _ name: StaticString) throws(Refusal) {
      if isSet, !isOwn { throw .invalid("a \(kind.noun) has no \(name)") }
    }
    try unsafe allow(isPan, given.family != nil, "family")
    try unsafe allow(isPan, given.direction != nil, "direction")
    try unsafe allow(isPan, given.edge != nil, "edge")
    try unsafe allow(isPan, given.estimator != nil, "estimator")
    try unsafe allow(isTurn, !given.absorbed.isNaN, "absorbed")
    try unsafe allow(isPan, !given.axis_lock.isNaN, "axis_lock")
    try unsafe allow(isPan, !given.edge_width.isNaN, "edge_width")
    try unsafe allow(isPan, !given.hysteresis.isNaN, "hysteresis")
    try unsafe allow(isLong, !given.minimum_duration.isNaN, "minimum_duration")
    try unsafe allow(isTap, !given.longest_press.isNaN, "longest_press")
    try unsafe allow(isTap, !given.longest_pause.isNaN, "longest_pause")
    try unsafe allow(isTap, !given.spacing.isNaN, "spacing")
    try unsafe allow(isTap, given.taps != 0, "taps")
    try unsafe allow(isPan, given.with_palms != 0, "with_palms")
  }

  // MARK: Kinds

  private func pan(
    on surface: (size: Vector, units: Vector?)?
  ) throws(Refusal) -> PanGestureRecognizer {
    let families = Pan.Family.allCases
    let family = unsafe try choice(given.family, of: PG_PAN_FAMILIES, "family", in: families)
    var settings = Pan.Settings(family ?? .uiKit)
    settings = Pan.Settings(
      settings.family, fingers: try fingers(from: 1, usual: settings.fingers))
    settings.slop = unsafe try millimetres(given.slop, "slop") ?? settings.slop
    settings.hysteresis = unsafe try millimetres(given.hysteresis, "hysteresis") ?? 0
    settings.ignoresPalms = try !palms()
    let directions = Pan.Direction.allCases
    settings.direction =
      unsafe try choice(given.direction, of: PG_DIRECTIONS, "direction", in: directions) ?? .any
    let estimators = VelocityEstimator.allCases
    settings.estimator =
      unsafe try choice(given.estimator, of: PG_ESTIMATORS, "estimator", in: estimators)
      ?? settings.estimator
    if let dominance = unsafe try number(given.axis_lock, "axis_lock", 1...1000, "") {
      settings.axisLock = Pan.AxisLock(dominance: dominance)
    }
    settings.edge = try edge()
    let needsSize = settings.edge?.edge == .right || settings.edge?.edge == .bottom
    guard surface != nil || !needsSize else {
      throw .invalid("a pan from the right or bottom edge needs the size of the surface")
    }
    return PanGestureRecognizer(
      settings, on: surface?.size, unitsPerMillimetre: surface?.units)
  }

  private func edge() throws(Refusal) -> PanGestureRecognizer.EdgeStart? {
    let edges = Pan.EdgeStart.Edge.allCases
    let width = unsafe try millimetres(given.edge_width, "edge_width")
    guard let edge = unsafe try choice(given.edge, of: PG_EDGES, "edge", in: edges) else {
      guard width == nil else { throw .invalid("an edge_width without an edge") }
      return nil
    }
    return width.map { Pan.EdgeStart(edge, width: $0) } ?? Pan.EdgeStart(edge)
  }

  private func palms() throws(Refusal) -> Bool {
    let palms = unsafe given.with_palms
    guard 0...1 ~= palms else { throw .invalid("with_palms is \(palms): expected 0 or 1") }
    return palms == 1
  }

  private func tap() throws(Refusal) -> TapGestureRecognizer.Settings {
    var tap = TapGestureRecognizer.Settings()
    let taps = unsafe given.taps
    guard 0...10 ~= taps else { throw .invalid("taps is \(taps): expected 1 to 10") }
    if taps > 0 { tap.taps = Int(taps) }
    tap.fingers = try oneNumberOfFingers(usual: tap.fingers)
    tap.longestPress = unsafe try seconds(given.longest_press, "longest_press") ?? tap.longestPress
    tap.longestPause = unsafe try seconds(given.longest_pause, "longest_pause") ?? tap.longestPause
    tap.slop = unsafe try millimetres(given.slop, "slop") ?? tap.slop
    tap.spacing = unsafe try millimetres(given.spacing, "spacing") ?? tap.spacing
    return tap
  }

  private func longPress() throws(Refusal) -> LongPressGestureRecognizer.Settings {
    var press = LongPressGestureRecognizer.Settings()
    press.fingers = try oneNumberOfFingers(usual: press.fingers)
    press.minimumDuration =
      unsafe try number(given.minimum_duration, "minimum_duration", 0...longest, " s")
      ?? press.minimumDuration
    press.slop = unsafe try millimetres(given.slop, "slop") ?? press.slop
    return press
  }

  private func pinch() throws(Refusal) -> PinchGestureRecognizer.Settings {
    let usual = PinchGestureRecognizer.Settings()
    let slop = unsafe try millimetres(given.slop, "slop") ?? usual.slop
    return PinchGestureRecognizer.Settings(
      fingers: try fingers(from: 2, usual: usual.fingers), slop: slop,
      absorbed: unsafe try number(given.absorbed, "absorbed", 0...slop, " mm"))
  }

  private func rotation() throws(Refusal) -> RotationGestureRecognizer.Settings {
    let usual = RotationGestureRecognizer.Settings()
    let slop = unsafe try number(given.slop, "slop", 0...2 * .pi, " radians") ?? usual.slop
    return RotationGestureRecognizer.Settings(
      fingers: try fingers(from: 2, usual: usual.fingers), slop: slop,
      absorbed: unsafe try number(given.absorbed, "absorbed", 0...slop, " radians"))
  }

  // MARK: Values

  /// Lengths above this are a mistake, as in interaction files.
  private var farthest: Double { 1000 }
  /// An hour; longer times are a mistake.
  private var longest: Double { 3600 }
  /// The fingers of two hands, as in interaction files.
  private var mostFingers: Int32 { 10 }

  /// Returns a number, or `nil` if it is not set.
  private func number(
    _ value: Double, _ name: StaticString, _ range: ClosedRange<Double>, _ unit: StaticString
  ) throws(Refusal) -> Double? {
    guard !value.isNaN else { return nil }
    guard range.contains(value) else {
      throw .invalid(
        "\(name) is \(value): expected \(range.lowerBound) to \(range.upperBound)\(unit)")
    }
    return value
  }

  private func millimetres(_ value: Double, _ name: StaticString) throws(Refusal) -> Double? {
    try number(value, name, 0...farthest, " mm")
  }

  /// Returns seconds of which there must be some.
  private func seconds(_ value: Double, _ name: StaticString) throws(Refusal) -> Double? {
    guard value != 0 else { throw .invalid("\(name) is 0: expected more, up to 3600 s") }
    return try number(value, name, 0...longest, " s")
  }

  /// Returns the value whose name C gives; `nil` if it gives none.
  private func choice<Value>(
    _ name: UnsafePointer<CChar>?, of list: Int, _ parameter: StaticString, in values: [Value]
  ) throws(Refusal) -> Value? {
    guard unsafe name != nil else { return nil }
    return values[unsafe try indexOf(name, in: pg_names(list), parameter)]
  }

  private func fingers(
    from least: Int32, usual: ClosedRange<Int>
  ) throws(Refusal) -> ClosedRange<Int> {
    let fewest = unsafe given.fewest_fingers
    let most = unsafe given.most_fingers == 0 ? fewest : given.most_fingers
    if fewest == 0, most == 0 { return usual }
    guard least <= fewest, fewest <= most, most <= mostFingers else {
      throw .invalid(
        "\(fewest) to \(most) fingers: expected \(least) to \(mostFingers), the fewest first")
    }
    return Int(fewest)...Int(most)
  }

  private func oneNumberOfFingers(usual: Int) throws(Refusal) -> Int {
    let fingers = try fingers(from: 1, usual: usual...usual)
    guard fingers.count == 1 else {
      throw .invalid(
        "\(fingers.lowerBound) to \(fingers.upperBound) fingers: expected one number of them")
    }
    return fingers.lowerBound
  }
}
