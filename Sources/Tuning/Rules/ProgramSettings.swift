import PantographBase
package import PantographInteractions
import PantographMotion
package import PantographTouches

/// The settings of a program that has gestures of its own, and what an interaction's numbers are in them.
///
/// A program takes a few of an interaction's numbers, in its own units; the others it has no setting for.
package struct ProgramSettings: Sendable {
  /// The name that users type.
  package let name: String
  /// The program, and the version whose settings these are.
  package let title: String
  package let version: String
  /// The file that has them; `nil` for a program without any.
  package let file: String?
  /// What is to be said of them.
  package let remark: String?
  /// The lines around them in the file.
  private let opening: [String]
  private let closing: [String]
  /// Returns the line of each setting, if the interaction has its number.
  private let lines: [@Sendable (inout KnownNumbers) -> String?]

  /// What an interaction is in a program's settings.
  package struct Written: Sendable {
    /// The program.
    package var program: ProgramSettings
    /// The lines for the file; none if the program has no setting for any number.
    package var lines: [String]
    /// The numbers for which it has none, in words.
    package var missing: [String]

    /// The lines, with the file that they belong into before them, and what they lack after them.
    package var text: [String] {
      let name = program.title
      var text: [String] = []
      if let file = program.file, !lines.isEmpty {
        text = ["Settings of \(name) \(program.version), in \(file):", ""] + lines + [""]
      } else if program.file != nil {
        text.append("\(name) has no setting for any number of this interaction.")
      }
      if let remark = program.remark { text.append(remark + ".") }
      if !missing.isEmpty, program.file != nil {
        text.append("\(name) has no setting for: \(missing.joined(separator: "; ")).")
      }
      return text
    }
  }

  /// The pressures at which fingers land on a device and lift.
  package struct Pressures: Sendable {
    private let device: String
    private let range: AxisRange
    private let threshold: PressureThreshold

    /// Creates pressures; `nil` for a device that reports none.
    package init?(_ threshold: PressureThreshold, on device: DeviceDescription) {
      guard let range = device.range(of: .absMTPressure) ?? device.range(of: .absPressure) else {
        return nil
      }
      (self.device, self.range, self.threshold) = (device.name, range, threshold)
    }

    /// The lines of a quirk; `nil` if the device's pressure has too few steps for two of them.
    fileprivate var lines: String? {
      let span = Double(range.maximum) - Double(range.minimum)
      let values = [threshold.down, threshold.up].map { share in
        Int((Double(range.minimum) + share * span).rounded(.up))
      }
      guard values[0] > values[1] else { return nil }
      return (device.isEmpty ? "" : "MatchName=\(device)\n")
        + "AttrPressureRange=\(values[0]):\(values[1])"
    }
  }

  /// Returns what an interaction is in these settings.
  ///
  /// - Parameters:
  ///   - interaction: the interaction.
  ///   - searched: other numbers that were found for it, by the path of their keys.
  ///   - pressures: the pressures at which fingers landed and lifted.
  package func written(
    for interaction: Interaction, searched: [(key: String, value: Double)] = [],
    at pressures: Pressures? = nil
  ) -> Written {
    var known = KnownNumbers(interaction, pressures)
    let lines = lines.compactMap { $0(&known) }.flatMap { $0.split(separator: "\n") }
    let rule = interaction.rule
    let thresholds = rule.thresholdPositions.filter {
      rule[$0].threshold != 0 && !known.used.contains($0)
    }
    let others = searched.filter { setting in
      !known.usedKeys.contains { setting.key.hasPrefix($0) }
    }
    let rest =
      rule.otherwise == .cancel
      ? [] : ["a release that no threshold decides (\(Wording.name(of: rule.otherwise)))"]
    return Written(
      program: self, lines: lines.isEmpty ? [] : opening + lines.map(String.init) + closing,
      missing: thresholds.map { position in
        let condition = rule[position]
        let number = NumberText.exact(condition.threshold)
        return "\(Wording.name(of: condition.quantity)) \(Wording.demand(condition, number))"
      } + others.map { "\($0.key) \(NumberText.exact($0.value))" } + known.unknown + rest)
  }
}

