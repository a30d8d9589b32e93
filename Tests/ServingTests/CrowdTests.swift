import Foundation
import PantographRequestLaws
import PantographServing
import PantographTestSupport
import Synchronization
import Testing

/// Many clients at once, some of them misbehaving; the tests are serialized, since each has hundreds of connections.
@Suite(.serialized, .enabled(if: Build.hasWeb, Build.absence)) struct `Many clients` {
  private static func server(
    _ change: (inout LiveServer.Settings) -> Void = { _ in }
  ) throws -> LiveServer {
    var settings = LiveServer.Settings()
    settings.sendTimeout = 0.3
    change(&settings)
    return try LiveServer(settings, about: Array("{}".utf8))
  }

  private static func line(_ number: Int) -> String {
    #"{"time":\#(number),"phase":"tracking","values":{"offset":\#(String(repeating: "7", count: 100))}}"#
  }

  /// The number of voluntary context switches of this thread.
  private static var waits: Int {
    var usage = rusage()
    // RUSAGE_THREAD, which Swift does not import.
    _ = unsafe getrusage(1, &usage)
    return usage.ru_nvcsw
  }

  /// Publishes lines by hundreds, each when the reader has received the previous hundred.
  ///
  /// Then closes the server, and expects that the reader has received everything.
  private static func publish(
    on server: LiveServer, to reader: Reader, while isWanted: () -> Bool
  ) throws -> (count: Int, longest: Duration) {
    var count = 0
    var longest = Duration.zero
    var waits = 0
    var received = ""
    while count == 0 || isWanted() {
      for number in count + 1...count + 100 {
        let bytes = Array("\(line(number))\n".utf8)
        let before = Self.waits
        let time = ContinuousClock().measure { server.publish(bytes.span) }
        waits += Self.waits - before
        longest = max(longest, time)
      }
      count += 100
      received += try #require(
        reader.read(through: "\(line(count))\n"), "the reader was disconnected")
    }
    // The elapsed time depends on the scheduler; the number of waits does not, except for a sanitizer's locks.
    #expect(waits == 0 || Repository.hasThreadSanitizer)
    server.close()
    received += try #require(reader.readAll())
    #expect(received == (1...count).map { "\(line($0))\n" }.joined())
    return (count, longest)
  }

  @Test func `that never read are disconnected, and one that reads misses nothing`()
    throws
  {
    let server = try Self.server()
    let reader = try Reader(server, format: "ndjson")
    let others = try (0..<200).map { number in
      try Reader(server, format: number % 2 == 0 ? nil : "ndjson", receiveBuffer: 4096)
    }
    #expect(server.readers == 201)
    let (count, longest) = try Self.publish(on: server, to: reader) { server.dropped < 200 }
    print("\(count) lines published beside 200 who never read; the longest took \(longest)")
    #expect(server.dropped == 200)
    for other in others { #expect(other.readAll() == nil) }
  }

  @Test func `include one that reads nothing, which is disconnected after its timeout`()
    throws
  {
    let server = try Self.server { $0.capacity = 1 << 24 }
    let other = try Reader(server, receiveBuffer: 4096)
    let reader = try Reader(server, format: "ndjson")
    // Half a mebibyte is more than the kernel buffers for the other. What the reader has not read is never more than
    // the kernel buffers, so that it is not disconnected when this test has to wait for a processor.
    for hundred in 0..<40 {
      for number in hundred * 100 + 1...hundred * 100 + 100 {
        server.publish(Array("\(Self.line(number))\n".utf8).span)
      }
      #expect(reader.read(through: Self.line(hundred * 100 + 100)) != nil)
    }
    // Two thousand times the timeout.
    for _ in 0..<60_000 where server.dropped == 0 { usleep(10_000) }
    #expect(server.dropped == 1 && server.readers == 1)
    #expect(other.readAll() == nil)
  }

  @Test func `include one that falls behind the memory, which is disconnected`() throws {
    // Without a timeout, a reader is disconnected only when its next line is no longer available.
    let server = try Self.server {
      $0.sendTimeout = 1000
      $0.capacity = 1 << 16
    }
    let reader = try Reader(server, format: "ndjson")
    let other = try Reader(server, receiveBuffer: 4096)
    _ = try Self.publish(on: server, to: reader) { server.dropped < 1 }
    #expect(other.readAll() == nil)
  }

  @Test func `may disconnect in the middle of a line`() throws {
    let server = try Self.server()
    let reader = try Reader(server, format: "ndjson")
    var visits = 0
    _ = try Self.publish(on: server, to: reader) {
      // Some disconnect after the head, some in the middle of an event, some with unread bytes.
      for bytes in [0, 1, 60, 150] {
        guard let other = try? Reader(server) else { return false }
        #expect(other.take(bytes))
        visits += 1
      }
      return visits < 200
    }
    #expect(visits == 200 && server.dropped == 0)
  }

  @Test func `include slow requests, which are closed after the timeout`() throws {
    let server = try Self.server { $0.requestTimeout = 0.3 }
    let silent = try Connection(server)
    let slow = try Connection(server)
    let isOver = Mutex(false)
    let request = "GET /?token= HTTP/1.1\r\nX: "
    Thread.detachNewThread {
      slow.send(request)
      while slow.send("x") { usleep(10_000) }
      isOver.withLock { $0 = true }
    }
    #expect(silent.readAll().isEmpty)
    while !isOver.withLock({ $0 }) { usleep(1000) }
    // A reader is not subject to this timeout.
    let reader = try Reader(server)
    let idle = try Connection(server)
    #expect(idle.readAll().isEmpty)
    server.publish(Array("{}\n".utf8).span)
    #expect(reader.read(through: "id: 1\n") != nil)
  }

  @Test func `include three hundred idle connections, which keep no client out`() throws {
    let server = try Self.server()
    let idle = try (0..<300).map { _ in try Connection(server) }
    let reader = try Reader(server)
    server.publish(Array("{}\n".utf8).span)
    #expect(reader.read(through: "id: 1\n") != nil)
    // 64 connections may be open, including the reader; the oldest ones were closed.
    for connection in idle[..<237] { #expect(connection.readAll().isEmpty) }
    for connection in idle[237...] { #expect(connection.isOpen) }
  }

  @Test func `that do not read delay closing by a second at most`() throws {
    let server = try Self.server { $0.sendTimeout = 1000 }
    let readers = try (0..<20).map { _ in try Reader(server, receiveBuffer: 4096) }
    for number in 1...3000 { server.publish(Array("\(Self.line(number))\n".utf8).span) }
    let time = ContinuousClock().measure { server.close() }
    print("20 who never read were waited for \(time)")
    for reader in readers { #expect(reader.readAll() == nil) }
    #expect(server.readers == 0)
  }

  @Test func `leave no descriptor open`() throws {
    func descriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
    let before = try descriptors()
    for _ in 0..<100 {
      let server = try Self.server()
      let reader = try Reader(server)
      _ = try Connection(server)
      server.publish(Array("{}\n".utf8).span)
      server.close()
      #expect(reader.readAll()?.hasSuffix("event: end\ndata: {}\n\n") == true)
    }
    // Other tests open some meanwhile; a server that leaked one each would leave a hundred.
    #expect(try descriptors() < before + 100)
  }
}
