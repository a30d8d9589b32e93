public import Foundation

/// A program that ran to its end, and what it said.
public struct Program: Sendable {
  public let status: Int32
  public let output: String
  public let complaints: String

  /// The command-line tool that was built together with the tests.
  ///
  /// Tests run from the folder of products, or from the runner's, with the product beside the bundle.
  public static let pantograph: URL = {
    let candidates = [CommandLine.arguments[0], Bundle.main.bundlePath, Bundle.main.executablePath]
      .compactMap { $0.map { URL(fileURLWithPath: $0) } }
      .flatMap { [$0.deletingLastPathComponent(), $0] }
    let tools = candidates.map { $0.appendingPathComponent("pantograph") }
    return tools.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? tools[0]
  }()

  /// Runs the command-line tool.
  public static func pantograph(_ arguments: String..., input: String = "") throws -> Program {
    try Program(pantograph, arguments, input: Data(input.utf8))
  }

  /// Runs a program with its own temporary files for what it reads and says.
  public init(_ executable: URL, _ arguments: [String], input: Data = Data()) throws {
    let folder = try TemporaryFolder()
    let files = ["in", "out", "err"].map { folder.file($0) }
    try input.write(to: files[0])
    for file in files[1...] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = try String(contentsOf: files[1], encoding: .utf8)
    complaints = try String(contentsOf: files[2], encoding: .utf8)
  }
}

/// A folder that is gone with the value that stands for it.
public final class TemporaryFolder: Sendable {
  public let url: URL

  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "pantograph-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// A file of this name in the folder, which need not be there.
  public func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  /// Makes a file of this name and content.
  public func file(_ name: String, _ content: String) throws -> URL {
    let file = file(name)
    try Data(content.utf8).write(to: file)
    return file
  }
}
