import PantographBase
import PantographCInterface

@c @implementation package func pg_format(
  _ value: Double, _ decimals: Int32, _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
  var bytes: [UInt8] = []
  bytes.appendFixed(value, decimals: Int(min(max(decimals, 0), 9)))
  return unsafe write(bytes, to: text, capacity)
}
