import Glibc
import PantographServing

/// Publishing lines to a reader over HTTP.
enum Publishing {
  /// Publishes `count` lines, each after the previous one was received, and returns the received bytes.
  static func lines(_ count: Int) throws -> Int {
    var settings = LiveServer.Settings()
    settings.token = "measured"
    let server = try LiveServer(settings, about: Array("{}".utf8))
    defer { server.close() }
    let reader = connect(to: server.endpoint.port)
    defer { close(reader) }
    let request =
      "GET /stream?token=measured&format=ndjson HTTP/1.1\r\nHost: \(server.endpoint)\r\n\r\n"
    guard reader >= 0, unsafe send(reader, request, request.utf8.count, 0) > 0 else { return 0 }
    let line =
      Array(
        #"{"time":1.000000,"phase":"tracking","fraction":0.500000,"velocity":1.250000}"#.utf8) + [
        10
      ]
    // The head ends with an empty line; each line ends with its own line feed and that of its chunk.
    var total = receive(from: reader, through: [13, 10, 13, 10])
    for _ in 0..<count {
      server.publish(line.span)
      total += receive(from: reader, through: [10, 13, 10])
    }
    return total
  }

  /// Reads up to the last sent byte; more than 1024 bytes would allocate.
  private static func receive(from reader: Int32, through end: [UInt8]) -> Int {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) { buffer in
      var count = 0
      while true {
        let came = unsafe recv(reader, buffer.baseAddress?.advanced(by: count), 1024 - count, 0)
        guard came > 0 else { return count }
        count += came
        if unsafe buffer[..<count].suffix(end.count).elementsEqual(end) { return count }
      }
    }
  }

  private static func connect(to port: UInt16) -> Int32 {
    let reader = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let status = unsafe withUnsafeBytes(of: &address) { bytes in
      unsafe Glibc.connect(
        reader, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    return status == 0 ? reader : -1
  }
}
