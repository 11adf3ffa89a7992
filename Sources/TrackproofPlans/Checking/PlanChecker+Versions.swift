import Trackproof
import TrackproofSnapshots

// The older versions of events. If an event names one of them, the check compares it only with this version.
extension PlanChecker {
    /// Returns the findings about the parameters of an event.
    ///
    /// - Parameters:
    ///   - newest: The event without the parameters that the newest version of the planned event ignores.
    ///   - event: The event with all parameters. An older version of the planned event can ignore others.
    ///   - values: The schemas of the planned event, which say which values the findings must not show.
    func parameterFindings(
        _ newest: RecordedEvent, _ event: RecordedEvent, _ planned: CompiledEvent, _ values: ValueSchemas,
        _ context: CheckContext
    ) -> [Judge.Found] {
        let newest = judge(newest, planned.rules.rules(on: context.platform), planned, values, context)
        if newest.isValid || newest.isExhausted { return newest.found }
        for older in planned.older {
            let known = context.ignored.removed(from: event, older.rules.general)
            let result = judge(known, older.rules.rules(on: context.platform), planned, values, context)
            if result.isExhausted { return result.found }
            if result.isValid { return [outdated(older.version, planned)] }
        }
        return newest.found
    }

    /// Returns the findings about the parameters of an event that names an older version.
    func findings(
        _ event: RecordedEvent, asVersion older: (version: String, rules: EventRules), _ planned: CompiledEvent,
        _ values: ValueSchemas, _ context: CheckContext
    ) -> [Judge.Found] {
        let result = judge(event, older.rules.rules(on: context.platform), planned, values, context)
        return result.isValid ? [outdated(older.version, planned)] : result.found
    }

    private func outdated(_ version: String, _ planned: CompiledEvent) -> Judge.Found {
        let words = Judge.Words(expected: "the newest version of the event", found: "version \(version)")
        return Judge.Found(id: .outdated, words: words, place: planned.event.place)
    }

    private func judge(
        _ event: RecordedEvent, _ rules: ObjectRules, _ planned: CompiledEvent, _ values: ValueSchemas,
        _ context: CheckContext
    ) -> (isValid: Bool, isExhausted: Bool, found: [Judge.Found]) {
        schemas.withUnsafeBufferPointer { schemas in
            var judge = Judge(
                schemas, isCollecting: true, exemptions: planned.exemptions, isUntyped: context.isUntyped(event),
                event: values)
            let isValid = judge.run { $0.follows(event.event.parameters, of: rules, planned.event.place) }
            func unchecked(_ words: Judge.Words) -> Judge.Found {
                Judge.Found(id: .unchecked, words: words, place: planned.event.place)
            }
            if judge.limits.isExhausted { return (false, true, [unchecked(judge.limits.words)]) }
            // A team can accept the findings that the judge collected. The findings that the judge left out must not
            // become accepted too.
            guard judge.findings.isCut else { return (isValid, false, judge.findings.list) }
            let words = Judge.Words(
                expected: "at most \(JudgeFindings.maximum) different findings in an event", found: "more findings")
            return (isValid, false, judge.findings.list + [unchecked(words)])
        }
    }
}
