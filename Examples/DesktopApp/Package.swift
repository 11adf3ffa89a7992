// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "desktop-app",
    targets: [
        .systemLibrary(
            name: "CGtk", pkgConfig: "gtk+-3.0", providers: [.apt(["libgtk-3-dev"])]),
        .target(name: "DesktopDriver"),
        .executableTarget(name: "driver-fixture", dependencies: ["CGtk"]),
        .executableTarget(name: "driver-holder", dependencies: ["DesktopDriver"]),
        .testTarget(
            name: "DesktopDriverTests", dependencies: ["CGtk", "DesktopDriver", "driver-fixture", "driver-holder"]),
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
