import PantographReports
import PantographTouchScripts
import PantographTouches
import Testing

@Suite struct `WebDriver actions` {
  private func lines(_ frames: [TouchFrame], density: Double = 4) -> [String] {
    var actions = WebDriverActions(pixelsPerMillimetre: density)
    for frame in frames { actions.take(frame) }
    frames.last.map { actions.finish(after: $0) }
    return actions.pieces.joined().split(separator: "\n").map(String.init)
  }

  private func head(_ finger: Int) -> String {
    #"{"type":"pointer","id":"finger\#(finger)","parameters":{"pointerType":"touch"},"actions":["#
  }

  private func move(_ x: String, _ y: String) -> String {
    #"{"type":"pointerMove","duration":0,"x":\#(x),"y":\#(y)}"#
  }

  private func pause(_ duration: Int) -> String { #"{"type":"pause","duration":\#(duration)}"# }
  private let down = #"{"type":"pointerDown","button":0}"#
  private let up = #"{"type":"pointerUp","button":0}"#

  @Test func `carry what is left of rounding to whole milliseconds`() {
    // Frames at 0, 8.4, 16.8, 25.2 and 33.6 ms, that is 0, 8, 17, 25 and 34.
    let script = "0 1:1,2\n 8.4 1:2,2\n 16.8 1:3,2\n 25.2 1:4,2\n 33.6"
    #expect(
      lines(frames(script)) == [
        #"{"actions":["#, head(1), move("4.000", "8.000") + ",", down + ",",
        pause(8) + ",", move("8.000", "8.000") + ",", pause(9) + ",", move("12.000", "8.000") + ",",
        pause(8) + ",", move("16.000", "8.000") + ",", pause(9) + ",", up, "]}", "]}",
      ])
  }

  @Test func `have a source for each finger that is down at once`() {
    // The third finger takes the source of the first, which has lifted before.
    let script = "0 1:1,1\n 10 1:2,1 2:5,5\n 20 2:5,5\n 30 3:9,9 2:5,6\n 40"
    #expect(
      lines(frames(script), density: 1) == [
        #"{"actions":["#, head(1), move("1.000", "1.000") + ",", down + ",",
        pause(10) + ",", move("2.000", "1.000") + ",", pause(0) + ",", pause(10) + ",", up + ",",
        pause(10) + ",", move("9.000", "9.000") + ",", down + ",", pause(10) + ",", up, "]},",
        head(2), pause(0) + ",", pause(0) + ",", pause(10) + ",", move("5.000", "5.000") + ",",
        down + ",", pause(10) + ",", pause(0) + ",", pause(10) + ",", move("5.000", "6.000") + ",",
        pause(0) + ",", pause(10) + ",", up, "]}", "]}",
      ])
  }

  @Test func `cancel the fingers that are down at the end`() {
    #expect(
      lines(frames("0 1:1,1\n 10 1:2,1"), density: 1) == [
        #"{"actions":["#, head(1), move("1.000", "1.000") + ",", down + ",",
        pause(10) + ",", move("2.000", "1.000") + ",", #"{"type":"pointerCancel"}"#, "]}", "]}",
      ])
  }

  @Test func `have the pressure, and begin with the first finger`() {
    var both = frames("100\n 500 1:1,1\n 508 1:1,1\n 516")
    both[1].contacts[0].pressure = 0.25
    both[2].contacts[0].pressure = 0.5
    #expect(
      lines(both, density: 2) == [
        #"{"actions":["#, head(1), move("2.000", "2.000") + ",",
        #"{"type":"pointerDown","button":0,"pressure":0.250000},"#,
        pause(8) + ",",
        #"{"type":"pointerMove","duration":0,"x":2.000,"y":2.000,"pressure":0.500000},"#,
        pause(8) + ",", up, "]}", "]}",
      ])
    #expect(WebDriverActions(ofPen: true, pixelsPerMillimetre: 1).isEmpty)
  }
}
