package import Trackproof
@_spi(Tooling) internal import TrackproofJSON
@_spi(Tooling) internal import TrackproofSnapshots

// Checks of events directly in the bytes of their JSON. They recognize only names and texts without escapes.
extension PlanChecker {
    /// Returns whether ``index(ofPlain:_:)`` and ``certainlyFits(parameters:_:)`` can check the events of a source.
    package func knowsPlainEvents(of source: EventSource) -> Bool {
        !limits.hasDestinations && !names.hasNamesOfDestinations && !source.isUntyped
    }

    /// Returns the index of the planned event, or `nil` if the plan has no event of this name and kind.
    package func index(ofPlain name: UnsafeBufferPointer<UInt8>, _ kind: EventKind) -> Int? {
        guard let index = names.index(ofBytes: name), events[index].kind == kind else { return nil }
        return index
    }

    /// The name of a planned event.
    package func name(of index: Int) -> String { events[index].name }

    /// Returns whether the parameters of an event certainly have no finding.
    ///
    /// - Parameters:
    ///   - parameters: The JSON object of the parameters, or `nil` if the event has no such object.
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

    /// Returns whether an event has findings that depend neither on its parameters nor on its day.
    ///
    /// For example, the app's version can be too old for the event.
    ///
    /// - Returns: `nil` if the event is deprecated or expires, because such findings depend on the event's day.
    package func hasFindings(_ index: Int, _ context: CheckContext) -> Bool? {
        let planned = events[index]
        if planned.expires != nil || planned.isDeprecated { return nil }
        let event = RecordedEvent(Event(planned.name, kind: planned.kind))
        return !eventFindings(event, planned, context).isEmpty
    }
}
