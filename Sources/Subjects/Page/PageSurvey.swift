import PantographBase

/// The elements of a page that may move, and where a finger could take hold of them.
package struct PageSurvey: Sendable {
  /// An element that has a size.
  package struct Element: Hashable, Sendable {
    /// A name for its columns, which no other element has.
    package var name: String
    /// The selector that finds it, and no other.
    package var selector: String
    /// The index of the surveyed element around it.
    var parent: Int?
    /// Its area in square pixels.
    var area: Double
    /// What speaks for a finger that takes hold of it, in points.
    var promise: Int
    /// Where a finger may land on it, from its middle on; none if it is hidden or outside of the viewport.
    var landings: [Landing]
    /// Whether no touch reaches it, by its style.
    var letsTouchesThrough: Bool
  }

  /// A place where a finger takes hold of an element.
  struct Landing: Hashable, Sendable {
    /// In CSS pixels of the viewport.
    var position: Point
    /// In parts of the element's width and height.
    var part: Point

    /// Reads two numbers for each; `nil` if they are not there.
    init?(_ node: JSONNode) {
      let numbers = (try? node.elements())?.compactMap { $0.anyNumber } ?? []
      guard numbers.count == 4 else { return nil }
      position = Point(x: numbers[0], y: numbers[1])
      part = Point(x: numbers[2], y: numbers[3])
    }
  }

  /// The elements, each after those around it.
  package private(set) var elements: [Element] = []
  /// The custom properties that elements have in their own style.
  private(set) var properties: [String] = []

  /// Reads what a page has answered to ``question``.
  init(_ answer: String, of page: Subject.Page, on target: String?) throws(BrowserFailure) {
    guard answer != "no selector" else {
      throw BrowserFailure(sentence: "'\(target ?? "")' is no selector")
    }
    guard answer != "nowhere" else {
      throw BrowserFailure(
        sentence: "no element of \(page.location) matches \(target ?? "")")
    }
    guard let node = try? JSONNode(parsing: Array(answer.utf8)),
      let list = try? node["elements"]?.elements(),
      let properties = try? node["properties"]?.elements()
    else { throw BrowserFailure.ofPage(answer) }
    self.properties = properties.compactMap { $0.anyText }
    var taken: Set<String> = []
    for node in list {
      guard let selector = node["selector"]?.anyText, let word = node["name"]?.anyText,
        let area = node["area"]?.anyNumber, let promise = node["promise"]?.anyNumber
      else { throw BrowserFailure.ofPage(answer) }
      let stem = Self.name(word)
      var name = stem
      var number = 1
      while !taken.insert(name).inserted {
        number += 1
        name = "\(stem)-\(number)"
      }
      let landings = (try? node["landings"]?.elements())?.compactMap { Landing($0) } ?? []
      elements.append(
        Element(
          name: name, selector: selector,
          parent: node["parent"]?.anyNumber.flatMap { Int(exactly: $0) }
            .flatMap { elements.indices.contains($0) ? $0 : nil },
          area: area, promise: Int(exactly: promise) ?? 0, landings: landings,
          letsTouchesThrough: node["through"]?.anyNumber == 1))
    }
  }

  /// Returns a word with only letters, digits, `-` and `_`, as the name of a column.
  private static func name(_ word: String) -> String {
    let letters = word.unicodeScalars.map { letter -> Character in
      switch letter {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_": Character(letter)
      default: "-"
      }
    }
    return letters.isEmpty ? "element" : String(letters.prefix(40))
  }

  /// Returns whether one element is around another one.
  func isAround(_ outer: Int, _ inner: Int) -> Bool {
    var next = elements[inner].parent
    while let index = next {
      if index == outer { return true }
      next = elements[index].parent
    }
    return false
  }

  /// The expression that answers with the elements.
  ///
  /// Selectors are short and hold when the page is built again: an `id`, a test's name, a class, a role or a tag that
  /// only one element has, or else the steps from the nearest such element. What speaks for an element: its own
  /// `touch-action`, a role of what is dragged, a listener of its own, a cursor of a hand, an own scroll range, and
  /// the names that components have.
  ///
  /// - Parameter target: the selector of an element that counts more than all others, and keeps it; `nil` for none.
  static func question(on target: String?) -> String {
    "(\(script))(\(target.map { JSONText.string($0).text } ?? "null"))"
  }

  private static let script = #"""
    target => {
      // 150 elements: a frame takes down all of them.
      const most = 150;
      const names = /sheet|drawer|slid|carousel|swip|drag|handle|grab|card|panel|knob|thumb|track|sort|pull/i;
      const roles = ["slider", "scrollbar", "separator", "dialog", "tabpanel", "switch"];
      const skipped = new Set(["SCRIPT", "STYLE", "TEMPLATE", "LINK", "META", "OPTION", "BR", "NOSCRIPT"]);
      const hit = (x, y) => {
        let found = document.elementFromPoint(x, y);
        while (found?.shadowRoot) {
          const inner = found.shadowRoot.elementFromPoint(x, y);
          if (!inner || inner === found) break;
          found = inner;
        }
        return found;
      };
      const isIn = (inner, outer) => {
        for (let node = inner; node; node = node.parentNode ?? node.host) if (node === outer) return true;
        return false;
      };
      const control = "button, a[href], input, select, textarea, label";
      const land = (element, box) => {
        const [left, right] = [Math.max(box.left, 1), Math.min(box.right, innerWidth - 1)];
        const [top, bottom] = [Math.max(box.top, 1), Math.min(box.bottom, innerHeight - 1)];
        if (right - left < 4 || bottom - top < 4) return [];
        const places = [], spare = [];
        for (const [x, y] of [[.5, .5], [.5, .2], [.5, .8], [.2, .5], [.8, .5]]) {
          // The part is written with three decimals.
          const part = [(left + x * (right - left) - box.left) / box.width,
            (top + y * (bottom - top) - box.top) / box.height].map(share => Math.round(share * 1000) / 1000);
          const at = [box.left + part[0] * box.width, box.top + part[1] * box.height];
          const found = hit(...at);
          if (!isIn(found, element)) continue;
          // A finger on a button within presses it.
          const pressed = !element.matches(control) && found.closest(control);
          (pressed ? spare : places).push([...at, ...part]);
        }
        return places.length ? places : spare;
      };
      const promise = (element, style) => {
        let points = 0;
        if (!["auto", "manipulation"].includes(style.touchAction)) points += 4;
        if (element.onpointerdown || element.ontouchstart) points += 4;
        if (roles.includes(element.getAttribute("role")) || element.type === "range") points += 3;
        if (/grab|move|resize/.test(style.cursor) || element.draggable && element.localName !== "img") points += 3;
        if (names.test(`${element.id} ${element.getAttribute("class") ?? ""} ${element.localName}`)) points += 2;
        const scrolls = (overflow, size, shown) => /auto|scroll/.test(overflow) && size > shown + 1;
        if (scrolls(style.overflowY, element.scrollHeight, element.clientHeight)
          || scrolls(style.overflowX, element.scrollWidth, element.clientWidth)) points += 2;
        if (style.position === "fixed" || style.position === "absolute") points += 1;
        return points;
      };
      const page = document.documentElement;
      let wanted = null;
      try {
        wanted = target?.split(">>>").reduce((root, part) =>
          (root instanceof Element ? root.shadowRoot : root)?.querySelector(part), document) ?? null;
      } catch {
        return "no selector";
      }
      if (target && !wanted) return "nowhere";
      const found = [{
        element: page, root: document, prefix: "", box: page.getBoundingClientRect(),
        style: getComputedStyle(page), parent: null,
      }];
      const walk = (root, parent, start, prefix) => {
        for (const element of parent.children) {
          if (skipped.has(element.tagName)) continue;
          let around = start;
          const box = element.getBoundingClientRect();
          const style = getComputedStyle(element);
          // Libraries move wrappers without a size of their own.
          const isSeen = box.width * box.height >= 64 || element.childElementCount && style.display !== "none";
          if (isSeen && element !== document.body && style.visibility !== "hidden") {
            around = found.push({ element, root, prefix, box, style, parent: start }) - 1;
          }
          if (element.shadowRoot) {
            walk(element.shadowRoot, element.shadowRoot, around,
              `${prefix}${pantograph.describe(element, root)[1]} >>> `);
          }
          if (!(element instanceof SVGElement)) walk(root, element, around, prefix);
        }
      };
      walk(document, document.body, 0, "");
      for (const each of found) {
        // The page itself is taken down, for it may scroll, but no finger takes hold of it.
        each.promise = each.element === page || each.element === wanted ? 100
          : promise(each.element, each.style);
        each.area = each.box.width * each.box.height;
      }
      const kept = new Set([...found].sort((one, other) =>
        other.promise - one.promise || other.area - one.area).slice(0, most));
      const places = new Map();
      const nearest = index => {
        while (index !== null && !kept.has(found[index])) index = found[index].parent;
        return index === null ? null : places.get(found[index]);
      };
      const elements = found.filter(each => kept.has(each)).map((each, place) => {
        places.set(each, place);
        const [name, selector] = pantograph.describe(each.element, each.root);
        return {
          name, selector: each.element === wanted ? target : each.prefix + selector, parent: nearest(each.parent), area: Math.round(each.area),
          promise: each.promise, through: +(each.style.pointerEvents === "none"), landings: each.element === page ? [] : land(each.element, each.box),
        };
      });
      // 8 custom properties.
      const styles = found.flatMap(({ element }) => [...element.style ?? []]);
      const properties = [...new Set(styles.filter(name => name.startsWith("--")))].slice(0, 8);
      return JSON.stringify({ elements, properties });
    }
    """#
}
