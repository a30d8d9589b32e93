/// An array in C's memory.
@safe struct CArray<Element>: RandomAccessCollection {
  private let first: UnsafePointer<Element>?
  let endIndex: Int
  var startIndex: Int { 0 }

  /// Creates an array; `nil` for a negative number of elements, and for elements without memory.
  init?(_ first: UnsafePointer<Element>?, _ count: Int) {
    guard count == 0 || (unsafe first != nil && count > 0) else { return nil }
    unsafe self.first = first
    endIndex = count
  }

  subscript(position: Int) -> Element {
    guard let first = unsafe first, indices.contains(position) else {
      preconditionFailure("an index beyond C's array")
    }
    return unsafe first[position]
  }
}
