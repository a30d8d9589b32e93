/// The access token in the address of a server.
struct Token: Equatable {
  /// The token as written in addresses.
  let text: String

  /// The allowed characters, which need no escaping in a URL.
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  /// The allowed lengths; 8 characters are 48 bits, short enough to type.
  private static let lengths = 8...128

  /// Creates a random token of more than 128 bits.
  init() {
    var generator = SystemRandomNumberGenerator()
    var letters: [UInt8] = []
    // 22 characters of 6 bits each.
    for _ in 0..<22 {
      letters.append(Self.letters[Int.random(in: 0..<Self.letters.count, using: &generator)])
    }
    text = String(decoding: letters, as: UTF8.self)
  }

  /// Creates a token from a chosen text.
  init(_ text: String) throws(ServingError) {
    guard Self.lengths.contains(text.utf8.count), text.utf8.allSatisfy(Self.letters.contains)
    else { throw .unusableToken }
    self.text = text
  }

  /// Returns whether a text is this token, in a time that does not depend on the differing characters.
  func matches(_ other: String) -> Bool {
    let (mine, others) = (Array(text.utf8), Array(other.utf8))
    guard mine.count == others.count else { return false }
    var difference: UInt8 = 0
    for index in mine.indices { difference |= mine[index] ^ others[index] }
    return difference == 0
  }
}
