// swift-tools-version: 6.2
import PackageDescription

/// A package of somebody's who guards gestures with `swift test`.
let package = Package(
  name: "example",
  dependencies: [.package(name: "pantograph", path: "../..")],
  targets: [
    .testTarget(
      name: "GestureTests", dependencies: [.product(name: "Pantograph", package: "pantograph")])
  ],
  swiftLanguageModes: [.v6])
