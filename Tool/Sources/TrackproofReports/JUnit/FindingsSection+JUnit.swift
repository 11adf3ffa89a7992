import Trackproof
import TrackproofPlanning
import TrackproofPlans

extension FindingsSection {
    /// A suite with a test case for each group of equal findings.
    ///
    /// If there are no findings, or if no group makes the check fail, the suite has a test case for the result.
    var suite: JUnitSuite {
        var suite = JUnitSuite(name: source == .app ? plan : "\(plan), \(source)")
        for group in tally.sortedGroups {
            let id = group.key.id.rawValue
            let title = [id, group.key.event, group.key.path].filter { !$0.isEmpty }.joined(separator: " ")
            let fails = group.severity >= failOn
            suite.cases.append(
                .init(
                    title: title,
                    result: fails
                        ? .failed(type: id, message: group.message)
                        : .printed("\(group.severity.rawValue): \(group.message)")))
        }
        if suite.cases.isEmpty || failsWithoutGroup {
            let result = isPassed ? .passed : JUnitSuite.Result.failed(type: "failure", message: tally.headline)
            suite.cases.append(.init(title: tally.headline, result: result))
        }
        return suite
    }
}
