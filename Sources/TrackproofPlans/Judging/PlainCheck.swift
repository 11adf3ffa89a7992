package import Trackproof
@_spi(Tooling) internal import TrackproofJSON
@_spi(Tooling) internal import TrackproofSnapshots

// Checks of events as bytes of JSON, without escapes in names and texts.
extension PlanChecker {
    /// Whether events of a source can be checked by ``index(ofPlain:_:)`` and ``certainlyFits(parameters:_:)``.
    package func knowsPlainEvents(of source: EventSource) -> Bool {
        !limits.hasDestinations && !names.hasNamesOfDestinations && !source.isUntyped
    }

    /// Returns the index of the planned event, or `nil` if the plan does not have the name or describes another kind.
    package func index(ofPlain name: UnsafeBufferPointer<UInt8>, _ kind: EventKind) -> Int? {
        guard let index = names.index(ofBytes: name), events[index].kind == kind else { return nil }
        return index
    }

    /// The name of a planned event.
    package func name(of index: Int) -> String { events[index].name }

    /// Returns whether the parameters of an event certainly have no finding.
    ///
    /// - Parameters:
    ///   - parameters: The object of the parameters, or `nil` if there are none.
    ///   - index: The index of the planned event.
    package func certainlyFits(parameters: UnsafeBufferPointer<UInt8>?, _ index: Int) -> Bool {
        let rules = events[index].rules
        guard let parameters, let bytes = parameters.baseAddress else {
            return rules.required.isSubset(of: NameBits()) && rules.variants.isEmpty
        }
        return schemas.withUnsafeBufferPointer { schemas in
            var judge = PlainJudge(schemas, PlainScanner(bytes, from: 0, to: parameters.count))
            return judge.follows(rules)
        }
    }

    /// Returns whether an event has findings besides those of its parameters and of its day, for example because the app
    /// is too old.
    ///
    /// - Returns: `nil` if the findings depend on the event's day.
    package func hasFindings(_ index: Int, _ context: CheckContext) -> Bool? {
        let planned = events[index]
        if planned.expires != nil || planned.isDeprecated { return nil }
        let event = RecordedEvent(Event(planned.name, kind: planned.kind))
        return !eventFindings(event, planned, context).isEmpty
    }
}
