import Foundation
import PantographBase
import PantographInteractions
import PantographTestSupport

/// The verdicts of the reader and of the schema on the same file.
struct SchemaVerdict {
  var text: String
  /// The reader's error, if it rejects the file.
  var error: Complaint?
  /// `yes`, or the schema's objection.
  var schema: String

  var isTaken: (reader: Bool, schema: Bool) { (error == nil, schema == "yes") }

  static let file = Repository.recordings.appendingPathComponent("interaction.schema.json")

  /// Whether Python has `jsonschema`.
  static let canBeAsked = SchemaValidator.isReady(for: file.path)

  /// Asks both about each file.
  static func ask(_ texts: [String]) throws -> [SchemaVerdict] {
    guard canBeAsked else { return [] }
    let verdicts = try SchemaValidator.verdicts(on: texts, by: file.path)
    return zip(texts, verdicts).map { text, verdict in
      var error: Complaint?
      do throws(Complaint) {
        _ = try Interaction(parsing: Array(text.utf8))
      } catch let thrown {
        error = thrown
      }
      return SchemaVerdict(text: text, error: error, schema: verdict)
    }
  }
}
