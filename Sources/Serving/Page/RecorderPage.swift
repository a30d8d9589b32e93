import PantographReports

/// A page that records fingers, pens and wheels of a browser.
///
/// Any web server can serve it. If its address has a token, it comes from a ``LiveServer`` that takes recordings, and
/// it can send them.
package enum RecorderPage {
  /// The whole file: HTML, style and script.
  package static let text = #"""
    <!DOCTYPE html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Pantograph recorder</title>
    <style>
    \#(SharedStyle.sheet)
      html, body { height: 100%; overflow: hidden; touch-action: none; }
      #area {
        position: fixed; inset: 0; max-width: none; padding: 0; touch-action: none; overscroll-behavior: none;
        user-select: none; -webkit-user-select: none; -webkit-touch-callout: none;
      }
      canvas { position: absolute; width: 100%; height: 100%; }
      header {
        position: fixed; inset: 0 0 auto 0; max-width: none; padding: var(--s3) var(--s4); pointer-events: none;
      }
      /* At the top: gestures of sheets and drawers begin at the bottom. */
      #controls { display: flex; gap: var(--s2); flex-wrap: wrap; align-items: center; margin-top: var(--s2); }
      #controls > * { pointer-events: auto; }
      button { padding: var(--s2) var(--s4); }
      input[type=range] { width: 12rem; }
      p { margin: 0; }
      #card { position: fixed; left: 0; top: 184px; box-sizing: border-box; border: 2px solid; border-radius: var(--s2); }
    </style>
    <main id="area"><canvas role="img" aria-label="What you have drawn"></canvas></main>
    <header>
      <p id="state" role="status">Draw a gesture anywhere.</p>
      <p id="note"></p>
      <div id="controls">
        <button id="send" disabled>Send</button>
        <button id="save" disabled>Save</button>
        <button id="clear" disabled>Clear</button>
        <button id="measure">Measure the screen</button>
        <label id="sends-each"><input id="each" type="checkbox"> Send every gesture</label>
        <input id="width" type="range" min="150" max="900" step="0.5" aria-label="Width of the frame" hidden>
      </div>
    </header>
    <div id="card" hidden></div>
    <script>
      "use strict";
    \#(RecorderScript.text)
      const find = id => document.getElementById(id);
      const area = find("area"), canvas = document.querySelector("canvas"), pen = canvas.getContext("2d");
      const token = new URLSearchParams(location.search).get("token");
      // A bank card in mm (ISO/IEC 7810, ID-1); on a phone it stands upright, or it would not fit.
      const card = () => innerWidth < 600 ? [53.98, 85.6] : [85.6, 53.98];
      let density = null, pause = 0, isSending = false;
      if (!canCoalesce) {
        find("note").textContent =
          "Only one position per frame: open this page by https or as localhost to get all of them.";
      }

      const dot = event => {
        pen.beginPath();
        pen.arc(event.clientX, event.clientY, 1 + 6 * event.pressure, 0, 7);
        pen.fill();
      };
      const fit = () => {
        canvas.width = innerWidth;
        canvas.height = innerHeight;
        pen.fillStyle = getComputedStyle(area).getPropertyValue("--finish");
      };
      addEventListener("resize", fit);
      fit();

      const show = text => { find("state").textContent = text; };
      const update = () => {
        for (const id of ["save", "send", "clear"]) {
          find(id).disabled = recorder.isEmpty || recorder.isDown || isSending;
        }
      };
      const recorder = record(area, {
        isWheelHeld: true,
        changed(event) {
          if (event.type === "pointerdown") area.setPointerCapture?.(event.pointerId);
          if (event.type === "pointerdown" || event.type === "pointermove") dot(event);
          show(recorder.summary);
          update();
          sendSoon();
        },
      });
      const sendSoon = () => {
        clearTimeout(pause);
        // 0.4 s: a double tap is one gesture.
        if (find("each").checked && !recorder.isDown) pause = setTimeout(send, 400);
      };
      const recording = () => recorder.recording(density);
      const clear = () => {
        recorder.clear();
        pen.clearRect(0, 0, canvas.width, canvas.height);
        update();
      };
      const send = async () => {
        if (recorder.isEmpty || recorder.isDown || isSending) return;
        isSending = true;
        update();
        // Gestures that are drawn meanwhile are the next recording.
        const taken = recorder.take(density);
        let sentence = "", isSent = false;
        try {
          const answer = await fetch(`/recordings?token=${encodeURIComponent(token)}`, {
            method: "POST", body: JSON.stringify(taken),
          });
          sentence = (await answer.text()).trim();
          isSent = answer.ok;
        } catch {
          sentence = "the program does not answer. The recording is still here; Save keeps it.";
        }
        isSending = false;
        if (!isSent) recorder.putBack(taken);
        else if (recorder.isEmpty && !recorder.isDown) clear();
        show(isSent ? `Sent: ${sentence}` : `Not sent: ${sentence}`);
        update();
        if (isSent && !recorder.isEmpty) sendSoon();
      };
      area.addEventListener("contextmenu", event => event.preventDefault());
      find("save").addEventListener("click", () => save(recording()));
      find("send").addEventListener("click", send);
      find("send").hidden = find("sends-each").hidden = token === null;
      find("each").checked = token !== null && location.hash === "#each";
      find("clear").addEventListener("click", () => {
        clear();
        show("Draw a gesture anywhere.");
      });
      find("measure").addEventListener("click", () => {
        const isShown = find("card").hidden = find("width").hidden = !find("card").hidden;
        if (isShown) return show(recorder.summary);
        show("Hold a bank card against the frame, and move the slider until both have the same size.");
        find("width").max = innerWidth;
        fitCard();
      });
      const fitCard = () => {
        const scale = Number(find("width").value) / card()[0];
        [find("card").style.width, find("card").style.height] = card().map(side => `${side * scale}px`);
        return scale;
      };
      // Only what the user has set is a measurement.
      find("width").addEventListener("input", () => { density = fitCard(); });
    </script>
    </html>
    """#
}

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

/// The script that records on any page, as a bookmark.
package enum Bookmarklet {
  /// The address of the bookmark: `javascript:` and the script, escaped.
  package static var address: String {
    "javascript:" + Array("(()=>{\(RecorderScript.text)\n\(panel)})()".utf8).map(escaped).joined()
  }

  /// Returns a byte as it is written in an address (RFC 3986, unreserved characters).
  private static func escaped(_ byte: UInt8) -> String {
    let digits = Array("0123456789ABCDEF")
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      return String(UnicodeScalar(byte))
    default: return "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }
  }

  /// Shows a panel in the corner, in a shadow tree that the styles of the page don't reach.
  private static let panel = #"""
    document.getElementById("pantograph-recorder")?.close();
    const host = document.createElement("div");
    host.id = "pantograph-recorder";
    host.style.cssText = "all:initial;position:fixed;right:8px;bottom:8px;z-index:2147483647";
    const root = host.attachShadow({ mode: "open" });
    const panel = document.createElement("div");
    panel.style.cssText =
      "display:flex;gap:8px;align-items:center;flex-wrap:wrap;max-width:calc(100vw - 40px);padding:8px 12px;"
      + "border-radius:8px;background:#fff;color:#111;box-shadow:0 1px 8px #0006;font:14px/1.5 system-ui,sans-serif";
    const add = (name, text) => {
      const element = document.createElement(name);
      element.textContent = text;
      panel.append(element);
      return element;
    };
    const state = add("span", "Draw a gesture on the page.");
    const button = (text, press) => {
      const element = add("button", text);
      element.style.font = "inherit";
      element.addEventListener("click", press);
    };
    const recorder = record(window, {
      isIgnored: event => event.composedPath().includes(host),
      changed: event => {
        state.textContent = event.type === "pointercancel"
          ? "The page began to scroll, which ends the recording of that finger. Hold the page to prevent it."
          : recorder.summary;
      },
    });
    // Without scrolling by the browser, which would take the pointer away.
    const still = document.createElement("style");
    still.textContent = "*{touch-action:none!important;overscroll-behavior:none!important}";
    const label = add("label", " Hold the page");
    const hold = document.createElement("input");
    hold.type = "checkbox";
    label.prepend(hold);
    hold.addEventListener("change", () => {
      if (hold.checked) document.documentElement.append(still); else still.remove();
    });
    button("Save", () => save(recorder.recording(null)));
    button("Clear", () => { recorder.clear(); state.textContent = "Draw a gesture on the page."; });
    host.close = () => { recorder.stop(); still.remove(); host.remove(); };
    button("Close", host.close);
    root.append(panel);
    document.documentElement.append(host);
    """#
}
