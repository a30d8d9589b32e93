import Pantograph
import PantographSubjects
import PantographTouches
import PantographTraces

/// What another program or a page must still do while its recording is shrunk.
struct SubjectShrinkGoal {
  let recording: String
  let events: [InputEvent]
  let device: DeviceDescription
  let remarks: [String]
  private let example: SubjectCase
  private let condition: Condition

  private enum Condition {
    /// It has an event with these words.
    case event(String)
    /// It differs as in this check.
    case difference(SubjectCheck)
  }

  /// The goal for a case with a subject; `nil` if the operand is none.
  init?(_ arguments: Arguments) throws {
    guard !arguments.has("--interaction"),
      case .observed(let found)? = try? CaseSearch.content(of: arguments.operands[0])
    else { return nil }
    if arguments.has("--against") {
      throw CommandError(
        "pantograph shrink: --against requires an interaction; list other subjects in the key agrees"
      )
    }
    do {
      example = try SubjectCase(found)
      recording = found.recording
      let described = try CommonOptions.described(arguments)
      var options = ReplayOptions()
      options.choice = CommonOptions.deviceChoice(arguments)
      options.isLenient = arguments.has("--lenient")
      (events, device, remarks) = try ShrinkCommand.events(
        of: recording, options, describedBy: described)
      let check = try Self.check(example, events, device)
      if let list = arguments.value("--while") {
        guard list.hasPrefix("event="), list.count > 6 else {
          throw CommandError(
            "pantograph shrink: --while \(list): a subject has events; expected event=WORDS")
        }
        let words = String(list.dropFirst(6))
        guard check.actual.events.contains(where: { $0.words == words }) else {
          throw CommandError("\(found.path): no event '\(words)'; it \(check.actual.story)")
        }
        condition = .event(words)
      } else {
        guard check.isCompared, !check.isSame else {
          throw CommandError(
            "\(found.path): \(check.isCompared ? "as expected" : "no expected.csv"); set the goal with"
              + " --while event=WORDS")
        }
        condition = .difference(check)
      }
    } catch let error as UnusableFile {
      throw CommandError(error)
    }
  }

  private static func check(
    _ example: SubjectCase, _ events: [InputEvent], _ device: DeviceDescription
  ) throws(UnusableFile) -> SubjectCheck {
    var example = example
    example.given = .init(events, of: device)
    return try example.check()
  }

  /// Returns whether the subject still does it with other events.
  func isReached(by events: [InputEvent]) throws(UnusableFile) -> Bool {
    let check = try Self.check(example, events, device)
    switch condition {
    case .event(let words): return check.actual.events.contains { $0.words == words }
    case .difference(let before): return check.differs(as: before)
    }
  }
}
