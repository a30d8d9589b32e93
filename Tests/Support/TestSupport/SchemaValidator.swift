import Foundation

/// Asks Python's jsonschema, an independent validator, which texts a schema takes.
public enum SchemaValidator {
  private struct Failure: Error {
    var complaints: String
  }

  private static let script =
    Repository.script("schema_verdicts.py").path

  /// Whether Python has `jsonschema`, and the file is a schema.
  public static func isReady(for schema: String) -> Bool {
    OtherProgram.pythonRuns(script, schema)
  }

  /// Returns `yes`, or the schema's objection, for each text.
  public static func verdicts(on texts: [String], by schema: String) throws -> [String] {
    guard let python = OtherProgram.python else { return [] }
    let folder = try TemporaryFolder()
    let lines = texts.map { text in
      text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\n"
    }
    let program = try Program(
      python, [script, schema, folder.file("texts", lines.joined()).path])
    let verdicts = program.output.split(separator: "\n").map(String.init)
    guard program.status == 0, verdicts.count == texts.count else {
      throw Failure(complaints: program.complaints)
    }
    return verdicts
  }
}
