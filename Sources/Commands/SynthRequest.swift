import Interactions
import Quantities
import Synthesis
import Touches

/// The hands that `pantograph synth` knows by name.
enum SyntheticGestureKind: String, CaseIterable {
  case swipe
  case flick
  case holdFlick = "hold-flick"
  case reversal
  case press
  case tap
  case pinch
  case rotate

  init(named name: String) throws(Complaint) {
    if let kind = SyntheticGestureKind(rawValue: name) {
      self = kind
      return
    }
    let names = Self.allCases.map(\.rawValue)
    let advice =
      Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
      ?? "expected one of \(names.joined(separator: ", "))"
    throw Complaint("pantograph synth: no kind \(name); \(advice)")
  }

  /// The options that shape this hand and not every other.
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

  /// The options that shape every hand.
  static let commonOptions = ["--from", "--fingers", "--stagger", "--wait"]

  var hasCentre: Bool { self == .pinch || self == .rotate }
}

/// A hand as it was asked for on the command line, and the surface that it has to fit on.
struct SynthRequest {
  private let kind: SyntheticGestureKind
  private let arguments: Arguments
  private let surface: Surface
  private let fingers: Int

  /// The least distance between fingers that are held together, in millimetres; it is also what makes
  /// the smallest circle that two of them fit on.
  private static let leastSpacing = 12.0
  /// How far fingers keep from the edge where they may choose, in millimetres.
  private static let margin = 4.0

  init(_ kind: SyntheticGestureKind, _ arguments: Arguments, surface: Surface) throws {
    for option in Set(SyntheticGestureKind.allCases.flatMap(\.options)).sorted()
    where arguments.has(option) && !kind.options.contains(option) {
      throw Complaint(
        "pantograph synth: a \(kind.rawValue) has no \(option); it has"
          + " \(kind.options.joined(separator: ", "))")
    }
    self.kind = kind
    self.arguments = arguments
    self.surface = surface
    fingers =
      try arguments.integer("--fingers", in: kind.hasCentre ? 2...5 : 1...5)
      ?? (kind.hasCentre ? 2 : 1)
  }

  func hand() throws -> SyntheticGesture {
    var hand = try kind.hasCentre ? aboutCentre() : sideBySide()
    if let stagger = try arguments.number("--stagger", in: 0...10) {
      hand = hand.staggered(by: stagger)
      guard hand.fingers.allSatisfy({ $0.landing <= $0.lift }) else {
        throw Complaint(
          "pantograph synth: --stagger \(stagger.asWritten): the first finger would lift before the"
            + " last one lands; expected less, or a longer --duration or --hold")
      }
    }
    try checkThatItFits(hand)
    return hand
  }

  // MARK: Side by side

  private func sideBySide() throws -> SyntheticGesture {
    let by = try arguments.numbers("--by", count: 2) ?? [40, 0]
    let way = Vector(x: by[0], y: by[1])
    // A hand that stays where it is has its fingers beside each other, as one that goes up or down.
    let places = try places(across: kind.options.contains("--by") ? way : Vector(x: 0, y: 1))
    let duration = try arguments.number("--duration", in: 0.01...60) ?? 0.4
    let lift = try arguments.number("--lift", in: 0...1)
    let hold = try arguments.number("--hold", in: 0...60)
    switch kind {
    case .flick, .holdFlick:
      return .flick(
        from: places, by: way, duration: duration, lift: lift ?? 0.5,
        hold: hold ?? (kind == .flick ? 0 : 0.3))
    case .reversal:
      return .reversal(
        from: places, by: way, duration: duration,
        back: try arguments.number("--back", in: 0...10) ?? 0.5, lift: lift ?? 1)
    case .press:
      return .press(
        at: places, to: try arguments.number("--peak", in: 0...1) ?? 0.8, duration: duration,
        hold: hold ?? 0.2, release: try arguments.number("--release", in: 0...60))
    case .tap: return .tap(at: places, hold: hold ?? 0.08)
    case .swipe, .pinch, .rotate:
      return .swipe(
        from: places, by: way, duration: duration, lift: lift ?? 1, hold: hold ?? 0)
    }
  }

