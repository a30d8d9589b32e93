package import PantographBase

/// A reader of a format that is one JSON value, with the pointers of a browser or a toolkit.
package protocol PointerReader: SendableMetatype {
  /// Returns whether a file that begins like this is of this format.
  ///
  /// The members and elements beyond the first 64 KiB are missing.
  static func recognizes(_ file: JSONNode) -> Bool

  /// Reads a whole file.
  static func read(_ file: JSONNode) throws(JSONError) -> PointerRecording
}
