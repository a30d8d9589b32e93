import PantographInteractions
package import PantographLaws

/// Checks the law for any bytes that are read as an interaction: they are one, or there is a mistake at a
/// position in the file.
package func checkInteraction(_ bytes: [UInt8]) throws(BrokenLaw) {
  do throws(InteractionError) {
    _ = try Interaction(parsing: bytes)
  } catch {
    try checkPosition(line: error.location.line, column: error.location.column, in: bytes)
  }
}
