package import Trackproof
package import TrackproofJSON
import TrackproofCSV
import TrackproofPlans
import TrackproofSnapshots
import TrackproofPlatform
package import TrackproofVendors

/// A decoder that reads the events in records of one layout.
package struct RecordDecoder {
    /// The result of reading a record.
    package enum Decoded {
        case event(ArchiveEvent)
        /// The record is the header of a recording, or a row of a table whose cells are empty.
        case header
        /// The record cannot be read. The text says why, and in which column of the record.
        case unreadable(String)
    }

    /// The layout, or `nil` if the records come from a recording.
    package let layout: ArchiveLayout?
    private let shape: EventShape
    private let slots: LayoutSlots
    private var fields: RecordFields
    /// The columns if the records are rows of a CSV table.
    private let header: CSVHeader?
    /// The cells of the last row of the table.
    private var cells: [CSVCell] = []

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - layout: The layout, or `nil` if the records come from a recording.
    ///   - shape: The JSON shape of the events in the recording. Records of a layout do not use it.
    ///   - header: The header of the table if the records are rows of a CSV table.
    package init(_ layout: ArchiveLayout?, shape: EventShape = .trackproof, header: CSVHeader? = nil) {
        let layout = header == nil ? layout : layout?.inTable
        self.layout = layout
        self.header = header
        self.shape = shape
        slots = LayoutSlots(layout ?? .recording)
        fields = RecordFields(
            slots.tree, othersExcept: layout?.form.excluded,
            unique: Set(slots.event + slots.parameters + slots.traits),
            items: Set(slots.parameters + slots.traits), identity: Set(slots.identity.joined()))
    }

    /// The names of the parameters that the vendor's SDK adds. The decoder does not remove these
    /// parameters.
    var ownNames: NameList { slots.ownNames }

    /// Whether ``QuickReader`` supports the layout or, in a recording, the shape of the events.
    package var allowsQuickCheck: Bool {
        if header != nil { false } else if layout == nil, case .trackproof = shape { true } else { layout != nil }
    }

    /// Reads the event in a record. A column in an error message is a position in the record, in bytes from 1. In a table,
    /// it is a position in a line.
    ///
    /// - Parameter line: The number of the record's first line if the record is the row of a table.
    package mutating func decode(_ record: UnsafeBufferPointer<UInt8>, line: Int = 0) -> Decoded {
        guard let base = record.baseAddress else { return .unreadable("the record is empty") }
        var cursor = JSONCursor(base, from: 0, to: record.count, isFinal: true)
        do throws(JSONFailure) {
            guard let layout else { return try recorded(&cursor) }
            if let header {
                do throws(CSVError) {
                    cells = try header.delimiter.cells(of: record, line: line)
                } catch {
                    return .unreadable("line \(error.line), column \(error.column): \(error.message)")
                }
                if cells.allSatisfy(\.text.isEmpty) { return .header }
                guard cells.count == header.names.count else {
                    let found = "found \(cells.count.counted("cell"))"
                    return .unreadable("line \(line): expected \(header.names.count) cells, as in the header, \(found)")
                }
                try fields.read(cells, of: header.names)
            } else if let columns = layout.columns {
                let line = record.last == 0x0D ? UnsafeBufferPointer(rebasing: record.dropLast()) : record
                try fields.read(columns: columns, line)
            } else {
                // Nobody can correct what a vendor has exported.
                cursor.isLenient = true
                try fields.read(json: &cursor)
            }
            return try .event(event(layout))
        } catch {
            if layout == nil, let reason = ArchiveLayout.reason(noLayoutFits: record) { return .unreadable(reason) }
            return .unreadable(reason(error))
        }
    }

    private func reason(_ error: JSONFailure) -> String {
        if let header, !cells.isEmpty {
            // In a table, the offset of an error is the number of the column, if the error has no field.
            let column =
                error.field.map { field in
                    header.names.firstIndex { field == $0 || field.hasPrefix($0 + ".") } ?? 0
                } ?? min(error.offset, cells.count - 1)
            let field = error.field ?? header.names[column]
            return "line \(cells[column].line), column \(cells[column].column): \(field): \(error.message)"
        }
        let reason = error.isIncomplete ? "the record ends inside a value" : error.message
        return "column \(error.offset + 1): " + (error.field.map { "\($0): " } ?? "") + reason
    }

    /// Returns the reason why a record with two parameters of the same name cannot be read.
    func reason(repeated name: String, in kind: EventKind) -> String {
        reason(Self.repeated(name, at: kind.isIdentity ? layout?.traits.first : layout?.parameters.first))
    }

    private static func repeated(_ name: String, at path: FieldPath?) -> JSONFailure {
        JSONFailure(at: 0, field: path?.description, "the list has two parameters \"\(name)\"")
    }

    // MARK: Recordings

    private func recorded(_ cursor: inout JSONCursor) throws(JSONFailure) -> Decoded {
        do throws(JSONFailure) {
            let event = try cursor.recordedEvent(shape)
            cursor.skipWhitespace()
            guard cursor.position == cursor.end else {
                throw JSONFailure(at: cursor.position, "expected the end of the record")
            }
            var archived = ArchiveEvent(event: event)
            archived.hasOtherMembers = event.unknown.contains { !$0.name.hasPrefix("x-") }
            archived.hasParameters = !event.event.parameters.isEmpty
            if !archived.hasParameters {
                var start = JSONCursor(cursor.bytes, from: 0, to: cursor.end, isFinal: true)
                archived.hasParameters = Self.object(&start)?[shape.parametersKey] != nil
            }
            return .event(archived)
        } catch {
            // An archive can consist of several recordings, so a header can follow an event.
            var header = JSONCursor(cursor.bytes, from: 0, to: cursor.end, isFinal: true)
            if cursor.end < 1 << 16, Self.object(&header)?.areOfHeader == true { return .header }
            throw error
        }
    }

    private static func object(_ cursor: inout JSONCursor) -> EventParameters? {
        do throws(JSONFailure) {
            return try cursor.value().object
        } catch {
            return nil
        }
    }

    // MARK: Layouts

    private func event(_ layout: ArchiveLayout) throws(JSONFailure) -> ArchiveEvent {
        try fields.checkTexts(slots.event + slots.kind + slots.extras.map(\.slot))
        let kind = try kind()
        var (repeatedNames, numbers): ([String], [String]) = ([], [])
        var parameters = EventParameters()
        var problem: String?
        do throws(JSONFailure) {
            parameters = try self.parameters(layout, isIdentity: kind.isIdentity, &repeatedNames, &numbers)
        } catch {
            problem = reason(error)
        }
        if layout.areNullsAbsent { parameters = parameters.withoutNulls }
        guard let name = fields.first(slots.event)?.string ?? (kind == .track ? nil : "") else {
            throw JSONFailure(at: 0, field: layout.event.first?.description, "expected the name of an event")
        }
        for extra in slots.extras where extra.event == nil || extra.event == name {
            guard parameters[extra.name] == nil, let value = fields.first([extra.slot])?.read(as: extra.form)
            else { continue }
            parameters[extra.name] = value
        }
        var event = Event(name, parameters, kind: kind)
        var context = EventParameters()
        if kind == .track, let rule = slots.shown[name], let shown = rule.event(parameters) {
            event = shown
            let origin = rule.origin { parameters[$0] }
            context[origin.name] = origin.value
        }
        if let vendor = fields.first(slots.schemaVendor)?.string {
            context["schema"] = .string("iglu:\(vendor)/\(name)")
        }
        if let version = fields.first(slots.definitionVersion) {
            context["context"] = .object(["protocols": .object(["event_version": version])])
        }
        let timeValue = fields.first(slots.time)
        let time = timeValue.flatMap { EventTime($0, layout.timeUnit) }
        let hasParameters = kind.isIdentity || !parameters.isEmpty
        return ArchiveEvent(
            event: RecordedEvent(
                event, source: layout.source, time: time, context: context.isEmpty ? nil : context),
            version: fields.first(slots.version)?.shortText ?? "",
            platform: fields.first(slots.platform)?.shortText ?? "",
            hasParameters: hasParameters || fields.first(slots.parameters) != nil, repeatedNames: repeatedNames,
            numbers: numbers, problem: problem,
            unreadTime: time == nil ? timeValue.map { String(($0.string ?? $0.json).prefix(40)) } : nil,
            row: RowID(slots.identity) { fields.hash($0) })
    }

    private func kind() throws(JSONFailure) -> EventKind {
        guard let word = fields.first(slots.kind) else { return .track }
        guard let text = word.string, let kind = EventKind(rawValue: text) else {
            throw JSONFailure(at: 0, field: layout?.kind.first?.description, "expected the kind of an event")
        }
        return kind
    }

    /// Returns the parameters. Adds the names of SDK parameters that occur twice to `repeatedNames`, and the names of
    /// parameters that are numbers to `numbers`.
    private func parameters(
        _ layout: ArchiveLayout, isIdentity: Bool, _ repeatedNames: inout [String], _ numbers: inout [String]
    ) throws(JSONFailure) -> EventParameters {
        try fields.checkTexts(isIdentity ? slots.traits : slots.parameters)
        if case .columns = layout.form { return EventParameters(fields.others) }
        let path = isIdentity ? layout.traits.first : layout.parameters.first
        guard let value = fields.first(isIdentity ? slots.traits : slots.parameters) else { return EventParameters() }
        if let reason = value.unreadableReason { throw JSONFailure(at: 0, field: path?.description, reason) }
        switch (value, layout.form) {
        case (.object(let members), .object): return members
        case (.string(let text), .object):
            let name = path?.description ?? ""
            do throws(EventFormatError) {
                if let members = try EventValue(json: Array(text.utf8), of: name).object { return members }
            } catch {
                throw JSONFailure(at: 0, field: name, "the text is not JSON: \(error.message)")
            }
        case (.array(let elements), .list(let name, let value)):
            let isUntyped = layout.source.isUntyped || layout.areTypesLost
            var parameters: [EventParameter] = []
            var names: Set<ExactText> = []
            for element in elements {
                guard let member = element.object, let key = member[name]?.string else {
                    throw JSONFailure(
                        at: 0, field: path?.description, "expected a list of objects with \"\(name)\" and \"\(value)\"")
                }
                guard names.insert(ExactText(key)).inserted else {
                    if slots.ownNames.contains(key) {
                        repeatedNames.append(key)
                        continue
                    }
                    throw Self.repeated(key, at: path)
                }
                if member[value]?.isListedNumber == true { numbers.append(key) }
                parameters.append(EventParameter(key, (member[value] ?? .null).listed(isUntyped)))
            }
            return EventParameters(parameters)
        default: break
        }
        throw JSONFailure(at: 0, field: path?.description, "expected parameters, found \(value.typeName)")
    }
}

