internal import ArgumentParser
internal import Foundation
@_spi(Tooling) internal import TrackproofFiles
@_spi(Tooling) internal import TrackproofPlans
internal import TrackproofPlanning
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

struct PlanDiff: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare two versions of a tracking plan.",
        discussion: """
            Prints each change with what it means for three audiences: released apps (do the events that they send \
            still fit?), readers of the data (do queries and columns still hold?), and generated code (does it still \
            compile?). It also suggests whether the new plan is a major, a minor or a patch version.

            EXAMPLES
              trackproof plan diff old.yaml new.yaml
              trackproof plan diff --against main
              trackproof plan diff --against v5.2.0 --fail-on breaks --format markdown

            If the revision does not have the plan, all events of the plan are new.
            """)

    @Argument(help: "The old and the new plan: files or folders. With --against, pass only the new plan, or no plan.")
    var plans: [String] = []

    @Option(
        help: ArgumentHelp("Compare with the plan in this revision of git.", valueName: "revision"))
    var against: String?

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, markdown
    }

    @Option(help: "How the changes are printed.")
    var format: Format = .text

    /// The value of `--fail-on`: the lowest verdict on a change that makes the command fail.
    enum Limit: String, ExpressibleByArgument, CaseIterable {
        case breaks, warns, ok

        var level: PlanChange.Level {
            switch self {
            case .breaks: .breaks
            case .warns: .warns
            case .ok: .ok
            }
        }
    }

    @Option(help: "The lowest verdict that makes the command fail; with `ok`, it fails on every change.")
    var failOn: Limit?

    func validate() throws {
        if against == nil, plans.count != 2 {
            throw ValidationError("Name the old and the new plan, or a revision with --against.")
        }
        if against != nil, plans.count > 1 {
            throw ValidationError("With --against, pass only the new plan, or no plan.")
        }
    }

    func run() throws {
        let (old, new) = try forms()
        let difference = PlanDifference(old: old, new: new)
        switch format {
        case .text:
            try Console.output.write(difference.text(style: Console.output.style))
        case .json: try Console.output.write(foreign: difference.members.json.reportJSON + "\n")
        case .markdown: try Console.output.write(difference.markdown())
        }
        if let failOn, !difference.changes.isEmpty, difference.level >= failOn.level {
            try ExitStatus.differences.end()
        }
    }

    /// Reads the old and the new plan, from files or from git.
    private func forms() throws -> (old: TrackingPlan, new: TrackingPlan) {
        guard let against else { return (try PlanFiles(path: plans[0]).plan, try PlanFiles(path: plans[1]).plan) }
        let path = try plans.first ?? PlanOption.found(advice: "name the tracking plan as an argument")
        do {
            return (try PlanFiles(path: path, revision: against).plan, try PlanFiles(path: path).plan)
        } catch let error as GitError where error.isMissingPath && FileStatus(ofTarget: path) != nil {
            // This is not an error. In the pull request that adds the plan, `against` is a revision without this plan.
            Console.note("\(against) does not have \(path), so all events of the plan are new")
            let new = try PlanFiles(path: path).plan
            var old = new
            (old.events, old.user) = ([], nil)
            return (old, new)
        } catch let error as GitError {
            throw CommandError("\(error)", .noInput)
        }
    }
}
