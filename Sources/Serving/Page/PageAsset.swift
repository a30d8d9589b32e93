/// A file that pages need, none of which is a secret: programs and a style sheet.
enum PageAsset: String, CaseIterable {
  /// What connects a page, the user's or ours: custom properties and callbacks.
  case client = "/pantograph.js"
  /// The program of our page.
  case script = "/page.js"
  /// The style of our page.
  case style = "/page.css"

  /// The file of a path, if there is one.
  init?(path: String) {
    self.init(rawValue: path)
  }

  /// What kind of file it is.
  var type: String {
    switch self {
    case .client, .script: "text/javascript; charset=utf-8"
    case .style: "text/css; charset=utf-8"
    }
  }

  /// What is in it.
  var text: StaticString {
    switch self {
    case .client: ClientScript.text
    case .script: PageScript.text
    case .style: PageStyle.text
    }
  }
}
