public import Trackproof
public import TrackproofJSON
import TrackproofSnapshots

/// How the parameters of an event in an archive can differ from those of the app.
///
/// This is a class, because a copy of a structure of this size for each name would slow down the check.
public final class StoredForm: Sendable {
    /// The names of parameters to ignore, unless the plan has them for the event.
    public let ignored: NameList
    /// If a name that the plan does not have contains these bytes, the name can stand for another name. `nil` if names
    /// stand only for themselves.
    public let joint: [UInt8]?
    /// Whether a boolean can be stored as 0 or 1, or as a text.
    public let areTypesLost: Bool

    /// The form of parameters that do not differ.
    public static let same = StoredForm()

    /// Creates a form.
    public init(ignored: NameList = [], joint: [UInt8]? = nil, areTypesLost: Bool = false) {
        (self.ignored, self.joint, self.areTypesLost) = (ignored, joint, areTypesLost)
    }
}

// These functions check events directly in the bytes of their JSON, and recognize only texts with simple escapes.
extension PlanChecker {
    /// Returns whether ``index(ofName:_:)`` and ``certainlyFits(parameters:_:)`` can check the events of a source.
    public func canCheckQuickly(eventsOf source: EventSource) -> Bool {
        !limits.hasDestinations && !names.hasNamesOfDestinations && !(source.isUntyped && hasAmbiguousTexts)
    }

    /// Returns the index of the planned event with this name and kind, or `nil` if the plan has no such event.
    public func index(ofName name: UnsafeBufferPointer<UInt8>, _ kind: EventKind) -> Int? {
        guard let index = index(ofName: name), events[index].event.kind == kind else { return nil }
        return index
    }

    /// Returns the index of the planned event with this name, or `nil` if the plan has no such event.
    public func index(ofName name: UnsafeBufferPointer<UInt8>) -> Int? { names.index(ofBytes: name) }

    /// Returns whether the plan has parameters for the planned event with this index.
    public func plansParameters(_ index: Int) -> Bool { !events[index].rules.general.names.isEmpty }

    /// Returns whether the plan has parameters for an event.
    public func plansParameters(of event: RecordedEvent) -> Bool {
        names.index(of: event).map(plansParameters) ?? false
    }

    /// Returns whether the plan has a parameter of this name for an event or for an older version of the event.
    public func plansParameter(_ name: String, of event: RecordedEvent) -> Bool {
        guard let index = names.index(of: event) else { return false }
        let all = [events[index].rules] + events[index].older.map(\.rules)
        return all.contains { $0.general.table.index(of: name) != nil }
    }

    /// Returns the kind of the planned event with this index.
    public func kind(of index: Int) -> EventKind { events[index].event.kind }

    /// Returns the name of the planned event with this index.
    public func name(of index: Int) -> String { events[index].event.name }

    /// Returns whether the parameters of an event certainly have no finding. `false` can mean that this is unknown.
    ///
    /// - Parameters:
    ///   - parameters: The JSON object of the parameters, or `nil` if the event has no such object.
    ///   - index: The index of the planned event.
    ///   - form: The form in which the parameters are stored.
    public func certainlyFits(
        parameters: UnsafeBufferPointer<UInt8>?, _ index: Int, storedAs form: StoredForm = .same
    ) -> Bool {
        let rules = events[index].rules.general
        guard let parameters, let bytes = parameters.baseAddress else {
            return rules.required.isSubset(of: NameBits()) && rules.variants.isEmpty && rules.whole == nil
                && !events[index].rules.needsJudge
        }
        var scanner = PlainScanner(bytes, from: 0, to: parameters.count)
        return certainlyFits(parametersAt: &scanner, index, storedAs: form) && scanner.next() == 0
            && scanner.position == scanner.end
    }

    /// Returns the result of ``certainlyFits(parameters:_:storedAs:)`` for the next object of a scanner.
    ///
    /// - Parameter scanner: The scanner before the object. If the result is `true`, the method moves it past the object.
    public func certainlyFits(
        parametersAt scanner: inout PlainScanner, _ index: Int, storedAs form: StoredForm = .same
    ) -> Bool {
        guard !events[index].rules.needsJudge else { return false }
        let rules = events[index].rules.general
        return schemas.withUnsafeBufferPointer { schemas in
            var judge = QuickJudge(schemas, scanner, storedAs: form)
            guard let end = judge.end(ofObject: rules) else { return false }
            scanner.position = end
            return true
        }
    }

    /// Returns whether a version that an event names is the newest version of a planned event.
    public func isNewest(version: UnsafeBufferPointer<UInt8>, of index: Int) -> Bool {
        events[index].newest.map { version.elementsEqual($0.utf8) } ?? false
    }

    /// Returns whether the plan has rules by app version for an event, and an unknown platform or version of the app makes
    /// it impossible to check them.
    public func hasUncheckedVersions(_ index: Int, _ context: CheckContext) -> Bool {
        let rules = [events[index].event.since, events[index].event.ends].filter { !$0.isEmpty }
        guard let platform = context.platform else {
            return rules.contains { context.appVersion == nil || $0.version(on: nil) == nil }
        }
        return context.appVersion == nil && rules.contains { $0.version(on: platform) != nil }
    }

    /// Returns whether an event has a finding about its platform or the version of the app.
    ///
    /// - Returns: `nil` if the event is deprecated or has a last day, because the findings then depend on the event's
    ///   day.
    public func hasFindings(_ index: Int, _ context: CheckContext) -> Bool? {
        let planned = events[index]
        if planned.event.expires != nil || planned.event.isAtEnd { return nil }
        let event = RecordedEvent(Event(planned.event.name, kind: planned.event.kind))
        return !eventFindings(event, planned, context).isEmpty
    }
}
