import Foundation
import PantographRequestLaws
import PantographServing
import PantographTestSupport
import Testing

@Suite(.enabled(if: Build.hasWeb, Build.absence)) struct `A stream` {
  private static let about = #"{"name":"flick"}"#
  private static let opening = "retry: 1000\nevent: about\ndata: {\"name\":\"flick\"}\n\n"
  private static let end = "event: end\ndata: {}\n\n"

  private static func server(
    _ change: (inout LiveServer.Settings) -> Void = { _ in }
  ) throws -> LiveServer {
    var settings = LiveServer.Settings()
    change(&settings)
    return try LiveServer(settings, about: Array(about.utf8))
  }

  private static func sample(_ number: Int) -> String {
    #"{"time":\#(number).000000,"phase":"tracking","fraction":0.5,"velocity":-1.25}"#
  }

  private static func happening(_ number: Int) -> String {
    #"{"time":\#(number).000000,"event":"changed","fraction":0.5,"velocity":0}"#
  }

  /// Lines with their numbers as events.
  private static func events(_ lines: [String], from number: Int = 1) -> String {
    lines.enumerated().map { "id: \(number + $0.offset)\ndata: \($0.element)\n\n" }.joined()
  }

  private static func publish(_ lines: [String], on server: LiveServer) {
    server.publish(Array(lines.map { $0 + "\n" }.joined().utf8).span)
  }

  @Test func `sends the description, every line in order, and the end`() throws {
    let server = try Self.server()
    let reader = try Reader(server)
    #expect(reader.head.contains("Content-Type: text/event-stream\r\n"))
    #expect(reader.read(through: "\n\n") == Self.opening)
    // One by one, and many at once.
    let lines = (1...1000).map(Self.sample)
    for line in lines[..<500] { Self.publish([line], on: server) }
    Self.publish(Array(lines[500...]), on: server)
    server.close()
    #expect(reader.readAll() == Self.events(lines) + Self.end)
    #expect(server.dropped == 0)
  }

  @Test func `sends the description on one line, however it is formatted`() throws {
    let server = try LiveServer(about: Array("{\r\n  \"name\":\n  \"a\\nb\"\r}".utf8))
    let reader = try Reader(server)
    #expect(
      reader.read(through: "}\n\n")
        == "retry: 1000\nevent: about\ndata: {    \"name\":   \"a\\nb\" }\n\n")
  }

  @Test(arguments: [2, 50]) func `is the same for every client`(count: Int) throws {
    let server = try Self.server()
    let readers = try (0..<count).map { _ in try Reader(server) }
    let lines = (1...300).map(Self.sample)
    for line in lines { Self.publish([line], on: server) }
    server.close()
    for reader in readers {
      #expect(reader.readAll() == Self.opening + Self.events(lines) + Self.end)
    }
    #expect(server.dropped == 0 && server.readers == 0)
  }

  @Test func `has the published bytes in the format of plain lines`() throws {
    let recording = try #require(Repository.cases.first { $0.name == "touchpad-flick" })
    let replay = try Program.pantograph(
      "replay", recording.recording.path, "--interaction", recording.interaction.path, "--format",
      "ndjson")
    try #require(replay.status == 0)
    let server = try Self.server()
    let reader = try Reader(server, format: "ndjson")
    #expect(reader.head.contains("Content-Type: application/x-ndjson\r\n"))
    server.publish(Array(replay.output.utf8).span)
    server.close()
    #expect(reader.readAll() == replay.output)
  }

  @Test func `has no third format`() throws {
    let server = try Self.server()
    let query = server.address.components(separatedBy: "?")[1]
    for format in ["csv", "", "events&format=ndjson"] {
      #expect(try Answer(server, "/stream?\(query)&format=\(format)").status == 400)
    }
  }

  @Test func `sends lines that are longer than a buffer`() throws {
    let server = try Self.server()
    let reader = try Reader(server)
    let lines = [1, 4000, 4096, 100_000, 0, 2].map { String(repeating: "x", count: $0) }
    for line in lines { Self.publish([line], on: server) }
    server.close()
    #expect(reader.readAll() == Self.opening + Self.events(lines) + Self.end)
  }

  @Test func `starts with the newest sample for a new client`() throws {
    let server = try Self.server()
    Self.publish([Self.happening(1)], on: server)
    let early = try Reader(server, format: "ndjson")
    Self.publish([Self.sample(2), Self.sample(3), Self.happening(4)], on: server)
    _ = early.read(through: Self.happening(4))
    let late = try Reader(server)
    Self.publish([Self.sample(5)], on: server)
    server.close()
    let lines = [Self.sample(3), Self.happening(4), Self.sample(5)]
    #expect(late.readAll() == Self.opening + Self.events(lines, from: 3) + Self.end)
    #expect(early.readAll() == "\n\(Self.sample(5))\n")
  }

  @Test func `resumes after the client's last event, without a gap or a repetition`()
    throws
  {
    let server = try Self.server()
    let lines = (1...100).map { $0 % 3 == 0 ? Self.happening($0) : Self.sample($0) }
    Self.publish(Array(lines[..<50]), on: server)
    var seen = ""
    for (last, upTo) in [("0", 20), ("20", 21), ("21", 50)] {
      let reader = try Reader(server, lastEvent: last)
      #expect(reader.read(through: "\n\n") == Self.opening)
      seen += try #require(reader.read(through: "id: \(upTo)\n"))
      seen += try #require(reader.read(through: "\n\n"))
    }
    let last = try Reader(server, lastEvent: "50")
    Self.publish(Array(lines[50...]), on: server)
    server.close()
    let rest = try #require(last.readAll())
    #expect(seen + rest.dropFirst(Self.opening.count) == Self.events(lines) + Self.end)
  }

  @Test(arguments: [
    ("56", 99), ("57", 58), ("58", 59), ("98", 99), ("1", 99), ("100", 99),
    ("99999999999999999999999", 99), ("-1", 99), ("x", 99), ("", 99),
  ])
  func `starts over after an event that is no longer in its memory`(
    last: String, next: Int
  ) throws {
    // A line of 32 bytes takes 48 with its header: 42 lines are 2016 bytes, 43 are 2064.
    let server = try Self.server { $0.capacity = 4096 }
    let first = try Reader(server)
    for number in 1...99 {
      let line = #"{"time":1,"phase":"rest","n":\#(10 + number % 90)}"#
      try #require(line.utf8.count == 32)
      Self.publish([line], on: server)
      _ = first.read(through: "id: \(number)\n")
    }
    let reader = try Reader(server, lastEvent: last)
    #expect(reader.read(through: "\n\n") == Self.opening)
    #expect(reader.read(through: "\n") == "id: \(next)\n")
  }

  @Test func `sends comments while nothing happens`() throws {
    let server = try Self.server { $0.keepAliveInterval = 0.05 }
    let reader = try Reader(server)
    #expect(reader.read(through: "\n\n") == Self.opening)
    #expect(reader.read(through: "\n\n") == ":\n\n")
    #expect(reader.read(through: "\n\n") == ":\n\n")
    Self.publish([Self.sample(1)], on: server)
    #expect(
      reader.read(through: "id: 1\n")?.replacingOccurrences(of: ":\n\n", with: "") == "id: 1\n")
    server.close()
  }

  @Test(arguments: [nil, "ndjson"], [false, true])
  func `is released when its client disconnects while nothing happens`(
    format: String?, isUnread: Bool
  ) throws {
    let server = try Self.server { $0.keepAliveInterval = 0.02 }
    var reader: Reader? = try Reader(server, format: format)
    #expect(reader != nil && server.readers == 1)
    if isUnread {
      Self.publish([Self.sample(1)], on: server)
      usleep(50_000)
    }
    reader = nil
    for _ in 0..<60_000 where server.readers > 0 { usleep(10_000) }
    #expect(server.readers == 0)
  }

  @Test func `is cut off if lines are missing, instead of ending regularly`() throws {
    let server = try Self.server { $0.capacity = 4096 }
    let reader = try Reader(server)
    #expect(reader.read(through: "\n\n") == Self.opening)
    // More than all the memory for lines, at once.
    Self.publish((1...200).map(Self.sample), on: server)
    server.close()
    #expect(reader.readAll() == nil)
  }

  @Test func `is cut off if a line in the middle or the last one is missing`() throws {
    // No line of 5000 bytes fits into 4096.
    let long = String(repeating: "x", count: 5000)
    for lines in [[long, Self.happening(3)], [long]] {
      let server = try Self.server { $0.capacity = 4096 }
      let reader = try Reader(server)
      Self.publish([Self.sample(1)], on: server)
      #expect(reader.read(through: "}\n\n") == Self.opening)
      #expect(reader.read(through: "}\n\n") == Self.events([Self.sample(1)]))
      for line in lines { Self.publish([line], on: server) }
      // A client that starts after the gap is not affected.
      let behind = try Reader(server)
      server.close()
      #expect(reader.readAll() == nil)
      #expect((behind.readAll() == nil) == (lines.count == 1))
    }
  }

  @Test func `is limited to a number of clients, and the next one gets an error`() throws {
    let server = try Self.server { $0.maxReaders = 3 }
    var readers = try (0..<3).map { _ in try Reader(server) }
    #expect(server.readers == 3)
    let query = server.address.components(separatedBy: "?")[1]
    let answer = try Answer(server, "/stream?\(query)")
    #expect(answer.status == 503)
    #expect(answer.body == "too many clients; close another one\n")
    readers.removeFirst()
    // The closed connection is noticed when something is sent.
    while server.readers == 3 {
      Self.publish([Self.sample(1)], on: server)
      usleep(1000)
    }
    #expect(try Reader(server).head.hasPrefix("HTTP/1.1 200"))
  }

  @Test func `ends with the server, also when the server is released`() throws {
    var server: LiveServer? = try Self.server()
    let reader = try #require(try server.map { try Reader($0, holds: false) })
    server = nil
    #expect(reader.readAll() == Self.opening + Self.end)
  }

  @Test func `ends once, and lines published later are discarded`() throws {
    let server = try Self.server()
    let reader = try Reader(server)
    server.close()
    server.close()
    Self.publish([Self.sample(1)], on: server)
    #expect(reader.readAll() == Self.opening + Self.end)
    #expect(throws: Connection.Failure.self) { try Connection(server.endpoint) }
  }
}
