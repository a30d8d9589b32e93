import PantographBase
import PantographGestures
import PantographInteractions
import PantographMotion
import PantographTestSupport
import PantographTrajectories
import Testing

/// Widgets that open, and pages of a browser.
extension `A preset beside its running toolkit` {
  /// Returns a length on the screen as JSON.
  private static func millimetres(_ pixels: Double) -> String {
    "{ \"mm\": \(pixels / 96 * 25.4) }"
  }

  // MARK: AdwFlap and AdwLeaflet

  /// Progress 1 is a flap of 240 px opened or closed, or the next page of a leaflet.
  private static func flap(_ row: Table.Row) throws -> String {
    let start = row.text("start")
    let isLeft = ["1", "10"].contains(start) || (start == "11" && row.number("byX") < 0)
    let isFlap = start == "0" || start == "1"
    // A finger that lands beside the open flap swipes once it has reached it.
    let beside = start == "1" ? row.number("x") / 25.4 * 96 - 240 : 0
    let slop = millimetres(max(16, beside))
    // A flap opens, and a leaflet turns forward, from an edge of 32 px.
    let side = start == "0" ? "left" : start != "1" && isLeft ? "right" : nil
    // A leaflet makes a page ready on the side to which the finger sets out.
    let toolkit = isFlap ? "libadwaita-touch" : "libadwaita-leaflet"
    let edge = side.map { "\"edge\": { \"at\": \"\($0)\", \"width\": \(millimetres(32)) }," } ?? ""
    return """
      { "version": 1, "surface": { "fit": { "width": 360, "height": 240 } },
        "gesture": { "pan": { "as": "\(toolkit)", "slop": \(slop), \(edge)
                              "direction": "\(isLeft ? "left" : "right")" } },
        "progress": { "toward": "\(isLeft ? "left" : "right")",
                      "distance": { "points": \(isFlap ? 240 : 360) }, "beyondLimits": "forgotten" },
        "rule": { "preset": "libadwaita-flap-touch", "snapPoints": [0, 1] },
        "animation": { "duration": 0.4 }, "settle": { "preset": "libadwaita-flap-touch" } }
      """
  }

  @Test func `opens AdwFlap and turns AdwLeaflet at their velocities`() throws {
    var (errors, velocities, turned): ([Double], [Double], Int) = ([], [], 0)
    for row in Repository.oracle("lab_libadwaita-flap.csv").rows {
      let release = Self.release(in: try Self.trajectory(Self.flap(row), row))
      let expected = row.text("outcome") == "none" ? 0 : row.number("outcome")
      #expect((release?.decision.target ?? 0) == expected, "\(row)")
      turned += expected == 1 ? 1 : 0
      guard row.text("outcome") != "none" else { continue }
      let context = try #require(release, "\(row)").context
      velocities.append(row.number("velocity"))
      errors.append(
        context.release(by: .libadwaita).velocity * 96 / 25.4 / 1000 - row.number("velocity"))
      #expect(abs(context.fraction - row.number("position")) < 0.005, "\(row)")
    }
    #expect(errors.count > 100 && turned > 50)
    #expect(Self.rms(errors) < 0.01 * Self.rms(velocities))
  }

  /// The carousel's spring, but from rest.
  @Test func `settles AdwFlap and AdwLeaflet from rest`() throws {
    let spring = try #require(ReleasePreset.named("libadwaita-touch")?.settling?.finish.knownSpring)
    var points = 0
    for row in Repository.oracle("lab_libadwaita-flap.csv").rows
    where row.text("outcome") != "none" {
      let target = row.number("outcome")
      let start = Spring.State(offset: row.number("position") - target, velocity: 0)
      for (milliseconds, position) in Self.path(of: row) where position != target {
        let expected = spring.state(after: milliseconds / 1000, from: start)
        #expect(abs(target + expected.offset - position) < 0.001, "\(row)")
        points += 1
      }
    }
    #expect(points > 200)
  }

  // MARK: Drawer

  /// The drawer's width in pixels.
  private static let drawerWidth = 240.0

  /// Progress 1 is a drawer opened or closed.
  private static func drawer(_ row: Table.Row) -> String {
    let isOpen = row.text("start") == "open"
    // A finger that lands beside the open drawer drags it once it has reached it.
    let beside = isOpen ? row.number("x") / 25.4 * 96 - drawerWidth : 0
    let slop = millimetres(max(20, beside))
    let edge = isOpen ? "" : "\"edge\": { \"at\": \"left\", \"width\": \(millimetres(10)) },"
    let preset = isOpen ? "qt-drawer-close" : "qt-drawer"
    return """
      { "version": 1, "surface": { "fit": { "width": 360, "height": 240 } }, "rate": 1000,
        "gesture": { "pan": { "as": "qt-drawer", "slop": \(slop), \(edge)
                              "direction": "horizontal" } },
        "progress": { "toward": "\(isOpen ? "left" : "right")",
                      "distance": { "points": \(drawerWidth) } },
        "rule": { "preset": "\(preset)" },
        "animation": { "duration": 1 }, "settle": { "preset": "\(preset)" } }
      """
  }

