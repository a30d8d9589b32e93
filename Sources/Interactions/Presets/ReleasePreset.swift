import PantographBase
import PantographGestures
import PantographMotion

/// A named release rule: another toolkit's, or the recommended one.
///
/// Every number in a preset's rule is the one in its source, in its original unit.
package struct ReleasePreset: Hashable, Sendable {
  /// How well a rule is known.
  package enum Evidence: String, CaseIterable, Sendable {
    /// It is Pantograph's own.
    case own
    /// The numbers and the formula come from the source.
    case source
    /// The numbers come from the source; the formula is common knowledge, not verified against it.
    case numbers
    /// The running program was measured.
    case measured
    /// The running program was tried by feel: the numbers may be inexact.
    case feel
  }

  /// The name that users type.
  package var name: String
  /// The toolkit and the widget.
  package var title: String
  /// The source of the numbers.
  package var source: String
  /// The source's version: its number, its commit and date, or whatever is known about when it was
  /// read.
  package var version: String
  /// How well the rule is known.
  package var evidence: Evidence
  /// What the rule does, including any surprises.
  package var summary: String
  /// The rule.
  package var rule: ReleaseRule
  /// How it settles after the release, if that is known.
  package var settling: PresetSettling?

  /// Creates a preset from its parts.
  package init(
    name: String, title: String, source: String, version: String, evidence: Evidence,
    summary: String, rule: ReleaseRule, settling: PresetSettling? = nil
  ) {
    self.name = name
    self.title = title
    self.source = source
    self.version = version
    self.evidence = evidence
    self.summary = summary
    self.rule = rule
    self.settling = settling
  }

  /// The version of a source whose revision was not noted, read before the first preset was written.
  static let unrevised = "read by 2026-11, revision not noted"
  /// As ``unrevised``, for a single file that was read without its repository.
  static let singleFile = "single file read by 2026-11, revision not noted"

  /// All presets: our own, then those of the tutorials, Apple, desktops, Android, Flutter and the web.
  package static let all: [ReleasePreset] =
    [pantograph] + tutorials + apple + desktops + android + flutter + web

  /// Returns the preset with a name.
  package static func named(_ name: String) -> ReleasePreset? {
    all.first { $0.name == name }
  }
}

extension MeasureUnit {
  static let pointsPerSecond = MeasureUnit(.point, per: .second)
  static let densityIndependent = MeasureUnit(.densityIndependent)
  static let densityIndependentPerSecond = MeasureUnit(.densityIndependent, per: .second)
  static let pixelsPerMillisecond = MeasureUnit(.pixel, per: .millisecond)
  static let touchpadScrollPerMillisecond = MeasureUnit(.touchpadScroll, per: .millisecond)
  static let touchpadPixelsPerMillisecond = MeasureUnit(.touchpadPixel, per: .millisecond)
}

/// How a toolkit settles after the release: the other half of a preset.
package struct PresetSettling: Hashable, Sendable {
  /// How it settles at the end and at the snap points before it.
  package var finish: Settle
  /// How it settles at the start.
  package var cancel: Settle
  /// How it settles in either direction after a flick; `nil` if a flick settles like any other release.
  package var flick: Settle?
  /// What it does.
  package var summary: String
  /// The source of the numbers.
  package var source: String
  /// The source's version.
  package var version: String
  /// How well it is known.
  package var evidence: ReleasePreset.Evidence

  /// Creates a settling that is the same in both directions.
  init(
    _ settle: Settle, flick: Settle? = nil, summary: String, source: String, version: String,
    evidence: ReleasePreset.Evidence
  ) {
    (finish, cancel, self.flick) = (settle, settle, flick)
    (self.summary, self.source) = (summary, source)
    (self.version, self.evidence) = (version, evidence)
  }

  /// Reads the key `preset` in `settle` of an interaction file.
  init(
    reading node: JSONNode, of gesture: Interaction.Gesture, by estimator: VelocityEstimator
  ) throws(JSONError) {
    let settling = try node.name(
      among: ReleasePreset.all.compactMap { preset in
        preset.settling.map { (name: preset.name, value: $0) }
      }, "preset")
    self = settling
    guard needsLengths else { return }
    let reason: String
    if case .pan = gesture {
      guard !estimator.hasTime else { return }
      reason = "the estimator \(estimator.rawValue) measures no velocity per time"
    } else {
      reason = "a press has no velocity"
    }
    throw node.error(
      "it can't settle like this, for \(reason): expected \(Self.withoutVelocity.inWords)")
  }

  /// Whether it takes velocities in a unit of length.
  private var needsLengths: Bool {
    [finish, cancel, flick ?? finish].contains {
      if case .inUnit = $0.velocity { true } else { false }
    }
  }

  /// The presets that need no velocity of the fingers in a unit of length.
  static var withoutVelocity: [String] {
    ReleasePreset.settling.filter { $0.settling?.needsLengths == false }.map { $0.name }
  }
}

