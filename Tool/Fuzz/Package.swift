// swift-tools-version: 6.3
import PackageDescription

// libFuzzer provides `main`, so the target FuzzWire contains only an entry point. This package compiles its own copy of
// the decoders' sources, which a symbolic link in `Sources` points to. It is separate from the package `Tool`, whose
// server and store depend on many packages. The decoders depend on two: trackproof and swift-protobuf.
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
