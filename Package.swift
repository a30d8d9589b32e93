// swift-tools-version: 6.2
import PackageDescription

/// What every target is held to; a warning does not build.
let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// Rounding and square roots end up in libm, which nothing else links.
let mathematics: [LinkerSetting] = [.linkedLibrary("m")]

let package = Package(
  name: "pantograph",
  products: [
    .executable(name: "pantograph", targets: ["pantograph"]),
    .library(name: "Animation", targets: ["Animation", "Motion", "Quantities"]),
    .library(
      name: "Pantograph", targets: ["Traces", "Touches", "Trajectories", "Reports", "Cases"]),
  ],
  traits: [
    .default(enabledTraits: ["Web"]),
    .trait(name: "Web", description: "A page that follows the finger, served with libmicrohttpd."),
  ],
  targets: [
    .systemLibrary(
      name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(
      name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "Quantities", swiftSettings: house, linkerSettings: mathematics),
    .target(name: "Motion", swiftSettings: house, linkerSettings: mathematics),
    .target(name: "Evdev", dependencies: ["CLibevdev", "Quantities"], swiftSettings: house),
    .target(
      name: "Traces", dependencies: ["CZlib", "Evdev", "Quantities"], swiftSettings: house),
    .target(
      name: "Synthesis", dependencies: ["Touches", "Evdev", "Quantities"], swiftSettings: house),
    .target(name: "Shrinking", dependencies: ["Evdev", "Quantities"], swiftSettings: house),
    .target(name: "Touches", dependencies: ["Evdev", "Quantities"], swiftSettings: house),
    .target(
      name: "Inspection", dependencies: ["Touches", "Evdev", "Quantities"], swiftSettings: house),
    .target(
      name: "Gestures", dependencies: ["Touches", "Quantities"], swiftSettings: house,
      linkerSettings: mathematics),
    .target(name: "Animation", dependencies: ["Motion", "Quantities"], swiftSettings: house),
    .target(
      name: "Interactions", dependencies: ["Gestures", "Animation", "Motion", "Quantities"],
      swiftSettings: house),
    .target(
      name: "Trajectories",
      dependencies: [
        "Interactions", "Gestures", "Touches", "Animation", "Motion", "Quantities",
      ],
      swiftSettings: house),
    .target(
      name: "Tuning",
      dependencies: [
        "Trajectories", "Interactions", "Gestures", "Touches", "Motion", "Quantities",
      ],
      swiftSettings: house, linkerSettings: mathematics),
    .target(
      name: "Reports",
      dependencies: [
        "Tuning", "Trajectories", "Interactions", "Gestures", "Touches", "Animation", "Motion",
        "Quantities",
      ],
      swiftSettings: house),
    .target(
      name: "Cases",
      dependencies: [
        "Traces", "Evdev", "Synthesis", "Touches", "Gestures", "Animation", "Interactions",
        "Trajectories",
        "Tuning", "Reports", "Quantities",
      ],
      swiftSettings: house),
    .target(
      name: "Serving",
      dependencies: ["CLinux", .byName(name: "CMicrohttpd", condition: .when(traits: ["Web"]))],
      swiftSettings: house),
    .target(
      name: "Commands",
      dependencies: [
        "CLinux", "Evdev", "Traces", "Synthesis", "Shrinking", "Touches", "Inspection", "Gestures",
        "Motion",
        "Animation",
        "Interactions", "Trajectories", "Tuning", "Reports", "Cases", "Serving", "Quantities",
      ],
      swiftSettings: house),
    .executableTarget(name: "pantograph", dependencies: ["Commands"], swiftSettings: house),
    .executableTarget(
      name: "bench",
      dependencies: ["Serving", "Tuning", "Traces", "Evdev", "Animation", "Quantities"],
      swiftSettings: house),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
    .target(name: "Laws", path: "Tests/Laws", swiftSettings: house),
    .target(
      name: "AnimatorLaws", dependencies: ["Animation", "Laws", "Motion", "Quantities"],
      path: "Tests/AnimatorLaws", swiftSettings: house, linkerSettings: mathematics),
    .target(
      name: "TouchLaws",
      dependencies: [
        "Cases", "Commands", "Gestures", "Interactions", "Laws", "Motion", "Quantities", "Touches",
        "Trajectories",
      ],
      path: "Tests/TouchLaws", swiftSettings: house),
    .target(
      name: "CaseLaws",
      dependencies: [
        "Cases", "CLinux", "Interactions", "Laws", "Quantities", "Trajectories", "Tuning",
      ],
      path: "Tests/CaseLaws", swiftSettings: house),
    .target(
      name: "RequestLaws", dependencies: ["Laws", "Serving"], path: "Tests/RequestLaws",
      swiftSettings: house),
    .target(
      name: "TouchScripts", dependencies: ["Touches", "Quantities"],
      path: "Tests/TouchScripts", swiftSettings: house),
    .target(
      name: "RecordingLaws",
      dependencies: ["CZlib", "Evdev", "Inspection", "Laws", "Quantities", "Touches", "Traces"],
      path: "Tests/RecordingLaws", swiftSettings: house),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Animation", "AnimatorLaws", "CaseLaws", "Laws", "RecordingLaws", "RequestLaws",
        "TouchLaws",
      ],
      path: "Tests/FuzzTargets", swiftSettings: house),
    .target(
      name: "NamedRecordings", dependencies: ["Evdev", "Touches", "Traces", "TestSupport"],
      path: "Tests/NamedRecordings", swiftSettings: house),
    .testTarget(name: "QuantitiesTests", dependencies: ["Quantities"], swiftSettings: house),
    .testTarget(
      name: "MotionTests", dependencies: ["Motion", "TestSupport"], swiftSettings: house),
    .testTarget(
      name: "TracesTests",
      dependencies: ["Evdev", "Quantities", "RecordingLaws", "Traces", "TestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "SynthesisTests",
      dependencies: ["Evdev", "Quantities", "Synthesis", "Touches", "Traces", "TestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "ShrinkingTests",
      dependencies: [
        "Evdev", "Quantities", "Shrinking", "Synthesis", "Touches", "Traces", "TestSupport",
        "TouchScripts",
      ],
      swiftSettings: house),
    .testTarget(
      name: "TouchesTests",
      dependencies: [
        "Evdev", "Gestures", "Quantities", "Synthesis", "Touches", "Traces", "TestSupport",
        "TouchScripts",
      ],
      swiftSettings: house),
    .testTarget(
      name: "InspectionTests",
      dependencies: ["Evdev", "Inspection", "Quantities", "Touches", "Traces", "TestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "GesturesTests",
      dependencies: [
        "Evdev", "Gestures", "NamedRecordings", "Quantities", "Synthesis", "Touches", "Traces",
        "TestSupport", "TouchLaws", "TouchScripts",
      ],
      swiftSettings: house),
    .testTarget(
      name: "AnimationTests",
      dependencies: ["Animation", "AnimatorLaws", "Motion", "Quantities", "TestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "InteractionsTests",
      dependencies: [
        "Animation", "Evdev", "Gestures", "Interactions", "Motion", "Quantities", "Synthesis",
        "Touches", "Traces", "TestSupport",
      ],
      swiftSettings: house),
    .testTarget(
      name: "TrajectoriesTests",
      dependencies: [
        "Animation", "Evdev", "Gestures", "Interactions", "Motion", "Quantities", "Touches",
        "Traces",
        "Trajectories", "TestSupport", "TouchScripts",
      ],
      swiftSettings: house),
    .testTarget(
      name: "TuningTests",
      dependencies: [
        "Cases", "Evdev", "Gestures", "NamedRecordings", "Interactions", "Motion", "Quantities",
        "Touches", "Trajectories",
        "Tuning", "TestSupport", "TouchScripts",
      ],
      swiftSettings: house),
    .testTarget(
      name: "ReportsTests",
      dependencies: [
        "Gestures", "Interactions", "Quantities", "Reports", "Touches", "Trajectories", "Tuning",
        "TestSupport", "TouchScripts",
      ],
      swiftSettings: house),
    .testTarget(
      name: "ServingTests", dependencies: ["RequestLaws", "Serving", "pantograph", "TestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "FuzzTargetsTests", dependencies: ["FuzzTargets", "TestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "CasesTests",
      dependencies: [
        "Cases", "Evdev", "Gestures", "Interactions", "Quantities", "Traces", "Trajectories",
        "Tuning", "TestSupport",
      ],
      swiftSettings: house),
    .testTarget(
      name: "CommandsTests",
      dependencies: ["Commands", "Evdev", "Traces", "pantograph", "TestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "DeviceTests",
      dependencies: ["Evdev", "Quantities", "Touches", "Traces", "pantograph", "TestSupport"],
      swiftSettings: house),
  ],
  swiftLanguageModes: [.v6]
)

// Only `tools/fuzz` asks for it: the linker finds its main function in libFuzzer alone.
if Context.environment["PANTOGRAPH_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzzing", dependencies: ["FuzzTargets", "Laws"], path: "Tests/Fuzzing",
      exclude: ["seeds", "words"],
      swiftSettings: house + [.unsafeFlags(["-parse-as-library"])]))
}
