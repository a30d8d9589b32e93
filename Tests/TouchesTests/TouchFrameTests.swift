import PantographBase
import PantographTouches
import Testing

@Suite struct `A frame of touches` {
  /// A frame with a value in every field, so that none is forgotten.
  private var full: TouchFrame {
    var frame = TouchFrame(
      time: Timestamp(microseconds: 7),
      contacts: [
        Contact(id: 3, position: Point(x: 1, y: 2), pressure: 0.5),
        Contact(id: 4, position: Point(x: 3, y: 4)),
      ])
    frame.unplaced = [UnplacedContact(id: 6, x: 7)]
    frame.hovering = [Contact(id: 5, position: Point(x: 5, y: 6))]
    frame.vanished = [8, 9]
    frame.hasLostEvents = true
    frame.fingerCount = 4
    frame.clockStep = 0.25
    frame.isClockFrozen = true
    return frame
  }

  @Test func `is replaced by another in all but its time`() {
    let empty = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    let fields = zip(Mirror(reflecting: full).children, Mirror(reflecting: empty).children)
    for (own, other) in fields { #expect("\(own.value)" != "\(other.value)", "\(own.label ?? "")") }
    for (old, new) in [(empty, full), (full, empty), (full, full)] {
      var shown = old
      shown.show(new, at: Timestamp(microseconds: 11))
      var expected = new
      expected.time = Timestamp(microseconds: 11)
      #expect(shown == expected)
    }
  }
}
