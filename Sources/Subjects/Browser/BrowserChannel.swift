import Glibc
import PantographBase
import PantographTraces
import PantographServing

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

/// The client's end of a WebSocket on this machine (RFC 6455).
final class WebSocket: MessageStream {
  /// What a frame is, in its first byte.
  private enum Operation {
    static let continuation: UInt8 = 0
    static let text: UInt8 = 1
    static let close: UInt8 = 8
    static let ping: UInt8 = 9
    static let pong: UInt8 = 10
  }

  private let socket: DescriptorPair
  private var received: [UInt8] = []
  /// The bytes of them that have been used.
  private var used = 0

  /// Connects to a port of this machine.
  init(port: UInt16, path: String, until deadline: Double) throws(BrowserFailure) {
    let descriptor = Glibc.socket(
      AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    socket = DescriptorPair(output: descriptor, input: descriptor)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let connected = unsafe withUnsafeBytes(of: &address) { bytes in
      unsafe connect(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count))
    }
    guard connected == 0 else {
      // It has announced this port, and listens there as long as it lives.
      throw BrowserFailure(sentence: "the browser has ended: nothing answers at port \(port)")
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    try greet("127.0.0.1:\(port)", path, until: deadline)
  }

  deinit {
    close(socket.input)
  }

  /// Asks the server for a WebSocket.
  private func greet(
    _ host: String, _ path: String, until deadline: Double
  ) throws(BrowserFailure) {
    let request = [
      "GET \(path) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
      // Any 16 bytes in base 64: they tell a WebSocket from a cached page.
      "Sec-WebSocket-Key: cGFudG9ncmFwaCBwYWdlIQ==", "Sec-WebSocket-Version: 13", "", "",
    ]
    try socket.write(
      Array(request.joined(separator: "\r\n").utf8), until: deadline, for: "a WebSocket")
    var answer: [UInt8] = []
    while !answer.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      answer += try take(1, until: deadline, for: "a WebSocket")
    }
    guard String(decoding: answer.prefix(12), as: UTF8.self) == "HTTP/1.1 101" else {
      throw BrowserFailure(sentence: "the browser opens no WebSocket")
    }
  }

  func hasData(until time: Double) -> Bool {
    received.count > used || socket.hasData(until: time)
  }

  func send(_ text: String, until deadline: Double, for what: String) throws(BrowserFailure) {
    try send(Operation.text, Array(text.utf8), until: deadline, for: what)
  }

  private func send(
    _ operation: UInt8, _ bytes: [UInt8], until deadline: Double, for what: String
  ) throws(BrowserFailure) {
    var frame = [0x80 | operation]
    func append(_ count: Int, bytes: Int) {
      for index in (0..<bytes).reversed() { frame.append(UInt8(count >> (8 * index) & 0xff)) }
    }
    switch bytes.count {
    case ..<126: frame.append(0x80 | UInt8(bytes.count))
    case ..<65_536:
      frame.append(0x80 | 126)
      append(bytes.count, bytes: 2)
    default:
      frame.append(0x80 | 127)
      append(bytes.count, bytes: 8)
    }
    let mask = (0..<4).map { _ in UInt8.random(in: .min ... .max) }
    frame += mask
    frame += bytes.enumerated().map { $0.element ^ mask[$0.offset & 3] }
    try socket.write(frame, until: deadline, for: what)
  }

