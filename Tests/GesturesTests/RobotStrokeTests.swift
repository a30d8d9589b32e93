import PantographGestures
import PantographNamedRecordings
import PantographTestSupport
import PantographTouches
import Testing

/// Lines that a robot arm draws on a touchpad with one or two fingers.
///
/// Some land 7 mm from the left edge, where they rest for 0.4 s before they move: longer than libinput lets fingers stay
/// there.
@Suite(.enabled(if: Repository.hasCorpus, Repository.absence))
struct `Strokes of a robot` {
  /// The pad, as `expected.json` beside the recordings describes it.
  static let pad = {
    var device = DeviceDescription()
    device.add(.touchpad)
    device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 9))
    device.add(axis: .absMTPositionX, AxisRange(minimum: 0, maximum: 2039, resolution: 20))
    device.add(axis: .absMTPositionY, AxisRange(minimum: 0, maximum: 1359, resolution: 20))
    device.add(axis: .absMTPressure, AxisRange(minimum: 0, maximum: 255))
    return device
  }()

  @Test(arguments: [("one_finger", 1, 18), ("two_finger", 2, 14)])
  func `are pans, also from the edge`(prefix: String, fingers: Int, count: Int) throws {
    let names = NamedRecordings.names(in: "robot-strokes").filter {
      let name = $0.dropFirst("robot-strokes/".count)
      return name.hasPrefix(prefix + "_")
        && ["swipe", "tracking", "to_edge"].contains { name.contains($0) }
    }
    #expect(names.count == count)
    for name in names {
      let run = try PanRun((name, Self.pad), .init(fingers: fingers...fingers))
      #expect(run.ends.map(\.phase) == [.ended], "\(name)")
    }
  }
}
