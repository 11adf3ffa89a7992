import Foundation
import Testing

@Suite("trackproof plan diff", .timeLimit(.minutes(15)))
struct PlanDiffTests {
    private static let old = """
        plan: 1
        events:
          purchase: {parameters: {price: {type: integer, minimum: 0}}}

        """
    private static let new = """
        plan: 1
        events:
          purchase: {parameters: {price: {type: integer, minimum: 1}}}

        """

    private func workplace() throws -> Workplace {
        let place = try Workplace()
        try place.write(Self.old, to: "old.yaml")
        try place.write(Self.new, to: "new.yaml")
        return place
    }

    /// Returns a repository with one commit, tagged `v1`, that has the old plan. The working folder has the new plan.
    private func repository() async throws -> Workplace {
        let place = try Workplace()
        try place.write(Self.old, to: "Tracking/plan.yaml")
        let git = "git -c user.name=a -c user.email=a@example.com"
        let made = try await place.shell("git init -q . && git add -A && \(git) commit -qm x && git tag v1")
        try #require(made.status == 0, "\(made.errors)")
        try place.write(Self.new, to: "Tracking/plan.yaml")
        return place
    }

    @Test func eachChangeHasAVerdictForEachAudience() async throws {
        let outcome = try await workplace().trackproof("plan", "diff", "old.yaml", "new.yaml")
        #expect(
            outcome.output == """
                1 change (1 breaks)
                Suggested version: major. 1 change breaks released apps; the first is purchase: price: range narrowed.

                purchase
                  apps     readers  code
                  breaks   ok       ok       price: range narrowed: at least 0 → at least 1 (new.yaml:3:50)

                """)
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
    }

    @Test(arguments: [("breaks", Int32(1)), ("warns", 1), ("ok", 1)])
    func theWorstVerdictCanFail(limit: String, status: Int32) async throws {
        let place = try workplace()
        #expect(try await place.trackproof("plan", "diff", "old.yaml", "new.yaml", "--fail-on", limit).status == status)
        #expect(try await place.trackproof("plan", "diff", "new.yaml", "old.yaml", "--fail-on", "breaks").status == 0)
        #expect(try await place.trackproof("plan", "diff", "old.yaml", "old.yaml", "--fail-on", limit).status == 0)
    }

    @Test func jsonAndMarkdown() async throws {
        let place = try workplace()
        let json = try await place.trackproof("plan", "diff", "old.yaml", "new.yaml", "--format", "json")
        let members = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect((members["changes"] as? [[String: Any]])?.map { $0["subject"] as? String } == ["range"])
        #expect((members["changes"] as? [[String: Any]])?.map { $0["direction"] as? String } == ["narrowed"])
        let markdown = try await place.trackproof("plan", "diff", "old.yaml", "new.yaml", "--format", "markdown")
        #expect(markdown.output.contains("| `purchase` `price` | **range narrowed** | `at least 0` | `at least 1` |"))
    }

    @Test func aRevisionOfGit() async throws {
        let place = try await repository()
        for plan in ["", "Tracking/plan.yaml", "Tracking", place.path + "/Tracking"] {
            let outcome = try await place.shell("trackproof plan diff --against v1 \(plan)")
            #expect(outcome.output.contains("price: range narrowed: at least 0 → at least 1"), "\(plan) \(outcome)")
        }
        let same = try await place.shell("git checkout -q . && trackproof plan diff --against HEAD")
        #expect(same.output == "no changes\n")
    }

    @Test(arguments: [
        ("v2", "Tracking/plan.yaml", "v2: git does not have this revision; a shallow clone may need `git fetch`"),
        ("-x", "Tracking/plan.yaml", "-x: expected a git revision, such as a branch or a tag"),
        ("v1", "gone.yaml", "v1:gone.yaml: there is no such file in this revision"),
    ])
    func whatGitDoesNotHave(revision: String, plan: String, error: String) async throws {
        let outcome = try await repository().trackproof("plan", "diff", "--against=" + revision, plan)
        #expect(outcome.errors == "trackproof: \(error)\n")
        #expect(outcome.status == 66)
    }

    /// Tests a pull request that adds the first plan, so there is no older plan to compare it with.
    @Test func aPlanThatTheRevisionDoesNotHaveIsNew() async throws {
        let place = try await repository()
        try place.write(Self.new, to: "other.yaml")
        let outcome = try await place.trackproof("plan", "diff", "--against", "v1", "--fail-on", "breaks", "other.yaml")
        #expect(outcome.status == 0)
        #expect(outcome.errors == "trackproof: v1 does not have other.yaml, so all events of the plan are new\n")
        #expect(outcome.output.contains("event added"), "\(outcome.output)")
    }

    /// Tests that a plan with another ending, or with another default name, is compared with the old plan.
    @Test(arguments: [
        ("mv Tracking/plan.yaml Tracking/plan.yml", "", "Tracking/plan.yml"),
        ("mv Tracking/plan.yaml Tracking/plan.yml", "Tracking/plan.yml", "Tracking/plan.yml"),
        ("trackproof plan compile --output Tracking/plan.json; rm Tracking/plan.yaml", "", "Tracking/plan.json"),
        ("mv Tracking/plan.yaml Tracking/events.yaml", "", "Tracking"),
    ])
    func aRenamedPlanIsComparedWithTheOldPlan(rename: String, argument: String, path: String) async throws {
        let place = try await repository()
        let outcome = try await place.shell(
            "\(rename); trackproof plan diff --against v1 --fail-on breaks \(argument)")
        #expect(outcome.errors == "trackproof: \(path) is compared with v1:Tracking/plan.yaml\n")
        #expect(outcome.output.contains("price: range narrowed: at least 0 → at least 1"), "\(outcome)")
        #expect(outcome.status == 1)
    }

    @Test(arguments: ["Tracking/events.yaml", "app/plan.yaml", "events.json"])
    func aRenamedPlanThatIsNotFoundIsAnError(path: String) async throws {
        let place = try await repository()
        let move =
            path.hasSuffix("json")
            ? "trackproof plan compile --output \(path); rm Tracking/plan.yaml"
            : "mkdir -p app; mv Tracking/plan.yaml \(path)"
        let outcome = try await place.shell("\(move); trackproof plan diff --against v1 --fail-on breaks \(path)")
        #expect(
            outcome.errors == """
                trackproof: v1 does not have \(path), but it has the plan Tracking/plan.yaml, which is no longer there; \
                if you renamed the plan, write the old plan to a file and compare the two files: \
                git show v1:Tracking/plan.yaml

                """)
        #expect(outcome.status == 66)
    }

    @Test func aMistakeInTheOldPlanHasItsPlace() async throws {
        let place = try await repository()
        try place.write("plan: 1\nevents: {a: {knd: track}}\n", to: "Tracking/plan.yaml")
        let git = "git -c user.name=a -c user.email=a@example.com"
        _ = try await place.shell("git add -A && \(git) commit -qm y")
        try place.write(Self.new, to: "Tracking/plan.yaml")
        let outcome = try await place.trackproof("plan", "diff", "--against", "HEAD")
        #expect(
            outcome.errors
                == "trackproof: HEAD:Tracking/plan.yaml:2:14: unknown member of an event: \"knd\"; did you mean \"kind\"?\n"
        )
        #expect(outcome.status == 65)
    }

    @Test func twoPlansOrARevision() async throws {
        let outcome = try await workplace().trackproof("plan", "diff", "old.yaml")
        #expect(outcome.errors.hasPrefix("Error: Name the old and the new plan, or a revision with --against.\n"))
        #expect(outcome.status == 64)
    }
}
