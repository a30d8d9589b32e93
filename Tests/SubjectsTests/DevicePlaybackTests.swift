import PantographBase
import PantographSubjects
import PantographTouches
import Testing

@Suite struct `Events played on a virtual device` {
  private func event(
    _ milliseconds: Int64, _ type: EventType, _ code: EventCode, _ value: Int32
  ) -> InputEvent {
    InputEvent(
      time: Timestamp(microseconds: milliseconds * 1000), type: type, code: code, value: value)
  }

  private func frames(_ events: [InputEvent]) -> [DevicePlayback.Frame] {
    DevicePlayback.frames(events, on: DeviceDescription())
  }

  /// Times that go back, as those of a clock that was set, do not move later frames before earlier ones.
  @Test func `follow each other, whatever their clock does`() {
    let times: [Int64] = [100, 120, 50, 130, 90]
    let frames = frames(times.map { event($0, .synchronization, .synReport, 0) })
    #expect(frames.map { ($0.seconds * 1000).rounded() } == [0, 20, 20, 30, 30])
    #expect(frames.allSatisfy { $0.events.count == 1 })
  }

  /// A key that is down at the end would stay down.
  @Test func `end with a frame that lifts what is down`() {
    let frames = frames([
      event(0, .key, .btnTouch, 1), event(0, .synchronization, .synReport, 0),
      event(8, .synchronization, .synReport, 0),
    ])
    #expect(frames.map(\.seconds) == [0, 0.008, 0.008])
    let lift = frames.last?.events.map { "\($0.type) \($0.code) \($0.value)" }
    #expect(
      lift
        == [event(8, .key, .btnTouch, 0), event(8, .synchronization, .synReport, 0)].map {
          "\($0.type) \($0.code) \($0.value)"
        })
  }
}
