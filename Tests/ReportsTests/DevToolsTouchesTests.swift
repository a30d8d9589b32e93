import PantographReports
import PantographTouchScripts
import PantographTouches
import Testing

@Suite struct `Touches for DevTools` {
  /// Returns each call as its type, its time and its points.
  private func calls(_ frames: [TouchFrame], density: Double = 4) -> [String] {
    var touches = DevToolsTouches(pixelsPerMillimetre: density)
    for frame in frames { touches.take(frame) }
    frames.last.map { touches.finish(after: $0) }
    return touches.pieces.joined().split(separator: "\n").map(String.init)
  }

  private func call(_ type: String, _ time: String, _ points: String) -> String {
    #"{"method":"Input.dispatchTouchEvent","params":{"type":"\#(type)","touchPoints":[\#(points)],"#
      + #""timestamp":\#(time)}}"#
  }

  private func point(_ id: Int, _ x: String, _ y: String, force: String? = nil) -> String {
    #"{"x":\#(x),"y":\#(y),"id":\#(id)"# + (force.map { #","force":\#($0)"# } ?? "") + "}"
  }

  @Test func `list the fingers that land, move or lift`() {
    // The third finger takes the number of the first, which has lifted in the same frame.
    let script = "500 1:1,1\n 510 1:2,1 2:5,5\n 520 1:2,1 2:5,6\n 530 3:9,9 2:5,6\n 540"
    #expect(
      calls(frames(script), density: 1) == [
        call("touchStart", "0.000000", point(0, "1.000", "1.000")),
        call("touchMove", "0.010000", point(0, "2.000", "1.000")),
        call("touchStart", "0.010000", point(1, "5.000", "5.000")),
        call("touchMove", "0.020000", point(1, "5.000", "6.000")),
        call("touchEnd", "0.030000", point(0, "2.000", "1.000")),
        call("touchStart", "0.030000", point(0, "9.000", "9.000")),
        call(
          "touchEnd", "0.040000", point(0, "9.000", "9.000") + "," + point(1, "5.000", "6.000")),
      ])
  }

  @Test func `have the pressure, and are beside their position if only that has changed`() {
    var all = frames("0 1:1,2\n 8 1:1,2\n 16 1:1,2\n 24 1:1,2\n 32 1:1.00001,2\n 40")
    for (index, pressure) in [0.25, 0.5, 0.75, 0.75, 0.75].enumerated() {
      all[index].contacts[0].pressure = pressure
    }
    #expect(
      calls(all) == [
        call("touchStart", "0.000000", point(0, "4.000", "8.000", force: "0.250000")),
        call("touchMove", "0.008000", point(0, "4.001", "8.000", force: "0.500000")),
        call("touchMove", "0.016000", point(0, "4.000", "8.000", force: "0.750000")),
        call("touchEnd", "0.040000", point(0, "4.000", "8.000")),
      ])
  }

  /// Of two fingers one is lost before, which the protocol can't say.
  @Test func `cancel the fingers that are down at the end`() {
    var all = frames("0 1:1,1 2:5,5\n 8 1:2,1\n 16 1:3,1")
    all[1].vanished = [2]
    #expect(
      calls(all, density: 1).dropFirst(2) == [
        call("touchEnd", "0.008000", point(1, "5.000", "5.000")),
        call("touchMove", "0.016000", point(0, "3.000", "1.000")),
        call("touchCancel", "0.016000", ""),
      ])
  }

  @Test func `are none before a finger lands`() {
    var touches = DevToolsTouches(pixelsPerMillimetre: 1)
    for frame in frames("0\n 8") { touches.take(frame) }
    #expect(touches.isEmpty)
  }
}
