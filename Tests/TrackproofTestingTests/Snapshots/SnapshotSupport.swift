import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofSnapshots

@testable import TrackproofAssertions
@testable import TrackproofTesting
import TrackproofPlatform

/// A temporary folder for the snapshots of one test.
struct SnapshotFolder {
    private let folder: TemporaryFolder
    let environment: [String: String]

    init(_ environment: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        self.environment = environment.merging([EnvironmentVariable.snapshots: folder.path]) { $1 }
    }

    var path: String { folder.path }

    /// The folder for the snapshots of `PurchaseTests.swift`. This source file does not exist.
    var place: String { folder.file("ShopTests/PurchaseTests") }

    var names: [String] {
        get throws {
            guard FileManager.default.fileExists(atPath: place) else { return [] }
            return try FileManager.default.contentsOfDirectory(atPath: place).sorted()
        }
    }

    func text(_ name: String) throws -> String { try folder.read("ShopTests/PurchaseTests/" + name) }

    func write(_ text: String, to name: String) throws {
        try folder.write(text, to: "ShopTests/PurchaseTests/" + name)
    }
}

/// A test with sample events, which compares the events with snapshots.
struct SampleTest {
    let recorder: TestRecorder
    let folder: SnapshotFolder

    init(
        _ function: String = "buys()", in folder: SnapshotFolder, testCase: String = "", tracking events: Event...,
        failureCount: Int = 0
    ) {
        self.folder = folder
        // Two tests with the same name need different folders. Otherwise, the second test would fail, because the first
        // test reserves the path of its snapshot until the process ends.
        recorder = TestRecorder(
            TestFramework.current,
            test: NamedTest(
                identity: TestIdentity(
                    module: "Tests", path: ["PurchaseTests", function], isParameterized: !testCase.isEmpty,
                    testCase: testCase),
                failureCount: failureCount))
        for event in events { recorder.track(event) }
    }

    /// Compares the events with a snapshot. Returns the failures, with `DIR` in place of the folder's path.
    ///
    /// - Parameter recorded: The snapshots that the process has recorded. Each call stands for another process by default.
    func failures(
        _ label: String? = nil, record mode: RecordMode? = nil, environment: [String: String] = [:],
        inProcess recorded: RecordedSnapshots = RecordedSnapshots()
    ) -> [String] {
        captured {
            SnapshotCheck(
                recorder: recorder, label: label, mode: mode, bundle: nil,
                environment: folder.environment.merging(environment) { $1 },
                site: CallSite("ShopTests/PurchaseTests.swift", "/nowhere/PurchaseTests.swift", 7, 9),
                recorded: recorded
            ).run()
        }
        .map { $0.replacing(folder.place, with: "DIR") }
    }
}

/// Returns the failures that `body` reports. They do not fail the test that calls this function.
func captured(_ body: () -> Void) -> [String] {
    let messages = Lock<[String]>([])
    withKnownIssue(isIntermittent: true) {
        body()
    } matching: { issue in
        messages.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: "\n")) }
        return true
    }
    return messages.withLock { $0 }
}

extension Event {
    static func purchase(_ price: Double = 19.99) -> Event { Event("purchase", ["price": price]) }
}

/// A stand-in for a running test, which has only a name and a number of failures.
struct NamedTest: RunningTest {
    let identity: TestIdentity
    var failureCount: Int? = 0
    let isSkipped = false
}
