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
      let elements = [], properties = [];
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
        rows.push([time, ...elements.flatMap(selector => {
          const element = find(selector);
          return properties.map(property => element && read(element, property));
        })]);
      };
      // Names what is recorded; returns the selectors that match nothing.
      let hasBegun = false;
      const begin = (selectors, names, eventNames) => {
        hasBegun = true;
        [elements, properties] = [selectors, names];
        for (const name of eventNames) addEventListener(name, () => addEvent(name), true);
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
          nativeFrame(sample);
          return begin(...names);
        },
        result() {
          if (!hasBegun) throw Error(`it went to another page, or loaded itself again: ${location.href}`);
          return JSON.stringify({
            rows, events, errors, notes: [...notes], origin: performance.timeOrigin,
          });
        },
      };
    })();
    """#
}
