import Foundation
import PantographBase
import PantographServing
import Testing

@Suite struct `An endpoint` {
  @Test(arguments: [
    ("8137", "127.0.0.1:8137"), ("0", "127.0.0.1:0"), ("localhost", "127.0.0.1:8137"),
    ("localhost:99", "127.0.0.1:99"), ("0.0.0.0:80", "0.0.0.0:80"),
    ("192.168.0.7", "192.168.0.7:8137"),
    (":4000", "127.0.0.1:4000"), ("::1", "[::1]:8137"), ("[::1]", "[::1]:8137"),
    ("[::1]:9", "[::1]:9"), ("0:0::1", "[::1]:8137"), ("[::]:65535", "[::]:65535"),
  ])
  func `can be parsed`(text: String, endpoint: String) {
    #expect(Endpoint(text)?.description == endpoint)
  }

  @Test(arguments: [
    "65536", "-1", "host.example", "host.example:80", "127.0.0.1:", "127.0.0.1:x", "1.2.3:80",
    "[::1]:", "[::1:80", "256.0.0.1", "127.0.0.1:80:80", "/tmp/socket",
  ])
  func `can't be parsed`(text: String) {
    #expect(Endpoint(text) == nil)
  }

  @Test func `is local for loopback addresses`() {
    for text in ["127.0.0.1", "127.255.0.9", "::1", "localhost"] {
      #expect(Endpoint(text)?.isLoopback == true)
    }
    for text in ["128.0.0.1", "0.0.0.0", "::", "::2", "::ffff:127.0.0.1"] {
      #expect(Endpoint(text)?.isLoopback == false)
    }
  }

  @Test(.enabled(if: Build.hasWeb, Build.absence))
  func `uses another port if the port is in use, unless it was requested`() throws {
    let first = try LiveServer(about: [])
    var settings = LiveServer.Settings()
    settings.endpoint = try #require(Endpoint(host: "127.0.0.1", port: first.endpoint.port))
    let error = #expect(throws: Complaint.self) { try LiveServer(settings, about: []) }
    let description = error?.description ?? ""
    #expect(description.hasPrefix("127.0.0.1:\(first.endpoint.port): in use by "))
    // This process has the port.
    #expect(description.contains("(process \(getpid())); choose another port"), "\(description)")
    settings.endpoint.isPortOptional = true
    let second = try LiveServer(settings, about: [])
    #expect(second.endpoint.port != first.endpoint.port)
    // 192.0.2.0/24 is for examples (RFC 5737); no machine has such an address.
    settings.endpoint = try #require(Endpoint("192.0.2.1:0"))
    #expect { try LiveServer(settings, about: []) } throws: { error in
      "\(error)"
        == "192.0.2.1:0: not an address of this machine; use 127.0.0.1 for this machine only, or 0.0.0.0 for all its addresses"
    }
  }
}
