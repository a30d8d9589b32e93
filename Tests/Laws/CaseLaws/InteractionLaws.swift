import PantographBase
import PantographInteractions
package import PantographLaws

/// Checks the laws for any bytes, as an interaction and as the choices of a nearly valid one.
///
/// As an interaction, they are one, or there is a mistake at a position in the file.
package func checkInteraction(_ bytes: [UInt8]) throws(BrokenLaw) {
  do throws(Complaint) {
    _ = try Interaction(parsing: bytes)
  } catch {
    try checkPosition(line: error.line ?? 0, column: error.column ?? 0, in: bytes)
  }
  try checkInteractionDraft(bytes)
}
