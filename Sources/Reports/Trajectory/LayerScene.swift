import Interactions
import Quantities
import Trajectories

/// The stage of a page, on which layers do what the properties of trajectories say.
///
/// Its unit is that of the properties, a point, so that a layer stands where its trajectory has it.
struct LayerScene {
  private let runs: [PlottedRun]
  /// What each property does, for each trajectory.
  let roles: [[LayerRole?]]
  /// What a layer is large where no property says it.
  private let size: (width: Double, height: Double)
  private let world: (x: ClosedRange<Double>, y: ClosedRange<Double>)

  /// Makes a stage that is wide enough for all that happens on it.
  ///
  /// - Parameters:
  ///   - runs: the trajectories, each of which moves a layer.
  ///   - direction: where progress leads, if that is known.
  init(_ runs: [PlottedRun], toward direction: ProgressMapping.Direction?) {
    self.runs = runs
    let roles = runs.map { run in
      run.names.enumerated().map { index, name in
        LayerRole(of: name, taking: run.range(of: index + 2), toward: direction)
      }
    }
    self.roles = roles
    let places = zip(runs, roles).flatMap { run, roles in
      run.samples.map { sample in
        var pose = LayerPose(width: 0, height: 0, radius: 0)
        pose.apply(roles, sample.values)
        return (pose.x, pose.y)
      }
    }
    func extent(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
    let way = max(extent(places.map(\.0)), extent(places.map(\.1)))
    // A third of the way, and 80 points at least where the way is one of points.
    let width = way >= 20 ? max(80, way * 0.3) : way > 0 ? way * 0.3 : 100
    size = (width, width * 0.68)
    world = Self.world(runs, roles, size)
  }

  private static func pose(
    _ roles: [LayerRole?], _ sample: Sample, _ size: (width: Double, height: Double)
  ) -> LayerPose {
    var pose = LayerPose(width: size.width, height: size.height, radius: size.width * 0.08)
    pose.apply(roles, sample.values)
    return pose
  }

  /// All that layers reach, with an edge, and neither too flat nor too high for a screen.
  private static func world(
    _ runs: [PlottedRun], _ roles: [[LayerRole?]], _ size: (width: Double, height: Double)
  ) -> (x: ClosedRange<Double>, y: ClosedRange<Double>) {
    var (left, right, top, bottom) = (
      Double.infinity, -Double.infinity, Double.infinity, -Double.infinity
    )
    for (run, roles) in zip(runs, roles) {
      for sample in run.samples {
        let pose = pose(roles, sample, size)
        let reach = pose.reach
        left = min(left, pose.x - reach.x)
        right = max(right, pose.x + reach.x)
        top = min(top, pose.y - reach.y)
        bottom = max(bottom, pose.y + reach.y)
      }
    }
    guard left < right, top < bottom else { return (-100...100, -62...62) }
    let edge = max(right - left, bottom - top) * 0.06
    let (width, height) = (right - left + 2 * edge, bottom - top + 2 * edge)
    // From twice as wide as high to a bit higher than wide.
    let (wide, high) = (max(width, height / 1.15), max(height, width / 2))
    let (x, y) = ((left + right) / 2, (top + bottom) / 2)
    return (x - wide / 2...x + wide / 2, y - high / 2...y + high / 2)
  }

  /// A length on the stage: as exact as a trajectory's columns are, and never beyond what a picture
  /// can hold.
  private func told(_ length: Double) -> String {
    String(fixed: min(max(length, -1e10), 1e10), decimals: 6)
  }

  // MARK: The picture

  /// - Parameter words: what the stage shows, to be read in its place.
  func markup(_ words: String) -> Markup {
    let (width, height) = (
      world.x.upperBound - world.x.lowerBound, world.y.upperBound - world.y.lowerBound
    )
    let view = [world.x.lowerBound, world.y.lowerBound, width, height].map(told)
    return Markup(
      "svg",
      [
        "class": "stage", "role": "img", "viewBox": view.joined(separator: " "),
        "aria-labelledby": "stage-title stage-text",
      ]
    ) {
      Markup("title", ["id": "stage-title"]) { runs.count > 1 ? "The layers" : "The layer" }
      Markup("desc", ["id": "stage-text"]) { words }
      if roles.joined().contains(where: { $0?.target == .dimming }) {
        Markup(
          "rect",
          [
            "id": "dimming", "class": "dimming", "x": view[0], "y": view[1], "width": view[2],
            "height": view[3], "opacity": told(runs.first.flatMap { dimming($0) } ?? 0),
          ])
      }
      for index in runs.indices { trail(index) }
      if runs.count == 1 { ghosts }
      for index in runs.indices.reversed() { layer(index) }
    }
  }

  private func dimming(_ run: PlottedRun) -> Double? {
    run.samples.first.map { Self.pose(roles[0], $0, size).dimming }
  }

  /// The way of the layer's middle, if it moves at all.
  private func trail(_ index: Int) -> Markup {
    let samples = TrajectoryPlot.outline(of: runs[index].samples)
    let places = samples.map { Self.pose(roles[index], $0, size) }
    guard places.contains(where: { $0.x != places[0].x || $0.y != places[0].y }) else {
      return .nothing
    }
    let data = places.enumerated().map { place, pose in
      "\(place == 0 ? "M" : place == 1 ? "L" : " ")\(told(pose.x)) \(told(pose.y))"
    }
    return Markup("path", ["class": "trail run\(index)", "d": data.joined()])
  }

  /// Where the layer is at first, and at last, if that is elsewhere.
  @MarkupBuilder private var ghosts: Markup {
    if let first = runs[0].samples.first, let last = runs[0].samples.last {
      ghost(Self.pose(roles[0], first, size))
      if first.values != last.values { ghost(Self.pose(roles[0], last, size)) }
    }
  }

  private func ghost(_ pose: LayerPose) -> Markup {
    Markup("g", ["transform": transform(pose), "aria-hidden": "true"]) { box("ghost", pose) }
  }

  private func transform(_ pose: LayerPose) -> String {
    "translate(\(told(pose.x)) \(told(pose.y))) rotate(\(told(pose.turn)))"
      + " scale(\(told(pose.scaleX)) \(told(pose.scaleY)))"
  }

  private func box(_ kind: String, _ pose: LayerPose, _ style: String? = nil) -> Markup {
    let (width, height) = (max(pose.width, 0), max(pose.height, 0))
    return Markup(
      "rect",
      [
        "class": kind, "x": told(-width / 2), "y": told(-height / 2), "width": told(width),
        "height": told(height), "rx": told(max(pose.radius, 0)), "style": style,
      ])
  }

  private func layer(_ index: Int) -> Markup {
    guard let first = runs[index].samples.first else { return .nothing }
    let pose = Self.pose(roles[index], first, size)
    let opacity = "opacity:\(told(pose.opacity))"
    let style = pose.blur > 0 ? opacity + ";filter:blur(\(told(pose.blur))px)" : opacity
    return Markup(
      "g",
      [
        "id": "layer-\(index)", "class": "layer run\(index)", "transform": transform(pose),
        "style": style,
      ]
    ) {
      box("body", pose, color(pose))
      // So that a turn and a size can be seen.
      if index == 0, pose.width == size.width, pose.height == size.height { content }
    }
  }

  private func color(_ pose: LayerPose) -> String? {
    guard !pose.color.isEmpty else { return nil }
    let parts = [LayerRole.Target.red, .green, .blue].map { part in
      String(fixed: min(max(pose.color[part] ?? 0, 0), 1) * 255, decimals: 1)
    }
    return "fill:rgb(\(parts.joined(separator: " ")))"
  }

  private var content: Markup {
    let (width, height) = size
    func bar(_ y: Double, _ share: Double) -> Markup {
      Markup(
        "rect",
        [
          "class": "content", "x": told(-width * 0.1), "y": told(height * y),
          "width": told(width * share), "height": told(height * 0.1), "rx": told(height * 0.05),
        ])
    }
    return Markup("g", ["aria-hidden": "true"]) {
      Markup(
        "circle",
        [
          "class": "content", "cx": told(-width * 0.27), "cy": told(-height * 0.1),
          "r": told(height * 0.17),
        ])
      bar(-0.24, 0.46)
      bar(-0.04, 0.34)
      bar(0.24, 0.46)
    }
  }

  // MARK: For the program

  /// What the program has to know of the layers.
  var json: JSONText {
    .object([
      ("width", .number(size.width, decimals: 6)), ("height", .number(size.height, decimals: 6)),
      ("radius", .number(size.width * 0.08, decimals: 6)),
    ])
  }

  /// What the program has to know of a trajectory's properties.
  func json(rolesOf run: Int) -> JSONText {
    .list(
      roles[run].map { role in
        role.map {
          .object([
            ("to", .string($0.target.rawValue)), ("factor", .number($0.factor, decimals: 12)),
          ])
        } ?? .null
      })
  }
}
