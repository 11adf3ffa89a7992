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

    @Test(arguments: [("breaks", Int32(1)), ("warns", 1), ("ok", 1)])
    func theWorstVerdictCanFail(limit: String, status: Int32) async throws {
        let place = try workplace()
        #expect(try await place.trackproof("plan", "diff", "old.yaml", "new.yaml", "--fail-on", limit).status == status)
        #expect(try await place.trackproof("plan", "diff", "new.yaml", "old.yaml", "--fail-on", "breaks").status == 0)
        #expect(try await place.trackproof("plan", "diff", "old.yaml", "old.yaml", "--fail-on", limit).status == 0)
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
}
