package import Trackproof
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
        /// Each member of the record is a parameter, except the members that the layout uses for something else, and
        /// the members that the vendor adds to each record.
        case columns(except: NameList = [])
    }

    /// A field outside of the event's parameters that the check adds to the parameters.
    package struct Extra: Sendable, Hashable {
        /// The name of the new parameter.
        package var name: String
        /// The path of the field.
        package var path: FieldPath
        /// The way in which the field contains the value.
        package var form: Form
        /// The event that has the parameter, or `nil` if all events have it.
        package var event: String?

        /// The way in which a field contains the value of a parameter.
        package enum Form: Sendable, Hashable {
            case value
            /// A number, or the text of a number.
            case number
            /// The products of an event in the export of Google Analytics 4.
            case ga4Items
        }

        /// Creates a rule that adds the field at `path` as the parameter `name`.
        package init(_ name: String, _ path: FieldPath, _ form: Form = .value, of event: String? = nil) {
            self.name = name
            self.path = path
            self.form = form
            self.event = event
        }
    }

    /// The name of the layout, such as `segment`.
    package var name: String
    /// The source of the events. A plan can give an event a different name for each source.
    package var source = EventSource.app
    /// The names of the columns, or `nil` if records are JSON.
    ///
    /// If there are columns, each record is a line with a tab between two columns.
    package var columns: [String]?
    /// Whether all files are CSV tables. Otherwise, the first line of a file says whether the file is a table.
    package var isTable = false
    /// The names of members that only records of this layout have together. A record has all names of at least one list.
    ///
    /// A name such as `properties.token` is the name of a member inside `properties`.
    package var members: [[String]] = []
    /// Further lists of names, which records of another vendor can have too.
    ///
    /// These lists count only if a record has the ``members`` of no layout.
    package var sharedMembers: [[String]] = []
    /// The paths to the name of the event.
    package var event: [FieldPath] = []
    /// The paths to the vendor of the event's schema.
    package var schemaVendor: [FieldPath] = []
    /// The paths to the version of its definition that the event names.
    package var definitionVersion: [FieldPath] = []
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
    /// The unit of the time, or `nil` if the time is a text such as `2026-11-21T09:30:00Z` or `2026-11-21 09:30:00.000`.
    ///
    /// A time without an offset such as `+02:00` is in UTC.
    package var timeUnit: TimeUnit?
    /// The names of the parameters that the vendor's SDK adds.
    ///
    /// The check ignores these parameters, unless the plan has them for the event.
    ///
    /// `*` at the end of a name matches zero or more characters.
    package var ownNames: NameList = []
    /// The events that report a screen or page.
    package var shown: [ShownEvent] = []
    /// The conversion of the names of parameters and their members, or `nil` if the records contain the names of the app.
    package var names: NameConversion?
    /// The text between the name of an object and the name of its member, as in `address_city`, or `nil` if objects
    /// remain objects.
    package var nesting: String?
    /// Whether a text can stand for a number, a boolean, a list or an object.
    package var areTypesLost = false
    /// Whether the check removes parameters that are null.
    ///
    /// Use this for a table with a column for each parameter. Such a table contains null in the column of each
    /// parameter that an event does not have.
    package var areNullsAbsent = false
    /// The lists of fields that identify a row. If two rows have equal values in the first list that they have completely,
    /// they are copies of one row.
    package var identity: [[FieldPath]] = []
    /// The kinds of findings that a check of this layout cannot find.
    ///
    /// The vendor's export changes or drops the values that these findings need.
    package var blindSpots: [FindingID] = []
}

extension ArchiveLayout {
    /// Creates a layout without paths.
    package init(name: String, source: EventSource) {
        self.name = name
        self.source = source
    }

    /// Returns the layout of the same table in Snowflake, which writes the names of columns in upper case.
    func inSnowflake(_ name: String) -> ArchiveLayout {
        var layout = self
        layout.name = name
        layout.members = members.map { $0.map { $0.uppercased() } }
        layout.sharedMembers = sharedMembers.map { $0.map { $0.uppercased() } }
        for paths in [
            \.event, \.schemaVendor, \.definitionVersion, \.kind, \.parameters, \.traits, \.version, \.platform, \.time,
        ] as [WritableKeyPath<ArchiveLayout, [FieldPath]>] {
            layout[keyPath: paths] = self[keyPath: paths].map(\.inUpperCase)
        }
        layout.identity = identity.map { $0.map(\.inUpperCase) }
        for index in extras.indices { layout.extras[index].path = extras[index].path.inUpperCase }
        if case .columns(let excluded) = form {
            layout.form = .columns(except: NameList(excluded.patterns.map { $0.uppercased() }))
        }
        return layout
    }

    /// The layouts of all vendors that Trackproof knows.
    package static let vendors = Vendor.all.flatMap(\.layouts)

    /// Creates the layout of a vendor that has a name such as `snowplow-tsv`, or returns `nil` if the name is unknown.
    package init?(named name: String) {
        guard let layout = Self.vendors.first(where: { $0.name == name }) else { return nil }
        self = layout
    }
}
