// swift-tools-version: 6.3
import PackageDescription

// This package compiles the library's sources and the iOS example against stubs of Apple's modules. So Linux can
// compile and test the code in conditions such as `#if canImport(UIKit)`. The stubs cannot be in the main package,
// because `canImport` would then be true for every target of the main package. Both UIKit and AppKit have stubs, so the
// code for both is compiled. A target depends on the stub of each module that it imports or names in `canImport`.
// Without the dependency, SwiftPM could compile the target before the stub.
let stubs: [Target] = [
    .target(name: "os"),
    .target(name: "Darwin"),
    .target(name: "ObjectiveC"),
    .target(name: "QuartzCore"),
    .target(name: "UIKit", dependencies: ["QuartzCore"]),
    .target(name: "AppKit", dependencies: ["QuartzCore"]),
    .target(name: "SwiftUI"),
    .target(name: "XCUIAutomation", dependencies: ["UIKit", "AppKit"]),
    .target(name: "StubUnwind"),
    .target(name: "XCTest", dependencies: ["StubUnwind", "XCUIAutomation"]),
]

// Xcode uses this module alias to hide Swift Testing from UI-test targets. This package uses the same alias for the UI
// tests of the example and for the test libraries that these tests import. So the build fails if one of these modules
// imports Testing, or imports a module that imports Testing.
let asInUITests: [SwiftSetting] = [.unsafeFlags(["-module-alias", "Testing=_Testing_Unavailable"])]

let sources: [Target] = [
    .target(name: "TrackproofPlatform", dependencies: ["Darwin"]),
    .target(name: "Trackproof", dependencies: ["TrackproofPlatform", "os", "SwiftUI"]),
    .target(name: "TrackproofJSON", dependencies: ["Trackproof"]),
    .target(name: "TrackproofFiles", dependencies: ["TrackproofJSON", "TrackproofPlatform", "Darwin"]),
    .target(name: "TrackproofBridgeProtocol", dependencies: ["TrackproofJSON"]),
    .target(name: "TrackproofBridge", dependencies: ["TrackproofBridgeProtocol", "UIKit", "AppKit"]),
    .target(name: "TrackproofBridgeReader", dependencies: ["TrackproofBridgeProtocol", "TrackproofFiles"]),
    .target(name: "TrackproofSnapshots", dependencies: ["TrackproofFiles", "TrackproofJSON"]),
    .target(name: "TrackproofPlans", dependencies: ["TrackproofSnapshots", "TrackproofPlatform"]),
    .target(name: "TrackproofMutation", dependencies: ["TrackproofSnapshots"], swiftSettings: asInUITests),
    .target(name: "TrackproofAssertions", dependencies: ["TrackproofMutation"], swiftSettings: asInUITests),
    .target(
        name: "TrackproofPlanTesting", dependencies: ["TrackproofAssertions", "TrackproofPlans"],
        swiftSettings: asInUITests),
    .target(name: "TrackproofXCTestLoad"),
    .target(
        name: "TrackproofXCTest",
        dependencies: ["TrackproofAssertions", "TrackproofXCTestLoad", "ObjectiveC", "XCTest"],
        swiftSettings: asInUITests),
    .target(name: "TrackproofTesting", dependencies: ["TrackproofXCTest", "ObjectiveC", "XCTest"]),
    .target(name: "TrackproofCollectorClient", dependencies: ["TrackproofSnapshots"], swiftSettings: asInUITests),
    .target(
        name: "TrackproofUITesting",
        dependencies: [
            "TrackproofBridge", "TrackproofBridgeReader", "TrackproofCollectorClient", "TrackproofXCTest", "UIKit",
            "AppKit", "XCTest",
        ],
        exclude: ["TrackproofUITesting.docc"], swiftSettings: asInUITests),
    // The iOS example, with its view models and its UI tests.
    .target(name: "DemoModels", dependencies: ["Trackproof"]),
    .executableTarget(
        name: "iOSApp", dependencies: ["DemoModels", "Trackproof", "TrackproofBridge", "SwiftUI"],
        // As with SWIFT_DEFAULT_ACTOR_ISOLATION and SWIFT_APPROACHABLE_CONCURRENCY in Xcode.
        swiftSettings: [
            .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .enableUpcomingFeature("InferIsolatedConformances"),
        ]),
    .target(name: "DemoKit", dependencies: ["Trackproof"]),
    .target(
        name: "_TrackproofTestSupport", dependencies: ["Trackproof", "TrackproofPlatform"], path: "Tests/TestSupport"),
    // UI tests as in a target that compiles in Swift 5 mode: their methods are not isolated to the main actor.
    .target(
        name: "Swift5UITests", dependencies: ["Trackproof", "TrackproofUITesting", "XCTest"],
        swiftSettings: asInUITests + [.swiftLanguageMode(.v5)]),
    .target(
        name: "iOSAppUITests", dependencies: ["Trackproof", "TrackproofUITesting", "XCTest"],
        exclude: ["__Snapshots__"], swiftSettings: asInUITests),
]

// On Apple platforms, Swift Testing has additional modules for UIKit and AppKit, which Linux lacks. Without this flag,
// the compiler would try to load these modules because of the stubs.
let withoutOverlays: [SwiftSetting] = [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]
let tests: [Target] = [
    .testTarget(
        name: "AppleTests",
        dependencies: [
            "TrackproofAssertions", "TrackproofBridge", "TrackproofPlanTesting", "TrackproofSnapshots",
            "TrackproofTesting", "TrackproofUITesting", "TrackproofXCTest", "UIKit", "AppKit", "XCTest",
            "iOSAppUITests",
        ],
        swiftSettings: withoutOverlays),
    // The tests of the library that capture the failures of XCTest. On a Mac, they run with Apple's XCTest.
    .testTarget(
        name: "CapturingTests",
        dependencies: [
            "_TrackproofTestSupport", "Trackproof", "TrackproofAssertions", "TrackproofMutation", "TrackproofPlatform",
            "TrackproofSnapshots", "TrackproofTesting", "TrackproofUITesting", "TrackproofXCTest", "XCTest",
        ],
        exclude: ["Support/Scenario.swift"],
        swiftSettings: withoutOverlays),
    .testTarget(name: "SwiftUITests", dependencies: ["SwiftUI", "Trackproof"], swiftSettings: withoutOverlays),
    .testTarget(
        name: "iOSAppTests",
        dependencies: ["iOSApp", "DemoModels", "SwiftUI", "Trackproof", "TrackproofSnapshots"],
        swiftSettings: withoutOverlays),
    .testTarget(
        name: "iOSAppUnitTests", dependencies: ["iOSApp", "Trackproof", "TrackproofTesting", "XCTest"],
        swiftSettings: withoutOverlays),
    .testTarget(
        name: "DemoKitTests", dependencies: ["DemoKit", "Trackproof", "TrackproofTesting"],
        swiftSettings: withoutOverlays),
]

for target in sources + tests {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
        ]
}

let package = Package(name: "apple-check", targets: stubs + sources + tests)
