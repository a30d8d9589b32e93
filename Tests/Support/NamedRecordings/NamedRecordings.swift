import Foundation
import PantographTestSupport
package import PantographTouches
import PantographTraces

/// Recordings of real gestures, with their devices as far as those are known.
package enum NamedRecordings {
  /// Returns the names of the recordings in a folder of the corpus, including the folder.
  package static func names(in folder: String) -> [String] {
    let top = Repository.corpus.appendingPathComponent(folder)
    let paths = FileManager.default.enumerator(atPath: top.path)?.allObjects ?? []
    let others = [".json", ".axes", ".prop"]
    return paths.compactMap { $0 as? String }.sorted()
      .filter { name in !others.contains { name.hasSuffix($0) } }
      .filter { name in
        let file = top.appendingPathComponent(name)
        let values = try? file.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
        return values?.isRegularFile == true && values?.fileSize ?? 0 > 0
      }
      .map { "\(folder)/\($0)" }
  }

  /// Returns the recordings with a known surface, and the device of each.
  package static func devices(_ names: [String]) throws -> [(
    name: String, device: DeviceDescription
  )] {
    var models: [String: DeviceDescription] = [:]
    for name in names where name.hasPrefix("named-gestures/") {
      add(try read(name).events, to: &models[model(name), default: DeviceDescription()])
    }
    let study = try ["alex", "lumpy"].map { pad in
      var device = try read("usability/\(pad).axes").device
      // The axes are those of touchpads, but do not say so.
      device.add(.touchpad)
      return (pad, device)
    }
    return names.compactMap { name in
      let known = study.first { name.hasPrefix("usability/\($0.0)") }?.1
      let device = known ?? scaled(models[model(name)] ?? DeviceDescription(), name)
      return (try? Surface(device)) == nil ? nil : (name, device)
    }
  }

  /// Returns the device and the events of a recording.
  package static func read(_ name: String) throws -> (
    device: DeviceDescription, events: [InputEvent]
  ) {
    let file = Repository.corpus.appendingPathComponent(name)
    let bytes = [UInt8](try Data(contentsOf: file))
    var reader = RecordingReader()
    var events: [InputEvent] = []
    try reader.read(bytes.span, into: &events)
    try reader.finish(into: &events)
    return (reader.device, events)
  }

  /// Returns the device in the name of a recording: `touch_TapSettings__samus_tap_click` says `samus`.
  package static func model(_ name: String) -> String {
    let words = name.components(separatedBy: "__").last ?? name
    let ends = ["_touchpad", "_touchscreen", "_tap", "_scroll", "_three"]
    let end = ends.compactMap { words.range(of: $0)?.lowerBound }.min() ?? words.endIndex
    let screen = name.contains("Touchscreen") ? "screen " : ""
    return screen + words[..<end].replacing("-", with: "_")
  }

  /// Widens the axes of a device to the values of its events.
  private static func add(_ events: [InputEvent], to device: inout DeviceDescription) {
    for event in events {
      if event.type == .key { device.add(.key, event.code) }
      guard event.type == .absolute else { continue }
      let old = device.range(of: event.code)
      let lowest = event.code == .absMTSlot ? 0 : event.value
      device.add(
        axis: event.code,
        AxisRange(
          minimum: min(old?.minimum ?? lowest, lowest),
          maximum: max(old?.maximum ?? event.value, event.value)))
    }
  }

  /// Scales a device with unknown axes: the area that was touched counts as the whole surface.
  ///
  /// Both axes get the same scale. The pads of such notebooks are about 100 mm wide and at most 68 mm high,
  /// as the one of the study, their screens of 11.6 inches 256 mm wide and 144 mm high.
  private static func scaled(_ device: DeviceDescription, _ name: String) -> DeviceDescription {
    var device = device
    if device.range(of: .absMTSlot) == nil {
      device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 0))
    }
    let isScreen = name.contains("Touchscreen")
    let axes: [(code: EventCode, longest: Int32)] = [
      (.absMTPositionX, isScreen ? 256 : 100), (.absMTPositionY, isScreen ? 144 : 68),
    ]
    let resolutions = axes.compactMap { axis in
      device.range(of: axis.code).map { ($0.maximum - $0.minimum) / axis.longest }
    }
    for axis in axes.map(\.code) {
      guard var range = device.range(of: axis) else { continue }
      range.resolution = max(resolutions.max() ?? 0, 1)
      device.add(axis: axis, range)
    }
    return device
  }
}
