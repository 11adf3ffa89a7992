// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "trackproof-tool",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "trackproof", targets: ["TrackproofCommand"])],
    dependencies: [
        .package(name: "trackproof", path: ".."),
        .package(name: "demo", path: "../Examples/Demo"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        .target(
            name: "TrackproofReports",
            dependencies: [
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofSnapshots", package: "trackproof"),
            ]),
        // What SDKs send, decoded: requests in, events out.
        .target(
            name: "TrackproofWire",
            dependencies: [
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofJSON", package: "trackproof"),
                .product(name: "TrackproofSnapshots", package: "trackproof"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            exclude: ["OTLP/logs.proto"]),
        // Not called like the product: where case does not count, `trackproof` and `Trackproof` are one file.
        .executableTarget(
            name: "TrackproofCommand",
            dependencies: [
                "TrackproofReports",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofBridgeReader", package: "trackproof"),
                .product(name: "TrackproofJSON", package: "trackproof"),
                .product(name: "TrackproofSnapshots", package: "trackproof"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux])),
                // `trackproof demo` runs it; its product is built beside the command.
                .product(name: "trackproof-demo-app", package: "demo"),
            ]),
        .testTarget(
            name: "TrackproofCommandTests",
            dependencies: ["TrackproofCommand", .product(name: "Subprocess", package: "swift-subprocess")]),
        .testTarget(
            name: "TrackproofWireTests",
            dependencies: [
                "TrackproofWire",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofJSON", package: "trackproof"),
            ],
            exclude: ["Captured"]),
        .testTarget(
            name: "TrackproofReportsTests",
            dependencies: [
                "TrackproofReports",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofSnapshots", package: "trackproof"),
            ]),
    ]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
