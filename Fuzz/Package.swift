// swift-tools-version: 6.3
import PackageDescription

// libFuzzer provides `main`, so each target whose name begins with Fuzz contains only an entry point.
//
// The entry points use `package` declarations of the library, which are visible only in the package that compiles the
// library. So this package compiles the library too. Symbolic links in `Sources` point to the library's sources.
let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v13)],
    targets: [
        .target(name: "TrackproofPlatform"),
        .target(name: "Trackproof", dependencies: ["TrackproofPlatform"]),
        .target(name: "TrackproofJSON", dependencies: ["Trackproof"]),
        .target(name: "TrackproofFiles", dependencies: ["TrackproofJSON", "TrackproofPlatform"]),
        .target(name: "TrackproofSnapshots", dependencies: ["Trackproof", "TrackproofFiles", "TrackproofJSON"]),
        .target(name: "TrackproofBridgeProtocol", dependencies: ["Trackproof", "TrackproofJSON"]),
        .target(name: "TrackproofBridge", dependencies: ["TrackproofBridgeProtocol"]),
        .target(name: "TrackproofBridgeReader", dependencies: ["TrackproofBridgeProtocol", "TrackproofFiles"]),
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
