// swift-tools-version: 6.2
import PackageDescription

// No dependency, on purpose: SwiftPM resolves every dependency of a package that an app names,
// so whatever stood here would enter each app's graph. The command lives in Tool/.
let package = Package(
    name: "trackproof",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Trackproof", targets: ["Trackproof"]),
        .library(name: "TrackproofBridge", targets: ["TrackproofBridge"]),
        .library(name: "TrackproofTesting", targets: ["TrackproofTesting"]),
        .library(name: "TrackproofUITesting", targets: ["TrackproofUITesting"]),
        .library(name: "TrackproofPlanTesting", targets: ["TrackproofPlanTesting"]),
        // What the command needs. Apps and their tests do not import it.
        .library(
            name: "_TrackproofTooling",
            targets: [
                "TrackproofPlatform", "TrackproofFiles", "TrackproofJSON", "TrackproofSnapshots",
                "TrackproofMutation", "TrackproofPlans", "TrackproofBridgeReader", "TrackproofCollectorClient",
            ]),
    ],
    targets: [
        .target(name: "TrackproofPlatform"),
        .target(name: "Trackproof", dependencies: ["TrackproofPlatform"]),
        .target(name: "TrackproofJSON", dependencies: ["Trackproof", "TrackproofPlatform"]),
        // How files of users are opened. No product for apps contains this module, because it asks for the status of
        // files, which an app may do only for a reason that it declares.
        .target(name: "TrackproofFiles", dependencies: ["TrackproofJSON", "TrackproofPlatform"]),
        .target(name: "TrackproofBridgeProtocol", dependencies: ["Trackproof", "TrackproofJSON"]),
        .target(
            name: "TrackproofBridge",
            dependencies: ["Trackproof", "TrackproofBridgeProtocol", "TrackproofJSON", "TrackproofPlatform"]),
        .target(
            name: "TrackproofBridgeReader",
            dependencies: [
                "Trackproof", "TrackproofBridgeProtocol", "TrackproofFiles", "TrackproofJSON", "TrackproofPlatform",
            ]),
        .target(
            name: "TrackproofSnapshots",
            dependencies: ["Trackproof", "TrackproofFiles", "TrackproofJSON", "TrackproofPlatform"]),
        // The mistakes that the command plants into the events of tests and of recordings.
        .target(
            name: "TrackproofMutation",
            dependencies: ["Trackproof", "TrackproofJSON", "TrackproofSnapshots", "TrackproofPlatform"]),
        .target(
            name: "TrackproofPlans",
            dependencies: [
                "Trackproof", "TrackproofFiles", "TrackproofJSON", "TrackproofPlatform", "TrackproofSnapshots",
            ]),
        // Knows neither test framework; the adapters below fail tests in its name.
        .target(
            name: "TrackproofAssertions",
            dependencies: [
                "Trackproof", "TrackproofFiles", "TrackproofJSON", "TrackproofMutation", "TrackproofPlatform",
                "TrackproofSnapshots",
            ]),
        // Separate, so that tests without a tracking plan need not compile the code for plans.
        .target(
            name: "TrackproofPlanTesting",
            dependencies: ["TrackproofAssertions", "TrackproofPlans", "TrackproofPlatform"]),
        // A few lines of C, since Swift has nothing that runs when a test bundle is loaded.
        .target(name: "TrackproofXCTestLoad"),
        .target(
            name: "TrackproofXCTest",
            dependencies: ["TrackproofAssertions", "TrackproofPlatform", "TrackproofXCTestLoad"]),
        .target(
            name: "TrackproofTesting",
            dependencies: [
                "Trackproof", "TrackproofAssertions", "TrackproofPlatform", "TrackproofSnapshots", "TrackproofXCTest",
            ]),
        .target(
            name: "TrackproofCollectorClient",
            dependencies: [
                "Trackproof", "TrackproofFiles", "TrackproofJSON", "TrackproofPlatform", "TrackproofSnapshots",
            ]),
        // Nothing here may import Testing: Xcode hides that module from UI-test targets.
        .target(
            name: "TrackproofUITesting",
            dependencies: [
                "Trackproof", "TrackproofAssertions", "TrackproofBridge", "TrackproofBridgeProtocol",
                "TrackproofBridgeReader", "TrackproofCollectorClient", "TrackproofJSON", "TrackproofPlatform",
                "TrackproofSnapshots", "TrackproofXCTest",
            ]),
        .target(
            name: "_TrackproofTestSupport", dependencies: ["Trackproof", "TrackproofPlatform"],
            path: "Tests/TestSupport"),
        .testTarget(
            name: "TrackproofTests", dependencies: ["_TrackproofTestSupport", "Trackproof", "TrackproofPlatform"]),
        .testTarget(
            name: "TrackproofJSONTests", dependencies: ["_TrackproofTestSupport", "Trackproof", "TrackproofJSON"],
            exclude: ["Golden"]),
        .testTarget(
            name: "TrackproofBridgeTests",
            dependencies: [
                "_TrackproofTestSupport", "Trackproof", "TrackproofBridge", "TrackproofBridgeProtocol",
                "TrackproofBridgeReader", "TrackproofJSON", "TrackproofPlatform",
            ]),
        .testTarget(
            name: "TrackproofFilesTests",
            dependencies: ["_TrackproofTestSupport", "TrackproofFiles", "TrackproofJSON"]),
        .testTarget(
            name: "TrackproofSnapshotsTests",
            dependencies: [
                "_TrackproofTestSupport", "Trackproof", "TrackproofFiles", "TrackproofJSON", "TrackproofPlatform",
                "TrackproofSnapshots",
            ],
            exclude: ["Golden", "Patterns/Golden"]),
        .testTarget(
            name: "TrackproofMutationTests",
            dependencies: [
                "_TrackproofTestSupport", "Trackproof", "TrackproofJSON", "TrackproofMutation", "TrackproofSnapshots",
            ]),
        .testTarget(
            name: "TrackproofPlansTests",
            dependencies: [
                "_TrackproofTestSupport", "Trackproof", "TrackproofJSON", "TrackproofPlans", "TrackproofSnapshots",
            ],
            exclude: ["Golden"]),
        .testTarget(
            name: "TrackproofTestingTests",
            dependencies: [
                "_TrackproofTestSupport", "Trackproof", "TrackproofAssertions", "TrackproofPlanTesting",
                "TrackproofPlatform", "TrackproofSnapshots", "TrackproofTesting", "TrackproofXCTest",
            ],
            exclude: [
                "Messages/Golden", "Recording/plan.json", "Snapshots/Golden",
                "Matchers/__Snapshots__", "Snapshots/__Snapshots__",
            ]),
        .testTarget(
            name: "TrackproofUITestingTests",
            dependencies: [
                "_TrackproofTestSupport", "Trackproof", "TrackproofBridge", "TrackproofBridgeProtocol",
                "TrackproofBridgeReader", "TrackproofJSON", "TrackproofPlanTesting", "TrackproofPlatform",
                "TrackproofSnapshots", "TrackproofTesting", "TrackproofUITesting",
            ],
            exclude: ["__Snapshots__"]),
        // Tests that must fail; scripts/check-failures.sh runs them, elsewhere they are skipped.
        .testTarget(
            name: "TrackproofTestingFailures",
            dependencies: [
                "_TrackproofTestSupport", "Trackproof", "TrackproofBridge", "TrackproofPlanTesting",
                "TrackproofPlatform",
                "TrackproofSnapshots", "TrackproofTesting", "TrackproofUITesting",
            ],
            exclude: ["plan.json"]),
        // A module of an app with names that the library has too.
        .target(name: "AppFoundation", path: "Tests/AppFoundation"),
        // The code of the documentation.
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "_TrackproofTestSupport", "AppFoundation", "Trackproof", "TrackproofBridge", "TrackproofSnapshots",
                "TrackproofTesting", "TrackproofUITesting",
            ],
            exclude: ["Code/__Snapshots__"]),
    ]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
