package import Trackproof
import TrackproofJSON
package import TrackproofPlans

/// A description of the records that a vendor exports: which fields contain the name, the time and so on of an event.
///
/// A property such as ``version`` can list several paths. In this case, the first path with a value in the record
/// counts.
package struct ArchiveLayout: Sendable, Hashable {
    /// The ways in which a record can contain the parameters of its event.
    package enum ParameterForm: Sendable, Hashable {
        /// An object, or a text that contains the JSON of an object.
        case object
        /// A list of objects with a name and a value: `[{"key": "price", "value": {"int_value": "3"}}]`.
        ///
        /// If the value of a parameter is an object, as here, its first member that is not null is the value.
        case list(name: String, value: String)
        /// Each member of the record is a parameter, except the members that the layout uses for something else.
        case columns
    }

    /// The format or the unit of a time in a record.
    package enum TimeUnit: String, Sendable, Hashable, CaseIterable {
        /// A date and a time as text, such as `2026-11-21T09:30:00Z` or `2026-11-21 09:30:00.000`.
        ///
        /// A time without an offset such as `+02:00` is in UTC.
        case text
        case seconds, milliseconds, microseconds
    }

    /// A rule that turns `track` events of one name into events of the kind `screen` or `page`.
    package struct ShownName: Sendable, Hashable {
        /// The name of the `track` event in the record.
        package var event: String
        /// The kind of the event after the change: `screen` or `page`.
        package var kind: EventKind
        /// The names of the parameters that can contain the name of the screen or page. The first text that is not
        /// empty counts.
        package var names: [String]

        /// Creates a rule.
        package init(event: String, kind: EventKind, names: [String]) {
            self.event = event
            self.kind = kind
            self.names = names
        }
    }

    /// A field outside of the event's parameters that the check adds to the parameters.
    package struct Extra: Sendable, Hashable {
        /// The name of the new parameter.
        package var name: String
        /// The path of the field.
        package var path: FieldPath
        /// Whether a text in this field is converted to a number.
        package var isNumber = false

        /// Creates a rule that adds the field at `path` as the parameter `name`.
        package init(_ name: String, _ path: FieldPath, isNumber: Bool = false) {
            self.name = name
            self.path = path
            self.isNumber = isNumber
        }
    }

    /// The name of the layout, such as `segment`.
    package var name: String
    /// The source of the events. A plan can give an event a different name for each source.
    package var source: EventSource
    /// The names of the columns, or `nil` if records are JSON.
    ///
    /// If there are columns, each record is a line with a tab between two columns.
    var columns: [String]?
    /// The paths to the name of the event.
    package var event: [FieldPath] = []
    /// The paths to the kind of the event. If a record has no kind, its event is a `track` event.
    package var kind: [FieldPath] = []
    /// The paths to the parameters of the event.
    package var parameters: [FieldPath] = []
    /// The way in which a record contains the parameters.
    package var form = ParameterForm.object
    /// The paths to the traits. They are the parameters of an event that identifies a user or a group.
    package var traits: [FieldPath] = []
    /// The fields that the check adds to the parameters. A parameter of the same name is not replaced.
    package var extras: [Extra] = []
    /// The paths to the version of the app.
    package var version: [FieldPath] = []
    /// The paths to the platform of the app. The check converts the platform to lower case.
    package var platform: [FieldPath] = []
    /// The paths to the time of the event.
    package var time: [FieldPath] = []
    /// The format or the unit of the time.
    package var timeUnit = TimeUnit.text
    /// The names of the parameters that the vendor's SDK adds.
    ///
    /// The check ignores these parameters, unless the plan has them for the event.
    ///
    /// `*` at the end of a name matches zero or more characters.
    package var ownNames: [String] = []
    /// ``ownNames`` in the form that a check uses, or `nil` if the list is empty.
    var ignoredNames: IgnoredNames? { ownNames.isEmpty ? nil : IgnoredNames(ownNames) }
    /// The rules for events that report a screen or page.
    package var shown: [ShownName] = []
    /// Whether the check removes parameters that are null.
    ///
    /// Use this for a table with a column for each parameter. Such a table contains null in the column of each
    /// parameter that an event does not have.
    package var areNullsAbsent = false
    /// The kinds of findings that a check of this layout cannot find.
    ///
    /// The vendor's export changes or drops the values that these findings need.
    package var blindSpots: [FindingID] = []

    /// Creates a layout without paths.
    package init(name: String, source: EventSource) {
        self.name = name
        self.source = source
    }
}

extension ArchiveLayout {
    /// Chooses the vendor's layout that fits a record. The names of the record's members decide.
    ///
    /// - Returns: `nil` if no vendor's layout fits, for example because the record is an event of a recording.
    package init?(of record: UnsafeBufferPointer<UInt8>) {
        guard let base = record.baseAddress, let first = record.first(where: { $0 > 0x20 }) else { return nil }
        if first != 0x7B {
            guard record.count(where: { $0 == 0x09 }) == SnowplowColumns.names.count - 1 else { return nil }
            self = .snowplowTSV
            return
        }
        var cursor = JSONCursor(base, from: 0, to: record.count, isFinal: true)
        var names: Set<String> = []
        var inner: Set<String> = []
        do throws(JSONFailure) {
            try Self.names(&cursor) { (cursor, name) throws(JSONFailure) in
                names.insert(name)
                guard name == "properties", try cursor.peek() == 0x7B else { return try cursor.skipValue() }
                try Self.names(&cursor) { (cursor, name) throws(JSONFailure) in
                    inner.insert(name)
                    try cursor.skipValue()
                }
            }
        } catch {
            // If the record is damaged, the names before the damage can be enough to choose a layout.
        }
        guard let layout = Self.layout(names, inner) else { return nil }
        self = layout
    }

    private static func layout(_ names: Set<String>, _ inner: Set<String>) -> ArchiveLayout? {
        func has(_ all: String...) -> Bool { names.isSuperset(of: all) }
        if has("event_type"), names.contains("event_properties") || names.contains("amplitude_id") { return .amplitude }
        if has("event_name", "event_params") { return .ga4 }
        if has("event_name", "collector_tstamp") { return .snowplow }
        if has("type"), names.contains("messageId") || names.contains("anonymousId") || names.contains("userId") {
            return names.contains("channel") ? .rudderStack : .segment
        }
        guard has("event", "properties") else { return nil }
        if names.contains("distinct_id") || names.contains("uuid") { return .postHog }
        return inner.isDisjoint(with: ["distinct_id", "time", "mp_lib", "token"]) ? nil : .mixpanel
    }

    /// Calls `body` with the name of each member of the object at the cursor. `body` must move the cursor past the
    /// value.
    static func names(
        _ cursor: inout JSONCursor, _ body: (inout JSONCursor, String) throws(JSONFailure) -> Void
    ) throws(JSONFailure) {
        try cursor.expect(0x7B, "an object")
        if try cursor.peek() == 0x7D {
            cursor.position += 1
            return
        }
        repeat {
            let (range, name) = try cursor.rawKey()
            let bytes = UnsafeBufferPointer(start: cursor.bytes + range.lowerBound, count: range.count)
            _ = try cursor.peek()
            try body(&cursor, name ?? String(decoding: bytes, as: UTF8.self))
        } while try cursor.continues(until: 0x7D, "',' or '}'")
    }
}
