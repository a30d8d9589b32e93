/// The escapes of URLs and forms: `%20` is a space (RFC 3986).
enum PercentEncoding {
  /// Returns a text without its escapes; `nil` if it is malformed or not UTF-8.
  static func decoded(_ text: some Sequence<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let digits = String(validating: rest.prefix(2), as: UTF8.self),
        digits.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
        let value = UInt8(digits, radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Returns the fields of a form (`application/x-www-form-urlencoded`); `nil` if it is malformed.
  ///
  /// Of two fields with the same name, neither could be meant.
  static func fields(of form: [UInt8]) -> [String: String]? {
    var fields: [String: String] = [:]
    for field in form.split(separator: UInt8(ascii: "&")) {
      let parts = field.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
      ).map { part in part.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 } }
      guard let name = decoded(parts[0]), let value = decoded(parts.count > 1 ? parts[1] : []),
        fields.updateValue(value, forKey: name) == nil
      else { return nil }
    }
    return fields
  }
}
