import Trackproof
import TrackproofPlanning
import TrackproofPlans
import TrackproofPlatform
import TrackproofVendors

/// The names that a plan's parameters have in a table, such as `address_city` for the member `city` of `address`.
///
/// A data warehouse converts the names of parameters to names of columns, and can give each member of an object a column
/// of its own. The check gives the parameters of an event the names and the structure that the plan has for the event. A
/// parameter that the plan does not have keeps its name.
struct StoredNames: Sendable {
    /// Where a column's value belongs: the names of the parameter and its members in the plan.
    private struct Column {
        var path: [String]
        /// The index in ``nodes`` of the members of the value, or `nil` if the plan names no members.
        var node: Int?
    }

    /// The columns of an object, by name.
    private typealias Node = [ExactText: Column]

    /// The maximum number of columns of a plan. Beyond it, the members of objects have no columns of their own.
    private static let columnLimit = 100_000

    private let names: PlanNames
    private let schemas: [CompiledSchema]
    private let conversion: NameConversion?
    private let nesting: String?
    private var nodes: [Node] = []
    private var columnCount = 0
    /// The index in ``nodes`` of the parameters of each planned event.
    private var roots: [Int] = []
    /// The parameters of each planned event that the table cannot keep, each with the reason.
    private var lost: [[ExactText: String]] = []
    /// The index in ``nodes`` of the members of values that fit these schemas.
    private var known: [Set<Int>: Int] = [:]

    /// Creates the names of a plan, or returns `nil` if records of the layout have the names of the app.
    init?(_ checker: PlanChecker, _ layout: ArchiveLayout) {
        guard layout.names != nil || layout.nesting != nil else { return nil }
        (names, schemas) = (checker.names, checker.schemas)
        (conversion, nesting) = (layout.names, layout.nesting)
        for event in checker.events {
            roots.append(insert([event.rules.general] + event.older.map(\.rules.general)))
            lost.append(Self.dropped(of: event.rules.general.names, layout))
        }
    }

    /// Returns the parameters that have no column of their own, each with the reason.
    private static func dropped(of names: [String], _ layout: ArchiveLayout) -> [ExactText: String] {
        guard let conversion = layout.names, case .columns(let reserved) = layout.form else { return [:] }
        var owners = Dictionary(names.map { (ExactText($0), $0) }, uniquingKeysWith: { first, _ in first })
        var dropped: [ExactText: String] = [:]
        for name in names {
            let column = conversion.names(name)[0]
            let owner = owners[ExactText(column), default: name]
            owners[ExactText(column)] = owner
            if column.isEmpty {
                dropped[ExactText(name)] = "nothing: the name has no letters or digits that the table keeps"
            } else if reserved.contains(column) || reserved.contains(column.uppercased()) {
                dropped[ExactText(name)] = "nothing: the table uses the column \(column.quotedForDisplay) itself"
            } else if !owner.isExactly(name) {
                dropped[ExactText(name)] =
                    "nothing: the column \(column.quotedForDisplay) has the values of \(owner.quotedForDisplay) too"
            }
        }
        return dropped
    }

    /// Returns the parameters of an event that the table cannot keep, each with the reason.
    func dropped(of event: RecordedEvent) -> [ExactText: String] { names.index(of: event).map { lost[$0] } ?? [:] }