extension ReleasePreset {
  /// The presets of which it is known how they settle.
  package static var settling: [ReleasePreset] { all.filter { $0.settling != nil } }
}

extension PresetSettling {
  /// libadwaita's: the number of px/ms is taken as pages per second.
  ///
  /// `adw_spring_params_new (1, 0.5, 500)`: a damping ratio, a mass and a stiffness.
  static func libadwaita(in unit: MeasureUnit) -> Self {
    var settle = Settle.spring(
      Spring(mass: 0.5, stiffness: 500, damping: 2 * (0.5 * 500).squareRoot()))
    settle.velocity = .inUnit(unit)
    return PresetSettling(
      settle,
      summary: "A critically damped spring of mass 0.5 and stiffness 500. Its initial velocity is "
        + "the number of \(unit), as full distances per second.",
      source: "libadwaita, AdwCarousel", version: "1.2.2 (Debian 12)", evidence: .measured)
  }

  /// AdwFlap's and AdwLeaflet's: they take the number of px/ms as well, but per pixel of the distance.
  ///
  /// That velocity can't be told from none: it adds 0.0001 of the distance.
  static let libadwaitaFlap: Self = {
    var settling = libadwaita(in: .pixelsPerMillisecond)
    settling.finish.velocity = .perDistance(0)
    settling.cancel = settling.finish
    settling.summary = "A critically damped spring of mass 0.5 and stiffness 500, from rest."
    settling.source = "libadwaita, AdwFlap and AdwLeaflet"
    return settling
  }()

  /// The cubic curve that is nearest to the two parabolas on which Qt eases in and out: at most 0.0034 beside them.
  private static let qtInOut = CubicCurve(0.485, 0.045, 0.515, 0.955)

  /// Returns a settling that runs the whole of a curve from where it is.
  private static func whole(_ curve: CubicCurve, _ pace: Settle.Pace) -> Settle {
    var settle = Settle(.curve(curve))
    settle.pace = pace
    settle.runsFullCurve = true
    return settle
  }

  /// That of Qt's ListView: after a flick it slows down evenly from 2500 px/s, whatever the fingers' velocity.
  static let qtListView = qtPages(
    "Qt Quick, ListView", flick: .meanSpeed(2500.0 / 2 * MeasureUnit(.pixel).scale(distance: 1)),
    from: "2500 px/s")

  /// That of Qt's SwipeView: its pages begin at `maximumFlickVelocity` of SwipeView.qml, four widths per second.
  static let qtSwipeView = qtPages(
    "Qt Quick Controls, SwipeView", flick: .secondsPerDistance(2.0 / 4),
    from: "four widths per second")

  /// Returns how pages of Qt settle whose flicks slow down evenly from `first`, which is twice their mean velocity.
  private static func qtPages(_ source: String, flick pace: Settle.Pace, from first: String) -> Self
  {
    // The parabola that ends with no velocity.
    let slowingDown = CubicCurve(1.0 / 3, 2.0 / 3, 2.0 / 3, 1)
    return PresetSettling(
      whole(qtInOut, .seconds(0.2)), flick: whole(slowingDown, pace),
      summary:
        "After a flick, it slows down evenly from \(first), whatever the fingers' velocity. "
        + "Otherwise it moves for 0.2 s, easing in and out on two parabolas, beside which the cubic "
        + "curve here is at most 0.4 % of the distance.",
      source: source, version: "6.4.2 (Debian 12)", evidence: .measured)
  }

  /// That of Qt's Drawer: it eases in and out quadratically, at a mean of five widths per second.
  static let qtDrawer: Self = {
    PresetSettling(
      whole(qtInOut, .secondsPerDistance(0.2)),
      summary: "From rest, easing in and out, at a mean of five widths per second. In Qt it "
        + "follows two parabolas; the cubic curve here is at most 0.4 % of the distance beside them.",
      source: "Qt Quick Controls, Drawer", version: "6.4.2 (Debian 12)", evidence: .measured)
  }()

  /// niri's, for workspaces.
  static let niri = PresetSettling(
    .spring(Spring(mass: 1, stiffness: 1000, damping: 2 * 1000.0.squareRoot())),
    summary: "A critically damped spring of mass 1 and stiffness 1000, at the fingers' velocity.",
    source: "niri, src/input/swipe_tracker.rs and its default configuration",
    version: "f30db16 (2026-01-28)", evidence: .numbers)

  /// Flutter's `ScrollSpringSimulation` with the default spring of scrolling.
  static let flutterPage: PresetSettling = {
    var settle = Settle.spring(
      Spring(mass: 0.5, stiffness: 100, damping: 2 * 1.1 * (0.5 * 100).squareRoot()))
    settle.allowsOverdamping = true
    return PresetSettling(
      settle,
      summary: "An overdamped spring of mass 0.5, stiffness 100 and damping ratio 1.1, at the "
        + "fingers' velocity.",
      source: "flutter, scroll_physics.dart", version: ReleasePreset.singleFile, evidence: .numbers)
  }()
}
