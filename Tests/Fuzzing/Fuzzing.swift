import Glibc
import Interactions
import RecordingLaws

/// What libFuzzer calls with every input; `tools/fuzz` builds it and says what to fuzz.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  do throws(BrokenLaw) {
    switch target {
    case "recording": try checkRecording(bytes)
    case "gzip": try checkPacking(bytes)
    case "interaction": checkInteraction(bytes)
    default: fatalError("PANTOGRAPH_FUZZ: there is no target \(target)")
    }
  } catch {
    fatalError("a law is broken: \(error)")
  }
  return 0
}

/// An interaction is read, or there is a place in the file where it is wrong.
private func checkInteraction(_ bytes: [UInt8]) {
  do throws(InteractionError) {
    _ = try Interaction(parsing: bytes)
  } catch {
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    guard lines.indices.contains(error.place.line - 1),
      (1...lines[error.place.line - 1].count + 1).contains(error.place.column)
    else { fatalError("a place outside the file: \(error)") }
  }
}

private let target = unsafe getenv("PANTOGRAPH_FUZZ").map { unsafe String(cString: $0) } ?? ""
