import Foundation
import TestPrograms
import Testing

@Suite("trackproof demo", .timeLimit(.minutes(15)))
struct DemoTests {
    @Test func catchesEveryRegression() async throws {
        let place = try Workplace()
        // The variable `CI` and the record mode in the environment of the user must not change the demo.
        let outcome = try await place.trackproof("demo", environment: ["CI": "1", "TRACKPROOF_RECORD": "all"])
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        let caught = outcome.output.split(separator: "\n").filter { $0.hasPrefix("   caught: ") }
        #expect(
            caught == [
                "   caught: missing", "   caught: duplicated", "   caught: renamed", "   caught: changed",
                "   caught: changed", "   caught: moved", "   caught: unplanned-event, not-in-enum",
            ])
        #expect(outcome.output.contains("\nAll 8 regressions were caught.\n"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: place.path + "/demo-output").sorted() == [
                ".trackproof-demo", "careless.json", "changed.json", "healthy.ndjson", "lost.json", "plan.yaml",
                "regressed.ndjson",
                "renamed.json", "report.github",
                "report.json", "report.md", "report.txt", "report.xml", "retyped.json", "swapped.json", "twice.json",
                "walk.json", "walk.pending.json",
            ])
        // The demo suggests this command to the user.
        let accepted = try await place.trackproof("accept", "demo-output", "--all")
        #expect(accepted.status == 0)
        #expect(accepted.output.hasSuffix("1 accepted, 0 rejected, 0 left\n"))
    }

    /// Tests that the functions in the project are those of their tracking plans.
    @Test(arguments: [
        ("Examples/Demo/Tracking/plan.yaml", "Examples/Demo/Sources/DemoModels/PlannedEvents.swift"),
        ("Benchmarks/Generated/plan.yaml", "Benchmarks/Sources/Benchmarks/PlannedEvents.swift"),
    ])
    func theGeneratedFunctionsAreUpToDate(plan: String, functions: String) async throws {
        let project = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
            .standardizedFileURL.path
        let outcome = try await Workplace().trackproof(
            "plan", "generate", "swift", "--plan", "\(project)/\(plan)", "--output", "\(project)/\(functions)",
            "--check")
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
    }

    @Test func writesToTheOutputFolder() async throws {
        let place = try Workplace()
        #expect(try await place.trackproof("demo", "--output", "a/b").status == 0)
        #expect(place.has("a/b/walk.json") && !place.has("demo-output"))
    }

    @Test func aFolderOfTheUserIsLeftAlone() async throws {
        let place = try Workplace()
        try place.write("mine", to: "d/plan.yaml")
        let refused = try await place.trackproof("demo", "--output", "d")
        #expect(refused.status == 73)
        #expect(
            refused.errors
                == "trackproof: d: has files that are not the demo's; name a new or empty folder with --output\n")
        #expect(try place.read("d/plan.yaml") == "mine")
    }

    @Test func aFolderOfTheDemoIsUsedAgain() async throws {
        let place = try Workplace()
        #expect(try await place.shell("mkdir d; trackproof demo --output d && trackproof demo --output d").status == 0)
    }

    @Test func withoutTheDemoAppExits66() async throws {
        let place = try Workplace()
        try FileManager.default.copyItem(atPath: Products.command, toPath: place.path + "/trackproof")
        let outcome = try await place.shell("./trackproof demo")
        #expect(outcome.status == 66)
        #expect(outcome.output == "")
        #expect(
            outcome.errors == "trackproof: \(place.path)/trackproof-demo-app: the demo app is not beside the command; "
                + "build it with: swift build --package-path Tool\n")
        #expect(!place.has("demo-output"))
    }

    @Test func anUnwritableOutputFolderExits73() async throws {
        let place = try Workplace(recording: Fixture.recording)
        let outcome = try await place.trackproof("demo", "--output", "r.ndjson/x")
        #expect(outcome.status == 73)
        #expect(outcome.errors == "trackproof: r.ndjson/x/.trackproof-demo: cannot create: Not a directory\n")
    }
}
