import TrackproofPlans
import TrackproofPlatform

extension SwiftWriter {
    // MARK: Types

    mutating func write(_ type: SwiftDeclaration) {
        if let description = type.description { writeComment(description) }
        switch type.content {
        case .texts(let cases):
            line("\(access)enum \(type.name): String, CaseIterable, EventValueConvertible {")
            inside(closing: "}") { writer in
                for one in cases {
                    if let description = one.description { writer.writeComment(description) }
                    let isSame = one.name == one.text
                    writer.line(
                        "case \(SwiftNaming.escaped(one.name))"
                            + (isSame ? "" : " = \(SwiftExpression.literal(one.text))"))
                }
            }
        case .openTexts(let cases): writeOpen(type.name, cases)
        case .object(let members): write(object: type, members)
        case .variants(let parameter, let cases): write(variants: type, parameter, cases)
        }
    }

    private mutating func writeOpen(_ name: String, _ cases: [SwiftCase]) {
        line("\(access)struct \(name): RawRepresentable, Hashable, CaseIterable, EventValueConvertible {")
        inside(closing: "}") { writer in
            for one in cases {
                if let description = one.description { writer.writeComment(description) }
                writer.line(
                    "\(writer.access)static let \(SwiftNaming.escaped(one.name)) = Self(rawValue: "
                        + "\(SwiftExpression.literal(one.text)))")
            }
            let names = cases.map { "." + SwiftNaming.escaped($0.name) }.joined(separator: ", ")
            writer.line("/// The values that the plan names. The event can have other values too.")
            writer.line("\(writer.access)static var allCases: [\(name)] { [\(names)] }")
            writer.line("")
            writer.line("\(writer.access)var rawValue: String")
            writer.line("\(writer.access)init(rawValue: String) { self.rawValue = rawValue }")
        }
    }

    private mutating func write(object type: SwiftDeclaration, _ members: [SwiftMember]) {
        let types = Set(type.types.map(\.name))
        let name = { (type: SwiftType) in type.swift(in: "", types) }
        line("\(access)struct \(type.name): Hashable, EventValueConvertible {")
        inside(closing: "}") { writer in
            let stored = members.filter { $0.constant == nil }
            for member in stored {
                writer.writeComment(([member.description].compactMap { $0 } + member.remarks).joined(separator: " "))
                writer.line(
                    "\(writer.access)var \(SwiftNaming.escaped(member.name)): \(name(member.type))"
                        + (member.isRequired ? "" : "?"))
            }
            writer.line("")
            writer.line("\(writer.access)init", members.arguments(name), end: " {")
            writer.inside(closing: "}") { writer in
                for member in stored { writer.line("self.\(member.name) = \(SwiftNaming.escaped(member.name))") }
            }
            writer.line("")
            writer.line("\(writer.access)var eventValue: EventValue? {")
            writer.inside(closing: "}") { writer in
                let list = writer.writeList(members, of: "self.")
                writer.line("return EventValue.object(\(list).parameters)")
            }
            for type in type.types {
                writer.line("")
                writer.write(type)
            }
        }
    }

    private mutating func write(variants type: SwiftDeclaration, _ parameter: String, _ cases: [SwiftCase]) {
        // The types of the parameters are declared beside this type.
        let name = { (type: SwiftType) in type.swift(in: "", []) }
        line("\(access)enum \(type.name): Hashable, Sendable {")
        inside(closing: "}") { writer in
            for one in cases {
                if let description = one.description { writer.writeComment(description) }
                let arguments = one.members.arguments(name)
                let head = "case \(SwiftNaming.escaped(one.name))"
                if arguments.isEmpty { writer.line(head) } else { writer.line(head, arguments, end: "") }
            }
            writer.line("")
            let list = cases.flatMap(\.members).free("list")
            writer.line("fileprivate func write(to \(list): inout ParameterWriter) {")
            writer.inside(closing: "}") { writer in
                writer.line("switch self {")
                for one in cases {
                    let bound = one.members.inOrderOfCalls.filter { $0.constant == nil }
                        .map { "let \(SwiftNaming.escaped($0.name))" }
                    writer.line(
                        "case .\(SwiftNaming.escaped(one.name))"
                            + (bound.isEmpty ? "" : "(\(bound.joined(separator: ", ")))") + ":")
                    writer.inside { writer in
                        writer.line(
                            "\(list).string(\(SwiftExpression.literal(parameter)), \(SwiftExpression.literal(one.text)))"
                        )
                        for member in one.members { writer.writeStatement(member, to: list) }
                    }
                }
                writer.line("}")
            }
        }
    }
}
