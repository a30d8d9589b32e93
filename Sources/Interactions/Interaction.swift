public import PantographGestures
public import PantographMotion

/// What a gesture does to an animation: the content of an interaction file.
public struct Interaction: Sendable {
  /// The gesture that drives the animation.
  public enum Gesture: Hashable, Sendable {
    /// Fingers that move over the surface.
    case pan(PanGestureRecognizer.Settings)
    /// A press; `commitsAtPeak` says whether the release is judged as soon as the peak is reached.
    case press(PressGestureRecognizer.Settings, commitsAtPeak: Bool)
    /// A press in two stages.
    case preview(PreviewInteraction.Settings)
  }

  /// When a gesture is judged.
  public enum JudgingTime: String, CaseIterable, Sendable {
    /// When the fingers are released.
    case release
    /// As soon as a clause of the rule holds, as if the fingers were released then.
    case moving
  }

  /// What happens to a running animation when fingers land.
  public enum Catching: String, CaseIterable, Sendable {
    /// A gesture that begins catches it.
    case moving
    /// Landing fingers hold it at once; it continues if they lift without a gesture.
    case landing
    /// It can't be caught.
    case never
  }

  /// What starts the animation, besides the gesture.
  public enum Start: Hashable, Sendable {
    /// Nothing.
    case manual
    /// A tap, which runs it to its end, or from there back.
    case tap
    /// The given number of seconds after the first event.
    case after(Double)
  }

  /// An animation that takes everything back to its start after a tap on the finished state.
  public struct Dismissal: Hashable, Sendable {
    /// The duration in seconds.
    public var duration: Double
    /// The timing curve or spring.
    public var timing: TimingParameters

    /// Creates a dismissal.
    public init(duration: Double, timing: TimingParameters) {
      self.duration = duration
      self.timing = timing
    }
  }

  /// The number of points in a millimetre; needed if any length is in points.
  public var scale: PointScale?
  /// The gesture that drives the animation.
  public var gesture: Gesture
  /// How the gesture becomes progress.
  public var progress: ProgressPlan
  /// How a release is judged.
  public var rule: ReleaseRule
  /// The name of the preset that the file's rule starts from, if it has one.
  var presetName: String?
  /// When the gesture is judged.
  public var judging: JudgingTime
  /// The animated properties, and their timing when no fingers drive them.
  public var animation: AnimationPlan
  /// How the animation settles at its end.
  public var finish: Settle
  /// How the animation settles at its start.
  public var cancel: Settle
  /// How the animation settles in either direction after a flick; `nil` if a flick settles like any other release.
  ///
  /// A flick is a release decided by a clause with a velocity beyond a threshold. Only a preset has this.
  public var flick: Settle?
  /// What happens to the running animation when fingers land.
  public var catching: Catching
  /// What starts the animation, besides the gesture.
  public var start: Start
  /// A second animation, which runs when the first has reached its end.
  public var afterwards: AnimationPlan?
  /// An animation that takes everything back after a tap on the finished state.
  public var dismissal: Dismissal?
  /// The trajectory's samples per second.
  public var rate: Double
  /// What must hold of the columns in every replay, whatever was accepted.
  package var conditions = Conditions()

  /// The columns of every trajectory, which come before the animated values.
  package static let fixedColumns = ["time", "phase", "fraction", "velocity"]

  /// The names of all animated values, each once, in the order of the columns.
  public var columns: [String] {
    var names: [String] = []
    for property in animation.properties + (afterwards?.properties ?? [])
    where !names.contains(property.name) {
      names.append(property.name)
    }
    return names
  }

  /// Returns how the animation settles after a decision.
  ///
  /// To a snap point between the ends it settles as toward the end in the same direction.
  package func settle(after decision: Decision, from progress: Double) -> Settle {
    if let flick, decision.judgement?.isFlick == true { return flick }
    return switch decision.outcome {
    case .finish: finish
    case .cancel: cancel
    case .snap: decision.target > progress ? finish : cancel
    }
  }

  /// The preset with this rule: the one that the file names, otherwise the first with an equal rule.
  package var preset: ReleasePreset? {
    let same = ReleasePreset.all.filter { $0.rule.resting(as: rule) == rule }
    return same.first { $0.name == presetName } ?? same.first
  }

  /// Whether it needs to know the size of the surface.
  package var needsSurface: Bool {
    if case .fit = scale { return true }
    if case .pan(let pan) = gesture, pan.edge?.edge == .right || pan.edge?.edge == .bottom {
      return true
    }
    return progress.needsPlane(scale)
  }

  /// Whether the gesture ignores palms; only a pan can.
  public var ignoresPalms: Bool {
    get { if case .pan(let pan) = gesture { pan.ignoresPalms } else { false } }
    set {
      guard case .pan(var pan) = gesture else { return }
      pan.ignoresPalms = newValue
      gesture = .pan(pan)
    }
  }
}
