import PantographQuantities
import PantographTouches

/// Places the contacts of a recording on a page, and numbers them as a page's fingers.
struct PageFingers {
  private let page: Subject.Page
  /// The number of each finger that is down, by the number of its contact.
  private var numbers: [Int: Int] = [:]

  init(_ page: Subject.Page) {
    self.page = page
  }

  /// Returns the touches of rows of one instant and one kind.
  ///
  /// - Parameter time: their time in milliseconds.
  mutating func touches(_ rows: ArraySlice<ContactFeed.Row>, at time: Double) -> PageTouches {
    let kind = rows[rows.startIndex].kind
    let areAll = kind != .cancelled || numbers.count == rows.count
    var fingers: [PageTouches.Finger] = []
    for contact in rows.compactMap(\.contact) {
      let (from, to) = (page.placement.from, page.placement.to)
      fingers.append(
        PageTouches.Finger(
          number: number(of: contact),
          position: (
            to.x + (contact.position.x - from.x) * page.pixelsPerMillimetre,
            to.y + (contact.position.y - from.y) * page.pixelsPerMillimetre
          ), pressure: contact.pressure))
    }
    if kind == .ended || kind == .cancelled {
      for contact in rows.compactMap(\.contact) { numbers[contact.id] = nil }
    }
    return PageTouches(kind: kind, time: time, fingers: fingers, areAll: areAll)
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
  func end(ofRowsLike index: Int) -> Int {
    self[index...].firstIndex { $0.time != self[index].time || $0.kind != self[index].kind }
      ?? count
  }
}
