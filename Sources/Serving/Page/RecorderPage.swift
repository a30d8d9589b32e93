/// A page that records fingers, pens and wheels of a browser, for any server of your own.
package enum RecorderPage {
  /// The whole file: HTML, style and script.
  package static let text = #"""
    <!DOCTYPE html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, maximum-scale=1">
    <title>Pantograph recorder</title>
    <style>
      :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
      html, body { margin: 0; height: 100%; overflow: hidden; }
      #area {
        position: fixed; inset: 0; touch-action: none; overscroll-behavior: none;
        user-select: none; -webkit-user-select: none; -webkit-touch-callout: none;
      }
      canvas { position: absolute; width: 100%; height: 100%; }
      header { position: fixed; inset: 0 0 auto 0; padding: 12px 16px; pointer-events: none; }
      footer {
        position: fixed; inset: auto 0 0 0; padding: 12px 16px; display: flex; gap: 8px;
        flex-wrap: wrap; align-items: center;
      }
      button { font: inherit; padding: 8px 16px; }
      p { margin: 0; }
      #card { position: fixed; left: 16px; top: 96px; box-sizing: border-box; border: 2px solid; border-radius: 8px; }
    </style>
    <div id="area"><canvas></canvas></div>
    <header>
      <p id="state" role="status">Draw a gesture anywhere.</p>
      <p id="note"></p>
    </header>
    <div id="card" hidden></div>
    <footer>
      <button id="save" disabled>Save</button>
      <button id="clear" disabled>Clear</button>
      <button id="measure">Measure the screen</button>
      <input id="width" type="range" min="150" max="900" step="0.5" aria-label="width of the card" hidden>
    </footer>
    <script>
      "use strict";
      const find = id => document.getElementById(id);
      const area = find("area"), canvas = document.querySelector("canvas"), pen = canvas.getContext("2d");
      // A bank card in mm (ISO/IEC 7810, ID-1); on a phone it stands upright, or it would not fit.
      const card = innerWidth < 600 ? [53.98, 85.6] : [85.6, 53.98];
      let rows = [], wheel = [], types = {}, zero = null, density = null;
      const canCoalesce = "getCoalescedEvents" in PointerEvent.prototype;
      if (!canCoalesce) {
        find("note").textContent =
          "Only one position per frame: open this page by https or as localhost to get all of them.";
      }

      const time = stamp => {
        zero ??= stamp;
        return Math.round((stamp - zero) * 1000) / 1000;
      };
      const add = (phase, id, event, flags) => {
        rows.push([
          phase, id, time(event.timeStamp), event.clientX, event.clientY, event.pressure,
          event.width / 2, event.height / 2, event.tiltX, event.tiltY, event.twist, event.buttons,
          flags,
        ]);
      };
      const report = () => {
        const touches = rows.filter(row => row[0] === "b").length;
        find("state").textContent =
          `${touches} touches, ${rows.length} positions, ${wheel.length} wheel events`;
        find("save").disabled = find("clear").disabled = rows.length + wheel.length === 0;
      };
      const dot = event => {
        pen.beginPath();
        pen.arc(event.clientX, event.clientY, 1 + 6 * event.pressure, 0, 7);
        pen.fill();
      };
      const fit = () => {
        canvas.width = innerWidth;
        canvas.height = innerHeight;
        pen.fillStyle = matchMedia("(prefers-color-scheme: dark)").matches ? "#9cf" : "#048";
      };
      addEventListener("resize", fit);
      fit();

      area.addEventListener("pointerdown", event => {
        area.setPointerCapture?.(event.pointerId);
        types[event.pointerId] = event.pointerType;
        add("b", event.pointerId, event, 0);
        dot(event);
        report();
      });
      area.addEventListener("pointermove", event => {
        if (!(event.pointerId in types) || event.buttons === 0) return;
        const parts = event.getCoalescedEvents?.() ?? [];
        if (parts.length === 0) add("m", event.pointerId, event, canCoalesce ? 0 : 2);
        parts.forEach((part, index) => add("m", event.pointerId, part, index === 0 ? 0 : 1));
        dot(event);
        report();
      });
      for (const [name, phase] of [["pointerup", "e"], ["pointercancel", "c"]]) {
        area.addEventListener(name, event => {
          if (!(event.pointerId in types)) return;
          add(phase, event.pointerId, event, 0);
          report();
        });
      }
      area.addEventListener("wheel", event => {
        event.preventDefault();
        wheel.push([
          time(event.timeStamp), event.clientX, event.clientY, event.deltaX, event.deltaY,
          event.deltaMode, event.ctrlKey ? 1 : 0,
        ]);
        report();
      }, { passive: false });
      area.addEventListener("contextmenu", event => event.preventDefault());

      const recording = () => ({
        format: "pointer-recording", version: 1, dpr: devicePixelRatio,
        viewport: [innerWidth, innerHeight], clockStepMs: crossOriginIsolated ? 0.005 : 0.1,
        cssPxPerMm: density, pointerTypes: types,
        columns: ["phase", "id", "t", "x", "y", "force", "rx", "ry", "tiltX", "tiltY", "twist",
          "buttons", "flags"],
        rows, wheelColumns: ["t", "x", "y", "dx", "dy", "mode", "ctrl"], wheel,
      });
      find("save").addEventListener("click", () => {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(
          new Blob([JSON.stringify(recording())], { type: "application/json" }));
        link.download = "recording.json";
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      });
      find("clear").addEventListener("click", () => {
        [rows, wheel, types, zero] = [[], [], {}, null];
        pen.clearRect(0, 0, canvas.width, canvas.height);
        report();
        find("state").textContent = "Draw a gesture anywhere.";
      });
      find("measure").addEventListener("click", () => {
        const isShown = find("card").hidden = find("width").hidden = !find("card").hidden;
        if (isShown) return report();
        find("state").textContent = "Hold a bank card to the frame, and make them equal.";
        find("width").max = innerWidth - 32;
        find("width").dispatchEvent(new Event("input"));
      });
      find("width").addEventListener("input", event => {
        density = Number(event.target.value) / card[0];
        [find("card").style.width, find("card").style.height] = card.map(side => `${side * density}px`);
      });
    </script>
    </html>
    """#
}
