import PantographBase
import PantographTouches

/// Places the contacts of a recording on a page, and numbers them as a page's fingers.
struct PageFingers {
  private let page: Subject.Page
  /// The number of each finger that is down, by the number of its contact.
  private var numbers: [Int: Int] = [:]

  private init(_ page: Subject.Page) {
    self.page = page
  }

  /// Returns the steps of a replay: the frames of rows, and their contacts as touches.
  static func steps(_ rows: [ContactFeed.Row], on page: Subject.Page) -> [PageStep] {
    var fingers = PageFingers(page)
    var steps: [PageStep] = []
    var index = 0
    while index < rows.count {
      let row = rows[index]
      let end = row.kind == .frame ? index + 1 : rows.end(ofRowsLike: index)
      steps.append(
        row.kind == .frame
          ? .frame(row.time) : .input(.touches(fingers.touches(rows[index..<end])), row.time))
      index = end
    }
    return steps
  }

  /// Returns the touches of rows of one instant and one kind.
  private mutating func touches(_ rows: ArraySlice<ContactFeed.Row>) -> PageTouches {
    let kind = rows[rows.startIndex].kind
    let areAll = kind != .cancelled || numbers.count == rows.count
    let fingers = rows.compactMap(\.contact).map { contact in
      PageTouches.Finger(
        number: number(of: contact), position: page.position(of: contact.position),
        pressure: contact.pressure)
    }
    if kind == .ended || kind == .cancelled {
      for contact in rows.compactMap(\.contact) { numbers[contact.id] = nil }
    }
    return PageTouches(kind: kind, fingers: fingers, areAll: areAll)
  }

  /// Returns the smallest number that no other finger on the page has.
  private mutating func number(of contact: Contact) -> Int {
    if let known = numbers[contact.id] { return known }
    let free = (0...).first { number in !numbers.values.contains(number) } ?? 0
    numbers[contact.id] = free
    return free
  }
}

extension [ContactFeed.Row] {
  /// Returns where the rows of one instant and one kind end that begin at an index.
  ///
  /// Contacts of one instant that do the same come together, as from a device.
  fileprivate func end(ofRowsLike index: Int) -> Int {
    self[index...].firstIndex { $0.time != self[index].time || $0.kind != self[index].kind }
      ?? count
  }
}