  func receive(until deadline: Double, for what: String) throws(BrowserFailure) -> [UInt8] {
    var message: [UInt8] = []
    while true {
      let head = try take(2, until: deadline, for: what)
      let extra = [126: 2, 127: 8][head[1] & 0x7f] ?? 0
      let count =
        extra == 0
        ? Int(head[1] & 0x7f)
        : Int(
          truncatingIfNeeded: try take(extra, until: deadline, for: what)
            .reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
      // No page of a test has that much to report.
      guard (0...1 << 30).contains(count) else {
        throw BrowserFailure(sentence: "the browser sent a message of more than 1 GiB")
      }
      let bytes = try take(count, until: deadline, for: what)
      switch head[0] & 0xf {
      case Operation.close: throw BrowserFailure(sentence: "the browser has ended")
      case Operation.ping: try send(Operation.pong, bytes, until: deadline, for: what)
      case Operation.pong: break
      default:
        message += bytes
        if head[0] & 0x80 != 0 { return message }
      }
    }
  }

  /// Returns that many bytes.
  private func take(
    _ count: Int, until deadline: Double, for what: String
  ) throws(BrowserFailure) -> [UInt8] {
    while received.count - used < count {
      received.removeFirst(used)
      used = 0
      received += try socket.read(until: deadline, for: what)
    }
    defer { used += count }
    return Array(received[used..<used + count])
  }
}

/// Sends messages to a browser, and receives its messages.
protocol MessageStream {
  /// Sends a message; `what` is what is waited for, for errors.
  func send(_ text: String, until deadline: Double, for what: String) throws(BrowserFailure)
  /// Returns the bytes of the next message.
  func receive(until deadline: Double, for what: String) throws(BrowserFailure) -> [UInt8]
  /// Returns whether something of a message has arrived, and waits for it until a time.
  func hasData(until time: Double) -> Bool
}

/// Two descriptors that never block, one to write to and one to read from; they may be the same.
struct DescriptorPair {
  let output: Int32
  let input: Int32

  /// Writes all bytes.
  func write(
    _ bytes: [UInt8], until deadline: Double, for what: String
  ) throws(BrowserFailure) {
    var sent = 0
    while sent < bytes.count {
      let written = ChildProcess.write(bytes, from: sent, to: output)
      guard written >= 0 else { throw Self.hasEnded }
      sent += written
      if written == 0 { try Self.wait(output, .writing, until: deadline, for: what) }
    }
  }

  /// Reads what is there, at least a byte.
  func read(until deadline: Double, for what: String) throws(BrowserFailure) -> ArraySlice<UInt8> {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      try Self.wait(input, .reading, until: deadline, for: what)
      guard let count = ChildProcess.read(input, into: &buffer) else { continue }
      guard count > 0 else { throw Self.hasEnded }
      return buffer[..<count]
    }
  }

  /// Returns whether there is something to read, and waits for it until a time.
  func hasData(until time: Double) -> Bool {
    while true {
      let seconds = time - ChildProcess.now
      guard seconds > 0 else { return false }
      if Descriptors.isReady(input, for: .reading, within: seconds) { return true }
    }
  }

  private static let hasEnded = BrowserFailure(sentence: "the browser has ended")

  private static func wait(
    _ descriptor: Int32, _ event: Descriptors.Event, until deadline: Double, for what: String
  ) throws(BrowserFailure) {
    let seconds = deadline - ChildProcess.now
    guard seconds > 0 else {
      throw BrowserFailure(
        sentence: "the time limit is over, while waiting for \(what)", isOverdue: true)
    }
    _ = Descriptors.isReady(descriptor, for: event, within: seconds)
  }
}

/// Messages through two pipes, with a byte 0 after each.
final class MessagePipe: MessageStream {
  private let pipes: DescriptorPair
  private var received: [UInt8] = []
  /// The bytes of them that have been searched for the end of a message.
  private var searched = 0

  init(_ pipes: DescriptorPair) {
    self.pipes = pipes
  }

  func hasData(until time: Double) -> Bool { !received.isEmpty || pipes.hasData(until: time) }

  func send(_ text: String, until deadline: Double, for what: String) throws(BrowserFailure) {
    try pipes.write(Array(text.utf8) + [0], until: deadline, for: what)
  }

  func receive(until deadline: Double, for what: String) throws(BrowserFailure) -> [UInt8] {
    while true {
      if let end = received[searched...].firstIndex(of: 0) {
        let message = Array(received[..<end])
        received.removeSubrange(...end)
        searched = 0
        return message
      }
      searched = received.count
      received += try pipes.read(until: deadline, for: what)
    }
  }
}
