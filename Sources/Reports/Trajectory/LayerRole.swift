import PantographBase
import PantographInteractions

/// The effect of a property on the layer in a page's scene, from the usual meaning of its name.
struct LayerRole: Sendable {
  /// The attribute of the layer that changes.
  enum Target: String, Sendable {
    case x, y, scale, scaleX, scaleY, turn, opacity, blur, radius, width, height, red, green, blue
    case dimming
  }

  let target: Target
  /// The factor from the property's unit to the target's: radians to degrees, or −1 for the opposite direction.
  var factor = 1.0
  /// The effect in words.
  let words: String

  /// Makes the role of a property, whose name may have any spelling; `nil` if its name is unknown.
  init?(
    of name: String, taking range: ClosedRange<Double>,
    toward direction: ProgressPlan.Direction?
  ) {
    let letters = name.lowercased().filter { $0.isASCII && $0.isLetter }
    switch letters {
    case "offset", "translation", "position":
      // A name without an axis moves in the direction of progress.
      switch direction {
      case .left: self.init(.x, by: -1, "moves it to the left")
      case .up: self.init(.y, by: -1, "moves it up")
      case .down: self.init(.y, "moves it down")
      default: self.init(.x, "moves it to the right")
      }
    case "rotation", "rotationz", "rotate", "angle", "turn":
      // Within ±4π the values are taken as radians: so few degrees would not be visible.
      let isRadians = max(abs(range.lowerBound), abs(range.upperBound)) <= 4 * Double.pi
      self.init(
        .turn, by: isRadians ? 180 / .pi : 1, "turns it, in \(isRadians ? "radians" : "degrees")")
    case "x", "tx", "offsetx", "translationx", "translatex", "positionx", "centerx", "left",
      "originx":
      self.init(.x, "moves it to the right")
    case "y", "ty", "offsety", "translationy", "translatey", "positiony", "centery", "top",
      "originy", "sheettop":
      self.init(.y, "moves it down")
    case "alpha", "opacity": self.init(.opacity, "its opacity")
    case "scale", "zoom": self.init(.scale, "its size, as a factor")
    case "scalex": self.init(.scaleX, "its width, as a factor")
    case "scaley": self.init(.scaleY, "its height, as a factor")
    case "blur", "blurradius": self.init(.blur, "blurs it")
    case "cornerradius", "corner", "radius": self.init(.radius, "rounds its corners")
    case "width": self.init(.width, "its width")
    case "height": self.init(.height, "its height")
    case "red": self.init(.red, "the red in its colour")
    case "green": self.init(.green, "the green in its colour")
    case "blue": self.init(.blue, "the blue in its colour")
    case "dimming", "dim", "scrim": self.init(.dimming, "dims what is behind it")
    default: return nil
    }
  }

  private init(_ target: Target, by factor: Double = 1, _ words: String) {
    self.target = target
    self.factor = factor
    self.words = words
  }
}

/// The attributes of the layer at an instant.
struct LayerPose {
  var x = 0.0
  var y = 0.0
  var scaleX = 1.0
  var scaleY = 1.0
  /// The rotation in degrees.
  var turn = 0.0
  var opacity = 1.0
  var blur = 0.0
  var dimming = 0.0
  var width: Double
  var height: Double
  var radius: Double
  /// The components of its colour, if properties set them.
  var color: [LayerRole.Target: Double] = [:]

  /// Makes the initial pose of a layer of this size.
  init(width: Double, height: Double, radius: Double) {
    self.width = width
    self.height = height
    self.radius = radius
  }

  /// Applies the values of properties.
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

  /// The half width and half height that it needs, in any rotation.
  var halfExtent: Vector {
    let (halfWidth, halfHeight) = (abs(width * scaleX) / 2, abs(height * scaleY) / 2)
    guard turn != 0 else { return Vector(x: halfWidth, y: halfHeight) }
    let diagonal = Vector(x: halfWidth, y: halfHeight).length
    return Vector(x: diagonal, y: diagonal)
  }
}
