package import PantographBase
import PantographGestures
package import PantographInteractions
package import PantographTouches
package import PantographTrajectories

/// Writes what a live page shows beside the trajectory, as one JSON object per line whose first member is `note`.
///
///     {"note":"source","surface":[104.000000,64.000000]}
///     {"note":"fingers","time":0.012000,"fingers":[[1,52.100,30.250]]}
///     {"note":"gesture","number":1,"began":0.031000,"time":0.310000,"outcome":"finish","margin":"0.23","reason":"…"}
///     {"note":"levels","levels":{"fraction":[[0.500000,"above 0.50"]],"velocity":[]}}
package struct LiveNotes: StreamReport {
  /// The bytes that were written and not yet removed.
  package var bytes: [UInt8] = []
  /// The number of gestures that have begun, over all sources.
  package private(set) var gestureCount = 0

  private let interaction: Interaction
  private var hasContacts = false
  /// When the newest gesture began.
  private var began = Timestamp(microseconds: 0)

  /// Makes a report on an interaction.
  package init(_ interaction: Interaction) { self.interaction = interaction }

  /// Writes the size of the surface of a source, whose time starts at 0.
  package mutating func begin(on surface: Surface) {
    let size = [surface.size.x, surface.size.y].map { JSONText.number($0) }
    write(["note": .string("source"), "surface": .list(size)])
    hasContacts = false
  }

  /// Writes that the recording of a gesture can be saved.
  package mutating func offer(_ number: Int, at path: String) {
    write(["note": .string("kept"), "number": .integer(number), "file": .string(path)])
  }

  /// Writes that the user's page has changed, upon which it is loaded again; the time makes the note unique.
  package mutating func writeChange(at time: Timestamp) {
    write(["note": .string("changed"), "at": .integer(Int(time.microseconds))])
  }

  /// Ignores a sample.
  package mutating func receive(_ sample: Sample) throws(Never) {}

  /// Writes the outcome of a gesture, and where the thresholds were.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    switch event.kind {
    case .began:
      gestureCount += 1
      began = event.time
    case .cancelled: writeOutcome("cut off", at: event.time)
    case .ended(let context):
      // A threshold in millimetres per second has a place in the plot once the distance is known.
      let levels = Self.levels(of: interaction.rule, over: context.mapping.distance)
      write(["note": .string("levels"), "levels": levels])
    case .decided(let decision):
      let reason = decision.judgement.map(Wording.reason(of:)) ?? Wording.cutOff
      var margin: String?
      if let finding = decision.judgement?.findings[0][0], let value = decision.margin {
        margin = Wording.number(value) + Wording.unit(of: finding.condition)
      }
      let isCutOff = decision.judgement == nil
      writeOutcome(
        isCutOff ? "cut off" : Wording.outcome(of: decision), margin, reason, at: event.time)
    case .changed, .handoff, .completed, .held, .started: break
    }
  }

  /// Writes the positions of the fingers, in millimetres.
  package mutating func receive(_ frame: TouchFrame) throws(Never) {
    guard hasContacts || !frame.contacts.isEmpty else { return }
    hasContacts = !frame.contacts.isEmpty
    bytes.append("{\"note\":\"fingers\",\"time\":")
    bytes.appendFixed(scaled: frame.time.microseconds, decimals: 6)
    bytes.append(",\"fingers\":[")
    for (index, contact) in frame.contacts.enumerated() {
      bytes.append(index == 0 ? "[" : ",[")
      bytes.appendFixed(scaled: Int64(contact.id), decimals: 0)
      for coordinate in [contact.position.x, contact.position.y] {
        bytes.append(",")
        bytes.appendFixed(coordinate, decimals: 3)
      }
      bytes.append("]")
    }
    bytes.append("]}\n")
  }

  private mutating func write(_ line: JSONText) { bytes.append("\(line.text)\n") }

  private mutating func writeOutcome(
    _ outcome: String, _ margin: String? = nil, _ reason: String = "", at time: Timestamp
  ) {
    write([
      "note": .string("gesture"), "number": .integer(gestureCount), "began": .seconds(began),
      "time": .seconds(time),
      "outcome": .string(outcome), "margin": .string(margin), "reason": .string(reason),
    ])
  }

  /// The thresholds of a rule that are levels of the fraction or the velocity, as far as they are known.
  static func levels(of rule: ReleaseRule, over distance: Double?) -> JSONText {
    func list(_ levels: [ChannelPlot.Level]) -> JSONText {
      .list(levels.map { .list([.number($0.value), .string($0.words)]) })
    }
    let levels = DecisionSection.levels(of: rule, over: distance)
    return ["fraction": list(levels.fraction), "velocity": list(levels.velocity)]
  }
}

