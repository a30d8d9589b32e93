// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "swift-drawer",
  dependencies: [.package(name: "pantograph", path: "../../..")],
  targets: [
    .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .systemLibrary(name: "CSDL", pkgConfig: "sdl2", providers: [.apt(["libsdl2-dev"])]),
    .target(
      name: "Drawer",
      dependencies: [.product(name: "PantographAnimation", package: "pantograph")]),
    .executableTarget(name: "gtk-drawer", dependencies: ["Drawer", "CGTK"]),
    .executableTarget(name: "sdl-drawer", dependencies: ["Drawer", "CSDL"]),
  ])
