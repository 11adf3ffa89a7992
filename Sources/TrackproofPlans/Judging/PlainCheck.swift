package import Trackproof
@_spi(Tooling) package import TrackproofJSON
@_spi(Tooling) internal import TrackproofSnapshots

/// The parts of an event as bytes of JSON, for ``PlanChecker/certainlyFits(_:source:)``.
package struct PlainEvent {
    /// The name, without quotes and without escapes.
    package var name: UnsafeBufferPointer<UInt8>
    /// The kind of the event.
    package var kind: EventKind
    /// A scanner of the object of the parameters, up to its end, or `nil` if there are no parameters.
    package var parameters: PlainScanner?

    /// Creates an event.
    package init(name: UnsafeBufferPointer<UInt8>, kind: EventKind, parameters: PlainScanner?) {
        (self.name, self.kind, self.parameters) = (name, kind, parameters)
    }
}

extension PlanChecker {
    /// Whether events of a source can be checked by ``index(ofPlain:)`` and ``certainlyFits(_:_:)``.
    package func knowsPlainEvents(of source: EventSource) -> Bool {
        !limits.hasDestinations && !names.hasNamesOfDestinations && !source.isUntyped
    }

    /// Returns the index of the planned event, or `nil` if the plan does not have the name or describes another kind.
    package func index(ofPlain event: PlainEvent) -> Int? {
        guard let index = names.index(ofBytes: event.name), events[index].kind == event.kind else { return nil }
        return index
    }

    /// The name of a planned event.
    package func name(of index: Int) -> String { events[index].name }

    /// Returns whether the parameters of an event certainly have no finding.
    ///
    /// - Parameter index: The index of the planned event.
    package func certainlyFits(_ event: PlainEvent, _ index: Int) -> Bool {
        schemas.withUnsafeBufferPointer { schemas in
            guard let parameters = event.parameters else {
                return events[index].rules.required.isSubset(of: NameBits()) && events[index].rules.variants.isEmpty
            }
            var judge = PlainJudge(schemas, parameters)
            return judge.follows(events[index].rules)
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
