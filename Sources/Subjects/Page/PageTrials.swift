import PantographBase
package import PantographTraces
package import PantographTrajectories

/// A direction in which a finger moves on a page.
package enum PageDirection: String, CaseIterable, Sendable {
  case up, down, left, right

  /// The step of a pixel.
  var step: Vector {
    switch self {
    case .up: Vector(x: 0, y: -1)
    case .down: Vector(x: 0, y: 1)
    case .left: Vector(x: -1, y: 0)
    case .right: Vector(x: 1, y: 0)
    }
  }

  /// Returns the pixels from a position to the edge of a viewport.
  func room(from position: Point, in page: Subject.Page) -> Double {
    switch self {
    case .up: position.y
    case .down: Double(page.height) - position.y
    case .left: position.x
    case .right: Double(page.width) - position.x
    }
  }
}

/// Finds out what of a page moves under a finger, and proposes a subject and gestures for it.
///
/// The elements that promise most are tried one after the other, in all directions, until one is found that a finger
/// moves. What moves without a finger does not count, nor what only rides on an element that moves.
package struct PageTrials: Sendable {
  /// A finger that takes hold of an element, and moves.
  package struct Trial: Hashable, Sendable {
    /// The index of the element; `nil` for a trial that nobody touches.
    var target: Int?
    var direction = PageDirection.up
    var pace = Subject.Pace.fast
  }

  /// What moved in a trial.
  private struct Outcome {
    var trial: Trial
    /// The elements that moved by themselves, and what of them.
    var moved: [Movement]
    /// Whether it says more than others: something near the finger moved, or stays elsewhere.
    var worth: Int

    var peak: Double { moved.reduce(0) { max($0, $1.peak) } }
  }

  /// What of an element moved.
  private struct Movement {
    var element: Int
    var properties: [String]
    /// Pixels; an opacity counts as 100.
    var peak: Double
    /// How far it is from its start at last.
    var rest: Double
  }

  /// 6 elements: with four directions each, and a second for each trial, half a minute.
  private static let mostTargets = 6
  /// 6 elements: more columns than a reader follows.
  private static let mostElements = 6
  /// 60 pixels, a centimetre: less says nothing.
  private static let leastRoom = 60.0
  /// 16 pixels: what is farther from its start at last has gone somewhere else.
  private static let leastRest = 16.0
  /// 8 pixels: where a finger at the edge would leave the page.
  private static let margin = 8.0
  /// What is taken down in a trial, besides custom properties.
  private static let usual = ["x", "y", "width", "height", "opacity", "scrollTop", "scrollLeft"]

  private let survey: PageSurvey
  private let page: Subject.Page
  private var waiting: [Trial]
  private var current: Trial?
  private let properties: [String]
  /// What the page shows without a finger.
  private var still = ResultTable()
  /// The columns that change without a finger.
  private var restless: Set<String> = []
  private var outcomes: [Outcome] = []
  /// The elements that were tried.
  private var tried: [Int] = []
  /// What the page has done with a finger on an element, so that it could not be tried.
  private(set) var failures: [String] = []

  /// Prepares the trials.
  ///
  /// - Parameters:
  ///   - survey: the elements of the page.
  ///   - page: the page, with its viewport and density.
  ///   - target: the selector of the element to take hold of; `nil` for those that promise most.
  ///   - direction: the only direction to try; `nil` for all.
  init(
    _ survey: PageSurvey, of page: Subject.Page, on target: String?, direction: PageDirection?
  ) {
    self.survey = survey
    self.page = page
    properties = Self.usual + survey.properties
    let candidates = survey.elements.indices.filter { !survey.elements[$0].landings.isEmpty }
    let targets =
      target.map { target in candidates.filter { survey.elements[$0].selector == target } }
      ?? candidates.sorted {
        let (one, other) = (survey.elements[$0], survey.elements[$1])
        // Of two that promise the same, the inner one: fingers take hold of handles.
        return one.promise == other.promise ? $0 > $1 : one.promise > other.promise
      }
    waiting = [Trial()]
    for target in targets.prefix(Self.mostTargets) {
      for each in PageDirection.allCases where direction == nil || direction == each {
        let trial = Trial(target: target, direction: each)
        if room(trial) >= Self.leastRoom { waiting.append(trial) }
      }
    }
  }

  /// Why there is no proposal.
  var failure: String {
    let count = tried.count
    if tried.isEmpty, survey.elements.contains(where: { !$0.landings.isEmpty }) {
      return "a finger has no room to move there: less than \(Int(Self.leastRoom)) pixels"
    }
    return tried.isEmpty
      ? "a finger can take hold of no element"
      : "nothing moves under a finger on \(count == 1 ? "the element that was" : "the \(count) elements that were") tried"
  }

  // MARK: Trials

  /// How many trials may follow at most.
  package var remaining: Int { waiting.count }

  /// Returns what to try next; `nil` if enough is known.
  package mutating func next() -> Trial? {
    if let current, current.target != waiting.first?.target, best != nil { return nil }
    current = waiting.isEmpty ? nil : waiting.removeFirst()
    return current
  }

  /// The subject of a trial: all elements of the page.
  func subject(of trial: Trial) -> Subject {
    var page = page
    page.elements = survey.elements.map { Subject.Element(name: $0.name, selector: $0.selector) }
    page.shown = properties
    return Subject(.page(page), pace: trial.pace)
  }

  /// The finger of a trial: it moves in 0.4 s, and rests before it lifts.
  func gesture(of trial: Trial) -> SyntheticGesture? {
    guard let landing = landing(trial) else { return nil }
    let finger = Finger(at: millimetres(landing.position))
      .move(by: step(trial.direction, of: distance(trial)), duration: 0.4).hold(0.1)
    return SyntheticGesture([finger])
  }

  /// Takes note that the last trial has failed: the element is not tried any more.
  mutating func leave(because sentence: String) {
    guard let target = current?.target else { return }
    if tried.last != target { tried.append(target) }
    failures.append("on \(survey.elements[target].selector), \(sentence)")
    waiting.removeAll { $0.target == target }
  }

  /// Takes what the page has shown in the last trial.
  package mutating func take(_ shown: ResultTable) {
    guard let trial = current else { return }
    guard let target = trial.target else {
      still = shown
      let moving = shown.columns.filter { column in
        column.points.contains { $0.value != column.points[0].value }
      }
      restless = Set(moving.map { $0.name })
      return
    }
    if tried.last != target { tried.append(target) }
    let leavesScrolling = shown.events.contains { $0.words.hasPrefix("pointercancel: ") }
    if trial.pace == .fast, leavesScrolling {
      waiting.insert(
        Trial(target: target, direction: trial.direction, pace: .real), at: 0)
      return
    }
    let moved = movements(in: shown, within: trial.pace == .real ? 3 : 1)
    // A canvas shows nothing, but the page may say what it has done.
    let speaks = shown.events.contains { event in
      !event.words.hasPrefix("console error: ")
        && !still.events.contains { $0.words == event.words }
    }
    guard speaks || !moved.isEmpty else { return }
    let isNear =
      moved.isEmpty
      || moved.contains {
        $0.element == target || survey.isAround($0.element, target) && $0.element != 0
          || survey.isAround(target, $0.element)
      }
    let stays = moved.contains { $0.rest > Self.leastRest }
    outcomes.append(
      Outcome(trial: trial, moved: moved, worth: (isNear ? 2 : 0) + (stays ? 1 : 0)))
  }

  /// The trial that says most; `nil` while nothing near a finger has moved.
  private var best: Outcome? {
    var best: Outcome?
    for outcome in outcomes where outcome.worth >= 2 {
      let isBetter =
        best.map { best in
          outcome.worth == best.worth ? outcome.peak > best.peak : outcome.worth > best.worth
        } ?? true
      if isBetter { best = outcome }
    }
    return best
  }

  /// Returns the elements that moved, but for those that move anyway and those that ride on others.
  private func movements(in shown: ResultTable, within tolerance: Double) -> [Movement] {
    let changes = survey.elements.map { element in
      properties.map { change(of: "\(element.name).\($0)", in: shown) }
    }
    return survey.elements.indices.compactMap { index in
      var movement = Movement(element: index, properties: [], peak: 0, rest: 0)
      let outer = survey.elements[index].parent.map { changes[$0] }
      for (place, property) in properties.enumerated() {
        guard let own = changes[index][place] else { continue }
        // Its place and size beside those of what is around it, which may also scroll.
        var change = own
        if place < 4 { change.add(outer?[place], times: -1) }
        if property == "x" { change.add(outer?[6], times: 1) }
        if property == "y" { change.add(outer?[5], times: 1) }
        let isShare = property == "opacity" || place >= Self.usual.count
        let scale = isShare ? 100.0 : 1
        // What stays while all around it moves does not move.
        let peak = min(own.reach, change.reach) * scale
        guard peak > tolerance else { continue }
        movement.properties.append(property)
        movement.peak = max(movement.peak, peak)
        movement.rest = max(movement.rest, abs(change.last ?? 0) * scale)
      }
      return movement.properties.isEmpty ? nil : movement
    }
  }

  /// Returns how far a column is from what it shows without a finger; `nil` if that changes, too.
  private func change(of name: String, in shown: ResultTable) -> [Double]? {
    guard !restless.contains(name), let points = shown[name]?.points,
      let start = still[name]?.points.last?.value ?? points.first?.value
    else { return nil }
    return points.map { $0.value - start }
  }

  /// Returns where a finger lands: in the middle, unless the edge is nearer to it than this many pixels.
  private func landing(_ trial: Trial, for distance: Double) -> PageSurvey.Landing? {
    guard let target = trial.target else { return nil }
    let landings = survey.elements[target].landings
    func room(_ landing: PageSurvey.Landing) -> Double { self.room(trial.direction, from: landing) }
    return landings.first { room($0) >= distance } ?? landings.max { room($0) < room($1) }
  }

  private func landing(_ trial: Trial) -> PageSurvey.Landing? {
    landing(trial, for: longest(trial.direction))
  }

  private func room(_ direction: PageDirection, from landing: PageSurvey.Landing) -> Double {
    direction.room(from: landing.position, in: page) - Self.margin
  }

  private func room(_ trial: Trial) -> Double {
    landing(trial).map { room(trial.direction, from: $0) } ?? 0
  }

  /// The pixels that a finger moves at most in a trial: over the middle of the page.
  private func longest(_ direction: PageDirection) -> Double {
    0.6 * Double(direction.step.x == 0 ? page.height : page.width)
  }

  private func distance(_ trial: Trial) -> Double {
    min(room(trial), longest(trial.direction))
  }

  private func step(_ direction: PageDirection, of pixels: Double) -> Vector {
    direction.step * (pixels / page.pixelsPerMillimetre)
  }

  private func millimetres(_ position: Point) -> Point {
    Point(x: position.x / page.pixelsPerMillimetre, y: position.y / page.pixelsPerMillimetre)
  }
}

