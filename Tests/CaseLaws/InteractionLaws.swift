import Interactions
public import Laws

/// What holds of any bytes that are read as an interaction: they are one, or there is a place in the file
/// where it is wrong.
public func checkInteraction(_ bytes: [UInt8]) throws(BrokenLaw) {
  do throws(InteractionError) {
    _ = try Interaction(parsing: bytes)
  } catch {
    try checkPlace(line: error.location.line, column: error.location.column, in: bytes)
  }
}
