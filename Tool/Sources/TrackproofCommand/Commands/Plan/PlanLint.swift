import ArgumentParser
import Trackproof
import TrackproofConsole
import TrackproofPlanning
import TrackproofPlans
import TrackproofReports

struct PlanLint: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Search a tracking plan for weaknesses.",
        discussion: """
            Prints each weakness with its place in the plan, such as a missing description, two names that are nearly \
            the same, or an example that does not fit. docs/PlanRules.md explains the rules. Under `lint`, the plan \
            can change the severity of a rule. With `allow`, it can exempt events and parameters from a rule.

            A baseline lists findings that a team has accepted for now. The command does not report them. With \
            --update-baseline, it writes all findings of the plan to the baseline.

            EXAMPLES
              trackproof plan lint
              trackproof plan lint --plan plan.yaml --fail-on warning
              trackproof plan lint --baseline known.json --update-baseline
              trackproof plan lint --format github
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, github
    }

    @OptionGroup var plan: PlanOption

    @Option(help: "How the findings are printed.")
    var format: Format = .text

    @OptionGroup var findings: FindingOptions

    func run() throws {
        let path = try plan.found()
        let today = CheckContext().today
        let found = PlanLinter(try PlanFiles(path: path).plan, today: today).findings()
        let accepted = try findings.accepted(among: Set(found.map(\.key)), "in this plan").keys
        let section = LintSection(
            plan: path, failOn: findings.failOn.severity,
            findings: accepted.isEmpty ? found : found.filter { !accepted.contains($0.key) })
        switch format {
        case .text: try Console.output.write(section.text(Console.output.style))
        case .json: try Console.output.write(foreign: section.json)
        case .github: try Report(runs: [], [section]).write(.github, to: Console.output)
        }
        if !section.isPassed { try ExitStatus.differences.end() }
    }
}
