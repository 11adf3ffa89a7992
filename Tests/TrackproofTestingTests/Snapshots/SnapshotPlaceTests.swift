import Foundation
import Testing
import Trackproof
import TrackproofSnapshots

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Tests of the folders in which an assertion looks for snapshots, with and without the source files.
@Suite struct SnapshotPlaceTests {
    static let elsewhere = CallSite("ShopTests/PurchaseTests.swift", "/nowhere/PurchaseTests.swift", 7, 9)

    /// Makes a bundle with one snapshot, like the test bundle on a device.
    private func bundle(in folder: SnapshotFolder) throws -> Bundle {
        let path = folder.path + "/Tests.bundle"
        let snapshots = path + "/__Snapshots__/PurchaseTests"
        try FileManager.default.createDirectory(atPath: snapshots, withIntermediateDirectories: true)
        try Data(SnapshotModeTests.recorded.utf8).write(
            to: URL(fileURLWithPath: snapshots + "/PurchaseTests.buys.json"))
        return try #require(Bundle(path: path))
    }

    private func failures(_ event: Event, bundle: Bundle?, mode: RecordMode? = nil, function: String = "buys()")
        -> [String]
    {
        let recorder = TestRecorder(
            TestFramework.current,
            test: NamedTest(identity: TestIdentity(module: "Tests", path: ["PurchaseTests", function])))
        recorder.track(event)
        let check = SnapshotCheck(
            recorder: recorder, label: nil, mode: mode, bundle: bundle, environment: [:], site: Self.elsewhere)
        return captured { check.run() }.map { $0.replacing(bundle?.bundlePath ?? "DIR", with: "BUNDLE") }
    }

    @Test func theSourceFileDecidesTheSnapshotFolder() throws {
        let place = try SnapshotPlace(for: CallSite(#fileID, #filePath, 1, 1), bundle: nil, environment: [:])
        #expect(place.folder.hasSuffix("/TrackproofTestingTests/Snapshots/__Snapshots__/SnapshotPlaceTests"))
        #expect(place.isWritable)
    }

    @Test func theEnvironmentOverridesTheSnapshotFolder() throws {
        let place = try SnapshotPlace(
            for: CallSite(#fileID, #filePath, 1, 1), bundle: nil, environment: ["TRACKPROOF_SNAPSHOTS": "/a/b"])
        #expect(place.folder == "/a/b/TrackproofTestingTests/SnapshotPlaceTests")
    }

    @Test func withoutSourcesSnapshotsComeFromTheBundle() throws {
        let folder = try SnapshotFolder()
        let bundle = try bundle(in: folder)
        #expect(failures(.purchase(), bundle: bundle) == [])
        #expect(
            failures(.purchase(20.5), bundle: bundle) == [
                """
                differs from the snapshot PurchaseTests.buys.json: 1 difference (1 changed), 0 events match

                ~ changed    track purchase
                    - price: 19.99
                    + price: 20.5

                recorded 1 event:
                    1  track purchase {price: 20.5}
                the updated snapshot is attached; the current snapshot is \
                BUNDLE/__Snapshots__/PurchaseTests/PurchaseTests.buys.json
                """
            ])
    }

    /// Tests a snapshot in the bundle's top folder, to which Xcode copies the files of a synchronized group.
    @Test func aSnapshotMayBeInTheBundlesTopFolder() throws {
        let folder = try SnapshotFolder()
        let path = folder.path + "/Tests.bundle"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(SnapshotModeTests.recorded.utf8).write(to: URL(fileURLWithPath: path + "/PurchaseTests.buys.json"))
        let bundle = try #require(Bundle(path: path))
        #expect(failures(.purchase(), bundle: bundle) == [])
        #expect(failures(.purchase(20.5), bundle: bundle).first?.hasSuffix("BUNDLE/PurchaseTests.buys.json") == true)
        // The message about a missing snapshot contains the path in the subfolder, and not in the top folder.
        let missing = failures(.purchase(), bundle: bundle, mode: .never, function: "another()").first
        #expect(missing?.contains("BUNDLE/__Snapshots__/PurchaseTests/PurchaseTests.another.json\n") == true)
    }

    @Test func aSandboxedAppGetsAHint() {
        #expect(SnapshotFile.serverHint(isInXcode: false) == "")
        #expect(
            SnapshotFile.serverHint(isInXcode: true)
                == "\non a server, run TEST_RUNNER_CI=1 xcodebuild test …, so that tests record no snapshots")
        #expect(SnapshotFile.sandboxHint(isSandboxed: false) == "")
        #expect(
            SnapshotFile.sandboxHint(isSandboxed: true) == """
                ; the tests run in a sandboxed app: to record, set ENABLE_APP_SANDBOX to NO in the app's debug \
                configuration, or record in a test target without a host app
                """)
    }

    #if os(macOS) || os(Linux)
        /// Tests a snapshot in a folder that cannot be written, as for a sandboxed runner of a UI test.
        @Test func aDifferenceIsReportedIfTheSourcesAreReadOnly() async throws {
            let folder = try SnapshotFolder()
            try FileManager.default.createDirectory(atPath: folder.place, withIntermediateDirectories: true)
            try Data(SnapshotModeTests.recorded.utf8).write(
                to: URL(fileURLWithPath: folder.place + "/PurchaseTests.buys.json"))
            let place = folder.path
            await #expect(processExitsWith: .success) { [place = place as String] in
                chmod(place + "/ShopTests/PurchaseTests", 0o555)
                // Root may write everywhere, so the process becomes another user.
                if getuid() == 0, setuid(65534) != 0 { exit(2) }
                let environment = ["TRACKPROOF_SNAPSHOTS": place, "TRACKPROOF_RECORD": "missing"]
                let recorder = TestRecorder(
                    TestFramework.current,
                    test: NamedTest(identity: TestIdentity(module: "Tests", path: ["PurchaseTests", "buys()"])))
                recorder.track(.purchase(20.5))
                let messages = captured {
                    SnapshotCheck(
                        recorder: recorder, label: nil, mode: nil, bundle: nil, environment: environment,
                        site: SnapshotPlaceTests.elsewhere
                    ).run()
                }
                let isReported =
                    messages.first?.hasPrefix("differs from the snapshot PurchaseTests.buys.json: 1 diff") == true
                let isAttached = messages.first?.contains("the updated snapshot is attached") == true
                exit(messages.count == 1 && isReported && isAttached ? 0 : 1)
            }
            chmod(folder.place, 0o755)
        }
    #endif

