/// Settings for assembling frames.
package struct TouchSettings: Hashable, Sendable {
  /// The rule that detects palms, which get ``Contact/Remarks/palm``.
  package var palms: PalmRule
  /// Whether palms are left out of the frames instead of only being marked.
  ///
  /// A contact that turns out to be a palm later is then ``TouchFrame/vanished``, not lifted, and does not
  /// return.
  package var leavesPalmsOut: Bool
  /// The pressure above which a contact of a touchpad touches; `nil` if all do.
  ///
  /// libinput has such a threshold for every touchpad, ``PressureThreshold/libinput``, because it moves
  /// pointers. It is not the default here: a recording should be shown as it is, and an animation that
  /// follows the pressure needs the light beginning of a press. Of 439 recordings of touchpads, it removes
  /// fingers from 15; in one it removes a whole quick swipe. Lighter contacts hover.
  package var pressureThreshold: PressureThreshold?

  /// Creates settings; by default libinput's palms are marked and all contacts touch.
  package init(
    palms: PalmRule = .libinput, leavesPalmsOut: Bool = false,
    pressureThreshold: PressureThreshold? = nil
  ) {
    self.palms = palms
    self.leavesPalmsOut = leavesPalmsOut
    self.pressureThreshold = pressureThreshold
  }
}

/// A rule that detects palms, in addition to those that the device itself reports.
///
/// The rules are those of libinput's touchpads; as there, only size counts on touchscreens, if at all. There
/// are these differences. A contact that the device has reported as a palm remains one. Software buttons are
/// no exception from the edges, because they do not exist here. External touchpads have edges, too. Keyboards
/// and trackpoints are unknown. And because a hand touches a pad in several places, more contacts are palms:
/// two that land at opposite sides, one that lands at an edge beside a palm, and one that lands anywhere
/// while a palm moves. And a contact that is a palm only for where it landed becomes a finger later, too: once it has
/// gone straight by 15 mm, away from the edge or the palm beside which it landed.
package struct PalmRule: Hashable, Sendable {
  /// The pressure above which a contact of a touchpad is a palm, in device units.
  ///
  /// It applies if contacts have their own pressure that is not in grams: such a value measures size rather
  /// than force. Devices differ in their scale. libinput has a list with other limits, and this is its limit
  /// for devices that are not listed, mostly pads with values from 0 to 255.
  package var pressure: Int32?
  /// The length or width above which a contact is a palm, in device units.
  ///
  /// There is no common scale; libinput has a limit only for the few devices on its list.
  package var size: Int32?
  /// Whether a contact that lands at the left, right or upper edge of a touchpad is a palm until it moves
  /// inward, and one that lands beside a palm may be part of it.
  package var hasEdges: Bool

  /// Creates a rule; parts that are `nil` do not apply.
  package init(pressure: Int32? = nil, size: Int32? = nil, hasEdges: Bool = false) {
    self.pressure = pressure
    self.size = size
    self.hasEdges = hasEdges
  }

  /// libinput's rule for a device without special limits.
  ///
  /// 130 is `default_palm_threshold` of `evdev-mt-touchpad.c`.
  package static let libinput = PalmRule(pressure: 130, hasEdges: true)
  /// Only palms that the device itself reports.
  package static let device = PalmRule()
}

/// The pressure thresholds between which a contact of a touchpad touches, as shares of the pressure's range.
///
/// They do not apply to touchscreens and pens, nor to devices that report force in grams.
package struct PressureThreshold: Hashable, Sendable {
  /// The share at and above which a contact lands.
  package var down: Double
  /// The share below which it lifts.
  package var up: Double

  /// Creates a threshold from its two shares, from 0 to 1.
  package init(down: Double, up: Double) {
    precondition(
      0 <= up && up <= down && down <= 1, "shares must be from 0 to 1, and rise from up to down")
    self.down = down
    self.up = up
  }

  /// 12 % and 10 %: libinput's thresholds (`tp_init_pressure` of `evdev-mt-touchpad.c`).
  package static let libinput = PressureThreshold(down: 0.12, up: 0.10)
}

/// Separates contacts that press too lightly, and treats them as hovering fingers.
struct PressureGate {
  private let down: Int32
  private let up: Int32
  private var touching: [Int] = []

  /// Creates a gate, or `nil` if there is no threshold or it does not apply to the surface.
  init?(_ threshold: PressureThreshold?, on surface: Surface) {
    guard let threshold, surface.kind == .touchpad, let range = surface.pressure,
      range.resolution <= 0
    else { return nil }
    // Truncated to whole device units, as in libinput.
    func value(_ share: Double) -> Int32 {
      let extent = Double(range.maximum) - Double(range.minimum)
      return Int32(Double(range.minimum) + share * extent)
    }
    down = value(threshold.down)
    up = value(threshold.up)
  }

  /// Moves the contacts that don't touch to the hovering ones.
  ///
  /// - Parameter keeps: Whether no contact lifts for pressing lightly.
  /// - Returns: The contacts that have lifted but still hover.
  mutating func sort(
    _ frame: inout TouchFrame, _ signs: inout [ContactSigns], keeps: Bool
  ) -> [Int] {
    var lifted: [Int] = []
    var index = 0
    touching.removeAll { id in !frame.contacts.contains { $0.id == id } }
    while index < frame.contacts.count {
      let id = frame.contacts[index].id
      let wasTouching = touching.contains(id)
      if wasTouching ? keeps || signs[index].pressure >= up : signs[index].pressure >= down {
        if !wasTouching { touching.append(id) }
        index += 1
      } else {
        if wasTouching {
          touching.removeAll { $0 == id }
          lifted.append(id)
        }
        frame.hovering.append(frame.contacts.remove(at: index))
        signs.remove(at: index)
      }
    }
    return lifted
  }
}
