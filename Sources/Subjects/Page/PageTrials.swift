import PantographBase
import PantographTraces
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

  /// The direction back.
  var opposite: PageDirection {
    switch self {
    case .up: .down
    case .down: .up
    case .left: .right
    case .right: .left
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
    /// Its way from its start at last.
    var way = Vector.zero
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
  /// The selector of the only element to take hold of, if it is given.
  private let target: String?
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
    self.target = target
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
    let named = survey.elements.first { $0.selector == target }
    if let target, named?.landings.isEmpty ?? true {
      return named?.letsTouchesThrough ?? false
        ? "no touch reaches \(target), which has pointer-events: none"
        : "no touch reaches \(target): it is covered, hidden or outside of the viewport"
    }
    if tried.isEmpty, survey.elements.contains(where: { !$0.landings.isEmpty }) {
      return "a finger has no room to move there: less than \(Int(Self.leastRoom)) pixels"
    }
    return tried.isEmpty
      ? "a finger can take hold of no element"
      : "nothing moves under a finger on \(count == 1 ? "the element that was" : "the \(count) elements that were") tried"
  }

  // MARK: Trials

  /// How many trials follow, if something moves under a finger on the element that is tried.
  package var remaining: Int {
    let target = current?.target ?? waiting.first?.target
    return waiting.count { $0.target == target }
  }

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
      !event.words.hasPrefix(Milestone.consoleError)
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
        if property == "x" { movement.way.x = change.last ?? 0 }
        if property == "y" { movement.way.y = change.last ?? 0 }
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
  private func longest(_ direction: PageDirection) -> Double { 0.6 * extent(direction) }

  /// The pixels from one edge of the page to the other.
  private func extent(_ direction: PageDirection) -> Double {
    Double(direction.step.x == 0 ? page.height : page.width)
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

extension PageTrials {
  /// Returns what follows from the trials; `nil` if nothing moves under a finger.
  ///
  /// - Parameters:
  ///   - reach: the pixels for which a finger needs room, from as near to the middle as it has it; `nil` for the whole
  ///     travel.
  ///   - travel: the travel of the gestures; `nil` for as much of what was seen as there is room for.
  package func proposal(reaching reach: Double? = nil, over travel: Double? = nil) -> PageProposal?
  {
    guard let best, let target = best.trial.target else { return nil }
    let direction = best.trial.direction
    let needed = reach ?? PageGestures.longestShare * self.travel(of: best)
    guard let landing = landing(best.trial, for: needed) else { return nil }
    // What moves with other gestures on the same element matters as well.
    let others = outcomes.filter { $0.trial.target == target }
    let all = others.flatMap { $0.moved }
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
    let room = room(direction, from: landing)
    var gestures = PageGestures(
      from: landing.position, direction,
      over: travel ?? min(self.travel(of: best), room / PageGestures.longestShare), within: room,
      scale: page.pixelsPerMillimetre)
    gestures.otherDirections = others.filter { $0.peak > Self.leastRest }.map { $0.trial.direction }
      .filter { $0 != direction && self.room($0, from: landing) > 0.4 * gestures.travel }
    gestures.secondLanding = secondLanding(best, from: landing, for: gestures.flickDistance)
    return PageProposal(subject: Subject(.page(page), pace: best.trial.pace), gestures: gestures)
  }

  /// Returns the pixels from one rest to the other, if there is another one, or else those of the trial.
  private func travel(of outcome: Outcome) -> Double {
    let rest = outcome.moved.reduce(0) { max($0, $1.rest) }
    return rest > Self.leastRest ? rest : distance(outcome.trial)
  }

  /// Returns where a finger takes hold of an element that has followed it to another place; `nil` if it is not on the page
  /// any more, or where it was.
  ///
  /// There must be room to move back from there. If the element itself stays, and only something in it has moved, such as a
  /// track, the finger lands where the first one has lifted.
  private func secondLanding(
    _ outcome: Outcome, from landing: PageSurvey.Landing, for distance: Double
  ) -> Point? {
    guard outcome.moved.contains(where: { $0.rest > Self.leastRest }) else { return nil }
    let own = outcome.moved.first { $0.element == outcome.trial.target }
    let step = outcome.trial.direction.step
    guard let travel = own?.way, travel != .zero else { return landing.position + step * distance }
    let place = landing.position + travel
    let isOnPage = PageDirection.allCases.allSatisfy {
      let needed = $0 == outcome.trial.direction.opposite ? distance : 0
      return $0.room(from: place, in: page) > needed + Self.margin
    }
    return isOnPage && travel.x * step.x + travel.y * step.y > Self.leastRest ? place : nil
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
