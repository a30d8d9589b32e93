import PantographBase
import PantographTestSupport
import Testing

@Suite("The limit of a line") struct LineLimitTests {
  /// Lines of these lengths, of which this many bytes arrive at once; the last one has no end.
  private func refusal(of lengths: [Int], in pieces: Int) -> Complaint? {
    let text = lengths.map { [UInt8](repeating: UInt8(ascii: "x"), count: $0) }
      .joined(separator: [UInt8(ascii: "\n")])
    let bytes = Array(text)
    var start = 0
    do throws(Complaint) {
      for end in stride(from: pieces, to: bytes.count + pieces, by: pieces) {
        start = try LineLimit.check(Array(bytes.prefix(end)), from: start)
      }
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [(1 << 16) + 7, 1 << 23])
  func `is 1 MiB, whatever the pieces`(pieces: Int) {
    let most = 1 << 20
    #expect(refusal(of: [most, 0, 1, most, most], in: pieces) == nil)
    let complaint = Complaint(
      "a line of more than 1 MiB: this is not a table; end each row with a line break", line: 3)
    #expect(refusal(of: [most, 5, most + 1, 1], in: pieces) == complaint)
    #expect(refusal(of: [0, most, most + 1], in: pieces) == complaint)
  }
}
