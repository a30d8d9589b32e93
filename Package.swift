// swift-tools-version: 6.2
import PackageDescription

/// The rules for targets that call C on purpose; warnings are errors.
let unsafeHouse: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The rules for all other targets.
let house = unsafeHouse + [.strictMemorySafety()]

/// The rules for what `tools/install` and `tools/package` install, by which `tools/check` builds, too.
///
/// Without the module for regular expressions, which every file imports unless told otherwise, the program is a megabyte
/// smaller.
let installed =
  house
  + (Context.environment["PANTOGRAPH_INSTALLED"] == nil
    ? [] : [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])])

/// The rules for tests: without optimization in release, too, which would take half the time of a build and speed up
/// nothing but the tests' own code.
let tested =
  house + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Rounding and square roots are functions of libm, which nothing else links.
let mathematics: [LinkerSetting] = [.linkedLibrary("m")]

/// Names of modules with the prefix that keeps them apart from the modules of other packages.
func prefixed(_ names: [String]) -> [Target.Dependency] {
  names.map { .init(stringLiteral: "Pantograph" + $0) }
}

/// The module `Pantograph` + `name`, in `Sources/name`; its code contains the content of `files`.
func module(
  _ name: String, _ dependencies: [String] = [], others: [Target.Dependency] = [],
  files: [String] = [], exclude: [String] = []
) -> Target {
  .target(
    name: "Pantograph" + name, dependencies: prefixed(dependencies) + others,
    path: "Sources/" + name, exclude: exclude, resources: files.map { .embedInCode($0) },
    swiftSettings: installed, linkerSettings: mathematics)
}

/// The C library `Pantograph` + `name`, in `Sources/name`.
func library(_ name: String, pkgConfig: String? = nil, debian: String? = nil) -> Target {
  .systemLibrary(
    name: "Pantograph" + name, path: "Sources/" + name, pkgConfig: pkgConfig,
    providers: debian.map { [.apt([$0])] })
}

/// What several test targets share, in `Tests/room/name`.
func support(_ name: String, in room: String = "Laws", _ dependencies: [String] = []) -> Target {
  .target(
    name: "Pantograph" + name, dependencies: prefixed(dependencies), path: "Tests/\(room)/\(name)",
    swiftSettings: house, linkerSettings: mathematics)
}

/// The tests of `Sources/name`, or of other modules, in `Tests/nameTests`.
func tests(
  _ name: String, _ support: [String] = [], of modules: [String]? = nil,
  others: [Target.Dependency] = []
) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: prefixed((modules ?? [name]) + support + ["TestSupport"]) + others,
    swiftSettings: tested)
}

