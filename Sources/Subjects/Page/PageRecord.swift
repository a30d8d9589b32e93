import PantographBase
import PantographTrajectories

/// The part of the scripts in a page that records what the page shows.
enum PageRecord {
  /// Expects a function `clock` that returns the milliseconds since the page's start.
  static let text = #"""
      // A touchscreen, also for a browser that reports none
      if (!navigator.maxTouchPoints) {
        Object.defineProperty(Navigator.prototype, "maxTouchPoints", { get: () => 16 });
      }

      // A pinch on a touchpad has the modifier Ctrl, but no key is pressed, as one is in Firefox.
      for (const name of ["keydown", "keyup"]) {
        addEventListener(name, event => {
          if (event.isTrusted && event.key === "Control") event.stopImmediatePropagation();
        }, true);
      }

      // Random numbers: xorshift (Marsaglia, 2003), the same in each run.
      let seed = 2463534242;
      Math.random = () => {
        seed ^= seed << 13;
        seed ^= seed >>> 17;
        seed ^= seed << 5;
        return (seed >>> 0) / 2 ** 32;
      };
      const random = Math.random, nativeFill = Crypto.prototype.getRandomValues;
      Crypto.prototype.getRandomValues = function (array) {
        nativeFill.call(this, array);
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        bytes.forEach((_, index) => { bytes[index] = random() * 256; });
        return array;
      };
      if (Crypto.prototype.randomUUID) Crypto.prototype.randomUUID = () =>
        "10000000-1000-4000-8000-100000000000".replace(/[018]/g, digit =>
          (digit ^ random() * 16 >> digit / 4).toString(16));

      // What happened
      const events = [], notes = new Set();
      let errors = 0;
      const text = words => { try { return String(words).toWellFormed(); } catch { return "?"; } };
      const addEvent = words => events.push([clock(), text(words)]);
      const addError = words => {
        if (++errors <= 100) addEvent(`console error: ${text(words).slice(0, 200)}`);
      };
      const nativeMark = performance.mark.bind(performance);
      performance.mark = (name, options) => {
        addEvent(name);
        return nativeMark(name, { ...options, startTime: options?.startTime ?? clock() });
      };
      const nativeError = console.error.bind(console);
      console.error = (...parts) => { addError(parts.map(text).join(" ")); nativeError(...parts); };
      addEventListener("error", event => addError(event.message));
      addEventListener("unhandledrejection", event => addError(event.reason));

      // Nobody sees the dialog of a printer, and Firefox waits for its end.
      const leavePrinting = frame => {
        frame.print = () => {
          notes.add("the page asked to be printed, which it was not");
          for (const name of ["beforeprint", "afterprint"]) frame.dispatchEvent(new Event(name));
        };
      };
      leavePrinting(window);

