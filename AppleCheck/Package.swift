// swift-tools-version: 6.3
import PackageDescription

// The library's sources and the example for iOS once more, beside stubs of Apple's modules, so that what stands behind
// `#if canImport(UIKit)` and the like is compiled, and tested, where there is no Mac. In a package of its own, since a
// stub makes canImport true for everything in its build. UIKit and AppKit are both there, as nowhere else: the sources
// of both are built. A target that asks for a module depends on its stub, or it may be built before it.
let stubs: [Target] = [
    .target(name: "os"),
    .target(name: "Darwin"),
    .target(name: "ObjectiveC"),
    .target(name: "QuartzCore"),
    .target(name: "UIKit", dependencies: ["QuartzCore"]),
    .target(name: "AppKit", dependencies: ["QuartzCore"]),
    .target(name: "SwiftUI"),
    .target(name: "XCUIAutomation", dependencies: ["UIKit", "AppKit"]),
    .target(name: "XCTest", dependencies: ["XCUIAutomation"]),
]

// Xcode hides Testing from UI-test targets by this alias. What they import is built as they are, and fails if it, or
// anything that it imports, asks for Testing.
let asInUITests: [SwiftSetting] = [.unsafeFlags(["-module-alias", "Testing=_Testing_Unavailable"])]

let sources: [Target] = [
    .target(name: "TrackproofPlatform", dependencies: ["Darwin"]),
    .target(name: "Trackproof", dependencies: ["TrackproofPlatform", "os", "Darwin", "SwiftUI"]),
    .target(name: "TrackproofJSON", dependencies: ["Trackproof", "Darwin"]),
    .target(name: "TrackproofBridgeProtocol", dependencies: ["TrackproofJSON"]),
    .target(name: "TrackproofBridge", dependencies: ["TrackproofBridgeProtocol", "Darwin", "UIKit", "AppKit"]),
    .target(name: "TrackproofBridgeReader", dependencies: ["TrackproofBridgeProtocol", "Darwin"]),
    .target(name: "TrackproofSnapshots", dependencies: ["TrackproofJSON", "Darwin"]),
    .target(name: "TrackproofPlans", dependencies: ["TrackproofSnapshots", "TrackproofPlatform", "Darwin"]),
    .target(
        name: "TrackproofAssertions", dependencies: ["TrackproofPlans", "TrackproofSnapshots", "Darwin"],
        swiftSettings: asInUITests),
    .target(name: "TrackproofXCTestLoad"),
    .target(
        name: "TrackproofXCTest",
        dependencies: ["TrackproofAssertions", "TrackproofXCTestLoad", "ObjectiveC", "XCTest"],
        swiftSettings: asInUITests),
    .target(name: "TrackproofTesting", dependencies: ["TrackproofXCTest", "Darwin", "ObjectiveC", "XCTest"]),
    .target(name: "TrackproofCollectorClient", dependencies: ["TrackproofSnapshots"], swiftSettings: asInUITests),
    .target(
        name: "TrackproofUITesting",
        dependencies: [
            "TrackproofBridge", "TrackproofBridgeReader", "TrackproofCollectorClient", "TrackproofXCTest", "UIKit",
            "AppKit", "XCTest",
        ],
        exclude: ["TrackproofUITesting.docc"], swiftSettings: asInUITests),
    // The example for iOS, with its view models and its UI tests.
    .target(name: "DemoModels", dependencies: ["Trackproof"]),
    .executableTarget(name: "iOSApp", dependencies: ["DemoModels", "Trackproof", "TrackproofBridge", "SwiftUI"]),
    .target(
        name: "iOSAppUITests", dependencies: ["Trackproof", "TrackproofUITesting", "XCTest"],
        exclude: ["__Snapshots__"], swiftSettings: asInUITests),
]

// Swift Testing's own overlays of UIKit and AppKit are not there on Linux.
let withoutOverlays: [SwiftSetting] = [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]
let tests: [Target] = [
    .testTarget(
        name: "AppleTests",
        dependencies: [
            "TrackproofAssertions", "TrackproofBridge", "TrackproofSnapshots", "TrackproofTesting",
            "TrackproofUITesting", "TrackproofXCTest", "UIKit", "AppKit", "XCTest", "iOSAppUITests",
        ],
        swiftSettings: withoutOverlays),
    .testTarget(name: "SwiftUITests", dependencies: ["SwiftUI", "Trackproof"], swiftSettings: withoutOverlays),
    .testTarget(
        name: "iOSAppTests",
        dependencies: ["iOSApp", "DemoModels", "SwiftUI", "Trackproof", "TrackproofSnapshots"],
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