let package = Package(
  name: "pantograph",
  products: [
    .executable(name: "pantograph", targets: ["PantographProgram"]),
    .library(name: "Pantograph", targets: ["Pantograph"]),
    .library(name: "PantographAnimation", targets: ["PantographAnimation"]),
    .library(name: "PantographMotion", targets: ["PantographMotion"]),
    .library(name: "pantograph-c", type: .dynamic, targets: ["PantographBindings"]),
  ],
  traits: [
    .default(enabledTraits: ["Web"]),
    .trait(
      name: "Web",
      description:
        "Pages in a browser, served with libmicrohttpd; libqrencode draws their addresses."),
  ],
  targets: [
    library("CInterface"),
    library("CLibevdev", pkgConfig: "libevdev", debian: "libevdev-dev"),
    library("CLinux"),
    library("CMathematics"),
    library("CMicrohttpd", pkgConfig: "libmicrohttpd", debian: "libmicrohttpd-dev"),
    library("CQrencode", pkgConfig: "libqrencode", debian: "libqrencode-dev"),
    library("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev"),

    // The engine: values in, values out; of the system only mathematics.
    module("Base"),
    module("Motion", ["CMathematics", "Base"]),
    module("Touches", ["Base"]),
    module("Gestures", ["CMathematics", "Base", "Touches"]),
    module("Interactions", ["Base", "Motion", "Gestures"]),
    module("Trajectories", ["Base", "Motion", "Touches", "Gestures", "Interactions"]),

    module(
      "Traces", ["CLibevdev", "CLinux", "CMathematics", "CZlib", "Base", "Touches"],
      // What stands in for zlib where there is none.
      exclude: ["Unpacked"]),
    module("Animation", ["CMathematics", "Base", "Motion"]),
    .target(
      name: "Pantograph",
      dependencies: prefixed([
        "Base", "Motion", "Touches", "Gestures", "Interactions", "Trajectories", "Traces",
        "Animation",
      ]),
      swiftSettings: installed, linkerSettings: mathematics),
    .target(
      name: "PantographBindings",
      dependencies: prefixed([
        "CInterface", "Base", "Motion", "Touches", "Gestures", "Interactions", "Trajectories",
        "Traces",
      ]),
      path: "Sources/Bindings", exclude: ["Alone", "Play", "System"], swiftSettings: installed,
      linkerSettings: mathematics),

    module(
      "Tuning",
      ["Base", "Motion", "Touches", "Gestures", "Interactions", "Trajectories", "Traces"],
      others: ["Pantograph"]),
    module(
      "Reports",
      ["Base", "Motion", "Touches", "Gestures", "Interactions", "Trajectories", "Tuning"],
      // The modules of the pages' script.
      files: [
        "address", "copying", "fingers", "gestures", "heights", "hover", "instant", "keys",
        "label", "layers", "legend", "matrix", "notes", "numbers", "overview", "pin", "playback",
        "player", "plots", "pointers", "query", "runs", "scale", "svg", "together", "trial",
        "values", "width",
      ].map { "Player/\($0).js" }
        + ["liveTrack", "liveSurface", "livePlots", "liveHistory", "live"].map { "Live/\($0).js" }
        + ["Pages/typeface.woff2"]),
    module(
      "Serving", ["CLinux", "Base", "Reports"],
      others: [.byName(name: "PantographCMicrohttpd", condition: .when(traits: ["Web"]))]),
    module(
      "Subjects",
      [
        "CLinux", "CMathematics", "Base", "Motion", "Touches", "Gestures", "Interactions",
        "Trajectories", "Traces", "Reports", "Serving",
      ], others: ["Pantograph"]),
    module(
      "Commands",
      [
        "CLinux", "Base", "Motion", "Touches", "Gestures", "Interactions", "Trajectories", "Traces",
        "Tuning", "Reports", "Subjects", "Serving",
      ],
      others: [
        "Pantograph", .byName(name: "PantographCQrencode", condition: .when(traits: ["Web"])),
      ]),
    .executableTarget(
      name: "PantographProgram", dependencies: prefixed(["Commands"]), path: "Sources/Program",
      swiftSettings: installed),

    // Each test target sees what its module brings, too.
    .executableTarget(
      name: "PantographBench", dependencies: prefixed(["Animation", "Serving", "Tuning"]),
      path: "Tests/Bench", swiftSettings: house),
    support("TestSupport", in: "Support"),
    support("TouchScripts", in: "Support", ["Touches"]),
    support("NamedRecordings", in: "Support", ["Traces", "TestSupport"]),
    support("Laws", ["Base"]),
    support("AnimatorLaws", ["Animation", "Laws"]),
    support("TouchLaws", ["Commands", "Laws"]),
    support("CaseLaws", ["CLinux", "Laws", "Subjects", "Tuning"]),
    .target(
      name: "PantographBindingLaws", dependencies: prefixed(["Bindings", "Laws"]),
      path: "Tests/Laws/BindingLaws", swiftSettings: unsafeHouse),
    support("RequestLaws", ["Commands", "RecordingLaws"]),
    support("RecordingLaws", ["Laws", "Traces"]),
    support(
      "FuzzTargets", in: "Fuzzing",
      [
        "AnimatorLaws", "BindingLaws", "CaseLaws", "RecordingLaws", "RequestLaws", "TouchLaws",
      ]),

    tests("Base"),
    tests("Motion"),
    tests("Touches", ["Gestures", "Traces", "TouchScripts"]),
    tests("Gestures", ["NamedRecordings", "TouchLaws", "TouchScripts"]),
    tests("Interactions", ["Traces"]),
    tests("Trajectories", ["Animation", "NamedRecordings", "TouchScripts"]),
    tests("Traces", ["RecordingLaws", "TouchScripts"]),
    tests("Animation", ["AnimatorLaws"]),
    tests("Tuning", ["NamedRecordings", "TouchScripts"], others: ["Pantograph"]),
    tests("Reports", ["TouchScripts"], others: ["Pantograph"]),
    tests("Subjects"),
    tests("Serving", ["RequestLaws"], others: ["PantographProgram"]),
    tests("Commands", others: ["PantographProgram"]),
    tests("Device", of: ["Traces"], others: ["PantographProgram"]),
    tests("FuzzTargets", of: ["FuzzTargets"]),
    .testTarget(
      name: "PantographTests", dependencies: ["Pantograph"] + prefixed(["TestSupport"]),
      swiftSettings: tested),
    .testTarget(
      name: "BindingsTests",
      dependencies: prefixed([
        "Base", "Bindings", "CInterface", "Gestures", "TestSupport", "TouchScripts", "Touches",
        "Traces",
      ]) + ["PantographProgram"],
      exclude: [
        "arrow_test.py", "notebook_test.py", "package_test.py", "processes.c", "program_test.py",
        "types_test.py",
      ],
      swiftSettings: unsafeHouse),
  ],
  swiftLanguageModes: [.v6]
)

// Only `tools/fuzz` asks for it: the linker finds its main function in libFuzzer alone.
if Context.environment["PANTOGRAPH_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzzing", dependencies: prefixed(["FuzzTargets", "Laws"]),
      path: "Tests/Fuzzing/Fuzzer",
      swiftSettings: house + [.unsafeFlags(["-parse-as-library"])]))
}
