package import PantographBase
import PantographCMathematics

/// How far a touchpad's scroll goes on after the lift, by the law of a platform, in CSS pixels.
package struct TouchpadGlide: Sendable {
  /// The laws, by the names that users type.
  package enum Law: String, Hashable, Sendable, CaseIterable {
    /// The momentum that WebKit makes for macOS, without the acceleration of a device.
    case macos
    /// GTK's kinetic scrolling, of libinput's scrolls: ``Momentum/gtk``, which ends at a whole pixel.
    case gtk
    /// Windows' `InteractionTracker`: ``Momentum/windows``.
    case windows
  }

  /// How one direction goes on.
  private enum Axis {
    case momentum(Glide, endsWhole: Bool)
    case table(MomentumTable)
  }

  /// The seconds until it ends; 0 if the law does not start.
  package let duration: Double
  private let axes: (x: Axis, y: Axis)

  /// 1 µs: times are rounded to it, so that an end may come this much later.
  fileprivate static let instant = 1e-6

  /// Creates the movement after a lift at a velocity in pixels per second.
  package init(_ law: Law, from velocity: Vector) {
    switch law {
    case .macos:
      let tables = MomentumTable.pair(from: velocity)
      duration = max(tables.x.duration, tables.y.duration)
      axes = (.table(tables.x), .table(tables.y))
    case .gtk, .windows:
      let momentum = law == .gtk ? Momentum.gtk : .windows
      let (x, y) = (momentum.glide(from: velocity.x), momentum.glide(from: velocity.y))
      duration = max(x.duration, y.duration)
      axes = (
        .momentum(x, endsWhole: law == .gtk), .momentum(y, endsWhole: law == .gtk)
      )
    }
  }

  /// Returns the distance that it has covered after a number of seconds.
  package func distance(after seconds: Double) -> Vector {
    Vector(
      x: Self.distance(along: axes.x, after: seconds),
      y: Self.distance(along: axes.y, after: seconds))
  }

  private static func distance(along axis: Axis, after seconds: Double) -> Double {
    switch axis {
    case .momentum(let glide, let endsWhole):
      guard seconds + instant < glide.duration else {
        // gtkkineticscrolling.c rounds the position at which it stops, and none before.
        return endsWhole ? glide.distance.rounded() : glide.distance
      }
      return glide.state(after: seconds).distance
    case .table(let table): return table.distance(after: seconds)
    }
  }
}

/// One direction of WebKit's momentum for macOS: the distances after each of its steps.
///
/// MomentumEventDispatcher.cpp @0296d483.
private struct MomentumTable {
  /// 1/60 s: a step.
  private static let step = 1.0 / 60
  /// 8 ms, for which the shares hold that are kept.
  private static let reference = 0.008
  /// The share that is kept of a fast movement, and the one of a movement at rest.
  private static let (fast, slow) = (0.975, 0.91)
  /// 250 px/s, below which less and less is kept.
  private static let slowing = 250.0
  /// 0.5 px: the last step of each direction is no longer than that.
  private static let end = 0.5
  /// 6 px: shorter steps are whole pixels.
  private static let tail = 6.0

  /// The distances after 0, 1, 2… steps.
  private var distances = [0.0]
  /// The number of steps that have fractions.
  private var fractionCount = 0

  var duration: Double { Double(distances.count - 1) * Self.step }

  /// Returns the tables of both directions, which slow down together.
  static func pair(from velocity: Vector) -> (x: Self, y: Self) {
    var steps: [Vector] = []
    var delta = velocity.x.isFinite && velocity.y.isFinite ? velocity * step : .zero
    func isLonger(than length: Double) -> Bool { max(abs(delta.x), abs(delta.y)) > length }
    while isLonger(than: end) {
      let speed = delta.length / step
      let kept = fast - (fast - slow) * max(slowing - speed, 0) / slowing
      // A power by itself would be 5 KB of the player's module.
      delta = delta * exp(log(kept) * step / reference)
      steps.append(delta)
    }
    let fractionCount = steps.count { max(abs($0.x), abs($0.y)) >= tail }
    return (
      Self(steps.map { $0.x }, fractionCount), Self(steps.map { $0.y }, fractionCount)
    )
  }

  private init(_ steps: [Double], _ fractionCount: Int) {
    self.fractionCount = fractionCount
    for step in steps[..<fractionCount] { add(step) }
    var carry = 0.0
    // How many steps stood still, and the most that did one after the other: such gaps never shrink.
    var (gap, longest) = (0, 0)
    for step in steps[fractionCount...] {
      carry += step
      let whole = carry.rounded(.towardZero)
      carry -= whole
      if whole != 0 {
        while gap < longest {
          add(0)
          gap += 1
        }
        longest = gap
      }
      gap = whole == 0 ? gap + 1 : 0
      add(whole)
    }
  }

  private mutating func add(_ step: Double) { distances.append((distances.last ?? 0) + step) }

  /// Returns the distance after a number of seconds: between steps a part of the next one, unless it is whole.
  func distance(after seconds: Double) -> Double {
    let last = Double(distances.count - 1)
    let index = Int(min(max((seconds + TouchpadGlide.instant) / Self.step, 0), last))
    guard index < fractionCount else { return distances[index] }
    let part = max(seconds / Self.step - Double(index), 0)
    return distances[index] + (distances[index + 1] - distances[index]) * part
  }
}