extension EventParameters {
    /// Whether these are the members of the header of a recording.
    var areOfHeader: Bool { self["recording"] != nil && self["name"] == nil }

    /// The parameters that are not null. Nulls in nested objects are removed too; nulls in lists are not.
    fileprivate var withoutNulls: EventParameters {
        EventParameters(
            compactMap { parameter in
                switch parameter.value {
                case .null: nil
                case .object(let members): EventParameter(parameter.name, .object(members.withoutNulls))
                default: parameter
                }
            })
    }
}

extension EventValue {
    /// Returns the value of a parameter in a list such as GA4's `[{"key": …, "value": {"int_value": "3"}}]`.
    ///
    /// For an object, this is its first member that is not null. Any other value stays the same.
    ///
    /// - Parameter isUntyped: Whether the check reads a text as the type that the plan expects. If so, a number becomes
    ///   a text, because Google also puts the text "3" of an app into `int_value`.
    func listed(_ isUntyped: Bool) -> EventValue {
        guard let member = object?.first(where: { $0.value != .null }) else { return object == nil ? self : .null }
        if isUntyped { return member.value.numberAsText }
        // BigQuery writes integers of 64 bits as texts.
        return member.name == "int_value" ? member.value.asNumber : member.value
    }

    /// Whether the value of a parameter in a list is in a column of numbers.
    var isListedNumber: Bool {
        switch self {
        case .integer, .number: return true
        case .object(let members):
            guard let member = members.first(where: { $0.value != .null }) else { return false }
            return ["int_value", "float_value", "double_value"].contains(member.name)
        case .null, .bool, .string, .array: return false
        }
    }

