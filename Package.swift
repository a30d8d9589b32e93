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
    .library(name: "Pantograph", targets: ["Traces", "Touches", "Trajectories", "Reports"]),
  ],
  targets: [
    .systemLibrary(
      name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CLinux"),
    .target(name: "Quantities", swiftSettings: house, linkerSettings: mathematics),
    .target(name: "Motion", swiftSettings: house, linkerSettings: mathematics),
    .target(name: "Evdev", dependencies: ["CLibevdev", "Quantities"], swiftSettings: house),
    .target(name: "Traces", dependencies: ["Evdev", "Quantities"], swiftSettings: house),
    .target(
      name: "Synthesis", dependencies: ["Touches", "Evdev", "Quantities"], swiftSettings: house),
    .target(name: "Touches", dependencies: ["Evdev", "Quantities"], swiftSettings: house),
    .target(name: "Gestures", dependencies: ["Touches", "Quantities"], swiftSettings: house),
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
      name: "Reports",
      dependencies: ["Trajectories", "Interactions", "Gestures", "Motion", "Quantities"],
      swiftSettings: house),
    .target(
      name: "Commands",
      dependencies: [
        "CLinux", "Evdev", "Traces", "Synthesis", "Touches", "Gestures", "Motion", "Animation",
        "Interactions", "Trajectories", "Reports", "Quantities",
      ],
      swiftSettings: house),
    .executableTarget(name: "pantograph", dependencies: ["Commands"], swiftSettings: house),
    .executableTarget(name: "bench", dependencies: ["Animation"], swiftSettings: house),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
    .target(
      name: "TouchScripts", dependencies: ["Evdev", "Touches", "Quantities"],
      path: "Tests/TouchScripts", swiftSettings: house),
    .testTarget(name: "QuantitiesTests", dependencies: ["Quantities"], swiftSettings: house),
    .testTarget(
      name: "MotionTests", dependencies: ["Motion", "TestSupport"], swiftSettings: house),
    .testTarget(
      name: "TracesTests", dependencies: ["Evdev", "Quantities", "Traces", "TestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "SynthesisTests", dependencies: ["Evdev", "Quantities", "Synthesis"],
      swiftSettings: house),
    .testTarget(
      name: "TouchesTests",
      dependencies: [
        "Evdev", "Gestures", "Quantities", "Touches", "Traces", "TestSupport", "TouchScripts",
      ],
      swiftSettings: house),
    .testTarget(
      name: "GesturesTests",
      dependencies: ["Gestures", "Quantities", "Touches", "TestSupport", "TouchScripts"],
      swiftSettings: house),
    .testTarget(
      name: "AnimationTests", dependencies: ["Animation", "Motion", "Quantities", "TestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "InteractionsTests",
      dependencies: ["Gestures", "Interactions", "Motion", "TestSupport"], swiftSettings: house),
    .testTarget(
      name: "TrajectoriesTests",
      dependencies: [
        "Animation", "Gestures", "Interactions", "Motion", "Quantities", "Touches", "Trajectories",
        "TestSupport",
      ],
      swiftSettings: house),
    .testTarget(
      name: "ReportsTests",
      dependencies: [
        "Interactions", "Quantities", "Reports", "Touches", "Trajectories", "TouchScripts",
      ],
      swiftSettings: house),
    .testTarget(
      name: "CommandsTests", dependencies: ["pantograph", "TestSupport"], swiftSettings: house),
    .testTarget(
      name: "DeviceTests", dependencies: ["pantograph", "TestSupport"], swiftSettings: house),
  ],
  swiftLanguageModes: [.v6]
)
