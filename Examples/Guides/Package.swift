// swift-tools-version: 6.3
import PackageDescription

/// Returns the targets of a guide: the code of the app, and its tests.
///
/// A guide contains the example of the README, or the example of a published article, rewritten with Trackproof.
func guide(_ name: String, exclude: [String] = []) -> [Target] {
    [
        .target(name: name, dependencies: [.product(name: "Trackproof", package: "trackproof")]),
        .testTarget(
            name: name + "Tests",
            dependencies: [
                .target(name: name),
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofTesting", package: "trackproof"),
            ],
            exclude: exclude),
    ]
}

let package = Package(
    name: "guides",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    dependencies: [.package(name: "trackproof", path: "../..")],
    targets: guide("Movies", exclude: ["__Snapshots__"]) + guide("LoginScreen") + guide("MovieList")
        + guide("Authorization")
        // The app of the article "Isolation". It does not use Trackproof, so the facade conforms to its protocol in the tests.
        + guide("OwnProtocol")
        + guide("LoginFailure")
        + guide("PointsOfInterest", exclude: ["__Snapshots__"])
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
