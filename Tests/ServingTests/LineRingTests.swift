import PantographServing
import Testing

@Suite struct `A ring of lines` {
  private static func write(_ counts: [Int], to ring: LineRing) {
    for count in counts { ring.write((Array(repeating: 0x78, count: count) + [0x0a]).span) }
  }

  @Test
  func `is filled to the last byte, and omits lines that do not fit, with their numbers`() {
    // Each line takes a header of sixteen bytes, and its length is rounded up to sixteen.
    let ring = LineRing(capacity: 256)
    Self.write([16, 17, 31, 32, 1], to: ring)
    #expect(ring.end == 32 + 48 + 48 + 48 + 32)
    Self.write([33, 49, 17, 0], to: ring)
    #expect(ring.end == 208 + 48 && ring.nextNumber == 10)
    Self.write([0], to: ring)
    #expect(ring.end == 256 && ring.nextNumber == 11)
    // Released lines are overwritten.
    ring.release(upTo: 32)
    Self.write([17, 16], to: ring)
    #expect(ring.end == 256 + 32 && ring.nextNumber == 13)
  }

  @Test func `splits lines at line feeds, with or without a last one`() {
    let ring = LineRing(capacity: 256)
    ring.write(Array("one\n\ntwo\nthree".utf8).span)
    #expect(ring.nextNumber == 5 && ring.end == 32 + 16 + 32 + 32)
    ring.write([UInt8]().span)
    #expect(ring.nextNumber == 5)
  }
}
