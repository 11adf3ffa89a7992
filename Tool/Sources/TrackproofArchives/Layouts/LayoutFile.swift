import Trackproof
import TrackproofPlanning
package import TrackproofPlans
import TrackproofPlatform
package import TrackproofVendors

/// A YAML or JSON file in which a user describes the layout of an archive.
package struct LayoutFile: Sendable {
    /// The layout that the file describes.
    package let layout: ArchiveLayout
    /// The bytes of the file.
    package let bytes: [UInt8]

    /// Reads a file.
    ///
    /// - Throws: ``/TrackproofPlans/PlanErrors`` if the file does not describe a layout.
    package init(path: String) throws {
        bytes = try PlanFile.bytes(path: path)
        layout = try ArchiveLayout(PlanFiles.parse(bytes, file: path))
    }
}

extension ArchiveLayout {
    /// Reads a layout that a user describes in a file.
    ///
    /// If the file has the member `like`, it only needs the members that differ from the layout of this vendor.
    ///
    /// - Throws: ``/TrackproofPlans/PlanErrors`` with each mistake and its place in the file.
    package init(_ node: PlanNode) throws {
        var problems = PlanProblems()
        let file = node.place.file.split(separator: "/").last.map(String.init)
        var layout = ArchiveLayout(name: file ?? "own", source: .app)
        if var members = ObjectReader(node, "a layout", isRoot: true, &problems) {
            if members.take("layout")?.value.eventValue != .integer(1) {
                problems.add(node.place, "a layout needs the member \"layout\" with the format version 1")
            }
            LayoutReader().read(&members, &layout, &problems)
            members.finish(&problems)
            if layout.event.isEmpty {
                problems.add(node.place, "a layout needs the member \"event\" with the path of the event's name")
            }
        }
        if !problems.list.isEmpty { throw PlanErrors(problems.list) }
        self = layout
    }
}

/// A reader of the members in a layout file.
private struct LayoutReader {
    func read(
        _ members: inout ObjectReader, _ layout: inout ArchiveLayout, _ problems: inout PlanProblems
    ) {
        if let like = members.take("like"), let name = like.value.text(&problems) {
            if let vendor = ArchiveLayout(named: name) {
                layout = vendor
            } else {
                let known = ArchiveLayout.vendors.map(\.name).joined(separator: ", ")
                problems.add(like.value.place, "unknown layout \(name.quotedForDisplay); known layouts: \(known)")
            }
        }
        if let name = members.text("name", &problems) { layout.name = name }
        if let source = members.text("source", &problems) { layout.source = EventSource(rawValue: source) }
        func paths(_ name: String, _ list: inout [FieldPath]) {
            guard let member = members.take(name) else { return }
            list = self.paths(member.value, &problems)
        }
        paths("event", &layout.event)
        paths("kind", &layout.kind)
        paths("parameters", &layout.parameters)
        paths("traits", &layout.traits)
        paths("version", &layout.version)
        paths("platform", &layout.platform)
        paths("time", &layout.time)
        if let member = members.take("identity") {
            layout.identity = [self.paths(member.value, &problems)].filter { !$0.isEmpty }
        }
        if let member = members.take("form") { form(member.value, &layout, &problems) }
        if let unit = members.take("time-unit") { layout.timeUnit = unit.value.choice(or: "text", &problems) }
        if let names = members.take("names") { layout.names = names.value.choice(or: "unchanged", &problems) }
        if let own = members.take("own") { layout.ownNames = NameList(own.value.names(&problems).map(\.name)) }
        if let member = members.take("extras") {
            let extras = member.value.members(#"an object such as {"shop": "context.shop.id"}"#, &problems)
            layout.extras = extras.compactMap { member in
                path(member.value, &problems).map { ArchiveLayout.Extra(member.name, $0) }
            }
        }
        if let member = members.take("shown") {
            layout.shown = member.value.elements("a list of screens and pages", &problems).compactMap {
                shown($0, &problems)
            }
        }
        if let member = members.take("blind") {
            layout.blindSpots = member.value.elements("a list of finding ids", &problems).compactMap { element in
                guard let text = element.text(&problems) else { return nil }
                let id = FindingID(rawValue: text)
                if id == nil { problems.add(element.place, "unknown finding id \(text.quotedForDisplay)") }
                return id
            }
        }
        if let nesting = members.text("nesting", &problems) { layout.nesting = nesting }
        func flag(_ name: String, _ off: String, _ on: String, _ value: inout Bool) {
            guard let member = members.take(name), let word = member.value.text(&problems) else { return }
            if word == off || word == on { return value = word == on }
            problems.add(member.value.place, "expected \"\(off)\" or \"\(on)\"")
        }
        flag("types", "kept", "lost", &layout.areTypesLost)
        flag("format", "auto", "csv", &layout.isTable)
        flag("nulls", "values", "absent", &layout.areNullsAbsent)
        if layout.areNullsAbsent, !layout.blindSpots.contains(.null) { layout.blindSpots.append(.null) }
    }

    /// Reads a member whose value is a path or a list of paths.
    private func paths(_ node: PlanNode, _ problems: inout PlanProblems) -> [FieldPath] {
        if case .array(let elements) = node.content { return elements.compactMap { path($0, &problems) } }
        return path(node, &problems).map { [$0] } ?? []
    }

    private func path(_ node: PlanNode, _ problems: inout PlanProblems) -> FieldPath? {
        guard let text = node.text(&problems) else { return nil }
        guard let path = FieldPath(text) else {
            problems.add(
                node.place, "\(text.quotedForDisplay) is not a path such as context.app.version or items[0].id")
            return nil
        }
        return path
    }

    private func form(_ node: PlanNode, _ layout: inout ArchiveLayout, _ problems: inout PlanProblems) {
        if case .string(let word) = node.content {
            switch word {
            case "object": layout.form = .object
            case "columns": layout.form = .columns()
            default: problems.add(node.place, "expected \"object\", \"columns\" or {\"name\": …, \"value\": …}")
            }
            return
        }
        guard var members = ObjectReader(node, "a form", &problems) else { return }
        let name = members.text("name", &problems)
        let value = members.text("value", &problems)
        members.finish(&problems)
        guard let name, let value else {
            return problems.add(node.place, "the object in \"form\" needs the members \"name\" and \"value\"")
        }
        layout.form = .list(name: name, value: value)
    }

    private func shown(_ node: PlanNode, _ problems: inout PlanProblems) -> ShownEvent? {
        guard var members = ObjectReader(node, "a screen or page", &problems) else { return nil }
        let event = members.text("event", &problems)
        let kind = members.text("kind", &problems).flatMap { EventKind(rawValue: $0) }
        let names = members.names("names", &problems).map(\.name)
        members.finish(&problems)
        guard let event, let kind, kind == .screen || kind == .page else {
            problems.add(node.place, "expected the members \"event\", \"kind\" (\"screen\" or \"page\") and \"names\"")
            return nil
        }
        return ShownEvent(event, kind, names: names)
    }
}
