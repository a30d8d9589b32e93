public import Animation
public import Gestures

/// What a gesture does to an animation: the content of an interaction file.
public struct Interaction: Sendable {
  /// What the fingers do that drives it.
  public enum Gesture: Hashable, Sendable {
    /// They move over the surface.
    case pan(PanGestureRecognizer.Settings)
    /// One presses; the second says whether the release is judged as soon as the peak is reached.
    case press(PressGestureRecognizer.Settings, commitsAtPeak: Bool)
    /// One presses, in two stages.
    case preview(PreviewInteraction.Settings)
  }

  /// When a gesture is judged.
  public enum JudgingTime: String, CaseIterable, Sendable {
    /// When the fingers let go.
    case release
    /// As soon as a clause of the rule holds, as if they had let go then.
    case moving
  }

  /// What becomes of an animation that runs when fingers come.
  public enum Catching: String, CaseIterable, Sendable {
    /// A gesture that begins takes hold of it.
    case moving
    /// Fingers that land hold it at once; it goes on if they lift without a gesture.
    case landing
    /// It can't be caught.
    case never
  }

  /// What sets the animation going, besides the gesture.
  public enum Start: Hashable, Sendable {
    /// Nothing.
    case held
    /// A tap, on to its end, and from there back.
    case tap
    /// Time: so many seconds after the first event.
    case after(Double)
  }

  /// What takes everything back to its start after a tap on what has finished.
  public struct Dismissal: Hashable, Sendable {
    /// The seconds it takes.
    public var duration: Double
    /// How it gets there.
    public var timing: TimingParameters

    /// Makes a dismissal.
    public init(duration: Double, timing: TimingParameters) {
      self.duration = duration
      self.timing = timing
    }
  }

  /// How many points make a millimetre, if anything is told in points.
  public var scale: PointScale?
  /// What the fingers do that drives it.
  public var gesture: Gesture
  /// How what they do becomes progress.
  public var progress: ProgressPlan
  /// How a release is judged.
  public var rule: ReleaseRule
  /// The preset that the file starts its rule from, if it names one.
  var presetName: String?
  /// When it is judged.
  public var judging: JudgingTime
  /// What moves, and how when nobody holds it.
  public var animation: AnimationPlan
  /// How it runs on to its end.
  public var finish: Settle
  /// How it runs back to its start.
  public var cancel: Settle
  /// What becomes of it when it runs and fingers come.
  public var catching: Catching
  /// What sets it going, besides the gesture.
  public var start: Start
  /// A second animation, which runs when the first has come to its end.
  public var afterwards: AnimationPlan?
  /// What takes everything back after a tap on what has finished.
  public var dismissal: Dismissal?
  /// Samples per second of the trajectory.
  public var rate: Double

  /// The names of all values that it animates, each once, in the order of the columns.
  public var columns: [String] {
    var names: [String] = []
    for property in animation.properties + (afterwards?.properties ?? [])
    where !names.contains(property.name) {
      names.append(property.name)
    }
    return names
  }

  /// How it runs on from a place after a decision: to a snap point in between, as to the end or to the
  /// start, whichever lies that way.
  public func settle(after decision: Decision, from place: Double) -> Settle {
    switch decision.outcome {
    case .finish: finish
    case .cancel: cancel
    case .snap: decision.target > place ? finish : cancel
    }
  }

  /// The preset whose rule it has: the one that its file names, or else the first that has the same rule.
  public var preset: ReleasePreset? {
    let same = ReleasePreset.all.filter { $0.rule.resting(as: rule) == rule }
    return same.first { $0.name == presetName } ?? same.first
  }

  /// Whether palms take no part in its gesture; only pans know the difference.
  public var ignoresPalms: Bool {
    get { if case .pan(let pan) = gesture { pan.ignoresPalms } else { false } }
    set {
      guard case .pan(var pan) = gesture else { return }
      pan.ignoresPalms = newValue
      gesture = .pan(pan)
    }
  }
}
