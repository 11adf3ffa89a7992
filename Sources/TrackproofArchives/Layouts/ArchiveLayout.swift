public import Trackproof
@_spi(Tooling) public import TrackproofPlans

/// A description of the records that a vendor exports: which fields contain the parts of an event.
///
/// If a list of paths has several paths, the first path with a value counts.
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
        /// A date and a time as text, such as `2026-11-21T09:30:00Z` or `2026-11-21 09:30:00.000`.
        ///
        /// Without an offset, the time is in UTC.
        case text
        case seconds, milliseconds, microseconds
    }

    /// A rule that events of one name are screens or pages.
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
        /// Whether a text in this field is converted to a number.
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
    /// The source of the events. The plan can name the same event differently for different sources.
    public var source: EventSource
    /// The names of the columns if a record is a line with columns separated by tabs, or `nil` if records are JSON.
    var columns: [String]?
    /// The paths to the name of the event.
    public var event: [FieldPath] = []
    /// The paths to the kind of the event. Without a kind, the event is a `track` event.
    public var kind: [FieldPath] = []
    /// The paths to the parameters of the event.
    public var parameters: [FieldPath] = []
    /// The form of the parameters.
    public var form = ParameterForm.object
    /// The paths to the traits, if the event identifies a user or a group.
    public var traits: [FieldPath] = []
    /// Fields outside of the parameters that become parameters, unless a parameter has the same name.
    public var extras: [Extra] = []
    /// The paths to the version of the app.
    public var version: [FieldPath] = []
    /// The paths to the platform of the app. The check converts the platform to lower case.
    public var platform: [FieldPath] = []
    /// The paths to the time of the event.
    public var time: [FieldPath] = []
    /// The unit of the time.
    public var timeUnit = TimeUnit.text
    /// The names of parameters that the vendor adds. The check ignores these parameters.
    ///
    /// `*` at the end of a name stands for any characters.
    public var ownNames: [String] = []
    /// The rules for events that are screens or pages.
    public var shown: [ShownName] = []
    /// Whether a parameter that is null counts as absent.
    ///
    /// In tables with a column for each parameter, the value null says that the event does not have the parameter.
    public var areNullsAbsent = false
    /// The kinds of findings that a check of this layout cannot find, because the vendor changed or dropped the values.
    public var blindSpots: [FindingID] = []

    /// Creates a layout without fields.
    public init(name: String, source: EventSource) {
        self.name = name
        self.source = source
    }
}
