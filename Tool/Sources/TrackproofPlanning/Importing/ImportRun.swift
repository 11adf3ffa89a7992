import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

/// What the parts of an importer share: the plan that they build, its named types, and the documents and comments of the
/// imported files.
final class ImportRun: ConversionRun {
    /// The maximum number of schemas that an import converts. References can make a small file describe more.
    private static let schemaLimit = 300_000
    /// The maximum length of a name as YAML writes it, in characters.
    private static let nameLimit = 1_000

    private var schemaCount = 0
    var plan = ImportedPlan()
    var types = ImportedTypes()
    var library = SchemaLibrary()
    let comments = SourceComments()

    /// Counts a schema.
    ///
    /// - Throws: ``PlanErrors`` if the import has too many schemas.
    func countSchema(at place: PlanPlace) throws(PlanErrors) {
        schemaCount += 1
        if schemaCount > Self.schemaLimit {
            throw PlanErrors(
                at: place, "the references describe more than \(Self.schemaLimit) schemas; import fewer events")
        }
    }

    /// Returns whether a file of a plan can have a member with this name.
    static func canWrite(name: String) -> Bool {
        !name.isEmpty && YAMLText.quoted(name).unicodeScalars.count <= nameLimit
    }
}

extension PlanErrors {
    /// Creates a list with one error.
    init(at place: PlanPlace, _ message: String) { self.init([PlanError(at: place, message)]) }
}

// MARK: Members

/// What an importer does with a member of another tool's object.
enum MemberUse {
    /// The importer has its own code for the member, or the member says nothing about a plan.
    case known
    /// A text that the plan has under the same name.
    case text
    /// The plan has the member under a name that begins with `x-`. The report has a loss of this kind.
    case kept(_ weight: ConversionLoss.Weight = .information, kind: String? = nil)
    /// The plan lacks the member. The report has a loss of this kind.
    case lost(_ weight: ConversionLoss.Weight = .information, kind: String? = nil)
    /// The plan has the members that the closure returns.
    case own((PlanMember) -> [PlanMember])
}

extension ImportRun {
    /// Returns the members of the plan for the members of another tool's object, and reports what the plan lacks.
    ///
    /// - Parameters:
    ///   - owner: The noun for the object, such as `an event`.
    ///   - others: What happens to the members that are not in `uses`.
    func members(
        of node: PlanNode, _ owner: String, _ path: ConversionPath, others: MemberUse, _ uses: [String: MemberUse]
    ) -> [PlanMember] {
        node.members.filter { !$0.isBlank }.flatMap { member -> [PlanMember] in
            let name = "member \(member.name) of \(owner)"
            switch uses[member.name] ?? others {
            case .known: return []
            case .own(let members): return members(member)
            case .kept(let weight, let kind): return keep(member, kind ?? name, path, weight)
            case .text where member.value.string != nil: return [member.withoutLastBreaks]
            case .text: lose(name + " that is not a text", member, path, .leftOut, .information)
            case .lost(let weight, let kind): lose(kind ?? name, member, path, .leftOut, weight)
            }
            return []
        }
    }

    /// Returns a member that plans do not have, under a name that begins with `x-`, and adds a loss of information.
    ///
    /// - Parameter found: The lost part, or `nil` for the value of the member.
    /// - Returns: No member if a plan cannot contain it.
    func keep(
        _ member: PlanMember, _ kind: String, found: String? = nil, _ path: ConversionPath,
        _ weight: ConversionLoss.Weight = .information
    ) -> [PlanMember] {
        let name = member.name.hasPrefix("x-") ? member.name : "x-" + member.name
        let isKept = member.value.isWritable && Self.canWrite(name: name)
        lose(
            kind, found ?? member.value.summary, at: member.place, path, isKept ? .changed(to: name) : .leftOut, weight)
        return isKept ? [member.named(name)] : []
    }
}

extension PlanMember {
    /// The member with the text of a block in YAML without the line breaks at its end.
    var withoutLastBreaks: PlanMember {
        guard var text = value.string, text.last == "\n" else { return self }
        while text.last == "\n" { text.removeLast() }
        return PlanMember(name, .string(text), at: place)
    }
}
