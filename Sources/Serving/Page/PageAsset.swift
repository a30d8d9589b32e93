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
