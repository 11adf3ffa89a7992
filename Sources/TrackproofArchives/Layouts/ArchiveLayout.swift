public import Trackproof
@_spi(Tooling) public import TrackproofPlans

/// A description of the records that a vendor exports: where the parts of an event are.
///
/// If a list of paths has several paths, the first one with a value counts.
@_spi(Tooling) public struct ArchiveLayout: Sendable, Hashable {
    /// The form in which a record contains the parameters of its event.
    public enum ParameterForm: Sendable, Hashable {
        /// An object, or a text that contains the JSON of an object.
        case object
        /// A list of objects with a name and a value: `[{"key": "price", "value": {"int_value": "3"}}]`.
        ///
        /// If the value is an object, its first member that is not null is the value of the parameter.
        case list(name: String, value: String)
        /// All members of the record that have no other meaning.
        case columns
    }

    /// The unit of a time.
    public enum TimeUnit: String, Sendable, Hashable, CaseIterable {
        /// A date and a time as text, such as `2026-11-21T09:30:00Z` or `2026-11-21 09:30:00.000`. Without an offset, the
        /// time is in UTC.
        case text
        case seconds, milliseconds, microseconds
    }

    /// Events of one name that are screens or pages.
    public struct ShownName: Sendable, Hashable {
        /// The event's name in the record.
        public var event: String
        /// The kind of the event.
        public var kind: EventKind
        /// The parameters that can contain the name of the screen or page.
        public var names: [String]

        /// Creates a rule.
        public init(event: String, kind: EventKind, names: [String]) {
            self.event = event
            self.kind = kind
            self.names = names
        }
    }

    /// A field of the record that becomes a parameter.
    public struct Extra: Sendable, Hashable {
        /// The name of the parameter.
        public var name: String
        /// The field.
        public var path: FieldPath
        /// Whether a text in this field is a number.
        public var isNumber = false

        /// Creates a parameter.
        public init(_ name: String, _ path: FieldPath, isNumber: Bool = false) {
            self.name = name
            self.path = path
            self.isNumber = isNumber
        }
    }

    /// The name of the layout, such as `segment`.
    public var name: String
    /// The source of the events. It determines which names of the plan they have.
    public var source: EventSource
    /// The number of columns of a record whose columns are separated by tabs, or `nil` if records are JSON.
    var columns: [String]?
    /// The name of the event.
    public var event: [FieldPath] = []
    /// The kind of the event. Without a kind, the event was tracked.
    public var kind: [FieldPath] = []
    /// The parameters of the event.
    public var parameters: [FieldPath] = []
    /// The form of the parameters.
    public var form = ParameterForm.object
    /// The traits of the user or group, if the event identifies one.
    public var traits: [FieldPath] = []
    /// Fields outside of the parameters that are parameters too, unless a parameter has the same name.
    public var extras: [Extra] = []
    /// The version of the app.
    public var version: [FieldPath] = []
    /// The platform of the app. Upper case does not count.
    public var platform: [FieldPath] = []
    /// The time of the event.
    public var time: [FieldPath] = []
    /// The unit of the time.
    public var timeUnit = TimeUnit.text
    /// The names of parameters that the vendor adds. `*` at the end stands for any characters. The check ignores them.
    public var ownNames: [String] = []
    /// Events that are screens or pages.
    public var shown: [ShownName] = []
    /// The findings that the layout can never show, because the vendor has changed or dropped the values.
    public var blindSpots: [FindingID] = []

    /// Creates a layout without fields.
    public init(name: String, source: EventSource) {
        self.name = name
        self.source = source
    }
}
