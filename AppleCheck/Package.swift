// swift-tools-version: 6.3
import PackageDescription

// This package compiles the library's sources and the iOS example against stubs of Apple's modules. Linux can then
// compile and test the code in conditions such as `#if canImport(UIKit)`. The package is separate, because a stub makes
// `canImport` true for every target of its build. UIKit and AppKit are both present, so the sources for both are
// compiled. A target depends on the stub of each module that it imports, or asks for with `canImport`. Without the
// dependency, SwiftPM could compile the target before the stub.
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

// Xcode hides Swift Testing from UI-test targets with this module alias. The UI tests here, and the test libraries that
// they import, use the same alias. The build fails if one of these modules, or a module
// that it imports, imports Testing.
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
    // The iOS example, with its view models and its UI tests.
    .target(name: "DemoModels", dependencies: ["Trackproof"]),
    .executableTarget(name: "iOSApp", dependencies: ["DemoModels", "Trackproof", "TrackproofBridge", "SwiftUI"]),
    .target(
        name: "iOSAppUITests", dependencies: ["Trackproof", "TrackproofUITesting", "XCTest"],
        exclude: ["__Snapshots__"], swiftSettings: asInUITests),
]

// On Apple platforms, Swift Testing has overlays for UIKit and AppKit. Linux has no such overlays. The flag stops the
// compiler from loading them.
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
