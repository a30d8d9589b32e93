import Interactions
import Touches
import Traces

/// Options that several commands have.
enum CommonOptions {
  static let interaction = Command.Option(
    "--interaction", "-i", value: "FILE", isRequired: true,
    help: "what the gesture does to which animation (JSON)")
  static let output = Command.Option(
    "--output", "-o", value: "FILE", help: "write there instead of to standard output")
  static let recordingFormat = Command.Option(
    "--format", value: "NAME",
    help: "libinput (the default) or evemu; else told by the ending of --output")
  static let device = Command.Option(
    "--device", value: "FILE",
    help: "take the device's description from there: a recording or a node")
  static let node = Command.Option(
    "--node", value: "NODE",
    help: "of several recorded devices, this one: its node, or its place from 1")
  static let grab = Command.Option(
    "--grab", help: "keep the device's events from all other programs meanwhile")
  static let lenient = Command.Option(
    "--lenient", help: "use what is whole of a damaged recording")
  static let rate = Command.Option(
    "--rate", value: "HZ", help: "samples per second, instead of the interaction's")

  /// The format to write a recording in, which is asked for or told by the file's name.
  static func recordingFormat(_ arguments: Arguments, for path: String) throws -> RecordingFormat {
    guard !path.hasSuffix(".gz") else {
      throw Complaint("\(path): recordings are written as they are; `gzip` packs them afterwards")
    }
    return try arguments.choice(
      "--format", RecordingFormat.self, among: RecordingFormat.writable)
      ?? RecordingFormat(path: path) ?? .libinput
  }

  /// The recorded device that is meant.
  static func deviceChoice(_ arguments: Arguments) -> DeviceChoice {
    guard let node = arguments.value("--node") else { return .automatic }
    return Int(node).map(DeviceChoice.number) ?? .node(node)
  }

  static let withoutPalms = Command.Option(
    "--without-palms", help: "leave out what the palm of a hand touches")

  static let touchPressure = Command.Option(
    "--touch-pressure", value: "DOWN,UP",
    help: "percent of the pressure at which fingers land and lift, such as 12,10")

  static func touchSettings(_ arguments: Arguments) throws -> TouchSettings {
    var settings = TouchSettings(leavesPalmsOut: arguments.has("--without-palms"))
    if let percents = try arguments.numbers("--touch-pressure", count: 2) {
      guard 0 <= percents[1], percents[1] <= percents[0], percents[0] <= 100 else {
        throw Complaint(
          "--touch-pressure: expected two numbers from 0 to 100, the greater one first")
      }
      settings.pressureThreshold = PressureThreshold(
        down: percents[0] / 100, up: percents[1] / 100)
    }
    return settings
  }

  static func readInteraction(_ arguments: Arguments) throws -> Interaction {
    let path = try arguments.required("--interaction", "it says what the gesture drives")
    let bytes = try InputFile(path).readAll(limit: 16 << 20)
    guard !bytes.isEmpty else { throw Complaint("\(path): the file is empty") }
    do {
      var interaction = try Interaction(parsing: bytes)
      if let rate = try arguments.number("--rate", in: 1...10_000) { interaction.rate = rate }
      return interaction
    } catch let error as InteractionError {
      let isPlace = error.path.first?.isNumber ?? false
      throw Complaint("\(path):\(isPlace ? "" : " ")\(error)")
    }
  }
}
