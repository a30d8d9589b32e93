// swift-tools-version: 6.2
import PackageDescription

/// An example of a client: it drives a drawer with gestures, and guards them with `swift test`.
let package = Package(
  name: "example",
  dependencies: [.package(name: "pantograph", path: "../..")],
  targets: [
    .target(
      name: "Drawers", dependencies: [.product(name: "Pantograph", package: "pantograph")]),
    .target(
      name: "Motion",
      dependencies: [.product(name: "PantographAnimation", package: "pantograph")]),
    .target(name: "Reports", dependencies: ["Drawers"]),
    .executableTarget(name: "drawer", dependencies: ["Drawers", "Reports"]),
    .testTarget(
      name: "GestureTests",
      dependencies: ["Drawers", "Motion", .product(name: "Pantograph", package: "pantograph")]),
  ],
  swiftLanguageModes: [.v6])
