/// The script that records pointers and wheels, for the recorder's page and the bookmarklet.
enum RecorderScript {
  /// Defines `record(target, options)`, which starts recording; it returns the recording and what controls it.
  static let text = #"""
    const canCoalesce = "getCoalescedEvents" in PointerEvent.prototype;
    // The step of the clock in ms; browsers round it differently. A clock that stands still, as in a test, has none.
    const clockStep = (() => {
      let step = Infinity, last = performance.now();
      for (let reads = 0, changes = 0; changes < 5; reads += 1) {
        // At 1 ms a step, a fast machine reads 100,000 times.
        if (reads > 2e6) return 0;
        const now = performance.now();
        if (now === last) continue;
        step = Math.min(step, now - last);
        last = now;
        changes += 1;
      }
      return Math.max(Math.round(step * 1000) / 1000, 0.005);
    })();
    const record = (target, { isIgnored = () => false, isWheelHeld = false, changed }) => {
      let rows = [], wheel = [], types = {}, zero = null;
      const down = new Set(), ending = new AbortController();
      const time = stamp => {
        zero ??= stamp;
        return Math.round((stamp - zero) * 1000) / 1000;
      };
      const add = (phase, event, flags, id = event.pointerId) => {
        rows.push([
          phase, id, time(event.timeStamp), event.clientX, event.clientY, event.pressure,
          event.width / 2, event.height / 2, event.tiltX, event.tiltY, event.twist, event.buttons,
          flags,
        ]);
      };
      const listen = (names, receive, settings = {}) => {
        for (const name of names) {
          target.addEventListener(
            name, receive, { capture: true, passive: true, signal: ending.signal, ...settings });
        }
      };
      listen(["pointerdown"], event => {
        if (isIgnored(event)) return;
        down.add(event.pointerId);
        types[event.pointerId] = event.pointerType;
        add("b", event, 0);
        changed(event);
      });
      listen(["pointermove"], event => {
        if (!down.has(event.pointerId) || event.buttons === 0) return;
        const parts = event.getCoalescedEvents?.() ?? [];
        if (parts.length === 0) add("m", event, canCoalesce ? 0 : 2);
        parts.forEach((part, index) => add("m", part, index === 0 ? 0 : 1, event.pointerId));
        changed(event);
      });
      listen(["pointerup", "pointercancel"], event => {
        if (!down.delete(event.pointerId)) return;
        add(event.type === "pointerup" ? "e" : "c", event, 0);
        changed(event);
      });
      listen(["wheel"], event => {
        if (isIgnored(event)) return;
        if (isWheelHeld) event.preventDefault();
        wheel.push([
          time(event.timeStamp), event.clientX, event.clientY, event.deltaX, event.deltaY,
          event.deltaMode, event.ctrlKey ? 1 : 0,
        ]);
        changed(event);
      }, { passive: !isWheelHeld });
      return {
        get isEmpty() { return rows.length + wheel.length === 0; },
        get isDown() { return down.size > 0; },
        get summary() {
          const touches = rows.filter(row => row[0] === "b").length;
          return `${touches} touches, ${rows.length} positions, ${wheel.length} wheel events`;
        },
        clear() { [rows, wheel, types, zero] = [[], [], {}, null]; },
        // Returns the recording, and begins the next one on the same clock.
        take(density) {
          const taken = this.recording(density);
          [rows, wheel] = [[], []];
          return taken;
        },
        putBack(taken) { [rows, wheel] = [taken.rows.concat(rows), taken.wheel.concat(wheel)]; },
        stop() { ending.abort(); },
        recording: density => ({
          format: "pointer-recording", version: 1, dpr: devicePixelRatio,
          viewport: [innerWidth, innerHeight], clockStepMs: clockStep, cssPxPerMm: density,
          pointerTypes: types,
          columns: ["phase", "id", "t", "x", "y", "force", "rx", "ry", "tiltX", "tiltY", "twist",
            "buttons", "flags"],
          rows, wheelColumns: ["t", "x", "y", "dx", "dy", "mode", "ctrl"], wheel,
        }),
      };
    };
    const save = recording => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(
        new Blob([JSON.stringify(recording)], { type: "application/json" }));
      link.download = "recording.json";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    };
    """#
}
