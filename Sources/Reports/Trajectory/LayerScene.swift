import PantographBase
import PantographGestures
import PantographInteractions
import PantographTrajectories

/// The scene of a page, in which the properties of trajectories move layers.
///
/// Its unit is a point, like that of the properties, so layers have their trajectories' positions.
struct LayerScene {
  private let runs: [PlottedRun]
  /// The role of each property of each trajectory.
  let roles: [[LayerRole?]]
  /// The size of a layer that no property sets.
  private let size: (width: Double, height: Double)
  /// 512: as many parts of the path as can be told apart.
  private static let slots = 512
  private let world: (x: ClosedRange<Double>, y: ClosedRange<Double>)
  private let stage: Stage

  /// Makes a scene with a layer for each trajectory, large enough for all poses.
  ///
  /// Where the ends of the animation are known, they decide the scale, so that all recordings have the same.
  init(_ runs: [PlottedRun], on stage: Stage) {
    self.runs = runs
    self.stage = stage
    let roles = runs.map { run in
      run.names.enumerated().map { index, name in
        let range = run.range(of: index + 2)
        let ends = stage.ends.map { $0[index] }
        let low = min(range.lowerBound, ends.min() ?? .infinity)
        let high = max(range.upperBound, ends.max() ?? -.infinity)
        return LayerRole(of: name, taking: low...high, toward: stage.direction)
      }
    }
    self.roles = roles
    let known = stage.ends.map { (roles.first ?? [], $0) }
    let centers = (known.isEmpty ? Self.values(runs, roles) : known).map { roles, values in
      var pose = LayerPose(width: 0, height: 0, radius: 0)
      pose.apply(roles, values)
      return (pose.x, pose.y)
    }
    func extent(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
    let travel = max(extent(centers.map(\.0)), extent(centers.map(\.1)))
    // A third of the travel, and at least 80 points if the travel is measured in points.
    let width = travel >= 20 ? max(80, travel * 0.3) : travel > 0 ? travel * 0.3 : 100
    size = (width, width * 0.68)
    let all = Self.area(of: Self.values(runs, roles), size)
    world =
      Self.area(of: known, size).map { ends in
        // A fifth of the way on each side is room for springs; a layer that goes beyond needs a scale of its own.
        let room = max(ends.width, ends.height) * 0.2
        let roomy = ends.enlarged(by: room)
        return all.map { roomy.contains($0) ? roomy : $0.union(roomy) } ?? roomy
      }.map { $0.ranges(edge: 0) } ?? all?.ranges(edge: 0.06) ?? (-100...100, -62...62)
  }

  private static func values(
    _ runs: [PlottedRun], _ roles: [[LayerRole?]]
  ) -> [([LayerRole?], [Double])] {
    zip(runs, roles).flatMap { run, roles in run.samples.map { (roles, $0.values) } }
  }

  private static func pose(
    _ roles: [LayerRole?], _ values: [Double], _ size: (width: Double, height: Double)
  ) -> LayerPose {
    var pose = LayerPose(width: size.width, height: size.height, radius: size.width * 0.08)
    pose.apply(roles, values)
    return pose
  }

  private static func pose(
    _ roles: [LayerRole?], _ sample: Sample, _ size: (width: Double, height: Double)
  ) -> LayerPose { pose(roles, sample.values, size) }

  /// Returns the area that layers need in all their poses; `nil` if they have none.
  private static func area(
    of poses: [([LayerRole?], [Double])], _ size: (width: Double, height: Double)
  ) -> Area? {
    var area = Area(left: .infinity, right: -.infinity, top: .infinity, bottom: -.infinity)
    for (roles, values) in poses {
      let pose = pose(roles, values, size)
      let half = pose.halfExtent
      area = area.union(
        Area(
          left: pose.x - half.x, right: pose.x + half.x, top: pose.y - half.y,
          bottom: pose.y + half.y))
    }
    return area.left < area.right && area.top < area.bottom ? area : nil
  }

  /// Returns a length as text, with the six decimals of a trajectory's columns and within SVG's range.
  private func text(_ length: Double) -> String {
    String(fixed: min(max(length, -1e10), 1e10), decimals: 6)
  }

  // MARK: The picture

  /// Returns the scene as SVG, with its description for screen readers.
  func markup(_ words: String) -> Markup {
    let width = world.x.upperBound - world.x.lowerBound
    let height = world.y.upperBound - world.y.lowerBound
    let view = [world.x.lowerBound, world.y.lowerBound, width, height].map(text)
    return SVGPlot.image("stage", id: "stage", viewBox: view.joined(separator: " ")) {
      SVGPlot.title(runs.count > 1 ? "The layers" : "The layer", words, of: "stage")
      if roles.joined().contains(where: { $0?.target == .dimming }) {
        Markup(
          "rect",
          [
            "id": "dimming", "class": "dimming", "x": view[0], "y": view[1], "width": view[2],
            "height": view[3], "opacity": text(runs.first.flatMap { dimming($0) } ?? 0),
          ])
      }
      for index in runs.indices { trail(index) }
      ghosts
      for index in runs.indices.reversed() { layer(index) }
    }
  }

  private func dimming(_ run: PlottedRun) -> Double? {
    run.samples.first.map { Self.pose(roles[0], $0, size).dimming }
  }

  /// The path of the layer's centre, if it moves.
  private func trail(_ index: Int) -> Markup {
    let samples = runs[index].samples.outline(
      slots: Self.slots, time: { $0.time },
      heights: [
        { Self.pose(roles[index], $0, size).x }, { Self.pose(roles[index], $0, size).y },
      ])
    let poses = samples.map { Self.pose(roles[index], $0, size) }
    guard poses.contains(where: { $0.x != poses[0].x || $0.y != poses[0].y }) else {
      return .nothing
    }
    let data = poses.enumerated().map { number, pose in
      "\(number == 0 ? "M" : number == 1 ? "L" : " ")\(text(pose.x)) \(text(pose.y))"
    }
    return Markup("path", ["class": "trail run\(index)", "d": data.joined()])
  }

  /// The layer where the animation can rest; if that is not known, its first pose, and the last if it differs.
  @MarkupBuilder private var ghosts: Markup {
    if !stage.ends.isEmpty {
      for end in stage.ends { ghost(Self.pose(roles[0], end, size)) }
    } else if runs.count == 1, let first = runs[0].samples.first, let last = runs[0].samples.last {
      ghost(Self.pose(roles[0], first, size))
      if first.values != last.values { ghost(Self.pose(roles[0], last, size)) }
    }
  }

  private func ghost(_ pose: LayerPose) -> Markup {
    Markup("g", ["transform": transform(pose), "aria-hidden": "true"]) { box("ghost", pose) }
  }

  private func transform(_ pose: LayerPose) -> String {
    "translate(\(text(pose.x)) \(text(pose.y))) rotate(\(text(pose.turn)))"
      + " scale(\(text(pose.scaleX)) \(text(pose.scaleY)))"
  }

  private func box(_ kind: String, _ pose: LayerPose, _ style: String? = nil) -> Markup {
    let (width, height) = (max(pose.width, 0), max(pose.height, 0))
    return Markup(
      "rect",
      [
        "class": kind, "x": text(-width / 2), "y": text(-height / 2), "width": text(width),
        "height": text(height), "rx": text(max(pose.radius, 0)), "style": style,
      ])
  }

  private func layer(_ index: Int) -> Markup {
    guard let first = runs[index].samples.first else { return .nothing }
    let pose = Self.pose(roles[index], first, size)
    let opacity = "opacity:\(text(pose.opacity))"
    let style = pose.blur > 0 ? opacity + ";filter:blur(\(text(pose.blur))px)" : opacity
    return Markup(
      "g",
      [
        "id": "layer-\(index)", "class": "layer run\(index)", "transform": transform(pose),
        "style": style,
      ]
    ) {
      box("body", pose, color(pose))
      if index == 0, let picture = stage.picture {
        picture.markup(
          x: text(-pose.width / 2), y: text(-pose.height / 2), width: text(max(pose.width, 0)),
          height: text(max(pose.height, 0)), radius: text(max(pose.radius, 0)))
      } else if index == 0, pose.width == size.width, pose.height == size.height {
        // Content that makes rotation and scale visible.
        content
      }
      if stage.isPressed { Markup("circle", ["class": "pressing", "r": "0"]) }
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
          "class": "content", "x": text(-width * 0.1), "y": text(height * y),
          "width": text(width * share), "height": text(height * 0.1), "rx": text(height * 0.05),
        ])
    }
    return Markup("g", ["aria-hidden": "true"]) {
      Markup(
        "circle",
        [
          "class": "content", "cx": text(-width * 0.27), "cy": text(-height * 0.1),
          "r": text(height * 0.17),
        ])
      bar(-0.24, 0.46)
      bar(-0.04, 0.34)
      bar(0.24, 0.46)
    }
  }

  /// Whether a layer shows a video.
  var hasVideo: Bool { stage.picture?.isVideo ?? false }

  // MARK: Data for the script

  /// The sizes of the layers.
  var json: JSONText {
    [
      "width": .number(size.width), "height": .number(size.height),
      "radius": .number(size.width * 0.08), "press": .number(size.height * 0.3),
    ]
  }

  /// Returns the roles of a trajectory's properties.
  func json(rolesOf run: Int) -> JSONText {
    .list(
      roles[run].map { role in
        role.map {
          ["to": .string($0.target.rawValue), "factor": .number($0.factor, decimals: 12)]
        } ?? .null
      })
  }
}

