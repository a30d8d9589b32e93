import Cases
import Evdev
import Interactions
import Touches
import Traces

/// A recording and the interaction that it drives, as commands take them that look at many.
struct DrivenRecording: Sendable {
  /// What a command's options say of every recording.
  struct Options: Sendable {
    fileprivate let arguments: Arguments
    fileprivate let described: DeviceDescription?
    fileprivate let given: Interaction?
  }

  static let options =
    [
      Command.Option(
        "--interaction", "-i", value: .file(),
        help: "what the gesture does to which animation, instead of each case's own"),
      Worklist.list,
    ] + CommonOptions.replayed

  let recording: String
  private let ownInteraction: String?
  private let options: Options

  /// The recordings that the operands lead to: files, and those in and below folders.
  static func find(_ arguments: Arguments) throws -> [DrivenRecording] {
    let options = Options(
      arguments: arguments, described: try CommonOptions.described(arguments),
      given: try arguments.value("--interaction").map { _ in
        try CommonOptions.readInteraction(arguments)
      })
    let worklist = try Worklist(arguments, usesCases: options.given == nil)
    var entries = try worklist.entries(in: 0..<worklist.count)
    var recordings: [DrivenRecording] = []
    var seen: Set<String> = []
    while let entry = try entries.next() {
      guard seen.insert(entry.recording).inserted else { continue }
      recordings.append(
        DrivenRecording(
          recording: entry.recording, ownInteraction: entry.ownInteraction, options: options))
    }
    return recordings
  }

  /// What it drives.
  func interaction() throws(UnusableFile) -> Interaction {
    if let given = options.given { return given }
    guard let ownInteraction else {
      throw UnusableFile(
        recording,
        "it has no interaction.json beside it; --interaction says what the gesture drives")
    }
    var interaction = try Interaction(file: ownInteraction)
    CommonOptions.choosePalms(&interaction, options.arguments)
    return interaction
  }

  /// Which of several recorded devices is meant.
  var choice: DeviceChoice { CommonOptions.deviceChoice(options.arguments) }
  /// Whether what is whole of a damaged recording is used.
  var isLenient: Bool { options.arguments.has("--lenient") }

  /// The description that is used in the place of the recording's own.
  var described: DeviceDescription? { options.described }

  /// What is taken for a touch.
  func touchSettings(for interaction: Interaction) throws(UnusableFile) -> TouchSettings {
    do {
      return try CommonOptions.touchSettings(options.arguments, for: interaction)
    } catch {
      throw UnusableFile(recording, "\(error)")
    }
  }

  /// What is made of it, or why it can't be used.
  func result<Value>(
    _ make: (_ recording: DrivenRecording, _ interaction: Interaction) throws(UnusableFile) -> Value
  ) -> Result<Value, UnusableFile> {
    do throws(UnusableFile) {
      return .success(try make(self, interaction()))
    } catch {
      return .failure(error)
    }
  }

  /// What came of those that can be used; of the others it is said why not.
  static func usable<Value>(_ results: [Result<Value, UnusableFile>]) -> [Value] {
    results.compactMap { result in
      switch result {
      case .success(let value): return value
      case .failure(let mistake):
        say(Complaint(mistake).sentence)
        return nil
      }
    }
  }
}
