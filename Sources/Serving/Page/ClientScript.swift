/// The script that connects a page, the user's or the built-in one, with the stream.
enum ClientScript {
  /// A script that sets a global variable.
  static let text = "\(about)window.pantograph = (\(connect))(document.currentScript.src);\n"
  /// A module whose default export is the same value.
  static let module = "\(about)export default (\(connect))(import.meta.url);\n"

  private static let about: StaticString = #"""
    // Connects a page with a gesture. `<script src="/pantograph.js"></script>`, or in a module
    // `import pantograph from "/pantograph.mjs"`, sets, for every frame,
    //
    //     --pantograph-fraction, --pantograph-velocity, --pantograph-phase, and --pantograph-NAME for each
    //     animated property; data-pantograph-phase is "idle", "tracking", "settling" or "rest"
    //
    // on the elements with the attribute data-pantograph, or else on the root. Callbacks:
    //
    //     pantograph.on(sample => …)           the newest sample, once for every frame of the display
    //     pantograph.on("event", event => …)   began, ended, decided …, each as it arrives
    //     pantograph.on("line", line => …)     every sample and every event
    //     pantograph.on("note", note => …)     fingers on the surface, gestures with the reason of their outcome
    //     pantograph.on("about", about => …)   what the gesture drives
    //     pantograph.on("state", state => …)   connecting, following, lost, refused or ended

    """#

  private static let connect: StaticString = #"""
    script => {
      "use strict";
      const source = new URL(script);
      const token = source.searchParams.get("token") ?? new URLSearchParams(location.search).get("token")
        // The pages of a folder are below a path that begins with the token.
        ?? /^\/([\w-]{8,})\//.exec(location.pathname)?.[1];
      const address = new URL("/stream", source);
      address.searchParams.set("token", token ?? "");
      address.searchParams.set("format", "page");
      // 0 asks for everything that is known, and not only for what follows.
      if (source.searchParams.has("after")) address.searchParams.set("after", source.searchParams.get("after"));

      const listeners = { sample: new Set(), event: new Set(), line: new Set(), note: new Set(), about: new Set(), state: new Set() };
      const known = { sample: null, about: null, state: "connecting" };
      let stream = null;
      let isDue = false;

      // An error in one listener must not affect the others.
      const call = (listener, value) => {
        try { listener(value); } catch (error) { reportError(error); }
      };
      const notify = (kind, value) => {
        if (kind in known) known[kind] = value;
        for (const listener of [...listeners[kind]]) call(listener, value);
      };

      // Replaces characters that are not allowed in the name of a custom property.
      const plain = name => name.replace(/[^\w-]/g, "-");

      const show = () => {
        isDue = false;
        const { phase, fraction, velocity, values } = known.sample;
        const marked = document.querySelectorAll("[data-pantograph]");
        for (const element of marked.length > 0 ? marked : [document.documentElement]) {
          for (const name in values) element.style.setProperty(`--pantograph-${plain(name)}`, values[name]);
          element.style.setProperty("--pantograph-fraction", fraction);
          element.style.setProperty("--pantograph-velocity", velocity);
          element.style.setProperty("--pantograph-phase", phase);
          element.dataset.pantographPhase = phase;
        }
        notify("sample", known.sample);
      };

      // A page of this server is loaded again when it has changed; once, though a new page may get the same note.
      const reload = ({ at }) => {
        if (location.origin !== source.origin || sessionStorage.pantographChange === String(at)) return;
        sessionStorage.pantographChange = at;
        location.reload();
      };

      const receive = message => {
        const line = JSON.parse(message.data);
        if (line.note === "changed") return reload(line);
        if ("note" in line) return notify("note", line);
        notify("line", line);
        if (!("phase" in line)) return notify("event", line);
        known.sample = line;
        if (!isDue) requestAnimationFrame(show);
        isDue = true;
      };

      const connect = () => {
        stream = new EventSource(address);
        stream.onopen = () => notify("state", "following");
        stream.onmessage = receive;
        stream.addEventListener("about", message => notify("about", JSON.parse(message.data)));
        stream.addEventListener("end", () => {
          stream.close();
          notify("state", "ended");
        });
        // The browser reconnects by itself, with the number of the last line, unless it was refused.
        stream.onerror = () => notify("state", stream.readyState === EventSource.CLOSED ? "refused" : "lost");
      };
      // After the end, another run may have started: reconnect when the page gets the focus.
      addEventListener("focus", () => {
        if (stream?.readyState !== EventSource.CLOSED) return;
        notify("state", "connecting");
        connect();
      });

      const on = (kind, listener) => {
        if (typeof kind === "function") return on("sample", kind);
        if (!(kind in listeners)) throw new RangeError(`pantograph.on: unknown kind "${kind}"; expected one of ${Object.keys(listeners).join(", ")}`);
        listeners[kind].add(listener);
        // A new listener receives the latest value.
        if (known[kind]) call(listener, known[kind]);
        return () => listeners[kind].delete(listener);
      };

      // Not before the page's own scripts have run, which would miss the first lines.
      if (document.readyState === "loading") addEventListener("DOMContentLoaded", connect);
      else connect();
      return Object.freeze({
        on,
        get sample() { return known.sample; },
        get about() { return known.about; },
        get state() { return known.state; },
      });
    }
    """#
}