extension [Double] {
  /// The greatest of them, whatever its sign.
  fileprivate var reach: Double { reduce(0) { Swift.max($0, abs($1)) } }

  /// Adds the numbers of as many rows.
  fileprivate mutating func add(_ others: [Double]?, times factor: Double) {
    guard let others, others.count == count else { return }
    for index in indices { self[index] += factor * others[index] }
  }
}

/// What is proposed to guard a page: a subject, and gestures on one of its elements.
package struct PageProposal: Sendable {
  /// The subject: what moves, and where fingers land.
  package let subject: Subject
  /// The direction in which most moves.
  package let direction: PageDirection
  /// The gestures.
  package let gestures: [Gesture]

  /// The names of the gestures.
  package static let names = ["flick", "slow", "short", "reversed", "cancelled"]

  /// A gesture, and the name of its folder.
  package struct Gesture: Sendable {
    package let name: String
    package let gesture: SyntheticGesture
  }

  /// The text of `subject.json`, with what differs from the usual values.
  package var text: String {
    guard case .page(let page) = subject.kind else { return "" }
    func quoted(_ word: String) -> String { JSONText.string(word).text }
    func list(_ words: [String]) -> String { "[" + words.joined(separator: ", ") + "]" }
    func object(_ members: [(String, String)]) -> String {
      let members = members.map { "\(quoted($0.0)): \($0.1)" }
      let line = "{ " + members.joined(separator: ", ") + " }"
      return line.utf8.count <= 80
        ? line : "{\n    " + members.joined(separator: ",\n    ") + "\n  }"
    }
    let usual = Subject.Page(location: page.location)
    let part = page.placement.part
    var members = [
      ("version", "1"), ("page", quoted(page.location)),
      ("elements", object(page.elements.map { ($0.name, quoted($0.selector)) })),
      ("show", list(page.shown.map(quoted))),
    ]
    if (page.width, page.height) != (usual.width, usual.height) {
      members.append(
        ("viewport", object([("width", "\(page.width)"), ("height", "\(page.height)")])))
    }
    if let target = page.placement.on {
      members.append(
        (
          "placement",
          object([
            ("on", quoted(target)), ("part", list([part.x.asWritten, part.y.asWritten])),
          ])
        ))
    }
    if subject.pace == .real { members.append(("pace", quoted("real"))) }
    if !page.events.isEmpty { members.append(("events", list(page.events.map(quoted)))) }
    return "{\n" + members.map { "  \(quoted($0.0)): \($0.1)" }.joined(separator: ",\n") + "\n}\n"
  }
}

