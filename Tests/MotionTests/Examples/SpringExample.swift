import PantographMotion
import Testing

/// The example of the module's page.
@Suite struct `The documentation of Motion` {
  /// By ten thousand steps of x″ = −ω² x − 2 ζ ω x′, ω = 2 π / 0.4.
  @Test func `has a spring that solves its equation`() {
    let spring = Spring(response: 0.4, dampingRatio: 0.7)
    let released = Spring.State(offset: -0.3, velocity: 6)
    let seen = spring.state(after: 0.1, from: released)
    let duration = spring.settlingTime(velocity: 6 / 0.3)

    let (frequency, step) = (2 * Double.pi / 0.4, 1e-5)
    var (offset, velocity) = (-0.3, 6.0)
    for _ in 0..<10_000 {
      let force = -frequency * frequency * offset - 2 * 0.7 * frequency * velocity
      velocity += force * step
      offset += velocity * step
    }
    #expect(abs(seen.offset - offset) < 1e-3 && abs(seen.velocity - velocity) < 1e-2)
    #expect(duration > 0.4 && duration.isFinite)
  }
}
