// swift-tools-version: 6.3
import PackageDescription

// libFuzzer provides `main`, so each target whose name begins with Fuzz contains only an entry point. The other folders
// in `Sources` are symbolic links to the sources in `Tool`. This package is not a part of the package `Tool`, because
// the server and the store in `Tool` depend on many other packages.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "tool-fuzz",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "trackproof", path: "../.."),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        .target(name: "TrackproofCSV", swiftSettings: settings),
        .target(
            name: "TrackproofVendors",
            dependencies: [
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ],
            swiftSettings: settings),
        .target(
            name: "TrackproofWire",
            dependencies: [
                "TrackproofCSV", "TrackproofVendors",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ],
            swiftSettings: settings),
        .target(
            name: "TrackproofPlanning",
            dependencies: [
                "TrackproofCSV", "TrackproofVendors",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: settings),
        .target(
            name: "TrackproofArchives",
            dependencies: [
                "TrackproofCSV", "TrackproofPlanning", "TrackproofVendors",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "FuzzArchive",
            dependencies: [
                "TrackproofArchives", "TrackproofVendors",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "FuzzImport",
            dependencies: [
                "TrackproofPlanning",
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "FuzzPlan",
            dependencies: [
                "TrackproofPlanning",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "FuzzPlanFile",
            dependencies: [
                "TrackproofPlanning",
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "FuzzWire",
            dependencies: [
                "TrackproofWire",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
    ]
)
