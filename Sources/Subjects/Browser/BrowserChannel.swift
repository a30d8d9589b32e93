import Glibc
import PantographBase

/// Calls a browser's methods by numbered JSON messages, and keeps the events between them.
final class BrowserChannel {
  private let stream: any MessageStream
  private var count = 0
  /// Handles an event as soon as it arrives, and returns whether it did.
  var handle: ((JSONNode) throws(BrowserFailure) -> Bool)?
  /// The other events that have arrived, oldest first.
  private var events: [JSONNode] = []
  /// The numbers of the calls whose results are wanted and have not arrived.
  private var awaited: Set<Int> = []
  /// The results that arrived before they were waited for.
  private var replies: [Int: JSONNode] = [:]

  init(_ stream: any MessageStream) {
    self.stream = stream
  }

  /// Calls a method, and returns its result.
  @discardableResult
  func call(
    _ method: String, _ parameters: JSONText = [:], in session: String? = nil,
    until deadline: Double
  ) throws(BrowserFailure) -> JSONNode? {
    let call = try begin(method, parameters, in: session, until: deadline)
    return try result(of: call, until: deadline)
  }

  /// A call whose result is waited for later.
  struct Call {
    fileprivate let number: Int
    fileprivate let method: String
  }

  /// Begins a call; the browser takes up calls in the order in which they begin.
  func begin(
    _ method: String, _ parameters: JSONText, in session: String? = nil, until deadline: Double
  ) throws(BrowserFailure) -> Call {
    let number = try send(method, parameters, in: session, until: deadline)
    awaited.insert(number)
    return Call(number: number, method: method)
  }

  /// Waits for the result of a call.
  @discardableResult
  func result(of call: Call, until deadline: Double) throws(BrowserFailure) -> JSONNode? {
    while replies[call.number] == nil { try takeNext(until: deadline, waitingFor: call.method) }
    let reply = replies.removeValue(forKey: call.number)
    if let error = reply?["error"] {
      // Chromium's errors are objects; Firefox has the message beside the error.
      let reason = (error["message"] ?? reply?["message"])?.anyText
      throw BrowserFailure(sentence: "\(call.method): \(reason ?? "failed")")
    }
    return reply?["result"]
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

  /// Sends a call whose result nobody wants.
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
      try takeNext(until: deadline, waitingFor: name)
    }
  }

  /// Handles the events that arrive until a time.
  ///
  /// - Parameter seconds: how long the rest of a message may take.
  func wait(until time: Double, patience seconds: Double) throws(BrowserFailure) {
    while stream.hasData(until: time) {
      try takeNext(until: ChildProcess.now + seconds, waitingFor: "the rest of a message")
    }
  }

  private func takeNext(until deadline: Double, waitingFor what: String) throws(BrowserFailure) {
    let message = try receive(until: deadline, waitingFor: what)
    guard let number = message["id"]?.anyNumber.flatMap(Int.init(exactly:)) else {
      return try take(message)
    }
    if awaited.remove(number) != nil { replies[number] = message }
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
