// swift-tools-version: 6.3
import PackageDescription

// libFuzzer brings its own main; each target is one entry.
let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "trackproof", path: "..")],
    targets: ["FuzzRecording", "FuzzSnapshot"].map { name in
        .executableTarget(
            name: name,
            dependencies: [
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofSnapshots", package: "trackproof"),
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])])
    }
)
