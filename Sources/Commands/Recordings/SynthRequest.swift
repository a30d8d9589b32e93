import PantographBase
import PantographInteractions
import PantographTouches
import PantographTraces

/// The kinds of synthetic gestures of `pantograph synth`.
enum SyntheticGestureKind: String, CaseIterable {
  case swipe
  case flick
  case holdFlick = "hold-flick"
  case reversal
  case press
  case tap
  case pinch
  case rotate

  init(named name: String) throws(CommandError) {
    if let kind = SyntheticGestureKind(rawValue: name) {
      self = kind
      return
    }
    let names = Self.allCases.map(\.rawValue)
    let advice =
      Spelling.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
      ?? "expected one of \(names.joined(separator: ", "))"
    throw CommandError("pantograph synth: unknown kind '\(name)'; \(advice)")
  }

  /// The options that apply to this kind, but not to all.
  var options: [String] {
    switch self {
    case .swipe, .holdFlick: ["--by", "--duration", "--lift", "--hold", "--spacing"]
    case .flick: ["--by", "--duration", "--lift", "--spacing"]
    case .reversal: ["--by", "--duration", "--lift", "--back", "--spacing"]
    case .press: ["--duration", "--hold", "--peak", "--release", "--spacing"]
    case .tap: ["--hold", "--spacing"]
    case .pinch: ["--duration", "--lift", "--hold", "--radius", "--scale"]
    case .rotate: ["--duration", "--lift", "--hold", "--radius", "--angle"]
    }
  }

  /// The options that apply to every kind.
  static let commonOptions = ["--from", "--fingers", "--stagger", "--wait"]

  var hasCentre: Bool { self == .pinch || self == .rotate }
}

/// A synthetic gesture requested on the command line, and the surface that it must fit on.
struct SynthRequest {
  private let kind: SyntheticGestureKind
  private let arguments: Arguments
  private let surface: Surface
  private let fingers: Int
  /// Which of several gestures it is, for messages.
  private let place: String

  /// The smallest distance between adjacent fingers, in millimetres; also the smallest diameter of a circle.
  private static let leastSpacing = 12.0
  /// The distance of fingers from the edge by default, in millimetres.
  private static let margin = 4.0

  /// Reads a request, which has this number if it is one of several.
  init(
    _ kind: SyntheticGestureKind, _ arguments: Arguments, surface: Surface, number: Int? = nil
  ) throws {
    place = number.map { "gesture \($0): " } ?? ""
    for option in Set(SyntheticGestureKind.allCases.flatMap(\.options)).sorted()
    where arguments.has(option) && !kind.options.contains(option) {
      throw CommandError(
        "pantograph synth: \(option) does not apply to \(kind.rawValue); it takes"
          + " \(kind.options.joined(separator: ", "))")
    }
    self.kind = kind
    self.arguments = arguments
    self.surface = surface
    fingers =
      try arguments.integer("--fingers", in: kind.hasCentre ? 2...5 : 1...5)
      ?? (kind.hasCentre ? 2 : 1)
  }

  func gesture() throws -> SyntheticGesture {
    var gesture = try kind.hasCentre ? aboutCentre() : sideBySide()
    if let stagger = try arguments.number("--stagger", in: 0...10) {
      gesture = gesture.staggered(by: stagger)
      guard gesture.fingers.allSatisfy({ $0.landing <= $0.lift }) else {
        throw CommandError(
          "pantograph synth: --stagger \(stagger.asWritten): the first finger would lift before the"
            + " last one lands; reduce it, or increase --duration or --hold")
      }
    }
    try checkThatItFits(gesture)
    return gesture
  }

  // MARK: Side by side

  private func sideBySide() throws -> SyntheticGesture {
    let by = try arguments.numbers("--by", count: 2, "X,Y in mm, such as 40,0") ?? [40, 0]
    let displacement = Vector(x: by[0], y: by[1])
    // Fingers that do not move are side by side, as in a vertical movement.
    let positions = try positions(
      across: kind.options.contains("--by") ? displacement : Vector(x: 0, y: 1))
    let duration = try arguments.number("--duration", in: 0.01...60) ?? 0.4
    let lift = try arguments.number("--lift", in: 0...1)
    let hold = try arguments.number("--hold", in: 0...60)
    switch kind {
    case .flick, .holdFlick:
      return .flick(
        from: positions, by: displacement, duration: duration, lift: lift ?? 0.5,
        hold: hold ?? (kind == .flick ? 0 : 0.3))
    case .reversal:
      return .reversal(
        from: positions, by: displacement, duration: duration,
        back: try arguments.number("--back", in: 0...10) ?? 0.5, lift: lift ?? 1)
    case .press:
      return .press(
        at: positions, to: try arguments.number("--peak", in: 0...1) ?? 0.8, duration: duration,
        hold: hold ?? 0.2, release: try arguments.number("--release", in: 0...60))
    case .tap: return .tap(at: positions, hold: hold ?? 0.08)
    case .swipe, .pinch, .rotate:
      return .swipe(
        from: positions, by: displacement, duration: duration, lift: lift ?? 1, hold: hold ?? 0)
    }
  }