    /// Adds the columns for the members of an object, or for the parameters of an event.
    ///
    /// - Returns: The index in ``nodes``. A type that contains itself has its index before it has its columns.
    private mutating func insert(_ objects: [ObjectRules]) -> Int {
        let index = nodes.count
        nodes.append([:])
        var names: [String] = []
        var schemas: [ExactText: Set<Int>] = [:]
        for rules in objects {
            for (place, name) in rules.names.enumerated() {
                let own = rules.schemas[place] < 0 ? [] : [rules.schemas[place]]
                if schemas[ExactText(name)] == nil { names.append(name) }
                schemas[ExactText(name), default: []].formUnion(own + rules.variants.compactMap { $0.schemas[place] })
            }
        }
        var node: Node = [:]
        for name in names {
            node[ExactText(name)] = Column(path: [name], node: members(of: schemas[ExactText(name)] ?? []))
        }
        columnCount += names.count
        for name in names {
            guard let column = node[ExactText(name)] else { continue }
            for converted in conversion?.names(name) ?? [name] {
                // If two names are converted to the same name, the first of them counts.
                if node[ExactText(converted)] == nil { node[ExactText(converted)] = column }
                guard let nesting, let child = column.node else { continue }
                for (inner, member) in nodes[child] where columnCount < Self.columnLimit {
                    let nested = ExactText(converted + nesting + inner.text)
                    if node[nested] != nil { continue }
                    node[nested] = Column(path: [name] + member.path, node: member.node)
                    columnCount += 1
                }
            }
        }
        nodes[index] = node
        return index
    }

    /// Returns the index in ``nodes`` of the members of values that fit some schemas, or of the elements of these values.
    private mutating func members(of some: Set<Int>) -> Int? {
        var (whole, waiting): (Set<Int>, [Int]) = ([], Array(some))
        while let schema = waiting.popLast() {
            guard whole.insert(schema).inserted else { continue }
            waiting += schemas[schema].combinations?.expected ?? []
            if let lists = schemas[schema].lists { waiting += lists.prefix + (lists.rest.map { [$0] } ?? []) }
        }
        let objects = whole.sorted().compactMap { schemas[$0].objects }.filter { !$0.names.isEmpty }
        if objects.isEmpty { return nil }
        if let index = known[whole] { return index }
        known[whole] = nodes.count
        return insert(objects)
    }

    /// Returns an event whose parameters have the names and the structure that the plan has for the event.
    func restored(_ event: RecordedEvent) -> RecordedEvent {
        guard let index = names.index(of: event) else { return event }
        var event = event
        event.event.parameters = restored(event.event.parameters, roots[index])
        return event
    }

    private func restored(_ members: EventParameters, _ node: Int) -> EventParameters {
        var found = EventParameters()
        for member in members {
            guard let column = column(member.name, nodes[node]) else {
                if found[member.name] == nil { found[member.name] = member.value }
                continue
            }
            found.insert(column.node.map { restored(member.value, $0) } ?? member.value, at: column.path[...])
        }
        return found
    }

    private func restored(_ value: EventValue, _ node: Int) -> EventValue {
        switch value {
        case .object(let members): .object(restored(members, node))
        case .array(let elements): .array(elements.map { restored($0, node) })
        default: value
        }
    }

    private func column(_ name: String, _ node: Node) -> Column? {
        // Snowflake writes the names of columns in upper case.
        node[ExactText(name)] ?? (conversion == nil ? nil : node[ExactText(name.lowercased())])
    }
}

/// The names of a plan in each layout of an archive. An archive can have many small files of one layout.
final class StoredNamesByLayout: Sendable {
    private let checker: PlanChecker
    private let known = Lock<[ArchiveLayout: StoredNames]>([:])

    /// Creates the names of a checker's plan.
    init(_ checker: PlanChecker) { self.checker = checker }

    /// Returns the names in a layout, or `nil` if its records have the names of the app.
    subscript(layout: ArchiveLayout?) -> StoredNames? {
        guard let layout else { return nil }
        return known.withLock { known in
            if let names = known[layout] { return names }
            let names = StoredNames(checker, layout)
            known[layout] = names
            return names
        }
    }
}

extension EventParameters {
    /// Sets the value at a path, and creates the objects on the way to it. A value that exists is not replaced.
    fileprivate mutating func insert(_ value: EventValue, at path: ArraySlice<String>) {
        guard let name = path.first else { return }
        if path.count == 1 {
            if self[name] == nil { self[name] = value }
            return
        }
        guard var members = self[name].map(\.object) ?? EventParameters() else { return }
        members.insert(value, at: path.dropFirst())
        self[name] = .object(members)
    }
}
