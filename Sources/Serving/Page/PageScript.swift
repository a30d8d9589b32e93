/// The script of the built-in page: numbers, the plot and decisions; the style sheet moves the figures.
enum PageScript {
  static let text: StaticString = #"""
    (() => {
      "use strict";
      const element = id => document.getElementById(id);
      const number = (value, decimals) => value.toFixed(decimals).replace("-", "−");
      const write = (node, text) => { if (node.textContent !== text) node.textContent = text; };

      // The samples and events of the last seconds, in the trajectory's time.
      const seconds = 6;
      const samples = [];
      const events = [];
      let threshold = null;

      const forget = (list, before) => {
        let count = 0;
        while (count < list.length && list[count].time < before) count += 1;
        if (count > 0) list.splice(0, count);
      };

      const keep = line => {
        // A new run starts at 0 again.
        if (samples.length > 0 && line.time < samples.at(-1).time) samples.length = events.length = 0;
        if ("phase" in line) samples.push({ time: line.time, fraction: line.fraction, phase: line.phase });
        else if ("event" in line && line.event !== "changed") events.push(line);
        forget(samples, line.time - seconds);
        forget(events, line.time - seconds);
      };

      // Numbers

      const plain = value => String(value).replace("-", "−");
      // Four digits of the range between both ends.
      const decimals = (from, to) => Math.min(Math.max(3 - Math.floor(Math.log10(Math.abs(to - from) || 1)), 0), 4);
      const rows = new Map();
      const showAbout = about => {
        document.title = `${about.name ?? "Live"} – Pantograph`;
        write(element("name"), about.name ?? "Live");
        const rate = about.rate ? `, ${about.rate} samples per second` : "";
        write(element("gesture"), about.gesture ? `${about.gesture}${rate}` : "");
        rows.clear();
        element("properties").replaceChildren(...(about.columns ?? []).map(column => {
          const [tile, name, value, range] = ["div", "dt", "dd", "dd"].map(tag => document.createElement(tag));
          tile.className = "tile";
          range.className = "note";
          name.textContent = column.name;
          value.textContent = "–";
          const from = column.from ?? null, to = column.to ?? null;
          range.textContent = from === null || to === null ? "" : `from ${plain(from)} to ${plain(to)}`;
          tile.append(name, value, range);
          rows.set(column.name, { value, decimals: decimals(from ?? 0, to ?? 1) });
          return tile;
        }));
      };

      const showSample = sample => {
        write(element("fraction"), number(sample.fraction, 3));
        write(element("velocity"), number(sample.velocity, 2));
        write(element("phase"), sample.phase);
        write(element("time"), `at ${number(sample.time, 1)}\u00a0s`);
        element("meter").setAttribute("aria-valuenow", Math.min(Math.max(sample.fraction, 0), 1).toFixed(2));
        for (const name in sample.values) {
          const row = rows.get(name);
          if (row) write(row.value, number(sample.values[name], row.decimals));
        }
        draw();
      };

      // The decision

      const sentence = event => {
        const margin = "margin" in event ? `, by ${number(event.margin, 2)}` : "";
        if ("threshold" in event) {
          const side = event.fraction > event.threshold ? "above" : "not above";
          return `${event.outcome}: ${number(event.fraction, 2)} is ${side} ${number(event.threshold, 2)}${margin}`;
        }
        const clause = event.clause ? ` by clause ${event.clause}` : "";
        const target = event.outcome === "snap" ? ` to ${number(event.target, 2)}` : "";
        return `${event.outcome}${target}${clause}, at ${number(event.fraction, 2)}${margin}`;
      };

      const showDecision = event => {
        if (event.event !== "decided") return;
        threshold = event.threshold ?? null;
        const last = element("decision");
        if (last.dataset.outcome) {
          const before = document.createElement("li");
          before.textContent = last.textContent;
          element("decisions").prepend(before);
          while (element("decisions").children.length > 4) element("decisions").lastChild.remove();
        }
        last.dataset.outcome = event.outcome;
        write(last, sentence(event));
      };

      // The plot

      const canvas = element("curve");
      const pen = canvas.getContext("2d");
      let colors = {};
      const readColors = () => {
        const style = getComputedStyle(document.documentElement);
        for (const name of ["ink", "faint", "rule", "finish", "stay", "found"]) colors[name] = style.getPropertyValue(`--${name}`);
      };
      const fit = () => {
        canvas.width = canvas.clientWidth * devicePixelRatio;
        canvas.height = canvas.clientHeight * devicePixelRatio;
        draw();
      };

      const draw = () => {
        const width = canvas.clientWidth, height = canvas.clientHeight;
        pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
        pen.clearRect(0, 0, width, height);
        let low = -0.1, high = 1.15;
        for (const sample of samples) {
          low = Math.min(low, sample.fraction);
          high = Math.max(high, sample.fraction);
        }
        const left = 34, right = width - 10, top = 10, bottom = height - 10;
        const now = Math.max(samples.at(-1)?.time ?? 0, seconds);
        const x = time => right - (now - time) / seconds * (right - left);
        const y = fraction => bottom - (fraction - low) / (high - low) * (bottom - top);
        const line = (color, thickness, dash, points) => {
          pen.strokeStyle = color;
          pen.lineWidth = thickness;
          pen.setLineDash(dash);
          pen.beginPath();
          for (const [across, up] of points) pen.lineTo(across, up);
          pen.stroke();
        };
        pen.font = "12px system-ui, sans-serif";
        pen.textBaseline = "middle";
        pen.textAlign = "right";
        pen.fillStyle = colors.faint;
        for (const level of [0, 0.5, 1]) {
          line(colors.rule, 1, [], [[left, y(level)], [right, y(level)]]);
          pen.fillText(level.toFixed(1), left - 6, y(level));
        }
        if (threshold !== null) line(colors.faint, 1, [4, 4], [[left, y(threshold)], [right, y(threshold)]]);
        for (const event of events.filter(event => event.event === "ended" || event.event === "cancelled")) {
          line(colors.faint, 1, [2, 3], [[x(event.time), top], [x(event.time), bottom]]);
        }
        pen.lineJoin = "round";
        line(colors.ink, 2, [], samples.map(sample => [x(sample.time), y(sample.fraction)]));
        for (const event of events) {
          if (event.event !== "began" && event.event !== "decided") continue;
          pen.fillStyle = event.event === "began" ? colors.found : event.outcome === "finish" ? colors.finish : colors.stay;
          pen.beginPath();
          if (event.event === "began") pen.arc(x(event.time), y(event.fraction), 4.5, 0, 2 * Math.PI);
          else for (const [across, up] of [[-5, 5], [5, 5], [0, -5]]) {
            pen.lineTo(x(event.time) + across, y(event.fraction) + (event.outcome === "finish" ? up : -up));
          }
          pen.fill();
        }
      };

      new ResizeObserver(fit).observe(canvas);
      for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
        matchMedia(query).addEventListener("change", () => { readColors(); draw(); });
      }
      readColors();

      // The connection

      const words = {
        connecting: "connecting", following: "following", lost: "connection lost; retrying",
        refused: "refused; open the printed address", ended: "ended",
      };
      const showState = state => {
        element("state").dataset.state = state;
        write(element("state"), words[state]);
      };

      // Each listener may be called immediately, so everything that it uses must be defined above.
      pantograph.on("line", keep);
      pantograph.on("about", showAbout);
      pantograph.on("event", showDecision);
      pantograph.on("state", showState);
      pantograph.on(showSample);

      // A page of the user's own

      write(element("example"), `<!DOCTYPE html>
    <title>Mine</title>
    <link rel="icon" href="data:,">
    <script src="/pantograph.js"></${"script"}>
    <style>
      #box { width: 6rem; height: 6rem; translate: calc(var(--pantograph-fraction, 0) * 20rem) }
    </style>
    <div id="box"></div>
    <p id="phase"></p>
    <script>pantograph.on(sample => { phase.textContent = sample.phase })</${"script"}>
    `);
      write(element("curl"), `curl -N '${location.origin}/stream${location.search}&format=ndjson'`);
    })();

    """#
}
