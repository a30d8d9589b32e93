import Foundation
import PantographServing
import PantographTestSupport
import Testing

/// A page's listener may be called immediately, so everything that it uses must be defined before.
@Suite(.enabled(if: Build.hasWeb, Build.absence)) struct `The script of the page` {
  private let folder: TemporaryFolder
  private let script: String

  init() throws {
    folder = try TemporaryFolder()
    script = try Answer(LiveServer(about: []), "/page.js").body
  }

  @Test func `defines everything before it registers listeners`() throws {
    let lines = script.split(separator: "\n")
    let first = try #require(lines.firstIndex { $0.hasPrefix("  pantograph.on(") })
    #expect(lines[first...].count { $0.hasPrefix("  pantograph.on(") } == 5)
    let definitions = lines[first...].filter {
      $0.hasPrefix("  const ") || $0.hasPrefix("  let ") || $0.hasPrefix("  class ")
    }
    #expect(definitions.isEmpty, "\(definitions)")
  }

  private static let node = URL(fileURLWithPath: "/usr/bin/node")

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: node.path), "needs node (Debian: nodejs)"))
  func `runs if a sample has arrived before it`() throws {
    let page = try folder.file("page.js", script)
    // A stub element accepts all reads, calls and assignments; listeners are called immediately.
    let harness = try folder.file(
      "run.js",
      """
      const any = () => new Proxy(function () {}, {
        get: (target, name) => name === Symbol.toPrimitive ? () => 0
          : name === Symbol.iterator ? [][Symbol.iterator]
          : name in target ? target[name] : (target[name] = any()),
        set: (target, name, value) => { target[name] = value; return true; },
        apply: () => any(), construct: () => any(),
      });
      const elements = {};
      globalThis.document = any();
      document.getElementById = id => elements[id] ??= any();
      document.createElement = any;
      globalThis.getComputedStyle = any;
      globalThis.matchMedia = any;
      globalThis.ResizeObserver = class { observe() {} };
      globalThis.devicePixelRatio = 1;
      globalThis.location = { origin: "http://127.0.0.1:8137", search: "?token=x" };
      const known = {
        sample: { time: 1, phase: "tracking", fraction: 0.25, velocity: 2, values: { offset: 80 } },
        about: { name: "flick", columns: [{ name: "offset", from: 0, to: 320 }] },
        state: "following",
      };
      globalThis.pantograph = {
        on: (kind, listener) => {
          if (typeof kind === "function") [kind, listener] = ["sample", kind];
          if (known[kind]) listener(known[kind]);
        },
      };
      require(process.argv[2]);
      console.log(elements.fraction.textContent, elements.phase.textContent);
      """)
    let program = try Program(Self.node, [harness.path, page.path])
    #expect(program.status == 0, "\(program.complaints)")
    #expect(program.output == "0.250 tracking\n")
  }
}
