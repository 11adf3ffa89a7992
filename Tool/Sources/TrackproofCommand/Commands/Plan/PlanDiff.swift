import ArgumentParser
import Foundation
import TrackproofConsole
import TrackproofFiles
import TrackproofPlanning
import TrackproofPlans
import TrackproofReports
import TrackproofSnapshots

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

            The revision can have the plan under another default name, or with another ending. If it does not have the \
            plan, all events of the plan are new. If it has a plan that is no longer there, the command ends with 66, \
            because you perhaps renamed this plan.
            """)

    @Argument(help: "The old and the new plan: files or folders. With --against, pass only the new plan, or no plan.")
    var plans: [String] = []

    @Option(
        help: ArgumentHelp("Compare with the plan in this revision of git.", valueName: "revision"))
    var against: String?

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, markdown, html
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

    func run() throws {
        // In `validate()`, this error would hide the error about an unknown option, whose value looks like a plan.
        guard against == nil ? plans.count == 2 : plans.count < 2 else {
            throw CommandError(
                against == nil
                    ? "name the old and the new plan, or a revision with --against; see `trackproof plan diff --help`"
                    : "with --against, pass only the new plan, or no plan", .usage)
        }
        let (old, new) = try forms()
        let difference = PlanDifference(old: old, new: new)
        switch format {
        case .text:
            try Console.output.write(difference.text(style: Console.output.style))
        case .json: try Console.output.write(foreign: difference.members.json.reportJSON + "\n")
        case .markdown: try Console.output.write(difference.markdown())
        case .html: try Console.output.write(foreign: difference.html())
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
            let old = try PlanFiles.path(
                among: plans.isEmpty ? PlanOption.defaults : PlanFiles.paths(ofEachFormat: path), in: against)
            if old != path { Console.note("\(path) is compared with \(against):\(old)") }
            return (try PlanFiles(path: old, revision: against).plan, try PlanFiles(path: path).plan)
        } catch let error as GitError where error.isMissingPath && FileStatus(ofTarget: path) != nil {
            return try newPlan(path, since: against)
        } catch let error as GitError {
            throw CommandError("\(error)", .noInput)
        }
    }

    /// Reads a plan that the revision does not have. As the old plan, returns the plan without events.
    private func newPlan(_ path: String, since revision: String) throws -> (old: TrackingPlan, new: TrackingPlan) {
        // In the pull request that adds the plan, this is not an error. But if the plan was renamed, the differences
        // would remain unknown.
        if let removed = try PlanFiles.removed(since: revision, path: path).first {
            throw CommandError(
                """
                \(revision) does not have \(path), but it has the plan \(removed), which is no longer there; if you \
                renamed the plan, write the old plan to a file and compare the two files: git show \(revision):\(removed)
                """, .noInput)
        }
        Console.note("\(revision) does not have \(path), so all events of the plan are new")
        let new = try PlanFiles(path: path).plan
        var old = new
        (old.events, old.user) = ([], nil)
        return (old, new)
    }
}
