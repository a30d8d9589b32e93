import Interactions
import Quantities

/// What a property does to the layer on a page's stage: the natural meaning of its name.
struct LayerRole: Sendable {
  /// What of the layer is changed.
  enum Target: String, Sendable {
    case x, y, scale, scaleX, scaleY, turn, opacity, blur, radius, width, height, red, green, blue
    case dimming
  }

  let target: Target
  /// What makes the target's unit of the property's: degrees of radians, and the way up of the way down.
  var factor = 1.0
  /// What is said of it.
  let words: String

  /// The meaning of a name; nothing where it has none that is known.
  ///
  /// - Parameters:
  ///   - name: the property's name, however it is spelled.
  ///   - range: the values that it takes.
  ///   - direction: where progress leads, if that is known.
  init?(
    of name: String, taking range: ClosedRange<Double>,
    toward direction: ProgressMapping.Direction?
  ) {
    let letters = name.lowercased().filter { $0.isASCII && $0.isLetter }
    switch letters {
    case "offset", "translation", "position":
      // What has no axis in its name goes the way of the fingers.
      switch direction {
      case .left: self.init(.x, by: -1, "moves it to the left")
      case .up: self.init(.y, by: -1, "moves it up")
      case .down: self.init(.y, "moves it down")
      default: self.init(.x, "moves it to the right")
      }
    case "rotation", "rotationz", "rotate", "angle", "turn":
      // Nobody turns a thing by less than this many degrees and means them.
      let isRadians = max(abs(range.lowerBound), abs(range.upperBound)) <= 4 * Double.pi
      self.init(
        .turn, by: isRadians ? 180 / .pi : 1, "turns it, in \(isRadians ? "radians" : "degrees")")
    default:
      guard let known = Self.known.first(where: { $0.names.contains(letters) }) else { return nil }
      self.init(known.target, known.words)
    }
  }

  private init(_ target: Target, by factor: Double = 1, _ words: String) {
    self.target = target
    self.factor = factor
    self.words = words
  }

  private static let known: [(names: Set<String>, target: Target, words: String)] = [
    (
      [
        "x", "tx", "offsetx", "translationx", "translatex", "positionx", "centerx", "left",
        "originx",
      ],
      .x, "moves it to the right"
    ),
    (
      [
        "y", "ty", "offsety", "translationy", "translatey", "positiony", "centery", "top",
        "originy",
        "sheettop",
      ], .y, "moves it down"
    ),
    (["alpha", "opacity"], .opacity, "its opacity"),
    (["scale", "zoom"], .scale, "its size, as a factor"),
    (["scalex"], .scaleX, "its width, as a factor"),
    (["scaley"], .scaleY, "its height, as a factor"),
    (["blur", "blurradius"], .blur, "blurs it"),
    (["cornerradius", "corner", "radius"], .radius, "rounds its corners"),
    (["width"], .width, "its width"),
    (["height"], .height, "its height"),
    (["red"], .red, "the red in its colour"),
    (["green"], .green, "the green in its colour"),
    (["blue"], .blue, "the blue in its colour"),
    (["dimming", "dim", "scrim"], .dimming, "dims what is behind it"),
  ]
}

/// How the layer stands at an instant.
struct LayerPose {
  var x = 0.0
  var y = 0.0
  var scaleX = 1.0
  var scaleY = 1.0
  /// In degrees.
  var turn = 0.0
  var opacity = 1.0
  var blur = 0.0
  var dimming = 0.0
  var width: Double
  var height: Double
  var radius: Double
  /// Its colour's parts, where they are told.
  var color: [LayerRole.Target: Double] = [:]

  /// Makes the pose of a layer of this size that nothing has changed.
  init(width: Double, height: Double, radius: Double) {
    self.width = width
    self.height = height
    self.radius = radius
  }

  /// Makes it what properties say.
  mutating func apply(_ roles: [LayerRole?], _ values: [Double]) {
    for (role, value) in zip(roles, values) {
      guard let role else { continue }
      let value = value * role.factor
      switch role.target {
      case .x: x += value
      case .y: y += value
      case .scale:
        scaleX *= value
        scaleY *= value
      case .scaleX: scaleX = value
      case .scaleY: scaleY = value
      case .turn: turn = value
      case .opacity: opacity = value
      case .blur: blur = value
      case .radius: radius = value
      case .width: width = value
      case .height: height = value
      case .red, .green, .blue: color[role.target] = value
      case .dimming: dimming = value
      }
    }
  }

  /// How far it reaches to each side of its place, whichever way it is turned.
  var reach: Vector {
    let (halfWidth, halfHeight) = (abs(width * scaleX) / 2, abs(height * scaleY) / 2)
    guard turn != 0 else { return Vector(x: halfWidth, y: halfHeight) }
    let diagonal = Vector(x: halfWidth, y: halfHeight).length
    return Vector(x: diagonal, y: diagonal)
  }
}