  /// Where the fingers land: where it was said, or where they fit.
  private func places(across way: Vector) throws -> [Point] {
    let isUpright = way.y.magnitude > way.x.magnitude
    let room = isUpright ? surface.size.x : surface.size.y
    let gaps = Double(fingers - 1)
    var spacing = SyntheticGesture.fingerDistance
    if let given = try arguments.number("--spacing", in: 0...200) {
      spacing = given
    } else if gaps > 0 {
      // Where there is little room they are held together.
      spacing = max(min(spacing, (room - 2 * Self.margin) / gaps), Self.leastSpacing)
    }
    guard gaps * spacing <= room else {
      throw Complaint(
        "pantograph synth: --fingers \(fingers) take \((gaps * spacing).asWritten) mm beside each"
          + " other, and the surface has \(size); expected fewer, or less --spacing")
    }
    if let from = try arguments.numbers("--from", count: 2) {
      return SyntheticGesture.positions(
        fingers, from: Point(x: from[0], y: from[1]), across: way, spacing: spacing)
    }
    // 20 mm and 25 mm into the surface, unless it is too small for that.
    var from = Point(x: 20, y: 25)
    if from.x > surface.size.x { from.x = surface.size.x / 2 }
    if from.y > surface.size.y { from.y = surface.size.y / 2 }
    let middle = (room - gaps * spacing) / 2
    if isUpright, from.x + gaps * spacing > room { from.x = middle }
    if !isUpright, from.y + gaps * spacing > room { from.y = middle }
    return SyntheticGesture.positions(fingers, from: from, across: way, spacing: spacing)
  }

  // MARK: About a centre

  private func aboutCentre() throws -> SyntheticGesture {
    let duration = try arguments.number("--duration", in: 0.01...60) ?? 0.4
    let lift = try arguments.number("--lift", in: 0...1) ?? 1
    let hold = try arguments.number("--hold", in: 0...60) ?? 0
    let scale = try arguments.number("--scale", in: 0...20) ?? 0.5
    let angle = try arguments.number("--angle", in: -3600...3600) ?? 90
    let from = try arguments.numbers("--from", count: 2)
    let centre = Point(x: from?[0] ?? surface.size.x / 2, y: from?[1] ?? surface.size.y / 2)
    let room = min(surface.size.x, surface.size.y) / 2 - Self.margin
    let largest = kind == .pinch ? room / max(scale, 1) : room
    let radius =
      try arguments.number("--radius", in: 1...200) ?? max(min(20, largest), Self.leastSpacing / 2)
    let places = SyntheticGesture.positions(fingers, about: centre, radius: radius)
    guard kind == .pinch else {
      return .rotate(
        from: places, about: centre, by: angle * .pi / 180, duration: duration, lift: lift,
        hold: hold)
    }
    return .pinch(
      from: places, about: centre, scale: scale, duration: duration, lift: lift, hold: hold)
  }

  // MARK: The surface

  private var size: String {
    "\(surface.size.x.asWritten) × \(surface.size.y.asWritten) mm"
  }

  private func isOn(_ place: Point) -> Bool {
    // The last digits of a sum may differ.
    (-1e-9...surface.size.x + 1e-9).contains(place.x)
      && (-1e-9...surface.size.y + 1e-9).contains(place.y)
  }

  /// Refuses a hand that lands beside the surface, and says so of one that leaves it.
  private func checkThatItFits(_ hand: SyntheticGesture) throws(Complaint) {
    for (index, finger) in hand.fingers.enumerated() {
      guard isOn(finger.position(at: finger.landing)) else {
        let what = hand.fingers.count == 1 ? "--from is" : "finger \(index + 1) lands"
        let remedy =
          kind.hasCentre
          ? "--from and --radius" : index == 0 ? "--from" : "--from and --spacing"
        throw Complaint(
          "pantograph synth: \(what) outside the surface, which has \(size); change \(remedy)")
      }
    }
    // Where a finger is at its furthest, it is within a hundredth of its time.
    let leaves = hand.fingers.contains { finger in
      (0...100).contains { step in
        let share = Double(step) / 100
        return !isOn(
          finger.position(at: finger.landing + (finger.lift - finger.landing) * share))
      }
    }
    if leaves {
      say("the way leaves the surface, which has \(size): the finger stops at its edge")
    }
  }
}
