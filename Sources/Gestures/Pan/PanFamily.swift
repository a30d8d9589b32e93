import PantographBase

extension PanGestureRecognizer {
  /// A toolkit as which a pan begins, follows the fingers, and counts its translation and its velocity.
  ///
  /// <doc:Pan> says what each of them does, and where its numbers come from.
  public enum Family: String, Hashable, Sendable, CaseIterable {
    /// UIKit's pan, whose translation begins at the slop.
    case uiKit = "uikit"
    /// The touch scroll of Chromium.
    case chromium
    /// The touch scroll of Firefox.
    case firefox
    /// The touch scroll of GTK's scrolled window.
    case gtkTouch = "gtk-touch"
    /// GTK's scrolled window on a touchpad.
    case gtkTouchpad = "gtk-touchpad"
    /// libadwaita's swipe on a touchscreen, as of its carousel and flap.
    case libadwaitaTouch = "libadwaita-touch"
    /// The same in a leaflet, which makes a page ready on the side to which the finger sets out.
    case libadwaitaLeaflet = "libadwaita-leaflet"
    /// libadwaita's swipe on a touchpad.
    case libadwaitaTouchpad = "libadwaita-touchpad"
    /// What a client of libinput gets of a scroll with two fingers on a touchpad.
    case libinput
    /// What a compositor gets of a swipe with three fingers or more, with libinput's acceleration.
    case libinputSwipe = "libinput-swipe"
    /// Qt Quick's Flickable on a touchscreen.
    case qtFlickable = "qt-flickable"
    /// The drawer of Qt Quick Controls on a touchscreen.
    case qtDrawer = "qt-drawer"

    /// The number of fingers, unless the settings have another one.
    var fingers: ClosedRange<Int> {
      switch self {
      case .libinput, .gtkTouchpad, .libadwaitaTouchpad: 2...2
      case .libinputSwipe: 3...3
      default: 1...1
      }
    }

    /// Returns the slop in millimetres for a number of fingers, unless the settings have another one.
    package func slop(for fingers: Int) -> Double {
      switch self {
      case .uiKit: UIKitPan.slop
      case .chromium: BrowserPan.chromium
      case .firefox: BrowserPan.firefox
      case .gtkTouch: GTKPan.slop
      case .libadwaitaTouch, .libadwaitaLeaflet: LibadwaitaPan.slop
      case .libinput, .libinputSwipe, .gtkTouchpad, .libadwaitaTouchpad:
        LibinputPan.slop(for: fingers)
      case .qtFlickable: QtPan.slop
      case .qtDrawer: QtPan.drawerSlop
      }
    }

    /// When the pan locks to one axis, unless the settings say when.
    var axisLock: AxisLock? {
      switch self {
      case .libinput, .gtkTouchpad, .libadwaitaTouchpad: .libinput
      default: nil
      }
    }

    /// The rule for the velocity, unless the settings have another one.
    var estimator: VelocityEstimator {
      switch self {
      case .uiKit, .libinput, .libinputSwipe: .pantograph
      case .chromium: .chromium
      case .firefox: .firefox
      case .gtkTouch: .gtkSwipe
      case .gtkTouchpad: .gtkScroll
      case .libadwaitaTouch, .libadwaitaLeaflet, .libadwaitaTouchpad: .libadwaita
      case .qtFlickable, .qtDrawer: .qt
      }
    }
  }
}

/// Fingers that may begin a pan, as a family gets them with each frame.
struct PanFingers {
  /// The fingers that take part.
  let group: FingerGroup
  /// The sum of their movements since enough of them landed.
  let moved: Vector
  /// The number of reports since then, with that of the landing; after a jump of the sensor, since the jump.
  let reports: Int
  /// When enough fingers landed.
  let landed: Timestamp
  /// The time of the frame.
  let time: Timestamp
  /// The height of the surface in millimetres, if it is known.
  let height: Double?

  /// The displacement with which a pan begins.
  struct Travel {
    let all: Vector
    /// The slop that it has passed, which is not longer.
    let slop: Double

    /// The displacement since the slop was passed.
    var beyondSlop: Vector { all * (1 - slop / all.length) }
  }

  /// Returns the displacement of moving fingers once it has passed the slop.
  ///
  /// - Parameter rollingSlop: The slop while the pressure is not steady, if that is a larger one.
  func travel(beyond slop: Double, rolling rollingSlop: Double = 0) -> Travel? {
    let travel = group.travel
    for (travel, slop) in [(travel.steady, slop), (travel.all, max(slop, rollingSlop))]
    where travel.length > 0 && travel.length >= slop - PanGestureRecognizer.rounding {
      return Travel(all: travel, slop: min(slop, travel.length))
    }
    return nil
  }
}

/// What a family makes of fingers that may begin a pan.
enum PanStart {
  /// They have not moved enough.
  case waits
  /// They begin nothing before all have lifted.
  case fails
  /// The pan begins.
  case begins(PanBeginning)
}

/// The beginning of a pan.
struct PanBeginning {
  /// Where the velocity counts from.
  enum VelocityOrigin {
    /// Where the fingers landed.
    case landing
    /// Where they were in the last report.
    case lastReport
    /// The same, with this movement twice more before: one that is in the history three times.
    case lastReportTwice(Vector)
  }

