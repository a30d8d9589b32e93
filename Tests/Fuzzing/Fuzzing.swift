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
    case "interaction": _ = try? Interaction(parsing: bytes)
    default: fatalError("PANTOGRAPH_FUZZ: there is no target \(target)")
    }
  } catch {
    fatalError("a law is broken: \(error)")
  }
  return 0
}

private let target = unsafe getenv("PANTOGRAPH_FUZZ").map { unsafe String(cString: $0) } ?? ""
