// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "trackproof", path: "..")],
    targets: [
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
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