  /// Returns where the fingers land: at the given position, or where they fit.
  private func positions(across displacement: Vector) throws -> [Point] {
    let isUpright = displacement.y.magnitude > displacement.x.magnitude
    let room = isUpright ? surface.size.x : surface.size.y
    let gaps = Double(fingers - 1)
    var spacing = SyntheticGesture.fingerDistance
    if let given = try arguments.number("--spacing", in: 0...200) {
      spacing = given
    } else if gaps > 0 {
      // On a small surface, the fingers are closer together.
      spacing = max(min(spacing, (room - 2 * Self.margin) / gaps), Self.leastSpacing)
    }
    guard gaps * spacing <= room else {
      throw CommandError(
        "pantograph synth: \(fingers) fingers side by side need \((gaps * spacing).asWritten) mm, but the"
          + " surface has \(size); reduce --fingers or --spacing")
    }
    if let from = try arguments.numbers("--from", count: 2, "X,Y in mm, such as 20,32.5") {
      return SyntheticGesture.positions(
        fingers, from: Point(x: from[0], y: from[1]), across: displacement, spacing: spacing)
    }
    // 20 mm and 25 mm into the surface, unless it is too small for that.
    var from = Point(x: 20, y: 25)
    if from.x > surface.size.x { from.x = surface.size.x / 2 }
    if from.y > surface.size.y { from.y = surface.size.y / 2 }
    let middle = (room - gaps * spacing) / 2
    if isUpright, from.x + gaps * spacing > room { from.x = middle }
    if !isUpright, from.y + gaps * spacing > room { from.y = middle }
    return SyntheticGesture.positions(fingers, from: from, across: displacement, spacing: spacing)
  }

  // MARK: About a centre

  private func aboutCentre() throws -> SyntheticGesture {
    let duration = try arguments.number("--duration", in: 0.01...60) ?? 0.4
    let lift = try arguments.number("--lift", in: 0...1) ?? 1
    let hold = try arguments.number("--hold", in: 0...60) ?? 0
    let scale = try arguments.number("--scale", in: 0...20) ?? 0.5
    let angle = try arguments.number("--angle", in: -3600...3600) ?? 90
    let from = try arguments.numbers("--from", count: 2, "X,Y in mm, such as 20,32.5")
    let centre = Point(x: from?[0] ?? surface.size.x / 2, y: from?[1] ?? surface.size.y / 2)
    let room = min(surface.size.x, surface.size.y) / 2 - Self.margin
    let largest = kind == .pinch ? room / max(scale, 1) : room
    let radius =
      try arguments.number("--radius", in: 1...200) ?? max(min(20, largest), Self.leastSpacing / 2)
    let positions = SyntheticGesture.positions(fingers, about: centre, radius: radius)
    guard kind == .pinch else {
      return .rotate(
        from: positions, about: centre, by: angle * .pi / 180, duration: duration, lift: lift,
        hold: hold)
    }
    return .pinch(
      from: positions, about: centre, scale: scale, duration: duration, lift: lift, hold: hold)
  }

  // MARK: The surface

  private var size: String {
    "\(surface.size.x.asWritten) × \(surface.size.y.asWritten) mm"
  }

  private func isOn(_ position: Point) -> Bool {
    // 1e-9 mm: the rounding error of a sum.
    (-1e-9...surface.size.x + 1e-9).contains(position.x)
      && (-1e-9...surface.size.y + 1e-9).contains(position.y)
  }

  /// Throws if a finger lands outside the surface, and prints a warning if one leaves it.
  private func checkThatItFits(_ gesture: SyntheticGesture) throws(CommandError) {
    for (index, finger) in gesture.fingers.enumerated() {
      guard isOn(finger.position(at: finger.landing)) else {
        let what = gesture.fingers.count == 1 ? "--from is" : "finger \(index + 1) lands"
        let remedy =
          kind.hasCentre
          ? "--from and --radius" : index == 0 ? "--from" : "--from and --spacing"
        throw CommandError(
          "pantograph synth: \(place)\(what) outside the surface, which has \(size); change \(remedy)"
        )
      }
    }
    // 100 steps: a finger stays near its furthest position for more than a hundredth of the time.
    let leaves = gesture.fingers.contains { finger in
      (0...100).contains { step in
        let share = Double(step) / 100
        return !isOn(
          finger.position(at: finger.landing + (finger.lift - finger.landing) * share))
      }
    }
    if leaves {
      printNotice("\(place)the path leaves the surface of \(size); the finger stops at its edge")
    }
  }
}
