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
