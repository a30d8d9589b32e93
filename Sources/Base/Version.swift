/// The version of Pantograph, the newest one in CHANGELOG.md, for all that prints it.
package enum Version {
  /// The number, by Semantic Versioning.
  package static let number = "0.2.1"
  /// The day of its release, in the form that manual pages use.
  package static let date = "December 2, 2026"
}
