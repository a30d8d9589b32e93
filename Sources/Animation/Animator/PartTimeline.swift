import Motion

/// One of the two directions that a spring can be thrown in.
enum Axis: Hashable, Sendable {
  case x, y
  /// The y of what has no way to go on x: such a way is one of its own, and may be given as an x.
  case yAlone
}

/// What moves along with an animation between two of its places, from its own 0 to its own 1.
///
/// A place is the animation's progress while it is held, and the share of its time while it runs.
struct PartTimeline: Sendable {
  /// Where it begins and ends to move if nothing comes between.
  let home: ClosedRange<Double>
  /// Where it begins and ends to move.
  var start: Double
  var end: Double
  /// Its own timing as a path from 0 to 1.
  let ownPath: AnimationPath
  /// Its own timing where that is not the animation's.
  let timing: TimingParameters?
  /// Which velocity of a spring moves it.
  let axis: Axis
  /// Where it was caught in flight, which a hand starts from: its progress there, or its path's time.
  var caught: (place: Double, value: Double, isTime: Bool)?
  /// How fast it was when it was caught, per second, and at which time of a whole path.
  var velocity = 0.0
  var pathTime: Double?
  /// What it follows while the animation runs.
  var stretch: PathSegment

  init(
    over home: ClosedRange<Double>, ownPath: AnimationPath, timing: TimingParameters?, axis: Axis
  ) {
    self.home = home
    self.ownPath = ownPath
    self.timing = timing
    self.axis = axis
    start = home.lowerBound
    end = home.upperBound
    stretch = PathSegment(path: ownPath, from: 0, to: 0)
  }

  // MARK: Held

  /// Its progress, or its path's time, under a hand that holds the animation at a place.
  ///
  /// It is a chain of straight lines through its start, its end, and where it was caught; if that is
  /// before its start or after its end, through the animation's instead.
  func progress(
    heldAt place: Double, inTime: Bool = false
  ) -> (value: Double, slope: Double) {
    guard let known = caught, known.isTime == inTime else { return ownProgress(heldAt: place) }
    let caught = (place: known.place, progress: known.value)
    let low = (place: start, progress: 0.0)
    let high = (place: end, progress: 1.0)
    if caught.place <= start {
      if place <= caught.place {
        return caught.place > 0 ? beyond(place, from: (0, 0), to: caught) : (caught.progress, 0)
      }
      return place < start ? Self.line(caught, low, place) : beyond(place, from: low, to: high)
    }
    if caught.place >= end {
      if place >= caught.place {
        return caught.place < 1 ? beyond(place, from: caught, to: (1, 1)) : (caught.progress, 0)
      }
      return place > end ? Self.line(high, caught, place) : beyond(place, from: low, to: high)
    }
    if place < caught.place { return beyond(place, from: low, to: caught) }
    return beyond(place, from: caught, to: high)
  }

  /// The same where it was not caught: even what has no time of its own is at its end when the animation is.
  func ownProgress(heldAt place: Double) -> (value: Double, slope: Double) {
    if place <= start, place < 1 { return (0, 0) }
    if place >= end { return (1, 0) }
    return (((place - start) / (end - start)), 1 / (end - start))
  }

  private typealias Knot = (place: Double, progress: Double)

  /// The line between two knots, and their own progress on either side of it.
  private func beyond(_ place: Double, from: Knot, to: Knot) -> (value: Double, slope: Double) {
    if place <= from.place, place < 1 || from.place < to.place { return (from.progress, 0) }
    if place >= to.place { return (to.progress, 0) }
    return Self.line(from, to, place)
  }

  private static func line(
    _ from: Knot, _ to: Knot, _ place: Double
  ) -> (value: Double, slope: Double) {
    let slope = (to.progress - from.progress) / (to.place - from.place)
    return (from.progress + slope * (place - from.place), slope)
  }

  // MARK: Caught and let go

  /// Changes the places, from the share of the time at which it was caught to the progress there.
  ///
  /// What lies before and what lies after is stretched evenly, so that whoever is at its start or at
  /// its end is so on both scales.
  mutating func move(_ place: Double, to newPlace: Double) {
    guard 0 < place, place < 1, 0 < newPlace, newPlace < 1 else { return }
    func moved(_ old: Double) -> Double {
      // Its ends stay 0 and 1 to the last bit: beyond 1 no place would be at the end.
      old <= place ? old * newPlace / place : 1 - (1 - newPlace) * (1 - old) / (1 - place)
    }
    start = moved(start)
    end = moved(end)
  }

  /// Forgets what came between.
  mutating func settle() {
    start = home.lowerBound
    end = home.upperBound
    caught = nil
    velocity = 0
    pathTime = nil
  }

  /// The shares of a run from a place to the animation's target between which it moves.
  ///
  /// What a flight has brought somewhere before it should have begun, or after it should have ended,
  /// moves on at once, and with the whole if nothing is left of its own time.
  func window(
    from place: Double, at progress: Double? = nil, to target: Double
  ) -> (begin: Double, end: Double) {
    let left = abs(target - place)
    guard left > 0 else { return (0, 1) }
    let (first, last) = target > place ? (start - place, end - place) : (place - end, place - start)
    let isEarly = place < start || place == start && start < end
    if let progress, isEarly && progress != 0 || place > end && progress != 1 {
      return (0, last > 0 ? min(last / left, 1) : 1)
    }
    return (max(first / left, 0), min(max(last / left, 0), 1))
  }

  /// The way from where it is to the target on a curve, or along its own path.
  func entry(of easing: Easing, at progress: Double, to target: Double) -> PathSegment {
    if let time = easing.fraction(ofValue: progress, nearest: pathTime) {
      return PathSegment(path: .curve(easing), from: time, to: target)
    }
    // The curve can't be entered at a progress it never has: it is laid over what is left to go.
    return PathSegment(path: .curve(easing, low: progress, high: target), from: 0, to: 1)
  }
}