/// The effect of a property on the layer in a page's scene, from the usual meaning of its name.
struct LayerRole: Sendable {
  /// The attribute of the layer that changes.
  enum Target: String, Sendable {
    case x, y, scale, scaleX, scaleY, turn, opacity, blur, radius, width, height, red, green, blue
    case dimming
  }

  let target: Target
  /// The factor from the property's unit to the target's: radians to degrees, or −1 for the opposite direction.
  var factor = 1.0
  /// The effect in words.
  let words: String

  /// Makes the role of a property, whose name may have any spelling; `nil` if its name is unknown.
  init?(
    of name: String, taking range: ClosedRange<Double>,
    toward direction: ProgressPlan.Direction?
  ) {
    let letters = name.lowercased().filter { $0.isASCII && $0.isLetter }
    switch (ColumnAxis(name), letters) {
    // A name without an axis moves in the direction of progress.
    case (.along, _) where direction == .left: self.init(.x, by: -1, "moves it to the left")
    case (.along, _) where direction == .up: self.init(.y, by: -1, "moves it up")
    case (.along, _) where direction == .down: self.init(.y, "moves it down")
    case (.along, _), (.x, _): self.init(.x, "moves it to the right")
    case (.y, _): self.init(.y, "moves it down")
    default: self.init(ofOther: letters, taking: range)
    }
  }

