/// A rectangle on the stage.
struct Area: Equatable {
  var left, right, top, bottom: Double

  var width: Double { right - left }
  var height: Double { bottom - top }

  func contains(_ other: Area) -> Bool { union(other) == self }

  func union(_ other: Area) -> Area {
    Area(
      left: min(left, other.left), right: max(right, other.right), top: min(top, other.top),
      bottom: max(bottom, other.bottom))
  }

  func enlarged(by room: Double) -> Area {
    Area(left: left - room, right: right + room, top: top - room, bottom: bottom + room)
  }

  /// Returns it with a margin, a share of its longer side, and with an aspect ratio from 2:1 to 1:1.15.
  func ranges(edge share: Double) -> (x: ClosedRange<Double>, y: ClosedRange<Double>) {
    let edge = max(width, height) * share
    let (wide, high) = (
      max(width + 2 * edge, (height + 2 * edge) / 1.15),
      max(height + 2 * edge, (width + 2 * edge) / 2)
    )
    let (x, y) = ((left + right) / 2, (top + bottom) / 2)
    return (x - wide / 2...x + wide / 2, y - high / 2...y + high / 2)
  }
}