    /// The text of a number, or the value itself if it is not a number.
    ///
    /// The column of the number does not say whether the app sent an integer, so 2.0 is the text "2".
    var numberAsText: EventValue {
        switch self {
        case .number(let number) where Int64(exactly: number) != nil: .string("\(Int64(number))")
        case .integer, .number: .string(json)
        default: self
        }
    }

    /// Returns the value of a parameter that a field contains, or `nil` if the field contains no value.
    fileprivate func read(as form: ArchiveLayout.Extra.Form) -> EventValue? {
        switch form {
        case .value: self
        case .number: asNumber
        case .ga4Items: ga4Items
        }
    }

    /// The number in a text such as `"3"`, or the value itself if it is not such a text.
    fileprivate var asNumber: EventValue {
        guard case .string(let text) = self, let number = PlanNumber(text) else { return self }
        return number.eventValue
    }

    /// The value as text if it is a text or a number, otherwise an empty text.
    fileprivate var shortText: String {
        switch self {
        case .string(let text): String(String.UnicodeScalarView(text.unicodeScalars.prefix(100)))
        case .integer(let number): String(number)
        case .number(let number): "\(number)"
        case .null, .bool, .array, .object: ""
        }
    }
}

/// An event of an archive, with the app version and the platform that the event's record contains.
package struct ArchiveEvent: Sendable {
    package var event: RecordedEvent
    /// The version of the app, or an empty text if the record contains no version.
    package var version = ""
    /// The platform of the app, or an empty text if the record contains no platform.
    package var platform = ""
    /// Whether the record has the member that contains the parameters, even if it contains none.
    package var hasParameters = true
    /// The names of SDK parameters that the record contains twice. `event` has the first value.
    package var repeatedNames: [String] = []
    /// The names of the parameters that the record contains as numbers. They can be texts in the app.
    package var numbers: [String] = []
    /// The reason why the parameters cannot be read, or `nil` if they can.
    package var problem: String?
    /// The time of the record if it cannot be read, at most 40 characters of its JSON.
    package var unreadTime: String?
    /// The id of the record, or `nil` if its layout or the record does not have one.
    package var row: RowID?
    /// Whether the record may contain the parameters in another member, which the layout does not name.
    package var hasOtherMembers = true
}