  /// The displacement of the fingers, whose direction decides about an axis lock.
  let travel: Vector
  /// The translation with which the pan begins.
  let translation: Vector
  var velocityFrom = VelocityOrigin.landing
}

/// What a family makes of a movement of an active pan.
enum PanMovement {
  /// The translation follows it.
  case follows(Vector)
  /// Only the velocity counts it.
  case countsForVelocity(Vector)
}

/// A family's part of a pan, between the fingers and the recogniser.
///
/// Each family is a value that says when a pan starts. Some remember something, follow a movement otherwise, or count
/// the fingers themselves; the methods below say which.
enum PanMachine: Sendable {
  case uiKit(UIKitPan)
  case browser(BrowserPan)
  case gtk(GTKPan)
  case libadwaita(LibadwaitaPan)
  case libinput(LibinputPan)
  case qt(QtPan)
  case former(FormerPan)

  init(_ settings: PanGestureRecognizer.Settings) {
    if let former = settings.former {
      self = .former(FormerPan(former))
      return
    }
    switch settings.family {
    case .uiKit: self = .uiKit(UIKitPan())
    case .chromium, .firefox: self = .browser(BrowserPan())
    case .gtkTouch: self = .gtk(GTKPan())
    case .libadwaitaTouch: self = .libadwaita(LibadwaitaPan(needsSide: false))
    case .libadwaitaLeaflet: self = .libadwaita(LibadwaitaPan(needsSide: true))
    case .libinput: self = .libinput(LibinputPan(for: .clients))
    case .libinputSwipe: self = .libinput(LibinputPan(for: .compositors))
    case .gtkTouchpad: self = .libinput(LibinputPan(for: .gtk))
    case .libadwaitaTouchpad: self = .libinput(LibinputPan(for: .libadwaita))
    case .qtFlickable: self = .qt(QtPan(isDrawer: false))
    case .qtDrawer: self = .qt(QtPan(isDrawer: true))
    }
  }

  /// Whether the pan follows all fingers, and ends once there are too few, as libinput's do.
  var followsAll: Bool {
    switch self {
    case .libinput: true
    case .former(let pan): pan.followsAll
    default: false
    }
  }

  /// Whether the pan takes each movement as it is, so that ``take(_:at:)`` has no effect.
  var followsAtOnce: Bool {
    switch self {
    case .uiKit, .browser, .gtk, .libadwaita: true
    case .libinput, .qt, .former: false
    }
  }

  /// Counts the fingers in each frame, of a pan that follows all.
  mutating func count(_ group: FingerGroup, at time: Timestamp) {
    switch self {
    case .libinput(var pan):
      pan.fingers.follow(group, at: time)
      self = .libinput(pan)
    case .former(var pan):
      pan.fingers.follow(group, at: time)
      self = .former(pan)
    default: break
    }
  }

  /// How many fingers count, of a pan that follows all.
  var counted: Int {
    switch self {
    case .libinput(let pan): pan.fingers.value
    case .former(let pan): pan.fingers.value
    default: 0
    }
  }

  /// Forgets earlier fingers, since enough of them have landed.
  mutating func land(at time: Timestamp) {
    switch self {
    case .uiKit, .browser, .qt: break
    case .gtk: self = .gtk(GTKPan())
    case .libadwaita(let pan): self = .libadwaita(LibadwaitaPan(needsSide: pan.needsSide))
    case .libinput(var pan):
      pan.land(at: time)
      self = .libinput(pan)
    case .former(var pan):
      pan.land(at: time)
      self = .former(pan)
    }
  }

  /// Returns whether fingers begin a pan.
  mutating func start(
    _ fingers: PanFingers, _ settings: PanGestureRecognizer.Settings
  ) -> PanStart {
    switch self {
    case .uiKit(let pan): return pan.start(fingers, settings)
    case .browser(let pan): return pan.start(fingers, settings)
    case .gtk(var pan):
      defer { self = .gtk(pan) }
      return pan.start(fingers, settings)
    case .libadwaita(var pan):
      defer { self = .libadwaita(pan) }
      return pan.start(fingers, settings)
    case .libinput(var pan):
      defer { self = .libinput(pan) }
      return pan.start(fingers, settings)
    case .qt(var pan):
      defer { self = .qt(pan) }
      return pan.start(fingers, settings)
    case .former(var pan):
      defer { self = .former(pan) }
      return pan.start(fingers, settings)
    }
  }

  /// Takes the movement of an active pan's fingers since the report before.
  mutating func take(_ movement: Vector, at time: Timestamp) -> PanMovement {
    switch self {
    case .uiKit, .browser, .gtk, .libadwaita: return .follows(movement)
    case .libinput(var pan):
      defer { self = .libinput(pan) }
      return .follows(pan.accelerated(movement, at: time))
    case .qt(var pan):
      defer { self = .qt(pan) }
      return pan.take(movement, at: time)
    case .former(var pan):
      defer { self = .former(pan) }
      return pan.take(movement, at: time)
    }
  }

  /// Whether a pan that ends now has had no movement that it follows.
  var hasNothingToFollow: Bool {
    switch self {
    case .qt(let pan): pan.frames.haveNothing
    case .former(let pan): pan.frames.haveNothing
    default: false
    }
  }
}
