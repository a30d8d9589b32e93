package import PantographBase
import PantographTrajectories

/// Pictures of a page at a few instants of a gesture: as it is, and as it was when its result was accepted.
///
/// Nobody has kept pictures of the accepted page. What it was is the page as it is, with each recorded element moved to
/// where it was accepted, and as opaque: a browser draws that, so it shows what a user would have seen as far as only
/// these elements have changed.
package struct PageFilm: Sendable {
  /// An instant.
  package struct Frame: Sendable {
    package let time: Timestamp
    /// What makes the instant matter.
    package let words: String
    /// A picture as an address with its data.
    package let now: String
    package let before: String
  }

  package internal(set) var frames: [Frame] = []

  /// An instant at which a picture is wanted.
  struct Shot {
    let time: Timestamp
    let words: String
    /// By how much each element has to be moved, and its opacity, to look as it was.
    fileprivate var poses: [JSONText]

    /// A script that makes the page look as it was.
    var posing: String { "(\(PageFilm.pose))(\(JSONText.list(poses).text))" }
    /// A script that makes it look as it is again.
    var unposing: String { "globalThis.pantographUnpose?.()" }
  }

  /// 34 ms, two frames: instants that are nearer to each other share a picture.
  private static let leastDistance: Int64 = 34_000

  /// Chooses the instants of the gesture in which a page has changed, at most five.
  static func shots(
    _ compared: ComparedTables, _ change: ShownChange, of finger: FingerTrack, on page: Subject.Page
  ) -> [Shot] {
    guard
      let gesture = finger.gestures.last(where: { $0.landing <= change.time })
        ?? finger.gestures.first
    else { return [] }
    var instants: [(time: Timestamp, words: String)] = [
      (time: gesture.landing, words: "a finger lands"),
      (time: change.time, words: "the first difference"),
      (time: gesture.release, words: "the last finger lifts"),
      (time: gesture.end, words: "the end"),
    ]
    if let widest = compared.greatestGap(of: change.column, in: gesture) {
      instants.append((time: widest, words: "the greatest difference"))
    }
    var shots: [Shot] = []
    for instant in instants.sorted(by: { $0.time < $1.time }) {
      if let last = shots.last,
        instant.time.microseconds - last.time.microseconds < leastDistance
      {
        shots[shots.count - 1] = Shot(
          time: last.time, words: "\(last.words), \(instant.words)", poses: last.poses)
        continue
      }
      shots.append(
        Shot(
          time: instant.time, words: instant.words,
          poses: page.elements.compactMap { pose(of: $0, at: instant.time, compared) }))
    }
    return shots
  }

  /// Returns by how much an element has to be moved; `nil` if it is as it was.
  private static func pose(
    of element: Subject.Element, at time: Timestamp, _ compared: ComparedTables
  ) -> JSONText? {
    func values(_ name: String) -> (expected: Double, actual: Double)? {
      let column = "\(element.name).\(name)"
      guard let expected = compared.expected[column]?.value(holdingUntil: time),
        let actual = compared.actual[column]?.value(holdingUntil: time), expected != actual
      else { return nil }
      return (expected, actual)
    }
    let way = ["x", "y"].map { name in values(name).map { $0.expected - $0.actual } ?? 0 }
    let opacity = values("opacity")?.expected
    guard way != [0, 0] || opacity != nil else { return nil }
    return .list([
      .string(element.selector), .number(way[0], decimals: 3), .number(way[1], decimals: 3),
      opacity.map { .number($0, decimals: 6) } ?? .null,
    ])
  }

  /// The function that moves elements, and leaves behind one that moves them back.
  ///
  /// An element in another one that is moved, too, goes with it. Each is moved by an animation that stands still: a style
  /// would start transitions of the page, or end those that run.
  private static let pose = #"""
    poses => {
      const moved = new Map();
      for (const [selector, x, y, opacity] of poses) {
        const element = document.querySelector(selector);
        if (element) moved.set(element, { x, y, opacity });
      }
      const animations = [];
      const add = (element, keyframe, composite) => {
        // A page's own element may have a method of this name.
        const animation = Element.prototype.animate.call(
          element, keyframe, { duration: 1, fill: "both", composite });
        animation.pause();
        animations.push(animation);
      };
      for (const [element, pose] of moved) {
        let outer = element.parentElement;
        while (outer && !moved.has(outer)) outer = outer.parentElement;
        const { x, y } = outer ? moved.get(outer) : { x: 0, y: 0 };
        const translate = `${pose.x - x}px ${pose.y - y}px`;
        add(element, { translate: [translate, translate] }, "add");
        if (pose.opacity !== null) add(element, { opacity: [pose.opacity, pose.opacity] }, "replace");
      }
      globalThis.pantographUnpose = () => {
        for (const animation of animations) animation.cancel();
        delete globalThis.pantographUnpose;
      };
    }
    """#
}
