import Foundation
import PantographBase
import PantographTestSupport
import PantographTouchScripts
import PantographTouches
import PantographTraces

/// Frames of recordings of real devices.
enum RecordedTouches {
  /// The device description for each recording that has none.
  static let pairs: [String: String] = {
    let table = Table(Repository.corpus.appendingPathComponent("devices/pairs.csv")).rows
    // The model is one of the study's.
    let other = [("touch_TapSettings__x86-alex_tap_drag", "../usability/alex.axes")]
    return Dictionary(
      table.map { ($0.text("recording"), $0.text("description")) } + other,
      uniquingKeysWith: { $1 })
  }()

  /// Returns the recordings in a folder, sorted by name.
  static func files(_ folder: String, where isMeant: (String) -> Bool = { _ in true }) -> [URL] {
    let folder = Repository.corpus.appendingPathComponent(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let others = [".desc", ".device", ".csv", ".sh", ".prop", ".json"]
    return names.sorted().filter { name in
      isMeant(name) && !others.contains { name.hasSuffix($0) }
    }.map { folder.appendingPathComponent($0) }
  }

  static func read(_ file: URL) throws -> (device: DeviceDescription, events: [InputEvent]) {
    let bytes = [UInt8](try Data(contentsOf: file))
    var reader = RecordingReader()
    var events: [InputEvent] = []
    try reader.read(bytes.span, into: &events)
    try reader.finish(into: &events)
    return (reader.device, events)
  }

  /// Returns the device and its events; without a description, the device has the axes and keys of the
  /// events.
  ///
  /// Its longer side is then 100 mm, with at least ten units per millimetre: of the devices here that report
  /// their resolution, none has fewer.
  static func recording(_ file: URL) throws -> (device: DeviceDescription, events: [InputEvent]) {
    var (device, events) = try read(file)
    if device.axes.isEmpty, let pair = pairs[file.lastPathComponent] {
      device = try read(file.deletingLastPathComponent().appendingPathComponent(pair)).device
    }
    if (try? Surface(device)) != nil { return (device, events) }
    device = DeviceDescription()
    var ranges: [EventCode: ClosedRange<Int32>] = [:]
    for event in events {
      if event.type == .key { device.add(.key, event.code) }
      guard event.type == .absolute else { continue }
      let old = ranges[event.code] ?? event.value...event.value
      ranges[event.code] = min(old.lowerBound, event.value)...max(old.upperBound, event.value)
    }
    let positions = [EventCode.absMTPositionX, .absMTPositionY, .absX, .absY]
    let longest =
      positions.compactMap { ranges[$0] }.map { $0.upperBound - $0.lowerBound }.max() ?? 1
    for (code, range) in ranges.sorted(by: { $0.key < $1.key }) {
      let isPosition = positions.contains(code)
      device.add(
        axis: code,
        AxisRange(
          minimum: code == .absMTSlot ? 0 : range.lowerBound, maximum: range.upperBound,
          resolution: isPosition ? max(longest / 100, 10) : 0))
    }
    if device.range(of: .absMTPositionX) != nil, device.range(of: .absMTSlot) == nil {
      device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 0))
    }
    return (device, events)
  }

  /// Returns the frames of a file; empty if the device has no surface.
  ///
  /// Palms are those that the device reports: libinput's pressure limit for fingers would treat a hard press
  /// as a palm.
  static func frames(_ file: URL, palms: PalmRule = .device) throws -> [TouchFrame] {
    let (device, events) = try recording(file)
    guard let surface = try? Surface(device) else { return [] }
    return PantographTouchScripts.frames(
      events, by: FrameAssembler(surface, TouchSettings(palms: palms)))
  }
}
