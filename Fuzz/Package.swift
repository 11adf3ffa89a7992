// swift-tools-version: 6.3
import PackageDescription

// libFuzzer brings its own main; each target whose name begins with Fuzz is one entry. The library's sources are
// compiled once more: what they share inside the package is not to be seen from another.
let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v13)],
    targets: [
        .target(name: "TrackproofPlatform"),
        .target(name: "Trackproof", dependencies: ["TrackproofPlatform"]),
        .target(name: "TrackproofJSON", dependencies: ["Trackproof"]),
        .target(name: "TrackproofSnapshots", dependencies: ["Trackproof", "TrackproofJSON"]),
        .target(name: "TrackproofBridgeProtocol", dependencies: ["Trackproof", "TrackproofJSON"]),
        .target(name: "TrackproofBridge", dependencies: ["TrackproofBridgeProtocol"]),
        .target(name: "TrackproofBridgeReader", dependencies: ["TrackproofBridgeProtocol"]),
    ]
        + ["FuzzRecording", "FuzzSnapshot", "FuzzChunks", "FuzzPattern"].map { name in
            .executableTarget(
                name: name,
                dependencies: [
                    "Trackproof", "TrackproofBridge", "TrackproofBridgeProtocol", "TrackproofBridgeReader",
                    "TrackproofJSON", "TrackproofSnapshots",
                ],
                swiftSettings: [.unsafeFlags(["-parse-as-library"])])
        }
)

for target in package.targets where target.type == .regular {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