  /// Makes the role of a property that is no position.
  private init?(ofOther letters: String, taking range: ClosedRange<Double>) {
    switch letters {
    case "rotation", "rotationz", "rotate", "angle", "turn":
      // Within ±4π the values are taken as radians: so few degrees would not be visible.
      let isRadians = max(abs(range.lowerBound), abs(range.upperBound)) <= 4 * Double.pi
      self.init(
        .turn, by: isRadians ? 180 / .pi : 1, "turns it, in \(isRadians ? "radians" : "degrees")")
    case "alpha", "opacity": self.init(.opacity, "its opacity")
    case "scale", "zoom": self.init(.scale, "its size, as a factor")
    case "scalex": self.init(.scaleX, "its width, as a factor")
    case "scaley": self.init(.scaleY, "its height, as a factor")
    case "blur", "blurradius": self.init(.blur, "blurs it")
    case "cornerradius", "corner", "radius": self.init(.radius, "rounds its corners")
    case "width": self.init(.width, "its width")
    case "height": self.init(.height, "its height")
    case "red": self.init(.red, "the red in its colour")
    case "green": self.init(.green, "the green in its colour")
    case "blue": self.init(.blue, "the blue in its colour")
    case "dimming", "dim", "scrim": self.init(.dimming, "dims what is behind it")
    default: return nil
    }
  }

  private init(_ target: Target, by factor: Double = 1, _ words: String) {
    self.target = target
    self.factor = factor
    self.words = words
  }
}

/// The attributes of the layer at an instant.
struct LayerPose {
  var x = 0.0
  var y = 0.0
  var scaleX = 1.0
  var scaleY = 1.0
  /// The rotation in degrees.
  var turn = 0.0
  var opacity = 1.0
  var blur = 0.0
  var dimming = 0.0
  var width: Double
  var height: Double
  var radius: Double
  /// The components of its colour, if properties set them.
  var color: [LayerRole.Target: Double] = [:]

  /// Makes the initial pose of a layer of this size.
  init(width: Double, height: Double, radius: Double) {
    self.width = width
    self.height = height
    self.radius = radius
  }

