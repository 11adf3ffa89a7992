// swift-tools-version: 6.3
import PackageDescription

// The library's sources once more, beside stubs of Apple's modules, so that what stands behind `#if canImport(os)`,
// `canImport(Darwin)` and `canImport(ObjectiveC)` is compiled where there is no Mac. In a package of its own, since a
// stub makes canImport true for everything in its build.
let package = Package(
    name: "apple-check",
    targets: [
        .target(name: "os"),
        .target(name: "Darwin"),
        .target(name: "ObjectiveC"),
        .target(name: "XCTest"),
        .target(name: "Trackproof", dependencies: ["os", "Darwin"]),
        .target(name: "TrackproofJSON", dependencies: ["Trackproof", "Darwin"]),
        .target(name: "TrackproofBridge", dependencies: ["TrackproofJSON", "Darwin"]),
        .target(name: "TrackproofBridgeReader", dependencies: ["TrackproofJSON", "Darwin"]),
        .target(name: "TrackproofSnapshots", dependencies: ["TrackproofJSON", "Darwin"]),
        .target(
            name: "TrackproofTesting", dependencies: ["TrackproofSnapshots", "Darwin", "ObjectiveC", "XCTest"]),
    ]
)

for target in package.targets where target.name.hasPrefix("Trackproof") {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
