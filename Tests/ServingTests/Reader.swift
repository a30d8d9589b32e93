import PantographRequestLaws
import PantographServing
import Testing

/// A client that reads a server's stream and decodes its chunks.
final class Reader {
  private let connection: Connection
  let head: String
  private var content: [UInt8] = []

  /// Connects to a server, which it retains by default; returns when the head has arrived.
  init(
    _ server: LiveServer, format: String? = nil, lastEvent: String? = nil,
    receiveBuffer: Int32? = nil, holds: Bool = true
  ) throws {
    connection = try Connection(
      server.endpoint, receiveBuffer: receiveBuffer, holding: holds ? server : nil)
    let query = server.address.split(separator: "?")[1]
    let target = "/stream?\(query)" + (format.map { "&format=\($0)" } ?? "")
    let fields = lastEvent.map { "Last-Event-ID: \($0)\r\n" } ?? ""
    connection.send("GET \(target) HTTP/1.1\r\nHost: \(server.endpoint)\r\n\(fields)\r\n")
    head = try #require(connection.read(through: "\r\n\r\n"))
  }

  /// Returns everything up to and including a text, or `nil` if the stream ends before.
  func read(through text: String) -> String? {
    let pattern = Array(text.utf8)
    var searched = 0
    while true {
      if let range = content[searched...].firstRange(of: pattern) {
        defer { content.removeFirst(range.upperBound) }
        return String(decoding: content[..<range.upperBound], as: UTF8.self)
      }
      searched = max(content.count - pattern.count, 0)
      guard readChunk() else { return nil }
    }
  }

  /// Returns everything up to the regular end, or `nil` if the stream is cut off.
  func readAll() -> String? {
    while readChunk() {}
    return isWhole ? String(decoding: content, as: UTF8.self) : nil
  }

  /// Reads a number of bytes; returns `false` if the stream ends before.
  func take(_ count: Int) -> Bool {
    while content.count < count {
      guard readChunk() else { return false }
    }
    content.removeFirst(count)
    return true
  }

  /// Whether the stream came to its regular end.
  private(set) var isWhole = false

  private func readChunk() -> Bool {
    guard let size = connection.read(through: "\r\n"),
      let count = Int(size.dropLast(1), radix: 16), let chunk = connection.read(count: count),
      connection.read(count: 2) != nil
    else { return false }
    content += chunk
    isWhole = count == 0
    return count > 0
  }
}
