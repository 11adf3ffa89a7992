// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "desktop-app",
    dependencies: [
        .package(name: "demo", path: "../Demo"),
        .package(name: "trackproof", path: "../.."),
    ],
    targets: [
        .systemLibrary(
            name: "CGtk", pkgConfig: "gtk+-3.0", providers: [.apt(["libgtk-3-dev"])]),
        .target(name: "GtkKit", dependencies: ["CGtk"]),
        .executableTarget(
            name: "desktop-app",
            dependencies: [
                "GtkKit",
                .product(name: "DemoModels", package: "demo"),
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofBridge", package: "trackproof"),
            ]),
        .target(name: "DesktopDriver"),
        .executableTarget(name: "driver-fixture", dependencies: ["CGtk"]),
        .executableTarget(name: "driver-holder", dependencies: ["DesktopDriver"]),
        .testTarget(
            name: "DesktopAppTests",
            dependencies: [
                "DesktopDriver", "desktop-app",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofBridgeReader", package: "trackproof"),
            ]),
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