extension PageTrials {
  /// What follows from the trials; `nil` if nothing moves under a finger.
  package var proposal: PageProposal? {
    guard let best, let target = best.trial.target,
      let landing = landing(best.trial, for: Self.longestShare * travel(of: best))
    else { return nil }
    // What moves with other gestures on the same element matters as well.
    let all = outcomes.filter { $0.trial.target == target }.flatMap { $0.moved }
    let first = best.moved.sorted { $0.peak > $1.peak }
    var chosen: [Int] = []
    for movement in first + all
    where !chosen.contains(movement.element) && chosen.count < Self.mostElements {
      chosen.append(movement.element)
    }
    if chosen.isEmpty { chosen = [target] }
    chosen.sort()
    var page = page
    page.elements = chosen.map {
      Subject.Element(name: survey.elements[$0].name, selector: survey.elements[$0].selector)
    }
    let shown = all.filter { chosen.contains($0.element) }.flatMap { $0.properties }
    if !shown.isEmpty { page.shown = properties.filter { shown.contains($0) } }
    page.placement.on = survey.elements[target].selector
    page.placement.part = landing.part
    if best.trial.pace == .real { page.events = ["scrollend"] }
    return PageProposal(
      subject: Subject(.page(page), pace: best.trial.pace), direction: best.trial.direction,
      gestures: gestures(best, from: landing))
  }

