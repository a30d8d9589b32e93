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
