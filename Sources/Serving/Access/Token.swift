/// The secret that every address of a server carries.
struct Token: Equatable {
  /// As it is written in addresses.
  let text: String

  /// What a token may be made of: what needs no escaping in an address.
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  /// How many of them there may be; 8 are 48 bits, for those who have to type it.
  private static let lengths = 8...128

  /// Makes a token of 128 bits that nobody can guess.
  init() {
    var generator = SystemRandomNumberGenerator()
    var letters: [UInt8] = []
    // 22 letters of 6 bits.
    for _ in 0..<22 {
      letters.append(Self.letters[Int.random(in: 0..<Self.letters.count, using: &generator)])
    }
    text = String(decoding: letters, as: UTF8.self)
  }

  /// Takes over a token that somebody has chosen.
  init(_ text: String) throws(ServingError) {
    guard Self.lengths.contains(text.utf8.count), text.utf8.allSatisfy(Self.letters.contains)
    else { throw .unusableToken }
    self.text = text
  }

  /// Whether a text is this token; takes as long for every wrong one of its length.
  func matches(_ other: String) -> Bool {
    let (mine, others) = (Array(text.utf8), Array(other.utf8))
    guard mine.count == others.count else { return false }
    var difference: UInt8 = 0
    for index in mine.indices { difference |= mine[index] ^ others[index] }
    return difference == 0
  }
}