  @Test func `opens and closes Qt's Drawer by its position and mean velocity`() throws {
    var (opened, closed, stayed) = (0, 0, 0)
    for row in Repository.oracle("lab_qt-drawer.csv").rows
    where !row.text("start").hasPrefix("page") {
      let isOpen = row.text("start") == "open"
      guard let release = Self.release(in: try Self.trajectory(Self.drawer(row), row)) else {
        // A touch that drags nothing; beside the open drawer, it closes it.
        #expect(row.text("velocity").isEmpty, "\(row)")
        continue
      }
      let opens = (release.decision.target == 1) != isOpen
      #expect(opens == (row.text("outcome") == "open"), "\(row)")
      stayed += opens == isOpen ? 1 : 0
      opened += opens && !isOpen ? 1 : 0
      closed += !opens && isOpen ? 1 : 0
    }
    #expect(opened > 20 && closed > 8 && stayed > 20, "\(opened) \(closed) \(stayed)")
  }

  /// From the widget's own release, on the two parabolas beside which the preset's curve is at most 0.0035.
  @Test func `settles as Qt's Drawer does`() throws {
    let settle = try #require(ReleasePreset.named("qt-drawer")?.settling?.finish)
    guard case .curve(let curve) = settle.timing,
      case .secondsPerDistance(let seconds) = settle.pace
    else { return #expect(Bool(false), "\(settle)") }
    var points = 0
    for row in Repository.oracle("lab_qt-drawer.csv").rows
    where !row.text("start").hasPrefix("page") && !row.text("velocity").isEmpty {
      let rest = row.text("outcome") == "open" ? Self.drawerWidth : 0
      let distance = rest - row.number("position")
      let duration = seconds * abs(distance) / Self.drawerWidth
      for (milliseconds, moved) in Self.path(of: row) {
        let expected = distance * curve.value(at: min(milliseconds / 1000 / duration, 1))
        // Qt's durations are whole milliseconds; the curve is at most twice as fast as its mean.
        let tolerance = 0.0035 * abs(distance) + 2 * Self.drawerWidth / seconds / 1000
        #expect(abs(expected - moved) < tolerance, "\(milliseconds) \(row)")
        points += 1
      }
    }
    #expect(points > 200)
  }

  @Test func `takes Qt's time for the rest of a drawer's width`() throws {
    for row in Repository.oracle("lab_qt-drawer.csv").rows
    where ["edge-1", "back-slow-0.4"].contains(row.text("name")) {
      let trajectory = try Self.trajectory(Self.drawer(row), row)
      let release = try #require(Self.release(in: trajectory))
      let rest = try #require(trajectory.samples.first(where: { $0.phase == .rest })).time
      let settled: Double = rest - (try trajectory.firstEnd()).time
      let left = abs(release.decision.target - release.fraction)
      #expect(abs(settled - 0.2 * left) < 0.002, "\(settled) \(left) \(row)")
    }
  }

  @Test func `turns the pages of Qt's SwipeView`() throws {
    var turned = 0
    for row in Repository.oracle("lab_qt-drawer.csv").rows where row.text("start").hasPrefix("page")
    {
      let page = try Self.turn(of: row, by: "qt-swipeview")
      #expect(page == (row.text("outcome") == "none" ? 0 : row.number("outcome")), "\(page) \(row)")
      turned += page == 0 ? 0 : 1
    }
    #expect(turned > 10)
  }

  // MARK: Pages of browsers

  /// Returns where a browser's pages are when the finger lifts, in pages from the first, and the velocity in px/s.
  private static func pages(
    _ row: Table.Row, slop: Double, kept: Double, by estimator: VelocityEstimator
  ) throws -> (position: Double, velocity: Double)? {
    let isLeft = row.number("byX") < 0
    let interaction = """
      { "version": 1, "surface": { "fit": { "width": 360, "height": 240 } },
        "gesture": { "pan": { "as": "\(estimator.rawValue)", "slop": \(millimetres(slop)),
                              "direction": "horizontal" } },
        "progress": { "toward": "\(isLeft ? "left" : "right")", "distance": { "points": 360 },
                      "limits": "none" },
        "rule": { "estimator": "\(estimator.rawValue)", "clauses": [], "otherwise": "finish" },
        "animation": { "duration": 1 } }
      """
    guard let release = release(in: try trajectory(interaction, row)) else { return nil }
    let way = isLeft ? 1.0 : -1
    let start = try #require(Double(row.text("start").dropFirst(4)))
    let moved = release.fraction + (slop - kept) / 360
    return (
      min(max(start + way * moved, 0), 8),
      way * release.context.release(by: estimator).velocity * 96 / 25.4
    )
  }

  /// What turned a page in other runs: the display frame in which a fling begins decides.
  private static let unturned: Set = ["page-slow-1.3", "page-reversal-60-0.9-0.5"]

  /// Without a fling, Chromium turns to the nearest page.
  ///
  /// A fling between 130 and 1100 px/s leads in its direction, 12 times as far as the content moves in a display frame.
  @Test func `turns the pages of Chromium`() throws {
    let law = try #require(Momentum.named("chromium-touch"))
    var turned = 0
    for row in Repository.oracle("lab_chromium.csv").rows
    where row.text("start").hasPrefix("page") {
      let expected = row.text("outcome") == "none" ? 0 : row.number("outcome")
      guard let (position, velocity) = try Self.pages(row, slop: 30, kept: 15, by: .chromium) else {
        #expect(expected == 0, "\(row)")
        continue
      }
      var page = position.rounded()
      if abs(velocity) > 100 {
        let glide = law.glide(from: velocity)
        let (begin, frame) = (0.025, 1.0 / 60)
        let start = glide.state(after: begin).distance
        let moved = glide.state(after: begin + frame).distance - start
        let far = (position + (start + 12 * moved) / 360).rounded()
        page = velocity > 0 ? max(far, position.rounded(.up)) : min(far, position.rounded(.down))
      }
      let start = try #require(Double(row.text("start").dropFirst(4)))
      let agrees = min(max(page, 0), 8) - start == expected
      #expect(
        agrees != Self.unturned.contains(row.text("name")), "\(page) \(position) \(velocity) \(row)"
      )
      turned += expected == 0 ? 0 : 1
    }
    #expect(turned > 12)
  }

