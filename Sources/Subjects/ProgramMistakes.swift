import PantographBase

extension ProgramRun.End {
  /// What is wrong with the end of a program under test, without its name; `nil` if nothing is.
  func mistake(of command: Subject.Command) -> String? {
    switch self {
    case .status(0): nil
    case .status(let status): "ended with status \(status)"
    case .signal(let number): "ended by signal \(number)"
    case .timeLimit(let seconds):
      "has not ended after \(Self.seconds(seconds)); it "
        + (command.input == .device ? "" : "must end when its input ends, or ")
        + "needs a longer timeLimit"
    case .outputKeptOpen: "has ended, but a process that it started keeps its output open"
    case .tooMuchOutput:
      "\(command.output == .socket ? "sent" : "printed") more than \(ProgramRun.mostOutput >> 20) MiB"
    case .tooEarly: "has ended before the recording was played; it must run until SIGTERM"
    case .stubborn: "does not end after SIGTERM, and was killed"
    case .silent(let seconds):
      "has written no line\(command.output.asTarget) for \(Self.seconds(seconds)); its first line"
        + " says that it is ready, and starts the recording"
    case .disconnected:
      "has closed its connection to the socket before the recording was played"
    case .connectedTwice:
      "a second connection to the socket; one program connects once, and writes all rows there"
    case .notConnected: "has ended and not connected to the socket in PANTOGRAPH_SOCKET"
    case .device(let sentence): sentence
    }
  }

  static func seconds(_ seconds: Double) -> String {
    "\(String(fixed: seconds, decimals: seconds < 1 ? 1 : 0)) s"
  }
}

extension Subject.Command.Output {
  /// What messages call it.
  var name: String {
    switch self {
    case .standardOutput: "its output"
    case .log(let name): name
    case .socket: "what it sent"
    }
  }

  /// Where a line is missing, for messages.
  fileprivate var asTarget: String {
    switch self {
    case .standardOutput: ""
    case .log(let name): " into \(name)"
    case .socket: " to the socket in PANTOGRAPH_SOCKET"
    }
  }
}
