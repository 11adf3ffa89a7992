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

let sources: [Target] = [
    .target(name: "Trackproof", dependencies: ["os", "Darwin", "SwiftUI"]),
    .target(name: "TrackproofJSON", dependencies: ["Trackproof", "Darwin"]),
    .target(name: "TrackproofBridge", dependencies: ["TrackproofJSON", "Darwin", "UIKit", "AppKit"]),
    .target(name: "TrackproofBridgeReader", dependencies: ["TrackproofJSON", "Darwin"]),
    .target(name: "TrackproofSnapshots", dependencies: ["TrackproofJSON", "Darwin"]),
    .target(name: "TrackproofTesting", dependencies: ["TrackproofSnapshots", "Darwin", "ObjectiveC", "XCTest"]),
    .target(
        name: "TrackproofUITesting",
        dependencies: ["TrackproofBridgeReader", "TrackproofTesting", "UIKit", "AppKit", "XCTest"],
        exclude: ["TrackproofUITesting.docc"]),
    // The example for iOS, with its view models and its UI tests.
    .target(name: "DemoModels", dependencies: ["Trackproof"]),
    .executableTarget(name: "iOSApp", dependencies: ["DemoModels", "Trackproof", "TrackproofBridge", "SwiftUI"]),
    .target(
        name: "iOSAppUITests", dependencies: ["Trackproof", "TrackproofTesting", "TrackproofUITesting", "XCTest"],
        exclude: ["__Snapshots__"]),
]

// Swift Testing's own overlays of UIKit and AppKit are not there on Linux.
let withoutOverlays: [SwiftSetting] = [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]
let tests: [Target] = [
    .testTarget(
        name: "AppleTests", dependencies: ["TrackproofBridge", "TrackproofUITesting", "UIKit", "AppKit", "XCTest"],
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