  /// Firefox turns to the page nearest to where the fling would end; slower than 500 px/s, there is none.
  @Test func `turns the pages of Firefox`() throws {
    let law = try #require(Momentum.named("firefox"))
    var turned = 0
    for row in Repository.oracle("lab_firefox.csv").rows where row.text("start").hasPrefix("page") {
      let expected = row.text("outcome") == "none" ? 0 : row.number("outcome")
      guard let (position, velocity) = try Self.pages(row, slop: 9.6, kept: 9.6, by: .firefox)
      else {
        #expect(expected == 0, "\(row)")
        continue
      }
      let reached = position + law.glide(from: velocity).distance / 360
      let start = try #require(Double(row.text("start").dropFirst(4)))
      let page = min(max((reached + 0.5).rounded(.down), 0), 8)
      #expect(page - start == expected, "\(position) \(velocity) \(row)")
      turned += expected == 0 ? 0 : 1
    }
    #expect(turned > 5)
  }

  // MARK: Flings of Firefox

  /// Whether a flick coasts: at 500 px/s by Firefox's velocity.
  @Test func `begins a fling as Firefox does`() throws {
    let law = try #require(Momentum.named("firefox"))
    var (errors, velocities): ([Double], [Double]) = ([], [])
    for row in Repository.oracle("lab_firefox.csv").rows
    where ["coasts", "stops"].contains(row.text("outcome")) {
      let isLeft = row.number("byX") < 0
      let interaction = """
        { "version": 1, "surface": { "fit": { "width": 360, "height": 240 } },
          "gesture": { "pan": { "as": "firefox" } },
          "progress": { "toward": "\(isLeft ? "left" : "right")", "distance": { "points": 10000 },
                        "limits": "none" },
          "rule": { "estimator": "firefox", "clauses": [], "otherwise": "finish" },
          "animation": { "duration": 1 } }
        """
      let release = try #require(
        Self.release(in: try Self.trajectory(interaction, row)), "\(row)")
      let velocity = release.context.release(by: .firefox).velocity * 96 / 25.4
      let coasts = law.glide(from: velocity).distance != 0
      #expect(coasts == (row.text("outcome") == "coasts"), "\(velocity) \(row)")
      guard coasts, row.text("outcome") == "coasts" else { continue }
      errors.append((isLeft ? velocity : -velocity) - row.number("velocity"))
      velocities.append(row.number("velocity"))
    }
    #expect(errors.count > 25)
    #expect(Self.rms(errors) < 0.02 * Self.rms(velocities))
  }

  @Test func `flings as pages in Firefox do`() throws {
    let law = try #require(Momentum.named("firefox"))
    var (errors, flings): ([Double], Int) = ([], 0)
    for row in Repository.oracle("lab_firefox.csv").rows where row.text("outcome") == "coasts" {
      let glide = law.glide(from: row.number("velocity"))
      // A page sees whole pixels.
      guard abs(glide.distance) > 200 else { continue }
      flings += 1
      for (milliseconds, moved) in Self.path(of: row) {
        let expected = glide.state(after: milliseconds / 1000).distance
        errors.append((moved - expected) / glide.distance)
      }
    }
    #expect(flings > 20)
    #expect(Self.rms(errors) < 0.01, "\(Self.rms(errors))")
  }
}
