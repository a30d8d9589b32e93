import PantographBase
import PantographGestures

// The keys of a pan before there was `as`. They are read until the next version; then this file goes, and `formerKeys` with it.

extension PanGestureRecognizer.Settings {
  static let formerKeys: [Key<Self>] = [
    Key(
      "rollingSlop", .millimetres,
      "Former key, see as. The same distance while a finger has just landed or is lifting.",
      { $0.rollingSlop },
      { $0.rollingSlop = $1 },
      say: { "needs \($0.asWritten) mm while a finger has just landed or is lifting" }),
    Key(
      "fewestReports",
      .whole(NumberRange(range: 1...1000, noun: "a whole number of reports", isWhole: true)),
      "Former key, see as. The report with which the gesture begins at the earliest, counting the landing.",
      { $0.fewestReports }, { $0.fewestReports = $1 },
      say: { "begins with report \($0) at the earliest" }),
    Key(
      "firstDirection", .one(FormerPanSettings.FirstDirection.keys),
      "Former key, see as. The direction in which the fingers must set out; by default any.",
      { $0.firstDirection },
      { $0.firstDirection = $1 },
      say: { "fails unless the fingers set out \(Wording.toward($0.direction.rawValue))" }),
    Key(
      "mostAcross", .millimetres,
      "Former key, see as. The gesture waits while the fingers have moved farther across its direction; by default however far.",
      { $0.mostAcross }, { $0.mostAcross = $1 },
      say: { "waits while more than \($0.asWritten) mm across" }),
    Key(
      "beginsWithin", .number(.seconds).inline,
      "Former key, see as. The gesture fails if it has not begun this many seconds after the landing; by default it may begin at any time.",
      { $0.beginsWithin }, { $0.beginsWithin = $1 },
      say: { "fails if it has not begun after \($0.asWritten) s" }),
    Key(
      "translationFrom", .name("origin"), "Former key, see as. Where the translation counts from.",
      { $0.translationFrom }, { $0.translationFrom = $1 },
      say: { "counts its translation from \($0.inWords)" }),
    Key(
      "follows", .name("choice of fingers"),
      "Former key, see as. Which fingers the translation follows.",
      { $0.follows }, { $0.follows = $1 },
      say: { _ in "follows the mean of all fingers" }),
    Key(
      "acceleration", .name("acceleration"),
      "Former key, see as. How the speed of a movement changes its length.", { $0.acceleration },
      { $0.acceleration = $1 }, say: { "is accelerated as by \($0.rawValue)" }),
    Key(
      "velocityFrom",
      .name(among: FormerPanSettings.Origin.ofVelocity, "origin of a velocity"),
      "Former key, see as. Where the velocity counts from.", { $0.velocityFrom },
      { $0.velocityFrom = $1 },
      say: { "counts its velocity from \($0.inWords)" }),
  ]
}

extension Interaction {
  /// What to write in place of keys that only this version reads; `nil` if there are none.
  package var noteOnFormerKeys: String? {
    guard case .pan(let pan) = gesture, pan.former != nil else { return nil }
    let what = "gesture.pan has keys that the next version does not read"
    guard let renewed = pan.renewed else {
      return "\(what), and no toolkit has all of them: choose one with as"
    }
    let usual = PanGestureRecognizer.Settings(renewed.family)
    let same = PanGestureRecognizer.Settings.keys.members(of: usual)
    let members = PanGestureRecognizer.Settings.keys.members(of: renewed).filter {
      $0.hasPrefix("\"as\"") || !same.contains($0)
    }
    return "\(what): write \"pan\": { \(members.joined(separator: ", ")) }"
  }
}

extension FormerPanSettings.FirstDirection {
  fileprivate static let keys = KeyTable<Self?>(
    count: .one("a direction"),
    [
      key(.horizontal, "How many times as far the first clear movement leads along as across."),
      key(.vertical, "The same for up or down."), key(.right, "The same to the right."),
      key(.left, "The same to the left."), key(.up, "The same for up."),
      key(.down, "The same for down."),
    ])

  private static func key(
    _ direction: PanGestureRecognizer.Direction, _ words: String
  ) -> Key<Self?> {
    Key(
      direction.rawValue, .dominance, words,
      { $0?.direction == direction ? $0?.dominance : nil },
      { $0 = Self(direction, dominance: $1) })
  }
}

extension FormerPanSettings.Origin {
  /// Where a pan counts from, after a preposition.
  fileprivate var inWords: String {
    switch self {
    case .landing: "where the fingers landed"
    case .lastReport: "the report before it begins"
    case .lastReportTwice: "the report before it begins, twice"
    case .slop: "the end of the slop"
    case .beginning: "where it begins"
    case .secondFrame: "the second frame after it begins"
    }
  }
}
