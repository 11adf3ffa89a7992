// swift-tools-version: 6.3
import PackageDescription

// No dependency, on purpose: SwiftPM resolves every dependency of a package that an app names,
// so whatever stood here would enter each app's graph. The command lives in Tool/.
let package = Package(
    name: "trackproof",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Trackproof", targets: ["Trackproof"]),
        .library(name: "TrackproofBridge", targets: ["TrackproofBridge"]),
        .library(name: "TrackproofBridgeReader", targets: ["TrackproofBridgeReader"]),
        .library(name: "TrackproofJSON", targets: ["TrackproofJSON"]),
        .library(name: "TrackproofSnapshots", targets: ["TrackproofSnapshots"]),
        .library(name: "TrackproofTesting", targets: ["TrackproofTesting"]),
        .library(name: "TrackproofUITesting", targets: ["TrackproofUITesting"]),
    ],
    targets: [
        .target(name: "Trackproof"),
        .target(name: "TrackproofJSON", dependencies: ["Trackproof"]),
        .target(name: "TrackproofBridge", dependencies: ["Trackproof", "TrackproofJSON"]),
        .target(name: "TrackproofBridgeReader", dependencies: ["Trackproof", "TrackproofJSON"]),
        .target(name: "TrackproofSnapshots", dependencies: ["Trackproof", "TrackproofJSON"]),
        .target(
            name: "TrackproofTesting", dependencies: ["Trackproof", "TrackproofJSON", "TrackproofSnapshots"]),
        .target(
            name: "TrackproofUITesting",
            dependencies: [
                "Trackproof", "TrackproofJSON", "TrackproofBridgeReader", "TrackproofSnapshots", "TrackproofTesting",
            ]),
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(name: "TrackproofTests", dependencies: ["TestSupport", "Trackproof"]),
        .testTarget(name: "TrackproofJSONTests", dependencies: ["TestSupport", "Trackproof", "TrackproofJSON"]),
        .testTarget(
            name: "TrackproofBridgeTests",
            dependencies: ["Trackproof", "TrackproofJSON", "TrackproofBridge", "TrackproofBridgeReader"]),
        .testTarget(
            name: "TrackproofSnapshotsTests",
            dependencies: ["TestSupport", "Trackproof", "TrackproofJSON", "TrackproofSnapshots"]),
        .testTarget(
            name: "TrackproofTestingTests",
            dependencies: ["TestSupport", "Trackproof", "TrackproofSnapshots", "TrackproofTesting"],
            exclude: ["Mutations/Visit.json", "Snapshots/__Snapshots__"]),
        .testTarget(
            name: "TrackproofUITestingTests",
            dependencies: [
                "TestSupport", "Trackproof", "TrackproofBridge", "TrackproofJSON", "TrackproofSnapshots",
                "TrackproofTesting", "TrackproofUITesting",
            ],
            exclude: ["__Snapshots__"]),
        // Tests that must fail; scripts/check-failures.sh runs them, elsewhere they are skipped.
        .testTarget(
            name: "TrackproofTestingFailures",
            dependencies: [
                "Trackproof", "TrackproofBridge", "TrackproofSnapshots", "TrackproofTesting", "TrackproofUITesting",
            ]),
        // The code of the documentation.
        .testTarget(
            name: "DocumentationTests",
            dependencies: ["Trackproof", "TrackproofBridge", "TrackproofTesting", "TrackproofUITesting"],
            exclude: ["Code/__Snapshots__"]),
    ]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
