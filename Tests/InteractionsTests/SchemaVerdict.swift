import Foundation
import PantographInteractions
import PantographTestSupport

/// The verdicts of the reader and of the schema on the same file.
struct SchemaVerdict {
  var text: String
  /// The reader's error, if it rejects the file.
  var error: InteractionError?
  /// `yes`, or the schema's objection.
  var schema: String

  var isTaken: (reader: Bool, schema: Bool) { (error == nil, schema == "yes") }

  static let file = Repository.recordings.appendingPathComponent("interaction.schema.json")

  private static let script =
    Repository.root.appendingPathComponent("Tests/Proofs/Oracles/schema_verdicts.py").path

  /// Whether Python has `jsonschema`.
  static let canBeAsked = OtherProgram.pythonRuns(script, file.path)

  /// Asks both about each file.
  static func ask(_ texts: [String]) throws -> [SchemaVerdict] {
    guard canBeAsked, let python = OtherProgram.python else { return [] }
    let folder = try TemporaryFolder()
    let lines = texts.map { text in
      text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\n"
    }
    let program = try Program(
      python,
      [script, file.path, folder.file("texts", lines.joined()).path])
    let verdicts = program.output.split(separator: "\n").map(String.init)
    guard program.status == 0, verdicts.count == texts.count else {
      throw Failure(complaints: program.complaints)
    }
    return zip(texts, verdicts).map { text, verdict in
      var error: InteractionError?
      do throws(InteractionError) {
        _ = try Interaction(parsing: Array(text.utf8))
      } catch let thrown {
        error = thrown
      }
      return SchemaVerdict(text: text, error: error, schema: verdict)
    }
  }

  struct Failure: Error {
    var complaints: String
  }
}
