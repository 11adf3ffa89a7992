// swift-tools-version: 6.3
import PackageDescription

// Tests that the tests of `trackproof mutate` run; elsewhere they are skipped. They are a package of their own, because the
// command starts them hundreds of times, and a program with all tests of the command takes ten times as long to start.
let package = Package(
    name: "mutation-samples",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "trackproof", path: "../../..")],
    targets: [
        .testTarget(
            name: "MutationSamples",
            dependencies: [
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofTesting", package: "trackproof"),
                .product(name: "TrackproofUITesting", package: "trackproof"),
            ],
            // ProcessUnderTest.swift is a link to the file of the command's tests.
            path: ".")
    ]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
