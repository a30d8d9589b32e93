import Foundation
import PantographBase
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

extension `A virtual device` {
  /// A program that reads a device itself gets what a recording of it has, from the state before the first event on.
  @Test func `gives a program the frames that a recording of it has`() throws {
    let example = try #require(Repository.cases.first { $0.name == "touchpad-flick" })
    let folder = try TemporaryFolder()
    let (player, node) = try player(of: example)
    let recording = folder.file("recording.yml").path
    let recorder = try start("record", node, "--output", recording)
    try wait(for: recorder) { $0.complaints.contains("recording") }
    var frames = try DeviceFrames(node)
    let (name, size, units) = (frames.description.name, frames.size, frames.unitsPerMillimetre)
    #expect(name == "Pantograph Touchpad")
    #expect(size == Vector(x: 100, y: 65))
    #expect(units == Vector(x: 20, y: 20))

    // Twice, the second time from the state that the first has left; they are taken before the kernel drops any.
    var found: [TouchFrame] = []
    for times in 1...2 {
      player.pressEnter()
      try wait(for: player) { player in
        while let frame = try? frames.nextFrame() { found.append(frame) }
        return player.complaints.components(separatedBy: "press Enter to play it again").count
          > times
      }
    }
    var waiting = [pollfd(fd: frames.descriptor, events: Int16(POLLIN), revents: 0)]
    while unsafe poll(&waiting, 1, 1000) == 1, let frame = try frames.nextFrame() {
      found.append(frame)
    }
    recorder.signal(SIGINT)
    #expect(recorder.wait() == 0)
    var recorded = try RecordedFrames(RecordingStream(recording))
    // The recording counts from its first event.
    let start = frames.start
    let offset = try #require(start).microseconds - recorded.start.microseconds
    var count = 0
    while var frame = try recorded.nextFrame() {
      frame.time = frame.time.advanced(byMicroseconds: offset)
      #expect(count < found.count && found[count] == frame, "frame \(count)")
      count += 1
    }
    #expect(count == found.count && count > 50)

    player.closeInput()
    #expect(player.wait() == 0)
    var error: (any Error)?
    while error == nil {
      do { _ = try frames.nextFrame() } catch let gone { error = gone }
    }
    #expect(error.map { "\($0)" } == "\(node): the device was removed")
  }
}
