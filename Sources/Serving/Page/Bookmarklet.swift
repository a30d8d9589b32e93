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
