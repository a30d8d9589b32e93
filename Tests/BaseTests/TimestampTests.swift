import PantographBase
import Testing

@Suite struct `A timestamp` {
  @Test(arguments: [(0, 0), (1, 1000), (999, 1000), (1000, 1000), (1001, 2000), (54_321, 55_000)])
  func `rounds up to whole milliseconds`(microseconds: Int64, expected: Int64) {
    let rounded = Timestamp(microseconds: microseconds).roundedUpToMilliseconds
    #expect(rounded == Timestamp(microseconds: expected))
  }
}
