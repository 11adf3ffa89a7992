// swift-tools-version: 6.3
import PackageDescription

// The benchmark of checks uses `package` declarations of two libraries of the command. So this package compiles these
// libraries, and the libraries that they use, too. Symbolic links in `Sources` point to their sources.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "trackproof", path: ".."),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        .target(name: "TrackproofCSV"),
        .target(
            name: "TrackproofVendors",
            dependencies: [
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ]),
        .target(
            name: "TrackproofPlanning",
            dependencies: [
                "TrackproofCSV", "TrackproofVendors",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
                .product(name: "Yams", package: "Yams"),
            ]),
        .target(
            name: "TrackproofArchives",
            dependencies: [
                "TrackproofCSV", "TrackproofPlanning", "TrackproofVendors",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "TrackproofArchives", "TrackproofPlanning",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofBridge", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ]),
        // Benchmarks that run as tests. They measure the time of the assertions and of the trait `recordingEvents`.
        .testTarget(
            name: "TestingBenchmarks",
            dependencies: [
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofTesting", package: "trackproof"),
            ]),
    ]
)

for target in package.targets where target.type == .regular {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
