import PantographBase
import PantographGestures
import PantographTouches
import Testing

enum Touch: Hashable {
  case drag(PanGestureRecognizer.Value)
  case zoom(PinchGestureRecognizer.Value)
  case turn(RotationGestureRecognizer.Value)
  case select(TapGestureRecognizer.Value)
  case open(TapGestureRecognizer.Value)
}

@Suite struct `The example of the arbitration page` {
  struct Canvas: Hashable {
    var offset = Vector.zero
    var scale = 1.0
    var angle = 0.0
    var selection: Point?
    var opened: Point?
  }

  private func canvas(_ script: String) -> Canvas {
    var canvas = Canvas()
    let frames = touches(script)

    var arena = GestureArena<Touch>()
    let drag = arena.add(PanGestureRecognizer(.init(fingers: 2...2)), as: Touch.drag)
    let zoom = arena.add(PinchGestureRecognizer(), as: Touch.zoom)
    let turn = arena.add(RotationGestureRecognizer(), as: Touch.turn)
    arena.allow([drag, zoom, turn])
    let open = arena.add(TapGestureRecognizer(.init(taps: 2)), as: Touch.open)
    arena.add(TapGestureRecognizer(), as: Touch.select, afterFailureOf: [open])

    var events: [GestureEvent<Touch>] = []
    for frame in frames { arena.feed(frame, into: &events) }
    for event in events {
      switch event.value {
      case .drag(let pan): canvas.offset = pan.translation
      case .zoom(let pinch): canvas.scale = pinch.scale
      case .turn(let rotation): canvas.angle = rotation.angle
      case .select(let tap): canvas.selection = tap.location
      case .open(let tap): canvas.opened = tap.location
      }
    }
    return canvas
  }

  @Test func `selects with one tap and opens with two`() {
    let location = Point(x: 7, y: 8)
    #expect(canvas("0 1:7,8 \n 50 \n 900") == Canvas(selection: location))
    #expect(canvas("0 1:7,8 \n 50 \n 150 2:7,8 \n 200 \n 900") == Canvas(opened: location))
  }

  @Test func `moves, scales and turns at once`() {
    // One finger stays; the other turns by 90° about it and doubles its distance, less the slops.
    let moved = canvas("0 1:0,0 2:10,0 \n 10 1:0,0 2:0,20 \n 20")
    #expect(abs(moved.scale - 20 / 11.6) < 1e-9)
    #expect(abs(moved.angle - 80 * .pi / 180) < 1e-9)
    #expect(moved.offset.x < 0 && moved.offset.y > 0 && moved.selection == nil)
  }
}
