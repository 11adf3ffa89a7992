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
        .target(
            name: "GtkBridge", dependencies: ["GtkKit", .product(name: "TrackproofBridge", package: "trackproof")]),
        .executableTarget(
            name: "desktop-app",
            dependencies: [
                "GtkBridge", "GtkKit",
                .product(name: "DemoModels", package: "demo"),
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofBridge", package: "trackproof"),
            ]),
        .target(name: "DesktopDriver"),
        .target(
            name: "DesktopUITesting",
            dependencies: ["DesktopDriver", .product(name: "TrackproofUITesting", package: "trackproof")]),
        .executableTarget(name: "driver-fixture", dependencies: ["CGtk"]),
        .executableTarget(name: "driver-holder", dependencies: ["DesktopDriver"]),
        .executableTarget(
            name: "surface-fixture",
            dependencies: [
                "CGtk", "GtkBridge", "GtkKit",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofBridge", package: "trackproof"),
            ]),
        .executableTarget(
            name: "desktop-benchmark",
            dependencies: [
                "DesktopDriver", "DesktopUITesting", "surface-fixture",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofTesting", package: "trackproof"),
                .product(name: "TrackproofUITesting", package: "trackproof"),
            ]),
        .testTarget(
            name: "DesktopAppTests",
            dependencies: [
                "DesktopDriver", "DesktopUITesting", "desktop-app",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofTesting", package: "trackproof"),
                .product(name: "TrackproofUITesting", package: "trackproof"),
            ],
            exclude: ["Techniques/__Snapshots__"]),
        .testTarget(
            name: "DesktopUITestingTests",
            dependencies: [
                "DesktopDriver", "DesktopUITesting", "surface-fixture",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofTesting", package: "trackproof"),
                .product(name: "TrackproofUITesting", package: "trackproof"),
            ]),
        .testTarget(
            name: "DesktopDriverTests",
            dependencies: ["CGtk", "DesktopDriver", "driver-fixture", "driver-holder"]),
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
