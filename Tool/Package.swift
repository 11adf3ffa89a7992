// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "trackproof-tool",
    // Hummingbird's; the library asks for less.
    platforms: [.macOS(.v14)],
    products: [
        .executable(name: "trackproof", targets: ["TrackproofCommand"]),
        // The server of `trackproof collect` and `trackproof run --collect`.
        .executable(name: "trackproof-collector", targets: ["TrackproofCollectorCommand"]),
    ],
    dependencies: [
        .package(name: "trackproof", path: ".."),
        .package(name: "demo", path: "../Examples/Demo"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // Tables of comma-separated values: the reader and the writer.
        .target(name: "TrackproofCSV"),
        // What is known about vendors: the names that their SDKs add, the names that they reserve, what they export.
        .target(
            name: "TrackproofVendors",
            dependencies: [
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ]),
        // Files of events from production: any size, any vendor's layout, judged in parts that are merged.
        .target(
            name: "TrackproofArchives",
            dependencies: [
                "TrackproofCSV", "TrackproofPlanning", "TrackproofVendors",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ]),
        .target(
            name: "TrackproofReports",
            dependencies: [
                "TrackproofArchives", "TrackproofCSV", "TrackproofPlanning",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ],
            resources: [.embedInCode("Resources/report.css"), .embedInCode("Resources/report.js")]),
        // What SDKs send, decoded: requests in, events out.
        .target(
            name: "TrackproofWire",
            dependencies: [
                "TrackproofCSV", "TrackproofVendors",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ]),
        // Tracking plans: YAML and folders in, plans, reports and YAML out.
        .target(
            name: "TrackproofPlanning",
            dependencies: [
                "TrackproofCSV", "TrackproofVendors",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
                .product(name: "Yams", package: "Yams"),
            ]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        // Embeds the files of the collector's page.
        .target(name: "CCollectorResources"),
        // The local server that real SDKs are pointed at: requests in, a store of them, recordings out.
        .target(
            name: "TrackproofCollector",
            dependencies: [
                "CCollectorResources", "CZlib", "TrackproofPlanning", "TrackproofVendors", "TrackproofWire",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ],
            exclude: ["Resources"]),
        // What both programs share: their streams, exit statuses and errors.
        .target(
            name: "TrackproofConsole",
            dependencies: [
                "TrackproofPlanning", "TrackproofReports",
                .product(name: "_TrackproofTooling", package: "trackproof"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // Not called like the product: where case does not count, `trackproof` and `Trackproof` are one file.
        .executableTarget(
            name: "TrackproofCommand",
            dependencies: [
                "CZlib", "TrackproofArchives", "TrackproofCSV", "TrackproofConsole", "TrackproofPlanning",
                "TrackproofReports", "TrackproofVendors",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux])),
                // `trackproof demo` runs it; its product is built beside the command.
                .product(name: "trackproof-demo-app", package: "demo"),
            ]),
        .executableTarget(
            name: "TrackproofCollectorCommand",
            dependencies: [
                "TrackproofCollector", "TrackproofConsole", "TrackproofPlanning", "TrackproofReports",
                .product(name: "_TrackproofTooling", package: "trackproof"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        // Only for tests, which run it.
        .executableTarget(
            name: "CutApp",
            dependencies: [
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "TrackproofBridge", package: "trackproof"),
            ],
            path: "Tests/CutApp"),
        // The programs that tests run, of this build or of another.
        .target(
            name: "TestPrograms",
            dependencies: [
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux])),
                .product(name: "TrackproofUITesting", package: "trackproof"),
            ],
            path: "Tests/TestPrograms"),
        // The helpers of the library's tests, by a symbolic link. The library has no product for them, because Xcode offers
        // each product to apps, and the command must not link Swift Testing.
        .target(
            name: "TestSupport",
            dependencies: [
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ],
            path: "Tests/TestSupport",
            // Only the tests of the library use these.
            exclude: ["Gate.swift", "RandomEvents.swift", "SharedApp.swift"]),
        .testTarget(
            name: "TrackproofCommandTests",
            dependencies: [
                // Their products are built beside the tests, which run them.
                "CutApp", "TrackproofCollectorCommand", "TrackproofCommand",
                "TestPrograms", "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
                // What tests do with a snapshot is compared with what the command does.
                .product(name: "TrackproofTesting", package: "trackproof"),
            ],
            exclude: [
                "Databases/clickhouse.py", "Databases/databases.txt", "Databases/postgres.sh", "Golden", "Python",
                "Spark/cluster.sh", "Spark/spark3.txt", "Spark/spark4.txt",
            ]),
        .testTarget(
            name: "TrackproofCollectorTests",
            dependencies: [
                // Their products are built beside the tests, which run them.
                "TrackproofCollectorCommand", "TrackproofCommand",
                "TestPrograms", "TestSupport", "TrackproofCollector", "CZlib",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux])),
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
                .product(name: "TrackproofTesting", package: "trackproof"),
                .product(name: "TrackproofUITesting", package: "trackproof"),
            ],
            exclude: ["Control/Python", "Conversations/Golden", "SDKs/clients"]),
        .testTarget(
            name: "TrackproofWireTests",
            dependencies: [
                "TestSupport", "TrackproofVendors", "TrackproofWire",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ],
            exclude: ["Captured", "Golden"]),
        .testTarget(
            name: "TrackproofArchivesTests",
            dependencies: [
                "TestSupport", "TrackproofArchives", "TrackproofCSV", "TrackproofPlanning", "TrackproofVendors",
                "TrackproofWire",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ],
            exclude: ["Golden"]),
        .testTarget(
            name: "TrackproofVendorsTests",
            dependencies: [
                "TrackproofVendors",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ]),
        .testTarget(
            name: "TrackproofPlanningTests",
            dependencies: [
                "TestPrograms", "TestSupport", "TrackproofPlanning",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
            ],
            exclude: [
                "Changes/Golden", "Converting/Golden", "Exporting/Golden", "Formatting/Golden", "Generating/Golden",
                "Importing/random_schemas.py", "Inference/Golden", "Linting/Golden",
            ]),
        .testTarget(
            name: "TrackproofReportsTests",
            dependencies: [
                "TestSupport", "TrackproofArchives", "TrackproofPlanning", "TrackproofReports",
                .product(name: "Trackproof", package: "trackproof"),
                .product(name: "_TrackproofTooling", package: "trackproof"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            exclude: ["Golden"]),
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