  /// Applies the values of properties.
  mutating func apply(_ roles: [LayerRole?], _ values: [Double]) {
    for (role, value) in zip(roles, values) {
      guard let role else { continue }
      let value = value * role.factor
      switch role.target {
      case .x: x += value
      case .y: y += value
      case .scale:
        scaleX *= value
        scaleY *= value
      case .scaleX: scaleX = value
      case .scaleY: scaleY = value
      case .turn: turn = value
      case .opacity: opacity = value
      case .blur: blur = value
      case .radius: radius = value
      case .width: width = value
      case .height: height = value
      case .red, .green, .blue: color[role.target] = value
      case .dimming: dimming = value
      }
    }
  }

  /// The half width and half height that it needs, in any rotation.
  var halfExtent: Vector {
    let (halfWidth, halfHeight) = (abs(width * scaleX) / 2, abs(height * scaleY) / 2)
    guard turn != 0 else { return Vector(x: halfWidth, y: halfHeight) }
    let diagonal = Vector(x: halfWidth, y: halfHeight).length
    return Vector(x: diagonal, y: diagonal)
  }
}

/// What is known of the stage of a page before anything moves.
struct Stage {
  /// The direction of progress, if it is known.
  var direction: ProgressPlan.Direction?
  /// The values of all columns where the animation can rest; empty if they are not known.
  var ends: [[Double]] = []
  /// Whether a press drives the animation, so that the layer looks pressed.
  var isPressed = false
  /// The user's picture for the layer.
  var picture: StagePicture?

  /// Makes a stage for trajectories of an unknown interaction.
  init(toward direction: ProgressPlan.Direction?) { self.direction = direction }

  /// Makes the stage of an interaction, which is the same for all its recordings.
  init(_ interaction: Interaction) {
    direction = interaction.progress.direction
    if case .pan = interaction.gesture { isPressed = false } else { isPressed = true }
    ends = interaction.rule.snapPoints.map { interaction.values(at: $0) }
    // The second animation goes on from where the first has ended.
    if interaction.afterwards != nil { ends.append(interaction.finalValues) }
  }
}

/// A user's picture, HTML or video, which becomes part of a page as its layer.
package struct StagePicture: Sendable {
  private enum Kind: Sendable {
    case image, video, page
  }

  private let kind: Kind
  private let content: String

  /// The types of files that browsers show, by their extensions.
  private static let types: KeyValuePairs<String, (kind: Kind, type: String)> = [
    "png": (.image, "image/png"), "jpg": (.image, "image/jpeg"), "jpeg": (.image, "image/jpeg"),
    "gif": (.image, "image/gif"), "webp": (.image, "image/webp"), "avif": (.image, "image/avif"),
    "svg": (.image, "image/svg+xml"), "mp4": (.video, "video/mp4"), "webm": (.video, "video/webm"),
    "html": (.page, "text/html"), "htm": (.page, "text/html"),
  ]

  /// The extensions that it takes.
  package static var extensions: [String] { types.map(\.key) }

  /// Makes a picture of a file's content; `nil` for another type of file.
  package init?(extension name: String, content: [UInt8]) {
    guard let type = Self.types.first(where: { $0.key == name.lowercased() })?.value else {
      return nil
    }
    kind = type.kind
    self.content =
      kind == .page
      ? String(decoding: content, as: UTF8.self)
      : "data:\(type.type);base64,\(String(base64: content))"
  }

  /// Whether the page must allow video in its data.
  var isVideo: Bool { kind == .video }

  /// Returns it as the content of a layer; the script changes its box with the layer's.
  func markup(x: String, y: String, width: String, height: String, radius: String) -> Markup {
    let clip = "clip-path:inset(0 round \(radius)px)"
    func foreign(_ content: () -> Markup) -> Markup {
      Markup(
        "foreignObject",
        ["class": "own", "x": x, "y": y, "width": width, "height": height, "style": clip],
        content)
    }
    switch kind {
    case .image:
      return Markup(
        "image",
        [
          "class": "own", "x": x, "y": y, "width": width, "height": height, "href": content,
          "preserveAspectRatio": "xMidYMid slice", "style": clip,
        ])
    case .video:
      return foreign { Markup("video", ["src": content, "muted": "", "preload": "auto"]) }
    case .page:
      // Without permissions: it can neither run scripts nor load anything.
      return foreign {
        Markup(
          "iframe", ["srcdoc": content, "sandbox": "", "title": "the layer", "tabindex": "-1"])
      }
    }
  }
}