/// The numbers of an interaction, and which of them have been taken.
private struct KnownNumbers {
  private let interaction: Interaction
  let pressures: ProgramSettings.Pressures?
  private(set) var used: Set<ThresholdPosition> = []
  /// What a setting would have, were it known.
  private(set) var unknown: [String] = []
  private(set) var usedKeys: [String] = []

  init(_ interaction: Interaction, _ pressures: ProgramSettings.Pressures?) {
    (self.interaction, self.pressures) = (interaction, pressures)
  }

  /// The fraction from which a release finishes, if the fraction alone decides somewhere.
  mutating func fraction() -> Double? {
    guard isOfOneStep else { return nil }
    let distance = millimetres ?? 1
    return threshold(of: [.fraction, .snapIntervalFraction], per: nil) { condition in
      condition.threshold * condition.unit.scale(distance: distance) / distance
    }
  }

  /// Whether full progress is one step from a snap point to the next, as these programs count it.
  private var isOfOneStep: Bool {
    let points = interaction.rule.snapPoints
    return zip(points, points.dropFirst()).allSatisfy { abs($1 - $0 - 1) < 1e-9 }
  }

  /// The speed from which it finishes, in a unit; an interaction's speed per event is none per second, nor the reverse.
  mutating func speed(in unit: MeasureUnit) -> Double? {
    let distance = millimetres ?? 1
    return threshold(of: [.speed, .velocity, .velocityMagnitude], per: unit.time) { condition in
      condition.threshold * condition.unit.scale(distance: distance)
        / unit.scale(distance: distance)
    }
  }

  private mutating func threshold(
    of quantities: [ReleaseRule.Quantity], per time: MeasureUnit.Time?,
    _ value: (ReleaseRule.Condition) -> Double
  ) -> Double? {
    let rule = interaction.rule
    for position in rule.thresholdPositions {
      let (clause, condition) = (rule.clauses[position.clause], rule[position])
      guard clause.conditions.count == 1, clause.verdict == .finish, condition.threshold > 0,
        quantities.contains(condition.quantity),
        [.above, .atLeast].contains(condition.comparison),
        (condition.unit.time == .event) == (time == .event),
        // Without a distance, a share of it is no length.
        millimetres != nil || (condition.unit.length == .progress) == (time == nil)
      else { continue }
      used.insert(position)
      return value(condition)
    }
    return nil
  }

  private var millimetres: Double? {
    switch (interaction.progress.distance, interaction.scale) {
    case (.millimetres(let distance), _): distance
    case (.points(let points), .perMillimetre(let scale)): points / scale
    case (.points, _), (.share, _): nil
    }
  }

  /// The distance for full progress, in a unit.
  mutating func distance(in length: MeasureUnit.Length) -> Double? {
    guard let millimetres, isOfOneStep else {
      unknown.append(
        "the distance, which "
          + (isOfOneStep ? "depends on the surface" : "is not that of one snap point"))
      return nil
    }
    usedKeys.append("progress.distance")
    return millimetres / MeasureUnit(length).scale(distance: millimetres)
  }

  /// The spring on which it finishes: its stiffness for a mass of 1, and its damping ratio.
  mutating func spring() -> (stiffness: Double, dampingRatio: Double)? {
    guard let spring = interaction.finish.knownSpring else { return nil }
    usedKeys.append("settle.finish.spring")
    let frequency = 2 * Double.pi / spring.response
    return (frequency * frequency, spring.dampingRatio)
  }
}

// MARK: The programs

extension ProgramSettings {
  private init(
    _ name: String, _ title: String, version: String, file: String? = nil, remark: String? = nil,
    from opening: [String] = [], to closing: [String] = [],
    _ lines: [@Sendable (inout KnownNumbers) -> String?] = []
  ) {
    (self.name, self.title, self.version, self.file) = (name, title, version, file)
    (self.remark, self.opening, self.closing, self.lines) = (remark, opening, closing, lines)
  }

