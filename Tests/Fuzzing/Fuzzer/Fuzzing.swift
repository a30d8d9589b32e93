import Glibc
import PantographFuzzTargets
import PantographLaws

/// The entry point of libFuzzer, called with every input on the main thread; `tools/fuzz` builds it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  MainActor.assumeIsolated {
    do throws(BrokenLaw) {
      try target.check(bytes)
    } catch {
      fatalError("a law is broken: \(error)")
    }
  }
  return 0
}

private let target: FuzzTarget = {
  let name = unsafe getenv("PANTOGRAPH_FUZZ").map { unsafe String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    fatalError("PANTOGRAPH_FUZZ: unknown target '\(name)'")
  }
  return target
}()
