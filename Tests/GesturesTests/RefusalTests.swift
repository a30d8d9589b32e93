import PantographBase
import PantographGestures
import Testing

/// Invalid settings, each just beyond a bound.
private let refused: [@Sendable () -> Void] = [
  { _ = TapGestureRecognizer.Settings(taps: 0) },
  { _ = TapGestureRecognizer.Settings(fingers: 0) },
  { _ = TapGestureRecognizer.Settings(longestPress: 0) },
  { _ = TapGestureRecognizer.Settings(longestPause: 0) },
  { _ = TapGestureRecognizer.Settings(slop: -0.001) },
  { _ = TapGestureRecognizer.Settings(spacing: -0.001) },
  { _ = LongPressGestureRecognizer.Settings(fingers: 0) },
  { _ = LongPressGestureRecognizer.Settings(minimumDuration: -0.001) },
  { _ = LongPressGestureRecognizer.Settings(minimumDuration: .infinity) },
  { _ = LongPressGestureRecognizer.Settings(slop: -0.001) },
  { _ = PinchGestureRecognizer.Settings(fingers: 1...2) },
  { _ = PinchGestureRecognizer.Settings(slop: -0.001, absorbed: 0) },
  { _ = PinchGestureRecognizer.Settings(slop: .infinity, absorbed: 0) },
  { _ = PinchGestureRecognizer.Settings(slop: 1, absorbed: -0.001) },
  { _ = PinchGestureRecognizer.Settings(slop: 1, absorbed: 1.001) },
  { _ = RotationGestureRecognizer.Settings(fingers: 1...2) },
  { _ = RotationGestureRecognizer.Settings(slop: -0.001, absorbed: 0) },
  { _ = RotationGestureRecognizer.Settings(slop: .infinity, absorbed: 0) },
  { _ = RotationGestureRecognizer.Settings(slop: 1, absorbed: -0.001) },
  { _ = RotationGestureRecognizer.Settings(slop: 1, absorbed: 1.001) },
  { _ = PanGestureRecognizer.Settings(fingers: 0...1) },
  { _ = PanGestureRecognizer.Settings(slop: -0.001) },
  { _ = PanGestureRecognizer.Settings(slop: .infinity) },
  { _ = PanGestureRecognizer.Settings(hysteresis: -0.001) },
  { _ = PanGestureRecognizer.AxisLock(dominance: 0.999) },
  { _ = PanGestureRecognizer.AxisLock(dominance: .infinity) },
  { _ = PanGestureRecognizer.EdgeStart(.left, width: -0.001) },
  { _ = PanGestureRecognizer.EdgeStart(.left, width: .infinity) },
  { _ = PanGestureRecognizer(.init(edge: .init(.right))) },
  { _ = PanGestureRecognizer(.init(edge: .init(.bottom))) },
  { _ = PressGestureRecognizer.Settings(start: 0.2, peak: 0.2) },
  { _ = PressGestureRecognizer.Settings(start: 0.2, peak: 1.001) },
  { _ = PressGestureRecognizer.Settings(start: 0.2, release: 0.201) },
  { _ = PressGestureRecognizer.Settings(start: 0.2, release: -0.001) },
  { _ = PreviewInteraction.Settings(start: 0.2, peek: 0.2) },
  { _ = PreviewInteraction.Settings(peek: 0.5, pop: 0.5) },
  { _ = PreviewInteraction.Settings(peek: 0.5, pop: 1.001) },
  { _ = PreviewInteraction.Settings(peek: 1.001, pop: nil) },
  { _ = PreviewInteraction.Settings(start: 0.15, release: 0.151) },
  { _ = PreviewInteraction.Settings(start: 0.15, release: -0.001) },
  {
    // The recogniser to wait for is of another arena, and this one is empty.
    var other = GestureArena<TapGestureRecognizer.Value>()
    let foreign = other.add(TapGestureRecognizer(), as: { $0 })
    var arena = GestureArena<TapGestureRecognizer.Value>()
    arena.add(TapGestureRecognizer(), as: { $0 }, afterFailureOf: [foreign])
  },
]

@Suite struct `Invalid settings` {
  @Test(arguments: refused.indices)
  func `are refused`(index: Int) async {
    await #expect(processExitsWith: .failure) { [index] in refused[index]() }
  }

  @Test func `begin just beyond the bounds`() {
    let tap = TapGestureRecognizer.Settings(
      taps: 1, fingers: 1, longestPress: 0.001, longestPause: 0.001, slop: 0, spacing: 0)
    #expect(tap.slop == 0 && tap.spacing == 0)
    let hold = LongPressGestureRecognizer.Settings(fingers: 1, minimumDuration: 0, slop: 0)
    #expect(hold.minimumDuration == 0 && hold.slop == 0)
    let pinch = PinchGestureRecognizer.Settings(fingers: 2...2, slop: 0)
    #expect(pinch.absorbed == 0)
    #expect(PinchGestureRecognizer.Settings(slop: 1, absorbed: 1).absorbed == 1)
    let rotation = RotationGestureRecognizer.Settings(fingers: 2...2, slop: 0)
    #expect(rotation.absorbed == 0)
    #expect(RotationGestureRecognizer.Settings(slop: 1, absorbed: 1).absorbed == 1)
    let pan = PanGestureRecognizer.Settings(fingers: 1...1, slop: 0)
    #expect(pan.slop == 0)
    #expect(PanGestureRecognizer.AxisLock(dominance: 1).dominance == 1)
    #expect(PanGestureRecognizer.EdgeStart(.left, width: 0).width == 0)
    _ = PanGestureRecognizer(.init(edge: .init(.left)))
    _ = PanGestureRecognizer(.init(edge: .init(.top)))
    _ = PanGestureRecognizer(.init(edge: .init(.right)), on: Vector(x: 100, y: 60))
    let press = PressGestureRecognizer.Settings(start: 0, peak: 1)
    #expect(press.release == 0)
    #expect(PressGestureRecognizer.Settings(start: 0.2, release: 0.2).release == 0.2)
    let preview = PreviewInteraction.Settings(start: 0, peek: 0.5, pop: 1)
    #expect(preview.release == 0)
    #expect(PreviewInteraction.Settings(start: 0.15, release: 0.15).release == 0.15)
    #expect(PreviewInteraction.Settings(peek: 1, pop: nil).pop == nil)
  }
}
