// swift-tools-version: 6.3
import PackageDescription

// libFuzzer brings its own main. A package of its own, and the decoders' sources are compiled once more: the tool's
// server and store need many packages, and the decoders one.
let package = Package(
    name: "wire-fuzz",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "trackproof", path: "../.."),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    ],
    targets: [
        .target(
            name: "TrackproofWire",
            dependencies: [
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofTooling", package: "trackproof"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            exclude: ["OTLP/logs.proto"],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ]),
        .executableTarget(
            name: "FuzzWire",
            dependencies: [
                "TrackproofWire",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofTooling", package: "trackproof"),
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
    ]
)