/// The first message of a live stream: the interaction's name and properties.
package struct LiveAbout: Sendable {
  private let interaction: Interaction
  private let name: String
  private let surface: Surface?

  /// Makes the message for an interaction with a display name, and the surface if it is known.
  package init(_ interaction: Interaction, named name: String, on surface: Surface?) {
    self.interaction = interaction
    self.name = name
    self.surface = surface
  }

  /// The name, the gesture, the samples per second, and each column with its values at both ends and its effect on the
  /// page's layer.
  package var json: JSONText {
    let scene = LayerScene(of: interaction)
    let (from, to) = (interaction.values(at: 0), interaction.finalValues)
    let columns = interaction.columns.indices.map { index -> JSONText in
      [
        "name": .string(interaction.columns[index]),
        "from": .number(hasStart(index) ? from[index] : nil), "to": .number(to[index]),
        "effect": .string(scene.roles[0][index]?.words),
      ]
    }
    return [
      "name": .string(name), "gesture": .string(Wording.name(of: interaction.gesture)),
      "rate": .number(interaction.rate, decimals: 3), "columns": .list(columns),
      "layer": scene.json, "roles": scene.json(rolesOf: 0),
      // Others are known after the first gesture.
      "levels": LiveNotes.levels(of: interaction.rule, over: nil),
      "surface": surface.map { .list([.number($0.size.x), .number($0.size.y)]) } ?? .null,
    ]
  }

  /// Whether a column has a value of its own at the start.
  private func hasStart(_ index: Int) -> Bool {
    let name = interaction.columns[index]
    let first = interaction.animation.properties.first { $0.name == name }
    let second = interaction.afterwards?.properties.first { $0.name == name }
    return (first?.from ?? second?.from) != nil
  }
}

/// The last seconds of a fraction over time, in a fixed number of steps.
struct LiveCurve {
  /// The value at the end of a step.
  struct Point {
    /// The number of the step, counted from time 0.
    var step: Int64
    var fraction: Double
    /// Whether a release happened in it.
    var isMarked: Bool
  }

  /// 4 s: a gesture and its animation.
  private static let window: Int64 = 4_000_000
  /// 512: more than the dots of a line on most screens.
  static let steps = 512

  private var points: [Point?] = Array(repeating: nil, count: LiveCurve.steps)
  private var newest: Int64 = 0

  /// Adds a fraction, which is marked if a release happens at that time.
  mutating func add(_ fraction: Double, at time: Timestamp, isRelease: Bool = false) {
    let step = advance(to: time)
    let isMarked = isRelease || self[step]?.isMarked ?? false
    points[Self.index(of: step)] = Point(step: step, fraction: fraction, isMarked: isMarked)
  }

  /// Advances to a time, and returns its step.
  private mutating func advance(to time: Timestamp) -> Int64 {
    let step = max(time.microseconds, 0) / (Self.window / Int64(Self.steps))
    // Time that jumps back belongs to a new trajectory.
    if step < newest { for index in points.indices { points[index] = nil } }
    newest = step
    return step
  }

  private static func index(of step: Int64) -> Int { Int(step % Int64(steps)) }

  private subscript(step: Int64) -> Point? {
    guard let point = points[Self.index(of: step)], point.step == step else { return nil }
    return point
  }

  /// The point of a step of the window, counted from the oldest.
  subscript(index: Int) -> Point? {
    let step = newest - Int64(Self.steps - 1 - index)
    return step < 0 ? nil : self[step]
  }

  /// The lowest and the highest fraction in the window, including 0 and 1.
  var range: (low: Double, high: Double) {
    var low = 0.0
    var high = 1.0
    for index in 0..<Self.steps {
      guard let point = self[index] else { continue }
      low = min(low, point.fraction)
      high = max(high, point.fraction)
    }
    return (low, high)
  }
}

extension LayerScene {
  /// Makes the scene of an interaction before its first gesture.
  init(of interaction: Interaction) {
    let start = Sample(
      time: Timestamp(microseconds: 0), phase: .idle, fraction: 0, velocity: 0,
      values: interaction.values(at: 0))
    self.init([PlottedRun("", interaction.columns, [start])], on: Stage(interaction))
  }
}

extension Interaction {
  /// Returns the values of the properties when the first animation has made this progress.
  func values(at progress: Double) -> [Double] {
    columns.map { name in
      let own = animation.properties.filter { $0.name == name }
      // Additive animations add their changes.
      let change = own.map { $0.value(at: progress, from: $0.from ?? 0) - ($0.from ?? 0) }
      return (own.first?.from ?? start(of: name)) + change.reduce(0, +)
    }
  }

  /// The values of the properties in the end.
  var finalValues: [Double] {
    zip(columns, values(at: 1)).map { name, value in
      afterwards?.properties.first { $0.name == name }?.value(at: 1, from: value) ?? value
    }
  }

  private func start(of name: String) -> Double {
    afterwards?.properties.first { $0.name == name }?.from ?? 0
  }
}
