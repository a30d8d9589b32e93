import FuzzTargets
import Glibc
import Laws

/// What libFuzzer calls with every input, on the main thread; `tools/fuzz` builds it and says what to fuzz.
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
    fatalError("PANTOGRAPH_FUZZ: there is no target \(name)")
  }
  return target
}()
