import PantographRequestLaws
import PantographServing
import Testing

/// The answer to a request.
struct Answer {
  let status: Int
  let head: String
  let body: String

  /// Sends a request to a server, over a new connection.
  init(
    _ server: LiveServer, _ target: String, method: String = "GET", host: String? = nil,
    fields: [String] = [], body: String = ""
  ) throws {
    let connection = try Connection(server)
    let head = ["\(method) \(target) HTTP/1.1", "Host: \(host ?? "\(server.endpoint)")"] + fields
    connection.send(head.joined(separator: "\r\n") + "\r\n\r\n" + body)
    try self.init(connection)
  }

  /// Reads an answer that ends with its connection.
  init(_ connection: Connection) throws {
    head = try #require(connection.read(through: "\r\n\r\n"))
    status = try #require(Int(head.split(separator: " ")[1]))
    self.body = connection.readAll()
  }

  /// The value of a header field.
  func value(of name: String) -> String? {
    for line in head.split(separator: "\r\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts[0].lowercased() == name.lowercased() {
        return parts[1].drop { $0 == " " }.description
      }
    }
    return nil
  }
}
