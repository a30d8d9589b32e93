import PantographJSON
import PantographLibc
import PantographReports

/// Calls a browser's methods by numbered JSON messages, and keeps the events between them.
final class BrowserChannel {
  private let stream: any MessageStream
  private var count = 0
  /// Handles an event as soon as it arrives, and returns whether it did.
  var handle: ((JSONNode) throws(BrowserFailure) -> Bool)?
  /// The other events that have arrived, oldest first.
  private var events: [JSONNode] = []

  init(_ stream: any MessageStream) {
    self.stream = stream
  }

  /// Calls a method, and returns its result.
  @discardableResult
  func call(
    _ method: String, _ parameters: JSONText = [:], in session: String? = nil,
    until deadline: Double
  ) throws(BrowserFailure) -> JSONNode? {
    let number = try send(method, parameters, in: session, until: deadline)
    while true {
      let message = try receive(until: deadline, waitingFor: method)
      guard let id = message["id"]?.anyNumber else {
        try take(message)
        continue
      }
      guard id == Double(number) else { continue }
      if let error = message["error"] {
        // Chromium's errors are objects; Firefox has the message beside the error.
        let reason = (error["message"] ?? message["message"])?.anyText
        throw BrowserFailure(sentence: "\(method): \(reason ?? "failed")")
      }
      return message["result"]
    }
  }

  /// Calls a method, and returns a text of its result.
  func text(
    _ name: String, of method: String, _ parameters: JSONText = [:], until deadline: Double
  ) throws(BrowserFailure) -> String {
    let result = try call(method, parameters, until: deadline)
    guard let text = result?[name]?.anyText else {
      throw BrowserFailure(sentence: "\(method) returned no \(name)")
    }
    return text
  }

  /// Sends a call without waiting for its result.
  @discardableResult
  func send(
    _ method: String, _ parameters: JSONText, in session: String? = nil, until deadline: Double
  ) throws(BrowserFailure) -> Int {
    count += 1
    var members: [(key: String, value: JSONText)] = [
      ("id", .integer(count)), ("method", .string(method)), ("params", parameters),
    ]
    if let session { members.append(("sessionId", .string(session))) }
    try stream.send(JSONText.object(members).text, until: deadline, for: method)
    return count
  }

  /// Returns the next event with this name.
  func event(_ name: String, until deadline: Double) throws(BrowserFailure) -> JSONNode {
    while true {
      if let index = events.firstIndex(where: { $0["method"]?.anyText == name }) {
        return events.remove(at: index)
      }
      try take(try receive(until: deadline, waitingFor: name))
    }
  }

  private func take(_ event: JSONNode) throws(BrowserFailure) {
    if try handle?(event) != true { events.append(event) }
  }

  /// Forgets the events so far.
  func forgetEvents() { events = [] }

  private func receive(
    until deadline: Double, waitingFor what: String
  ) throws(BrowserFailure) -> JSONNode {
    let message = try stream.receive(until: deadline, for: what)
    guard let node = try? JSONNode(parsing: message) else {
      throw BrowserFailure(sentence: "the browser sent a message that is not JSON")
    }
    return node
  }
}

extension JSONNode {
  /// The text, if it is one.
  var anyText: String? { try? text("") }

  /// The number, if it is one.
  var anyNumber: Double? { try? number(in: -1e300...1e300, "") }
}