    @Test(arguments: [RecordMode.missing, .failed, .all])
    func nothingIsRecordedIntoABundle(mode: RecordMode) throws {
        let folder = try SnapshotFolder()
        let bundle = try bundle(in: folder)
        let snapshots = bundle.bundlePath + "/__Snapshots__/PurchaseTests"
        #expect(failures(.purchase(20.5), bundle: bundle, mode: mode).count == 1)
        #expect(failures(.purchase(), bundle: bundle, mode: mode, function: "another()").count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: snapshots) == ["PurchaseTests.buys.json"])
    }

    @Test func aMissingSnapshotFolderFailsWithAdvice() {
        #expect(
            failures(.purchase(), bundle: nil) == [
                """
                cannot find snapshots: the test's sources are not on this machine (/nowhere). Copy __Snapshots__ into \
                the test's bundle and pass that bundle as `bundle:`, or set TRACKPROOF_SNAPSHOTS to the folder of the \
                snapshots
                """
            ])
    }

    @Test func usedSnapshotsAreListedInTheFileFromTheEnvironment() throws {
        let folder = try SnapshotFolder()
        let list = folder.path + "/used"
        let test = SampleTest(in: folder, tracking: .purchase())
        for label in ["b", "a"] { _ = test.failures(label, environment: ["TRACKPROOF_USED_SNAPSHOTS": list]) }
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: list)), as: UTF8.self)
        #expect(text == "\(folder.place)/PurchaseTests.buys.b.json\n\(folder.place)/PurchaseTests.buys.a.json\n")
    }

    @Test func anUnwritableListOfUsedSnapshotsFailsTheTest() throws {
        let folder = try SnapshotFolder()
        let failures = SampleTest(in: folder, tracking: .purchase()).failures(
            environment: ["TRACKPROOF_USED_SNAPSHOTS": "/nowhere/used"])
        #expect(failures == ["/nowhere/used: cannot write: No such file or directory"])
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(
            SampleTest(in: folder, tracking: .purchase()).failures(environment: ["TRACKPROOF_USED_SNAPSHOTS": pipe])
                == ["\(pipe): cannot write: it is not a regular file"])
    }
}
