/// How frames are made of what a device sends, where there is a choice.
public struct TouchSettings: Hashable, Sendable {
  /// What is taken for a palm; it gets ``Contact/Remarks/palm``.
  public var palms: PalmRule
  /// Whether palms are left out of the frames instead of only being marked.
  ///
  /// One that turns out to be a palm later is ``TouchFrame/vanished`` then, not lifted, and does not
  /// come back.
  public var leavesPalmsOut: Bool
  /// From which pressure on a contact of a touchpad is a touch; all are, where there is none.
  ///
  /// libinput has one for every touchpad, ``PressureThreshold/libinput``, because it moves pointers. It
  /// is not the default here: a recording is to be shown as it is, and what drives an animation by
  /// pressure wants the light beginning of a press as well. Of 439 recordings of touchpads it takes
  /// fingers away from 15; one is a quick swipe, and gone. What is lighter hovers.
  public var pressureThreshold: PressureThreshold?

  /// Makes settings: libinput's palms are marked and all contacts are there, unless said otherwise.
  public init(
    palms: PalmRule = .libinput, leavesPalmsOut: Bool = false,
    pressureThreshold: PressureThreshold? = nil
  ) {
    self.palms = palms
    self.leavesPalmsOut = leavesPalmsOut
    self.pressureThreshold = pressureThreshold
  }
}

/// What is taken for the palm of a hand, besides what the device itself calls one.
///
/// The rules are those of libinput's touchpads, and like there only size counts on screens, if at all.
/// What differs: what the device has once called a palm stays one; areas of software buttons are no
/// exception from the edges, since there are no such buttons here; external touchpads have edges, too;
/// nothing is known of keyboards and trackpoints. And a hand touches a pad in several places: two contacts
/// that land at opposite sides are palms, so is what lands at an edge beside a palm, and what lands anywhere
/// while a palm moves.
public struct PalmRule: Hashable, Sendable {
  /// The pressure above which a contact of a touchpad is a palm, in the device's own values.
  ///
  /// It counts where contacts have a pressure of their own that is not told in grams: there it is not
  /// how hard they press but how large they are. Devices differ in their scale; libinput has a list
  /// with other limits, and this is the one for those not on it, mostly pads that count from 0 to 255.
  public var pressure: Int32?
  /// The length or width above which a contact is a palm, in the device's own values.
  ///
  /// There is no common scale; libinput has a limit only for the few devices on its list.
  public var size: Int32?
  /// Whether what lands at the left, right or upper edge of a touchpad is a palm until it moves in, and
  /// what lands beside a palm may be a part of the same hand.
  public var hasEdges: Bool

  /// Makes a rule of its parts; what is not given does not count.
  public init(pressure: Int32? = nil, size: Int32? = nil, hasEdges: Bool = false) {
    self.pressure = pressure
    self.size = size
    self.hasEdges = hasEdges
  }

  /// libinput's rule for a device that it has no special limits for.
  ///
  /// 130 is `default_palm_threshold` of `evdev-mt-touchpad.c`.
  public static let libinput = PalmRule(pressure: 130, hasEdges: true)
  /// Only what the device itself calls a palm.
  public static let device = PalmRule()
}

/// From which pressure on a contact of a touchpad is a touch, as shares of the pressure's range.
///
/// It does not count on screens and for pens, nor where the device tells its pressure in grams.
public struct PressureThreshold: Hashable, Sendable {
  /// At this share or above, a contact lands.
  public var down: Double
  /// Below this share, it lifts.
  public var up: Double

  /// Makes a threshold from its two shares, from 0 to 1.
  public init(down: Double, up: Double) {
    precondition(0 <= up && up <= down && down <= 1, "shares rise from 0 to 1")
    self.down = down
    self.up = up
  }

  /// 12 % and 10 %, libinput's (`tp_init_pressure` of `evdev-mt-touchpad.c`).
  public static let libinput = PressureThreshold(down: 0.12, up: 0.10)
}