  /// Returns the pixels from one rest to the other, if there is another one, or else those of the trial.
  private func travel(of outcome: Outcome) -> Double {
    let rest = outcome.moved.reduce(0) { max($0, $1.rest) }
    return rest > Self.leastRest ? rest : distance(outcome.trial)
  }

  /// The part of the travel that the longest of the gestures covers.
  private static let longestShare = 0.8

  /// Five gestures about the travel from one rest to the other: fast, over most of it, short of it, back again, and
  /// cancelled.
  private func gestures(
    _ outcome: Outcome, from landing: PageSurvey.Landing
  ) -> [PageProposal.Gesture] {
    let start = millimetres(landing.position)
    let travel = min(
      travel(of: outcome), room(outcome.trial.direction, from: landing) / Self.longestShare)
    func step(_ share: Double) -> Vector { self.step(outcome.trial.direction, of: share * travel) }
    func gesture(
      _ name: String, _ path: (Finger) -> Finger, isCutOff: Bool = false
    ) -> PageProposal.Gesture {
      var gesture = SyntheticGesture([path(Finger(at: start))])
      gesture.isCutOff = isCutOff
      return PageProposal.Gesture(name: name, gesture: gesture)
    }
    return [
      // Half of the distance is covered when it lifts, at 15/8 of the mean speed.
      gesture("flick", { $0.move(by: step(0.6), duration: 0.2, until: 0.5) }),
      gesture("slow", { $0.move(by: step(Self.longestShare), duration: 0.8).hold(0.2) }),
      gesture("short", { $0.move(by: step(0.25), duration: 0.5).hold(0.2) }),
      gesture(
        "reversed",
        {
          $0.move(by: step(0.7), duration: 0.35).move(by: step(-0.6), duration: 0.3, until: 0.5)
        }),
      gesture("cancelled", { $0.move(by: step(0.6), duration: 0.4) }, isCutOff: true),
    ]
  }
}
