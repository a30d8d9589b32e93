import PantographBase
import PantographGestures
import PantographInteractions
import PantographNamedRecordings
import PantographTestSupport
import PantographTouches
import PantographTrajectories
import Testing

/// Scrolls that people made, which `tools/lab gtk-corpus` played to GTK's scrolled window.
@Suite(.enabled(if: Repository.hasCorpus, Repository.absence))
struct `Scrolls of people beside GTK` {
  /// libinput's px of scroll per millimetre, and how many px the content moves per px.
  private static let (scroll, gain) = (267.12 / 25.4, 2.5)

  /// The lab's interaction: progress 1 is 10 mm in the direction of the scroll.
  private static func interaction(
    _ row: Table.Row, hysteresis: Double
  ) throws -> Interaction {
    let toward = row.number("byX") < 0 ? "left" : "right"
    let text = """
      { "version": 1,
        "gesture": { "pan": { "as": "gtk-touchpad", "hysteresis": { "mm": \(hysteresis) } } },
        "progress": { "toward": "\(toward)", "distance": { "mm": 10 }, "limits": "none" },
        "rule": { "estimator": "gtk-scroll", "clauses": [], "otherwise": "finish" },
        "animation": { "duration": 1 } }
      """
    return try Interaction(parsing: Array(text.utf8))
  }

  /// The model touchpad on which the lab played the scrolls.
  private static let pad = Plane(
    size: Vector(x: 100, y: 65), unitsPerMillimetre: Vector(x: 20, y: 20))

  /// Returns a place on the model touchpad, in whole units; x and y are exchanged in a vertical scroll.
  private static func place(_ point: Point, of size: Vector, isTurned: Bool) -> Point {
    var offset = point - Point(x: size.x / 2, y: size.y / 2)
    if isTurned { (offset.x, offset.y) = (offset.y, offset.x) }
    return Point(
      x: ((offset.x + pad.size.x / 2) * 20).rounded(.toNearestOrEven) / 20,
      y: ((offset.y + pad.size.y / 2) * 20).rounded(.toNearestOrEven) / 20)
  }

  /// Returns the frames of a row's touch on the model touchpad, from the first finger until all are lifted.
  static func frames(of row: Table.Row) throws -> [TouchFrame] {
    let name = "usability/\(row.text("file"))"
    let recording = try NamedRecordings.read(name)
    let known = try NamedRecordings.devices([name]).first?.device
    let surface = try Surface(known ?? recording.device)
    var assembler = FrameAssembler(surface)
    var (touches, isTouched): ([[TouchFrame]], Bool) = ([], false)
    for event in recording.events where assembler.feed(event) {
      let hasContacts = !assembler.frame.contacts.isEmpty
      if hasContacts, !isTouched { touches.append([]) }
      if hasContacts || isTouched { touches[touches.count - 1].append(assembler.frame) }
      isTouched = hasContacts
    }
    // Only positions and times count: in the lab, each finger presses equally all the time.
    return touches[Int(row.number("touch"))].map { frame in
      TouchFrame(
        time: frame.time,
        contacts: frame.contacts.map { contact in
          Contact(
            id: contact.id,
            position: place(
              contact.position, of: surface.size, isTurned: !row.text("turned").isEmpty))
        })
    }
  }

  /// Returns the release of a row's scroll; `nil` if none has begun.
  private static func release(
    of row: Table.Row, hysteresis: Double = 0.25
  ) throws -> ReleaseContext? {
    let frames = try frames(of: row)
    var driver = TrajectoryDriver(
      try interaction(row, hysteresis: hysteresis), start: frames[0].time,
      on: pad)
    var (trajectory, last) = (Trajectory(), [Point]())
    for frame in frames {
      let points = frame.contacts.map(\.position)
      // libinput passes on no report that only changes the pressure.
      if points != last || points.isEmpty { driver.feed(frame, into: &trajectory) }
      last = points
    }
    driver.finish(into: &trajectory)
    return `A preset beside its running toolkit`.release(in: trajectory)?.context
  }

  /// In most, what GTK got of libinput is what a pan of all fingers has.
  @Test func `move GTK's content, and flick it`() throws {
    var (errors, velocities, distances): ([Double], [Double], [Double]) = ([], [], [])
    for row in Repository.oracle("lab_gtk-corpus.csv").rows where row.text("kind") == "corpus" {
      guard row.text("outcome") != "none", let release = try Self.release(of: row) else { continue }
      let sign = row.number("byX") < 0 ? -1.0 : 1
      let velocity = sign * release.release(by: .gtkScroll).velocity * Self.scroll * Self.gain
      errors.append(velocity - row.number("velocity"))
      velocities.append(row.number("velocity"))
      let moved = sign * release.fraction * 10 * Self.scroll * Self.gain
      distances.append(abs(row.number("start") + moved - row.number("position")))
    }
    #expect(errors.count > 85, "\(errors.count)")
    let rms = `A preset beside its running toolkit`.rms
    // What is left is that GDK adds up the scrolls of a display frame.
    #expect(rms(errors) < 0.06 * rms(velocities), "\(rms(errors) / rms(velocities))")
    let middle = distances.sorted()[distances.count / 2]
    #expect(middle < 0.5, "\(middle)")
  }

  /// Returns in how many scrolls the content is within 2 px of GTK's at the release.
  private static func close(hysteresis: Double = 0.25) throws -> Int {
    try Repository.oracle("lab_gtk-corpus.csv").rows.count { row in
      guard row.text("outcome") != "none",
        let release = try release(of: row, hysteresis: hysteresis)
      else { return false }
      let moved = (row.number("byX") < 0 ? -1 : 1) * release.fraction * 10 * scroll * gain
      return abs(row.number("start") + moved - row.number("position")) < 2
    }
  }

  /// No other value of a setting follows libinput as well.
  @Test func `have libinput's hysteresis`() throws {
    let best = try Self.close()
    for hysteresis in [0, 0.15, 0.35, 0.5] {
      let count = try Self.close(hysteresis: hysteresis)
      #expect(count < best - 5, "\(hysteresis) mm: \(count) of \(best)")
    }
  }
}
