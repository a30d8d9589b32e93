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
