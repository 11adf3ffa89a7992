import Foundation
import TrackproofPlans

/// A converter of JSON Schemas of other tools, of any draft, into schemas of a plan.
///
/// What a plan cannot express is a loss. The converter keeps the rest of the schema.
struct SchemaConverter {
    let run: ImportRun
    private(set) var document: SchemaDocument
    /// The type that is converted now, if the schema describes the same value as the type.
    private(set) var owner: String?
    /// Whether the schema describes only a part of a value, as in `allOf`.
    private(set) var isPart = false
    /// Whether the schema is in a condition, as in `if`. A condition does not forbid undeclared members.
    private(set) var isCondition = false
    /// Whether the schema describes an event, or is a part of such a schema. ``EventSchema`` takes the built schema apart, so
    /// `$ref` has the schema to which the reference leads.
    var isEvent = false
    /// Whether the schema is one of those in the `allOf` of an event's schema.
    var isPartOfEvent: Bool { isEvent && depth > 0 }
    /// The number of schemas around the schema.
    private var depth = 0
    /// The references around the schema that were replaced by their targets.
    private var inlined: [String] = []

    /// The maximum number of schemas inside each other in a plan.
    private static let depthLimit = 32

    init(_ run: ImportRun, _ document: SchemaDocument, type owner: String? = nil) {
        (self.run, self.document, self.owner) = (run, document, owner)
    }

    /// Returns the converter for the schema of an event.
    var ofEvent: SchemaConverter {
        var event = self
        (event.isPart, event.isEvent) = (true, true)
        return event
    }

    /// Returns the converter for the schemas in a keyword of the schema.
    func inner(_ subject: SchemaKeyword.Subject) -> SchemaConverter {
        var inner = self
        inner.depth += 1
        (inner.isPart, inner.isEvent) = (subject != .contents, false)
        if subject == .contents { inner.owner = nil }
        if subject == .condition { inner.isCondition = true }
        return inner
    }

    /// Converts a schema.
    ///
    /// - Throws: ``PlanErrors`` if the import has too many schemas.
    func schema(_ node: PlanNode, _ path: ConversionPath) throws(PlanErrors) -> PlanNode {
        try run.countSchema(at: node.place)
        var schema: [PlanMember] = []
        switch node.content {
        case .bool(true): break
        case .bool where !isEvent: schema.append(PlanMember("never", .bool(true), at: node.place))
        case .object where depth >= Self.depthLimit:
            run.lose("schema nested more than \(Self.depthLimit) levels deep", at: node.place, path)
        case .object:
            var builder = SchemaBuilder(self, node, path)
            try builder.addMembers()
            schema = builder.members
        default: run.lose("schema that is not an object", node.schemaSummary, at: node.place, path)
        }
        return PlanNode(.object(schema), at: node.place)
    }

    /// Converts the parameters of an event, or the properties of an object.
    ///
    /// - Parameters:
    ///   - required: The names of the required properties. Names that are not among the properties are declared without
    ///     rules.
    ///   - reportsUndeclared: Whether names that are not among the properties are losses.
    func properties(
        _ properties: [PlanMember], required: [(name: String, place: PlanPlace)], _ path: ConversionPath,
        reportsUndeclared: Bool = true
    ) throws(PlanErrors) -> ImportedMembers {
        var result = ImportedMembers()
        let names = Set(required.map(\.name))
        for property in properties {
            let inner = path.property(property.name)
            guard result.accepts("parameter", property.name, at: property.place, inner, run) else { continue }
            var node = property.value
            var isRequired = names.contains(property.name)
            // In draft 3, a flag says whether a property is required.
            if let flag = node["required"], let value = flag.bool {
                node["required"] = nil
                if value, !isRequired {
                    run.note("required of draft 3", "true", at: flag.place, inner, changedTo: "required: true")
                    isRequired = true
                }
            }
            var schema = try self.inner(.contents).schema(node, inner)
            if isRequired, schema["required"] == nil { schema.set("required", .bool(true)) }
            result.append(PlanMember(property.name, at: property.place, schema))
            if !isEvent { run.countParameter() }
        }
        result.addUndeclared(
            required, besides: Set(properties.map(\.name)), path, run, reportsUndeclared ? .information : nil)
        return result
    }

    /// Converts variants, which are objects with `when` or `default`, and with `properties` and `required`.
    ///
    /// - Parameter noun: The member of a variant of the plan that has the properties.
    func variants(_ nodes: [PlanNode], _ noun: String, _ path: ConversionPath) throws(PlanErrors) -> [PlanNode] {
        var variants: [PlanNode] = []
        for node in nodes {
            let properties = try properties(
                node["properties"]?.members ?? [], required: node.requiredNames, path, reportsUndeclared: false)
            let others = node.members.filter { !["properties", "required"].contains($0.name) }
            let own = properties.isEmpty ? [] : [PlanMember(noun, .object(properties.items), at: node.place)]
            variants.append(PlanNode(.object(others + own), at: node.place))
        }
        return variants
    }
}

extension SchemaConverter {
    /// The converter for schemas to which a reference leads, and the schema itself.
    struct Target {
        let converter: SchemaConverter
        let node: PlanNode
        /// The parts of the JSON pointer in the document.
        let pointer: [String]

        /// Whether the schema is among the definitions of its document, so that it becomes a named type.
        var isNamed: Bool { pointer.count == 2 && ["definitions", "$defs"].contains(pointer[0]) }
    }

    /// Finds the schema to which a reference leads.
    ///
    /// - Returns: `nil` if no file of the import has the schema.
    func target(of reference: String) -> Target? {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file = parts.first.map(String.init) ?? ""
        let pointer = parts.count < 2 ? [] : parts[1].split(separator: "/").map { $0.unescapedPointer }
        var converter = self
        if !file.isEmpty {
            guard let other = run.library.document(file, from: document.root.place.file) else { return nil }
            converter.document = other
        }
        guard let node = converter.document.node(at: pointer) else { return nil }
        return Target(converter: converter, node: node, pointer: pointer)
    }

    /// Returns the converter that replaces a reference by its target. `nil` if the reference is recursive.
    func inlining(_ target: Target) -> SchemaConverter? {
        let id = target.node.place.description
        if inlined.contains(id) { return nil }
        var converter = target.converter
        converter.inlined.append(id)
        return converter
    }
}

extension Substring {
    /// The part of a JSON pointer in a URI, without escapes.
    fileprivate var unescapedPointer: String {
        let text = String(self).removingPercentEncoding ?? String(self)
        return text.replacing("~1", with: "/").replacing("~0", with: "~")
    }
}