  private static let eventSpeed = MeasureUnit(.touchpadPixel, per: .event)

  /// All programs that are known, with the source of their settings.
  package static let all = [
    // src/config/values/ConfigValues.cpp.
    Self(
      "hyprland", "Hyprland", version: "6ffae9c (2026-08-22)", file: "~/.config/hypr/hyprland.conf",
      from: ["gestures {"], to: ["}"],
      [
        { $0.distance(in: .touchpadPixel).map { "    workspace_swipe_distance = \(whole($0))" } },
        { $0.fraction().map { "    workspace_swipe_cancel_ratio = \(NumberText.fixed($0, 2))" } },
        // 0 turns it off, so that a slow speed is 1.
        {
          let speed = $0.speed(in: eventSpeed).map { max($0, 1) } ?? 0
          return "    workspace_swipe_min_speed_to_force = \(whole(speed))"
        },
      ]),
    // metadata/vswipe.xml, as Debian 12 has it.
    Self(
      "wayfire", "Wayfire", version: "0.7.4 (Debian 12)", file: "~/.config/wayfire.ini",
      from: ["[vswipe]"],
      [
        { $0.distance(in: .touchpadPixel).map { "speed_factor = \(NumberText.fixed($0, 1))" } },
        { $0.fraction().map { "threshold = \(NumberText.fixed($0, 2))" } },
        // Of the last two movements together; nobody moves 1000 px in two.
        {
          let delta = $0.speed(in: eventSpeed).map { 2 * $0 } ?? 1000
          return "delta_threshold = \(NumberText.fixed(delta, 1))"
        },
      ]),
    // Its default configuration: "workspace-switch" of "animations".
    Self(
      "niri", "niri", version: "f30db16 (2026-01-28)", file: "~/.config/niri/config.kdl",
      remark: "niri takes the workspace nearest to where a swipe leads; only its spring can be set",
      from: ["animations {", "    workspace-switch {"], to: ["    }", "}"],
      [
        {
          // Of others, niri refuses the file.
          $0.spring().flatMap { spring in
            guard 0.1...10 ~= spring.dampingRatio, 1...100_000 ~= spring.stiffness else {
              return nil
            }
            return "        spring damping-ratio=\(NumberText.fixed(spring.dampingRatio, 2))"
              + " stiffness=\(whole(spring.stiffness)) epsilon=0.0001"
          }
        }
      ]),
    // touchegg.conf: percent of the gesture from which its action is done.
    Self(
      "touchegg", "Touchégg", version: "93f8a28 (2025-06)",
      file: "~/.config/touchegg/touchegg.conf", from: ["<touchégg>", "  <settings>"],
      to: ["  </settings>", "</touchégg>"],
      [
        {
          $0.fraction().map {
            "    <property name=\"action_execute_threshold\">\(whole(100 * $0))</property>"
          }
        }
      ]),
    // Checked by `libinput quirks validate` of libinput 1.22.1.
    Self(
      "libinput", "libinput", version: "1.22.1 (Debian 12)",
      file: "/etc/libinput/local-overrides.quirks",
      remark: "libinput judges no gesture; of a device it has the pressures of --touch-pressure",
      from: ["[Pressures for Pantograph]", "MatchUdevType=touchpad"],
      [{ $0.pressures?.lines }]),
    // src/gestures.cpp.
    Self(
      "kwin", "KWin", version: "5.27 and 6",
      remark: "KWin has no setting for its swipes, of which no velocity counts"),
    // js/ui/swipeTracker.js.
    Self(
      "gnome-shell", "GNOME Shell", version: "8f78208 (2026-08-22)",
      remark: "GNOME Shell has no setting: its numbers are in its own js/ui/swipeTracker.js"),
    // sway(5): bindgesture.
    Self(
      "sway", "sway", version: "1.8",
      remark: "sway has no setting: bindgesture takes any swipe of so many fingers in a direction"),
  ]

  private static func whole(_ number: Double) -> String { NumberText.fixed(number, 0) }
}