      // Elements
      let elements = [], properties = [], wanted = new Set();
      const followed = new Set();
      const rows = [];
      const find = selector => selector.split(">>>").reduce(
        (root, part) => (root instanceof Element ? root.shadowRoot : root)?.querySelector(part),
        document);
      const read = (element, property) => {
        if (property === "scrollTop" || property === "scrollLeft") return element[property];
        if (property === "opacity" || property.startsWith("--")) {
          const number = parseFloat(getComputedStyle(element).getPropertyValue(property));
          return Number.isFinite(number) ? number : null;
        }
        return element.getBoundingClientRect()[property];
      };
      const show = time => {
        if (others) measureOthers();
        rows.push([time, ...elements.flatMap(selector => {
          const element = find(selector);
          return properties.map(property => element && read(element, property));
        })]);
      };
      // A name and a selector of an element, which hold when the page is built again.
      // Words of a build, such as css-1x2y3z or _ab12c, are others the next time.
      const ofBuild = /\d{3}|:|^(css|sc|jss|r)-|^_|__\w*\d/;
      // A state goes from one element to another.
      const ofState = new RegExp("^((is|has)-.*|o(n|ff)|active|open(ed)?|clos(ed|ing)|show(n|ing)?|hid(e|den)|in|selected|"
        + "current|next|prev(ious)?|visible|focus(ed)?|disabled|checked|highlighted|pressed|grabb(ed|ing)|dragging|"
        + "moving|swiping|settling|expanded|collapsed|collaps(e|ing)|animating|loaded|ready)$");
      const isSteady = word => word.length < 40 && !ofBuild.test(word) && !ofState.test(word);
      const isOne = (selector, root) => {
        try { return root.querySelectorAll(selector).length === 1; } catch { return false; }
      };
      const describe = (element, root) => {
        const candidates = [];
        const add = (word, selector) => { if (word && isSteady(word)) candidates.push([word, selector]); };
        add(element.id, `#${CSS.escape(element.id)}`);
        for (const name of ["data-testid", "data-test", "data-cy"]) {
          const word = element.getAttribute(name);
          add(word, `[${name}=${JSON.stringify(word)}]`);
        }
        for (const word of element.classList) add(word, `.${CSS.escape(word)}`);
        const role = element.getAttribute("role");
        add(role, `[role=${JSON.stringify(role)}]`);
        add(element.localName, element.localName);
        const found = candidates.find(([, selector]) => isOne(selector, root));
        if (found) return found;
        const word = candidates[0]?.[0] ?? element.localName;
        const around = element.parentElement;
        const alike = [...(around ?? root).children].filter(other => other.localName === element.localName);
        const step = alike.length > 1
          ? `${element.localName}:nth-of-type(${alike.indexOf(element) + 1})` : element.localName;
        return [word, around ? `${describe(around, root)[1]} > ${step}` : step];
      };
      // What is neither recorded nor in or around what is: how far it is from where it was before the first touch.
      let others = null, frameCount = 0;
      const qualities = ["x", "y", "width", "height", "opacity"];
      const measure = element => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left, top, width, height, Number(getComputedStyle(element).opacity)];
      };
      const watch = () => {
        const named = elements.map(find).filter(Boolean);
        // 2000 elements: a frame measures all of them.
        others = [...document.body.querySelectorAll("*")]
          .filter(element => !named.some(one => one.contains(element) || element.contains(one))).slice(0, 2000)
          .map(element => ({ element, start: measure(element), since: 0, most: 0, quality: 0, rows: [] }));
      };
      const measureOthers = () => {
        frameCount++;
        for (const other of others) {
          const now = measure(other.element);
          const gaps = now.map((value, index) => Math.abs(value - other.start[index]) * (index === 4 ? 100 : 1));
          const most = Math.max(...gaps);
          // Half a pixel, or 0.005 of the opacity, is what layout rounds.
          if (most > 0.5 && !other.rows.length) other.since = frameCount;
          if (most > 0.5 || other.rows.length) other.rows.push(now);
          if (most > other.most) [other.most, other.quality] = [most, gaps.indexOf(most)];
        }
      };
      /** Those that have moved, but for what is in others that have. */
      const moved = () => (others ?? []).filter(other => other.most > 0.5)
        .filter((other, _, all) => !all.some(one => one !== other && one.element.contains(other.element)))
        .slice(0, 50).map(({ element, start, since, quality, rows: values }) => ({
          name: `${describe(element, document)[1]} ${qualities[quality]}`, since,
          values: [start[quality], ...values.map(row => row[quality])],
        }));
      // The point at parts of an element's width and height.
      const place = (selector, x, y) => {
        let element;
        try { element = find(selector); } catch {}
        if (!element) return "nowhere";
        const box = element.getBoundingClientRect();
        return `${box.left + x * box.width},${box.top + y * box.height}`;
      };
      // A wheel event after the lift that says so. No browser can be asked for one, so it is not trusted.
      const NativeWheel = WheelEvent;
      const goOn = (clientX, clientY, deltaX, deltaY) => {
        let target = document.documentElement, inner = document.elementFromPoint(clientX, clientY);
        for (; inner && inner !== target; inner = target.shadowRoot?.elementFromPoint(clientX, clientY)) {
          target = inner;
        }
        const event = new NativeWheel("wheel", {
          bubbles: true, cancelable: true, composed: true, view: window, clientX, clientY, deltaX, deltaY,
          momentum: true,
        });
        // Not every browser knows it.
        if (!event.momentum) Object.defineProperty(event, "momentum", { value: true });
        target.dispatchEvent(event);
      };
      // How often a finger or a pen has landed or a wheel has turned, and how often on an element or in it.
      let landings = 0, hits = 0, standsStill = false;
      for (const name of ["pointerdown", "wheel"]) {
        addEventListener(name, event => {
          if (!event.isTrusted) return;
          if (standsStill && !others) watch();
          landings++;
          const path = event.composedPath();
          // What surrounds it is meant, too, such as a map around its markers, but not the whole page.
          const isHit = element => element && (path.includes(element)
            || path[0] !== document.body && path[0] !== document.documentElement
              && path[0] instanceof Element && path[0].contains(element));
          if (elements.some(selector => isHit(find(selector)))) hits++;
        }, { capture: true, passive: true });
      }
      // Names what is recorded from now on; returns the selectors that match nothing.
      let hasBegun = false;
      const begin = (selectors, names, eventNames, still) => {
        if (hasBegun) rows.length = events.length = errors = 0;
        hasBegun = true;
        [elements, properties, landings, hits] = [selectors, names, 0, 0];
        [standsStill, others] = [still, null];
        for (const name of eventNames) {
          if (followed.has(name)) continue;
          followed.add(name);
          addEventListener(name, () => { if (wanted.has(name)) addEvent(name); }, true);
        }
        wanted = new Set(eventNames);
        return selectors.filter(selector => {
          try { return !find(selector); } catch { return true; }
        });
      };
    """#

  /// The script of a page whose own clock runs.
  static let script = #"""
    (() => {
      if (window.pantograph) return;
      const nativeFrame = requestAnimationFrame.bind(window);
      const clock = performance.now.bind(performance);
    \#(text)
      const sample = time => {
        show(time);
        nativeFrame(sample);
      };
      window.pantograph = {
        begin(...names) {
          if (!hasBegun) nativeFrame(sample);
          return begin(...names);
        },
        place,
        describe,
        goOn,
        result() {
          if (!hasBegun) throw Error(`it went to another page, or loaded itself again: ${location.href}`);
          return JSON.stringify({
            rows, events, errors, landings, hits, moved: moved(), notes: [...notes],
            origin: performance.timeOrigin,
          });
        },
      };
    })();
    """#
}

extension Subject.Page {
  /// The expression that names what is recorded from then on; its value are the selectors that match nothing.
  var beginning: String {
    let names = [elements.map { $0.selector }, shown, events]
      .map { JSONText.list($0.map(JSONText.string)).text }.joined(separator: ", ")
    return "pantograph.begin(\(names), \(standsStill))"
  }
}

/// What the script in a page has recorded.
struct PageResult {
  private let node: JSONNode
  private let page: Subject.Page

  /// Reads what the script in a page has answered.
  init(of page: Subject.Page, _ text: String) throws(BrowserFailure) {
    self.page = page
    guard let node = try? JSONNode(parsing: Array(text.utf8)) else {
      throw text.hasPrefix("{") ? Self.isUnreadable : BrowserFailure.ofPage(text)
    }
    self.node = node
  }

  /// The milliseconds from 1970 until the page's time 0.
  func origin() throws(BrowserFailure) -> Double {
    guard let origin = node["origin"]?.anyNumber else { throw Self.isUnreadable }
    return origin
  }

  /// Returns how often something happened; 0 if the page does not count it.
  func count(_ name: String) -> Int { node[name]?.anyNumber.flatMap(Int.init(exactly:)) ?? 0 }

  private static let isUnreadable = BrowserFailure(sentence: "the page's result can't be read")

  /// Returns what it shows.
  ///
  /// - Parameter start: the page's time of the first event, in milliseconds; what was before is left out.
  func table(from start: Double) throws(BrowserFailure) -> ResultTable {
    guard let rows = try? node["rows"]?.elements(), let events = try? node["events"]?.elements(),
      let notes = try? node["notes"]?.elements()
    else { throw Self.isUnreadable }
    let names = page.elements.flatMap { element in page.shown.map { "\(element.name).\($0)" } }
    var shown = ResultTable()
    shown.notes = notes.compactMap { $0.anyText }
    for row in rows {
      guard let cells = try? row.elements(), let time = Self.time(cells.first, from: start) else {
        continue
      }
      for (name, cell) in zip(names, cells.dropFirst()) {
        // An element that is not there has no value.
        shown.add(cell.anyNumber, to: name, at: time)
      }
    }
    for event in events {
      guard let parts = try? event.elements(), parts.count == 2,
        let time = Self.time(parts[0], from: start), let words = parts[1].anyText
      else { continue }
      shown.add(event: words, at: time)
    }
    if count("landings") == 0 {
      shown.silences.append("the page has received no touch")
    } else if count("hits") == 0 {
      let names = page.elements.map { $0.name }.joined(separator: ", ")
      shown.silences.append("nothing has landed on an element that is recorded (\(names))")
    }
    for other in (try? node["moved"]?.elements()) ?? [] {
      guard let name = other["name"]?.anyText, let since = other["since"]?.anyNumber,
        let values = try? other["values"]?.elements()
      else { continue }
      // The frames of the rows.
      let count = rows.count - (values.count - 1)
      guard count >= 0, since >= 0 else { continue }
      var column = ResultTable.Column(name: name)
      for (row, value) in zip(rows[max(count - 1, 0)...], values) {
        guard let time = Self.time((try? row.elements())?.first, from: start),
          let number = value.anyNumber
        else { continue }
        column.points.append(ResultTable.Point(time: time, value: number))
      }
      shown.strays.append(column)
    }
    let errors = count("errors")
    if errors > 100 { shown.notes.append("\(errors) console errors, of which 100 are listed") }
    return shown
  }

  private static func time(_ node: JSONNode?, from start: Double) -> Timestamp? {
    guard let milliseconds = node?.anyNumber else { return nil }
    let microseconds = ((milliseconds - start) * 1000).rounded()
    return Int64(exactly: microseconds).flatMap { $0 < 0 ? nil : Timestamp(microseconds: $0) }
  }
}

extension JSONNode {
  /// The text, if it is one.
  var anyText: String? { try? text("") }

  /// The number, if it is one.
  var anyNumber: Double? { try? number(in: -1e300...1e300, "") }
}

/// The part of the script in a page that replaces its clocks and timers.
enum PageClock {
  /// Expects `now`, the page's milliseconds, and `stamp`, the time of an input on its way.
  static let text = #"""
      // Clocks
      const clock = () => now;
      const nativeNow = performance.now.bind(performance);
      performance.now = () => now;
      const start = Date.UTC(2026, 0, 1), NativeDate = Date;
      const today = () => Math.floor(start + now);
      window.Date = new Proxy(NativeDate, {
        apply: () => new NativeDate(today()).toString(),
        construct: (native, parts, type) =>
          Reflect.construct(native, parts.length ? parts : [today()], type),
      });
      NativeDate.now = today;
      NativeDate.prototype.constructor = Date;
      const property = (type, name, members) => {
        const native = Object.getOwnPropertyDescriptor(type.prototype, name);
        Object.defineProperty(type.prototype, name, { ...native, ...members(native) });
      };
      property(Performance, "timeOrigin", () => ({ get: () => start }));
      property(Intl.DateTimeFormat, "format", native => ({
        get() {
          const format = native.get.call(this);
          return time => format(time === undefined ? today() : time);
        },
      }));
      property(Intl.DateTimeFormat, "formatToParts", ({ value: native }) => ({
        value(time) { return native.call(this, time === undefined ? today() : time); },
      }));
      if (window.Temporal) {
        const { Now, Instant } = Temporal;
        const zoned = zone => Now.instant().toZonedDateTimeISO(zone ?? Now.timeZoneId());
        Object.assign(Now, {
          instant: () => Instant.fromEpochMilliseconds(today()),
          zonedDateTimeISO: zoned,
          plainDateTimeISO: zone => zoned(zone).toPlainDateTime(),
          plainDateISO: zone => zoned(zone).toPlainDate(),
          plainTimeISO: zone => zoned(zone).toPlainTime(),
        });
      }
      const stamps = new WeakMap();
      property(Event, "timeStamp", () => ({
        get() {
          if (!stamps.has(this)) stamps.set(this, stamp ?? now);
          return stamps.get(this);
        },
      }));

      // Timers
      let last = 0, depth = 0;
      const frames = new Map(), timers = new Map();
      window.requestAnimationFrame = call => (frames.set(++last, call), last);
      window.cancelAnimationFrame = id => { frames.delete(id); };
      const addTimer = (call, delay, repeats, parts) => {
        // From the fifth level of nesting on, a timer waits for 4 ms (HTML, 8.6).
        const least = depth >= 5 ? 4 : repeats ? 1 : 0;
        const wait = Math.max(least, Number(delay) || 0);
        timers.set(++last, {
          id: last, at: now + wait, every: repeats ? wait : null, depth: depth + 1, call, parts,
        });
        return last;
      };
      const evaluate = eval;
      const called = call => typeof call === "function" ? call : () => evaluate(String(call));
      window.setTimeout = (call, delay, ...parts) => addTimer(called(call), delay, false, parts);
      window.setInterval = (call, delay, ...parts) => addTimer(called(call), delay, true, parts);
      window.requestIdleCallback = call =>
        addTimer(() => call({ didTimeout: false, timeRemaining: () => 10 }), 1, false, []);
      window.clearTimeout = window.clearInterval = window.cancelIdleCallback = id => {
        timers.delete(id);
      };
      if (window.scheduler) {
        scheduler.postTask = (call, { delay, signal } = {}) => new Promise((done, fail) => {
          if (signal?.aborted) return fail(signal.reason);
          const id = addTimer(() => new Promise(go => go(call())).then(done, fail), delay, false, []);
          signal?.addEventListener("abort", () => {
            timers.delete(id);
            fail(signal.reason);
          });
        });
        scheduler.yield = () => new Promise(done => addTimer(done, 0, false, []));
      }
      /** Runs the timers until a time, and returns whether there were any. */
      const runTimers = async until => {
        for (let count = 0; count < 100_000; count++) {
          let next = null;
          for (const timer of timers.values()) {
            if (timer.at <= until && (!next || timer.at < next.at)) next = timer;
          }
          if (!next) return count > 0;
          now = Math.max(now, next.at);
          timers.delete(next.id);
          if (next.every !== null) timers.set(next.id, Object.assign(next, { at: next.at + next.every }));
          depth = next.depth;
          try { next.call.call(window, ...next.parts); } catch (error) { addError(error); }
          await null;
          depth = 0;
        }
        throw Error("more than 100,000 timers within a frame");
      };
    """#
}
