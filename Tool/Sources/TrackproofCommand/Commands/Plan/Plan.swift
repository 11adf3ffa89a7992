import ArgumentParser
import TrackproofPlans

struct Plan: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check events against a tracking plan.",
        discussion: """
            A tracking plan is a YAML file, or a folder of YAML files, that declares which events an app tracks, with \
            which parameters. Without --plan, a command uses Tracking/plan.yaml, Tracking/plan.json or the YAML files \
            of the folder Tracking.

            EXAMPLES
              trackproof plan init run.ndjson
              trackproof plan lint
              trackproof plan fmt
              trackproof plan check run.ndjson
              trackproof plan compile --check
            """,
        subcommands: [
            PlanInit.self, PlanLint.self, PlanFormat.self, PlanCheck.self, PlanCoverageCommand.self,
            PlanAudit.self, PlanSplit.self, PlanMerge.self, PlanDiff.self, PlanShow.self, PlanCompile.self,
        ])
}

/// The value of `--fail-on`: the lowest severity of a finding that makes a command fail.
enum FailOn: String, ExpressibleByArgument, CaseIterable {
    case error, warning, info

    var severity: Severity {
        switch self {
        case .error: .error
        case .warning: .warning
        case .info: .info
        }
    }
}
