import Glibc

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
      if written == 0 { try Self.wait(output, POLLOUT, until: deadline, for: what) }
    }
  }

  /// Reads what is there, at least a byte.
  func read(until deadline: Double, for what: String) throws(BrowserFailure) -> ArraySlice<UInt8> {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      try Self.wait(input, POLLIN, until: deadline, for: what)
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
      if Self.poll(input, POLLIN, seconds) { return true }
    }
  }

  private static let hasEnded = BrowserFailure(sentence: "the browser has ended")

  private static func wait(
    _ descriptor: Int32, _ event: Int32, until deadline: Double, for what: String
  ) throws(BrowserFailure) {
    let seconds = deadline - ChildProcess.now
    guard seconds > 0 else {
      throw BrowserFailure(
        sentence: "the time limit is over, while waiting for \(what)", isOverdue: true)
    }
    _ = poll(descriptor, event, seconds)
  }

  private static func poll(_ descriptor: Int32, _ event: Int32, _ seconds: Double) -> Bool {
    var waiting = [pollfd(fd: descriptor, events: Int16(event), revents: 0)]
    return unsafe Glibc.poll(&waiting, 1, Int32((seconds * 1000).rounded(.up))) > 0
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
