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
  files: [String] = []
) -> Target {
  .target(
    name: "Pantograph" + name, dependencies: prefixed(dependencies) + others,
    path: "Sources/" + name, resources: files.map { .embedInCode($0) }, swiftSettings: installed,
    linkerSettings: mathematics)
}

/// The C library `Pantograph` + `name`, in `Sources/name`.
func library(_ name: String, pkgConfig: String? = nil, debian: String? = nil) -> Target {
  .systemLibrary(
    name: "Pantograph" + name, path: "Sources/" + name, pkgConfig: pkgConfig,
    providers: debian.map { [.apt([$0])] })
}

/// What several test targets share, in `Tests/room/name`.
func support(_ name: String, in room: String = "Proofs", _ dependencies: [String] = []) -> Target {
  .target(
    name: "Pantograph" + name, dependencies: prefixed(dependencies), path: "Tests/\(room)/\(name)",
    swiftSettings: house, linkerSettings: mathematics)
}

/// The tests of `Sources/name`, in `Tests/nameTests`.
func tests(
  _ name: String, _ dependencies: [String], others: [Target.Dependency] = []
) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: prefixed(dependencies + ["TestSupport"]) + others,
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
    library("CMicrohttpd", pkgConfig: "libmicrohttpd", debian: "libmicrohttpd-dev"),
    library("CQrencode", pkgConfig: "libqrencode", debian: "libqrencode-dev"),
    library("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev"),
    .target(name: "PantographLibc", path: "Sources/Libc", swiftSettings: installed),

    module("Appearance"),
    module("Quantities"),
    module("JSON", ["Quantities"]),
    module("Motion", ["Libc"]),
    module("Evdev", ["Libc", "CLibevdev", "Quantities"]),
    module("Traces", ["Libc", "CZlib", "JSON", "Evdev", "Quantities"]),
    module("Synthesis", ["Libc", "Touches", "Evdev", "Quantities"]),
    module("Shrinking", ["Evdev", "Quantities"]),
    module("Touches", ["Evdev", "Quantities"]),
    module("Inspection", ["Touches", "Evdev", "Quantities"]),
    module("Gestures", ["Libc", "Touches", "Quantities"]),
    module("Animation", ["Libc", "Motion", "Quantities"]),
    module("Interactions", ["JSON", "Gestures", "Animation", "Motion", "Quantities"]),
    module(
      "Trajectories",
      ["Interactions", "Gestures", "Touches", "Animation", "Motion", "Quantities"]),
    module(
      "Tuning",
      ["Libc", "Trajectories", "Interactions", "Gestures", "Touches", "Motion", "Quantities"]),
    module(
      "Reports",
      [
        "Tuning", "Trajectories", "Interactions", "Gestures", "Touches", "Animation", "Motion",
        "Quantities", "Appearance",
      ],
      // The modules of the pages' script.
      files: [
        "numbers", "svg", "runs", "scale", "layers", "values", "fingers", "plots", "overview",
        "hover", "pin", "instant", "playback", "address", "gestures", "rules", "springs",
        "channels", "heights", "settling", "copying", "thresholds", "tuning", "label", "matrix",
        "nearest",
        "legend", "keys", "pointers", "player",
      ].map { "Player/\($0).js" }
        + ["liveTrack", "liveSurface", "livePlots", "liveHistory", "live"].map { "Live/\($0).js" }),
    module(
      "Cases",
      [
        "Libc", "JSON", "Traces", "Evdev", "Synthesis", "Touches", "Gestures", "Animation",
        "Interactions", "Trajectories", "Tuning", "Reports", "Quantities",
      ]),
    module(
      "Subjects",
      [
        "Libc", "CLinux", "JSON", "Evdev", "Touches", "Gestures", "Interactions", "Trajectories",
        "Reports", "Cases", "Quantities",
      ]),
    module(
      "Serving", ["Libc", "CLinux", "Appearance"],
      others: [.byName(name: "PantographCMicrohttpd", condition: .when(traits: ["Web"]))]),
    module(
      "Commands",
      [
        "Libc", "CLinux", "JSON", "Evdev", "Traces", "Synthesis", "Shrinking", "Touches",
        "Inspection", "Gestures", "Motion", "Animation", "Interactions", "Trajectories",
        "Tuning", "Reports", "Cases", "Subjects", "Serving", "Quantities",
      ],
      others: [.byName(name: "PantographCQrencode", condition: .when(traits: ["Web"]))]),
    .target(
      name: "PantographBindings",
      dependencies: prefixed([
        "Libc", "CInterface", "JSON", "Evdev", "Touches", "Gestures", "Motion", "Animation",
        "Interactions", "Trajectories", "Cases", "Quantities",
      ]),
      path: "Sources/Bindings", exclude: ["pantograph.map"], swiftSettings: installed,
      linkerSettings: mathematics),
    .target(
      name: "Pantograph",
      dependencies: prefixed([
        "Quantities", "Motion", "Animation", "Traces", "Touches", "Gestures", "Interactions",
        "Trajectories", "Cases",
      ]),
      swiftSettings: house),
    .executableTarget(
      name: "PantographProgram", dependencies: prefixed(["Commands"]), path: "Sources/Program",
      swiftSettings: installed),
    .executableTarget(
      name: "PantographBench",
      dependencies: prefixed([
        "Serving", "Tuning", "Trajectories", "Interactions", "Traces", "Touches", "Evdev",
        "Animation", "Quantities", "Libc",
      ]),
      path: "Sources/Bench", swiftSettings: house),

    support("TestSupport", in: "Support", ["Libc"]),
    support("Laws", ["JSON"]),
    support("AnimatorLaws", ["Animation", "Laws", "Motion", "Quantities"]),
    support(
      "TouchLaws",
      [
        "Cases", "Commands", "Gestures", "Interactions", "Laws", "Motion", "Quantities", "Touches",
        "Trajectories",
      ]),
    support(
      "CaseLaws",
      [
        "Cases", "CLinux", "Interactions", "Laws", "Libc", "Quantities", "Subjects", "Trajectories",
        "Tuning",
      ]),
    .target(
      name: "PantographBindingLaws", dependencies: prefixed(["Bindings", "CInterface", "Laws"]),
      path: "Tests/Proofs/BindingLaws",
      swiftSettings: unsafeHouse),
    support(
      "RequestLaws",
      [
        "Cases", "Commands", "Interactions", "Laws", "Libc", "RecordingLaws", "Serving", "Traces",
      ]),
    support("TouchScripts", in: "Support", ["Touches", "Quantities"]),
    support(
      "RecordingLaws",
      ["CZlib", "Evdev", "Inspection", "Laws", "Quantities", "Touches", "Traces"]),
    support(
      "FuzzTargets",
      [
        "Animation", "AnimatorLaws", "BindingLaws", "CaseLaws", "Laws", "RecordingLaws",
        "RequestLaws", "TouchLaws",
      ]),
    support("NamedRecordings", in: "Support", ["Evdev", "Touches", "Traces", "TestSupport"]),

    .testTarget(
      name: "BindingsTests",
      dependencies: prefixed(["Bindings", "CInterface", "TestSupport"]) + ["PantographProgram"],
      exclude: ["notebook_test.py", "package_test.py", "processes.c", "program_test.py"],
      swiftSettings: unsafeHouse),
    tests("Quantities", ["Quantities"]),
    tests("JSON", ["JSON"]),
    tests("Motion", ["Motion"]),
    tests("Traces", ["Evdev", "Quantities", "RecordingLaws", "Touches", "Traces"]),
    tests("Synthesis", ["Evdev", "Quantities", "Synthesis", "Touches", "Traces"]),
    tests(
      "Shrinking",
      ["Evdev", "Quantities", "Shrinking", "Synthesis", "Touches", "Traces", "TouchScripts"]),
    tests(
      "Touches",
      ["Evdev", "Gestures", "Quantities", "Synthesis", "Touches", "Traces", "TouchScripts"]),
    tests("Inspection", ["Evdev", "Inspection", "Quantities", "Touches", "Traces"]),
    tests(
      "Gestures",
      [
        "Evdev", "Gestures", "NamedRecordings", "Quantities", "Synthesis", "Touches", "Traces",
        "TouchLaws", "TouchScripts",
      ]),
    tests("Animation", ["Animation", "AnimatorLaws", "Motion", "Quantities"]),
    tests(
      "Interactions",
      [
        "Animation", "Evdev", "Gestures", "Interactions", "JSON", "Motion", "Quantities",
        "Synthesis",
        "Touches", "Traces",
      ]),
    tests(
      "Trajectories",
      [
        "Animation", "Evdev", "Gestures", "Interactions", "Motion", "NamedRecordings", "Quantities",
        "Synthesis", "Touches", "Traces", "Trajectories", "TouchScripts",
      ]),
    tests(
      "Tuning",
      [
        "Cases", "Evdev", "Gestures", "NamedRecordings", "Interactions", "Motion", "Quantities",
        "Touches", "Trajectories", "Tuning", "TouchScripts",
      ]),
    tests(
      "Reports",
      [
        "Animation", "Cases", "Gestures", "Interactions", "Motion", "Quantities", "Reports",
        "Touches", "Trajectories", "Tuning", "TouchScripts",
      ]),
    tests("Subjects", ["Cases", "Quantities", "Subjects", "Trajectories"]),
    tests("Serving", ["RequestLaws", "Serving"], others: ["PantographProgram"]),
    tests("FuzzTargets", ["FuzzTargets", "Interactions", "JSON", "Laws", "Subjects", "Traces"]),
    tests(
      "Cases",
      [
        "Cases", "Evdev", "Gestures", "Interactions", "Quantities", "Traces", "Trajectories",
        "Tuning",
      ]),
    tests(
      "Commands", ["Commands", "Evdev", "Motion", "Reports", "Traces"],
      others: ["PantographProgram"]),
    tests("Device", ["Evdev", "Quantities", "Touches", "Traces"], others: ["PantographProgram"]),
  ],
  swiftLanguageModes: [.v6]
)

// Only `tools/fuzz` asks for it: the linker finds its main function in libFuzzer alone.
if Context.environment["PANTOGRAPH_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzzing", dependencies: prefixed(["FuzzTargets", "Laws"]),
      path: "Tests/Proofs/Fuzzing",
      exclude: ["seeds", "words"],
      swiftSettings: house + [.unsafeFlags(["-parse-as-library"])]))
}
