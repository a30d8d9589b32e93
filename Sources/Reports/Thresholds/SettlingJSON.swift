package import PantographBase
import PantographInteractions
import PantographMotion
import PantographTrajectories

extension ReleaseSettling {
  /// The paths as data for `channels.js`: that of the whole, with the others.
  package var json: JSONText {
    guard !others.isEmpty else { return .object(whole.members) }
    return .object(whole.members + [("others", .list(others.map(Self.json)))])
  }

  private static func json(_ part: PartSettling) -> JSONText {
    switch part {
    case .ramp(let from, let to): ["ramp": .list([.exact(from), .exact(to)])]
    case .path(let path, let delay, let rate):
      .object(path.members + [("delay", .exact(delay)), ("rate", .exact(rate))])
    case .beside(let path): .object(path.members)
    }
  }
}

extension ReleaseSettling.Obstacle {
  /// Why there is no curve, after "Not drawn:".
  var words: String {
    switch self {
    case .coasts: "it would coast"
    case .jumps: "it would jump there"
    case .scrubsByTime: "fingers move it in time, not in progress"
    case .isCaught: "it was caught in flight, which moves its delayed properties"
    case .hasFlick: "a flick would settle otherwise"
    case .hasOwnTiming: "its timing has no closed form"
    }
  }
}

extension SettlingPath {
  fileprivate var members: [(key: String, value: JSONText)] {
    let form: (key: String, value: JSONText) =
      switch shape {
      case .spring(let spring, let start):
        (
          "spring",
          [
            "frequency": .exact(spring.frequency), "ratio": .exact(spring.dampingRatio),
            "offset": .exact(start.offset), "velocity": .exact(start.velocity),
          ]
        )
      case .curve(let curve, let from, let to, let low, let high):
        (
          "curve",
          [
            "points": .list([curve.x1, curve.y1, curve.x2, curve.y2].map { .exact($0) }),
            "from": .exact(from), "to": .exact(to), "low": .exact(low), "high": .exact(high),
          ]
        )
      }
    return [("target", .exact(target)), ("seconds", .exact(seconds)), form]
  }
}

extension Interaction {
  /// What moves each column while it settles, as data for `channels.js`.
  package var settlingColumns: JSONText {
    let movers = animation.movers
    return .list(
      columns.map { name in
        let moves = animation.properties.filter { $0.name == name }.map { property -> JSONText in
          let mover = movers.firstIndex(of: property.mover).map { $0 + 1 } ?? 0
          return .list([.integer(mover), .exact(property.from ?? 0), property.end])
        }
        let later = afterwards?.properties.first { $0.name == name }
        return ["base": .exact(later?.from ?? 0), "moves": .list(moves)]
      })
  }
}

extension AnimationPlan.Property {
  /// Its value at the end, or its keyframes: when each begins and ends, and the value there.
  fileprivate var end: JSONText {
    guard !keyframes.isEmpty else { return .exact(to) }
    return .list(
      keyframes.map { keyframe in
        .list(
          [keyframe.start, min(keyframe.start + keyframe.duration, 1), keyframe.to]
            .map { .exact($0) })
      })
  }
}
