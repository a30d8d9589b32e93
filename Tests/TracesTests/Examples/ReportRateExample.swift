import Foundation
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

/// The example of the documentation page.
@Suite struct `The example of the inspection page` {
  /// 28 of the 29 frames of the flick come 8 ms apart; `info` says so too.
  @Test func `finds a touchpad's report rate`() throws {
    let file = Repository.recordings.appendingPathComponent("touchpad-flick/recording.yml")
    var reader = RecordingReader()
    reader.keepsLines = true
    var events: [InputEvent] = []
    try reader.read([UInt8](Data(contentsOf: file)).span, into: &events)
    try reader.finish(into: &events)
    let (device, lines) = (reader.device, reader.eventLines)

    var inspector = DeviceInspector(device)
    for (event, line) in zip(events, lines) { inspector.take(event, line: line) }
    inspector.finish(line: lines.last ?? 1)
    let rate = inspector.inspection.reportRate
    #expect(abs((rate ?? 0) - 125) < 5)
  }
}
