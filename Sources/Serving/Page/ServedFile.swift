import Glibc

/// A file that a server sends.
package struct ServedFile: Sendable {
  /// The media type.
  package var type: String
  /// The content.
  package var bytes: [UInt8]
  /// The name under which a browser saves it; `nil` for a file that it shows.
  package var downloadName: String?

  /// Creates a file.
  package init(type: String, bytes: [UInt8], downloadName: String? = nil) {
    self.type = type
    self.bytes = bytes
    self.downloadName = downloadName
  }
}

/// The page of a server, unless the user has one: a document, a script and a style sheet.
package struct BuiltInPage: Sendable {
  /// The document, which loads `/pantograph.js`, `/page.js` and `/page.css`.
  package var document: [UInt8]
  /// The script `/page.js`.
  package var script: [UInt8]
  /// The style sheet `/page.css`.
  package var style: [UInt8]

  /// Creates a page.
  package init(document: [UInt8], script: [UInt8], style: [UInt8]) {
    self.document = document
    self.script = script
    self.style = style
  }

  /// A page that shows nothing.
  package static let empty = BuiltInPage(
    document: Array("<!DOCTYPE html>\n<title>Pantograph</title>\n".utf8), script: [], style: [])
}

/// A folder of the user's with a page, its style sheets, scripts and images.
///
/// Only what is below the folder can be read: names are opened one by one from the folder on, and neither symbolic links
/// nor names that begin with a dot are followed.
package struct PageFolder: Sendable {
  /// Its path.
  package let path: String

  /// 64 MiB: a video of a minute.
  private static let mostBytes = 64 << 20

  /// Creates a folder.
  package init(_ path: String) { self.path = path }

  /// Returns the file at a path as requests have it; at a path that ends with a slash, it is the `index.html` there.
  package func file(at path: String) -> ServedFile? {
    guard path.hasPrefix("/") else { return nil }
    var names = path.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).map { PercentEncoding.decoded($0) }
    if names.last == "" { names[names.count - 1] = "index.html" }
    var plain: [String] = []
    for name in names {
      guard let name, !name.isEmpty, !name.hasPrefix("."),
        !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
      else { return nil }
      plain.append(name)
    }
    return read(plain).map { ServedFile(type: Self.type(of: plain[plain.count - 1]), bytes: $0) }
  }

  private func read(_ names: [String]) -> [UInt8]? {
    var descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for (index, name) in names.enumerated() {
      guard descriptor >= 0 else { return nil }
      let kind = index + 1 < names.count ? O_DIRECTORY : O_NONBLOCK
      let next = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind)
      close(descriptor)
      descriptor = next
    }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var facts = stat()
    guard unsafe fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      facts.st_size <= Self.mostBytes
    else { return nil }
    // It may grow or shrink while it is read; what was there first is enough.
    let size = Int(facts.st_size)
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let piece = unsafe Glibc.read(
          descriptor, buffer.baseAddress.map { unsafe $0 + count }, size - count)
        guard piece > 0 else { return }
        count += piece
      }
    }
  }

  /// Returns the media type of a file from the end of its name.
  private static func type(of name: String) -> String {
    let end = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    return types[end] ?? "application/octet-stream"
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8", "json": "application/json",
    "map": "application/json", "txt": "text/plain; charset=utf-8", "wasm": "application/wasm",
    "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
    "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "ico": "image/x-icon",
    "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
    "mp3": "audio/mpeg", "mp4": "video/mp4", "webm": "video/webm",
  ]
}

/// A request to a site whose pages the program makes when they are asked for.
package struct SiteRequest: Equatable, Sendable {
  /// The path below the one with the token, such as `/`.
  package var path: String
  /// The parameters of the query, as sent.
  package var query: [String: String]
  /// The fields of a form; `nil` if none was sent.
  package var form: [String: String]?

  /// Creates a request.
  package init(path: String, query: [String: String] = [:], form: [String: String]? = nil) {
    self.path = path
    self.query = query
    self.form = form
  }

  /// Creates the request for a page, or with a form whose fields follow.
  init(_ request: Request, hasForm: Bool) {
    self.init(
      path: request.path,
      query: Dictionary(request.query.map { ($0.name, $0.value ?? "") }) { _, last in last },
      form: hasForm ? [:] : nil)
  }
}

/// The answer to a request to a site.
package enum SiteReply: Sendable {
  /// A page, and its content security policy.
  case page([UInt8], policy: String)
  /// What a browser asks for next: a path, relative to that of the request.
  case next(String)
  /// There is no such page.
  case nothing
}

/// A public file of the pages: a script or a style sheet.
enum PageAsset: String, CaseIterable {
  /// The script that connects a page, with custom properties and callbacks.
  case client = "/pantograph.js"
  /// The same script as a module.
  case module = "/pantograph.mjs"
  /// The script of the built-in page.
  case script = "/page.js"
  /// The style sheet of the built-in page.
  case style = "/page.css"

  /// Returns the file at a path, if there is one.
  init?(path: String) {
    self.init(rawValue: path)
  }

  /// The media type.
  var type: String {
    switch self {
    case .client, .module, .script: "text/javascript; charset=utf-8"
    case .style: "text/css; charset=utf-8"
    }
  }

  /// Returns the content, which may belong to a built-in page.
  func bytes(of page: BuiltInPage) -> [UInt8] {
    switch self {
    case .client: Array(ClientScript.text.utf8)
    case .module: Array(ClientScript.module.utf8)
    case .script: page.script
    case .style: page.style
    }
  }
}

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
