import Foundation
import Testing
import Trackproof
import TrackproofSnapshots

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Tests that each snapshot of a test, and of each test case, has its own name, even if the test is repeated.
@Suite struct SnapshotNameTests {
    @Test(
        arguments: [
            (["LoginTests", "success()"], nil, "LoginTests.success"),
            (["LoginTests", "success()"], "2", "LoginTests.success.2"),
            (["Outer", "Inner", "success()"], "premium", "Outer.Inner.success.premium"),
            (["success()"], nil, "success"),
            (["LoginTests", "fails(reason:)"], "wrong", "LoginTests.fails.wrong"),
            (["LoginTests", "testSuccess"], nil, "LoginTests.testSuccess"),
            (["Été", "été()"], "Größe", "Été.été.Größe"),
            (["A", "b()"], "", "A.b.-811c9dc5"),
            (["A", "b()"], "..", "A.b.-.-a3d4a70d"),
            (["A", "b()"], "4.99", "A.b.4.99"),
        ] as [([String], String?, String)])
    func aSnapshotNameConsistsOfTestAndLabel(path: [String], label: String?, name: String) {
        #expect(SnapshotName(TestIdentity(module: "Tests", path: path), label: label).text == name)
    }

    @Test func differentLabelsHaveDifferentValidFileNames() {
        let labels = [
            "a/b", "a:b", "a b", "a-b", "a//b", "a\u{0}b", "a.b", "../a", "a/b ",
            String(repeating: "a", count: 300), String(repeating: "a", count: 301),
        ]
        let names = labels.map { SnapshotName(TestIdentity(module: "Tests", path: ["T", "t()"]), label: $0).text }
        #expect(Set(names).count == labels.count)
        for name in names {
            #expect(!name.contains("/") && !name.contains("\u{0}") && name.utf8.count < 200)
        }
    }

    @Test func unnamedSnapshotsAreNumberedAnewInEachRun() throws {
        let folder = try SnapshotFolder()
        for run in 1...2 {
            let test = SampleTest(in: folder, tracking: .purchase())
            for _ in 1...3 { #expect(test.failures().isEmpty == (run == 2)) }
        }
        #expect(
            try folder.names == ["PurchaseTests.buys.2.json", "PurchaseTests.buys.3.json", "PurchaseTests.buys.json"])
    }

    @Test func aTestCannotUseASnapshotNameTwice() throws {
        let folder = try SnapshotFolder()
        let test = SampleTest(in: folder, tracking: .purchase())
        #expect(test.failures("cart").count == 1)
        #expect(test.failures("cart") == ["this test has two snapshots named \"cart\""])
    }

    @Test func aParameterizedTestMustNameEachCasesSnapshot() throws {
        let folder = try SnapshotFolder()
        #expect(
            SampleTest(in: folder, testCase: "1", tracking: .purchase()).failures() == [
                #"a parameterized test must name the snapshot of each case: expectSnapshot(named: "\(argument)")"#
            ])
        for testCase in ["1", "2", "1", "2"] {
            let failures = SampleTest(in: folder, testCase: testCase, tracking: .purchase()).failures(testCase)
            #expect(failures.count <= 1)
        }
        #expect(try folder.names == ["PurchaseTests.buys.1.json", "PurchaseTests.buys.2.json"])
        #expect(
            SampleTest(in: folder, testCase: "3", tracking: .purchase()).failures("1") == [
                """
                DIR/PurchaseTests.buys.1.json: another case of this test uses this snapshot; give the snapshot \
                of each case its own name
                """
            ])
    }

    @Test func snapshotNamesThatDifferOnlyInCaseCollide() throws {
        let folder = try SnapshotFolder()
        _ = SampleTest("buys()", in: folder, tracking: .purchase()).failures("Cart")
        #expect(
            SampleTest("Buys()", in: folder, tracking: .purchase()).failures("cart") == [
                """
                DIR/PurchaseTests.Buys.cart.json: another test uses this snapshot: PurchaseTests/buys() with the \
                name "Cart"
                """
            ])
    }

    @Test(.recordingEvents) func theRecorderKnowsTheNameOfItsTest() throws {
        let recorder = try #require(TestRecorder.current)
        #expect(recorder.test?.identity.path == ["SnapshotNameTests", "theRecorderKnowsTheNameOfItsTest()"])
        #expect(recorder.test?.identity.isParameterized == false)
    }

    @Suite struct Inner {
        @Test(.recordingEvents, arguments: [1, 2]) func theRecorderKnowsItsCase(number: Int) throws {
            let recorder = try #require(TestRecorder.current)
            #expect(recorder.test?.identity.path == ["SnapshotNameTests", "Inner", "theRecorderKnowsItsCase(number:)"])
            #expect(recorder.test?.identity.isParameterized == true)
            #expect(recorder.test?.identity.testCase.contains("value: \(number)") == true)
        }
    }

    @Test func aRecorderWithoutATestHasNoSnapshots() throws {
        let folder = try SnapshotFolder()
        let check = SnapshotCheck(
            recorder: TestRecorder(TestFramework.current, test: nil), label: "a", mode: .all, bundle: nil,
            environment: folder.environment, site: CallSite("M/F.swift", "/nowhere/F.swift", 1, 1))
        #expect(
            captured { check.run() } == [
                """
                this recorder belongs to no test, so its snapshot has no name: use the trait .recordingEvents (in \
                XCTest, subclass RecordingTestCase)
                """
            ])
    }
}
