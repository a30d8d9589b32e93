import Foundation
import PantographTestSupport
import Testing

/// A display of 400 × 600 pixels in a file, with a mouse: Xvfb, and a Wayland compositor in it if one is needed.
final class VirtualDisplay {
  private static let server = OtherProgram.find("Xvfb")
  private static let mouse = OtherProgram.find("xdotool")
  private static let environment = URL(fileURLWithPath: "/usr/bin/env")

  /// Whether the programs are installed.
  static let isHere = server != nil && mouse != nil
  /// Returns the reason why a test with a toolkit is skipped.
  static func absence(_ packages: String) -> Comment {
    OtherProgram.absence("Xvfb, xdotool and \(packages)")
  }
  /// sway, a Wayland compositor.
  static let compositor = OtherProgram.find("sway")

  private let folder: TemporaryFolder
  private var variables: [String]
  private var programs: [RunningProgram] = []

  /// Starts the display.
  init(isWayland: Bool = false) throws {
    folder = try TemporaryFolder()
    variables = [
      "XDG_RUNTIME_DIR=" + folder.url.path, "GDK_BACKEND=x11", "GSK_RENDERER=cairo",
      "GTK_A11Y=none",
      "SDL_VIDEODRIVER=x11", "SDL_RENDER_DRIVER=software",
    ]
    // A size of 96 pixels an inch. The server chooses a free number, and prints it.
    let server = try run(
      #require(Self.server),
      [
        "-screen", "0", "400x600x24", "-dpi", "96", "-fbdir", folder.url.path, "-nolisten", "tcp",
        "-displayfd", "1",
      ])
    try server.wait { $0.output.hasSuffix("\n") }
    variables.append("DISPLAY=:" + server.output.dropLast())
    if isWayland { try startCompositor() }
  }

  private func startCompositor() throws {
    let configuration = try folder.file(
      "sway", "xwayland disable\ndefault_border none\noutput X11-1 mode 400x600\n")
    variables += ["WLR_BACKENDS=x11", "WLR_RENDERER=pixman"]
    var command = [try #require(Self.compositor).path, "--config", configuration.path]
    if getuid() == 0 {
      // sway refuses to run as root.
      try #require(chown(folder.url.path, 65534, 65534) == 0)
      command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + command
    }
    try #require(chmod(folder.url.path, 0o700) == 0)
    let sway = try run(Self.environment, command)
    var socket: String?
    try sway.wait { [folder] _ in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []
      socket = names.first { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }
      return socket != nil
    }
    variables.append("WAYLAND_DISPLAY=" + (socket ?? ""))
  }

  deinit {
    for program in programs.reversed() {
      program.signal(SIGTERM)
      program.closeInput()
      _ = program.wait()
    }
  }

  private func run(_ program: URL, _ arguments: [String]) throws -> RunningProgram {
    let running = try RunningProgram(Self.environment, variables + [program.path] + arguments)
    programs.append(running)
    return running
  }

  /// Runs a program with a window of the display's size, and waits until it is drawn.
  func show(_ program: URL, _ arguments: [String]) throws {
    try run(program, arguments).wait(until: { [unowned self] _ in pixel(atRow: 0) == .white })
  }

  // MARK: Mouse

  /// Presses the button at a height.
  func press(at y: Int) throws { try mouse("mousemove", "200", "\(y)", "mousedown", "1") }

  /// Moves the mouse in ten steps.
  func move(from: Int, to: Int) throws {
    try mouse(
      (1...10).flatMap { ["mousemove", "200", "\(from + (to - from) * $0 / 10)", "sleep", "0.02"] })
  }

  /// Releases the button.
  func release() throws { try mouse("mouseup", "1") }

  private func mouse(_ words: [String]) throws {
    let run = try Program(
      Self.environment, variables + [#require(Self.mouse).path] + words)
    try #require(run.status == 0, "\(run.complaints)")
  }

  private func mouse(_ words: String...) throws { try mouse(words) }

  // MARK: Pixels

  private enum Pixel { case white, blue, other }

  /// The number of rows from the top of what is blue to the lower edge.
  var offset: Int {
    let pixels = self.pixels
    return (0..<600).first { pixel(atRow: $0, of: pixels) == .blue }.map { 600 - $0 } ?? 0
  }

  /// Waits until the offset is a number of pixels, give or take one, and stays there for a quarter of a second.
  func comesToRest(at expected: Double) throws -> Bool {
    var count = 0
    return try waits {
      count = abs(Double($0) - expected) <= 1 ? count + 1 : 0
      return count > 4
    }
  }

  /// Waits until the offset has not changed for 0.3 s, and returns it.
  func restingOffset() throws -> Int {
    var (last, count) = (-1, 0)
    _ = try waits {
      (last, count) = $0 == last ? (last, count + 1) : ($0, 0)
      return count > 5
    }
    return last
  }

  /// Waits for an offset, for at most ten minutes.
  func waits(for isSo: (Int) -> Bool) throws -> Bool {
    for _ in 0..<12_000 {
      if isSo(offset) { return true }
      Thread.sleep(forTimeInterval: 0.05)
    }
    return false
  }

  /// The content of the screen as Xvfb maps it, in the format of xwd.
  private var pixels: Data { (try? Data(contentsOf: folder.file("Xvfb_screen0"))) ?? Data() }

  private func pixel(atRow row: Int, of pixels: Data? = nil) -> Pixel {
    let pixels = pixels ?? self.pixels
    func header(_ index: Int) -> Int {
      pixels.count < 100 ? 0 : pixels[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    // The sizes of the header and of the colour table, the bytes of a row, and four bytes for each pixel. The
    // mouse is in another column.
    let start = header(0) + header(19) * 12 + header(12) * row + 100 * 4
    guard header(0) >= 100, pixels.count >= start + 3 else { return .other }
    return switch Array(pixels[start..<start + 3]) {
    case [255, 255, 255]: .white
    case [255, 0, 0]: .blue
    default: .other
    }
  }
}
