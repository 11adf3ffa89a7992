// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "demo",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "DemoModels", targets: ["DemoModels"]),
        .executable(name: "trackproof-demo-app", targets: ["trackproof-demo-app"]),
    ],
    dependencies: [.package(name: "trackproof", path: "../..")],
    targets: [
        .target(name: "DemoModels", dependencies: [.product(name: "Trackproof", package: "trackproof")]),
        .executableTarget(
            name: "trackproof-demo-app",
            dependencies: [
                "DemoModels",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofBridge", package: "trackproof"),
            ],
            // A link to Tracking/plan.yaml, where the command `trackproof` looks for the plan.
            resources: [.embedInCode("plan.yaml")]),
        .testTarget(
            name: "DemoModelsTests",
            dependencies: [
                "DemoModels",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofTesting", package: "trackproof"),
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
