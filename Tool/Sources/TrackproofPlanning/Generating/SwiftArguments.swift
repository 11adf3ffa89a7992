import Trackproof
import TrackproofPlans
import TrackproofPlatform

/// The first argument of a function that makes an identity event.
struct SwiftIdentity {
    let name: String
    let argument: String

    init?(_ kind: EventKind) {
        switch kind {
        case .identify: (name, argument) = ("user", "user: String?")
        case .group: (name, argument) = ("group", "group: String")
        case .alias: (name, argument) = ("user", "user: String")
        default: return nil
        }
    }
}

extension [SwiftMember] {
    /// Returns the arguments of a function, in the order of calls.
    func arguments(_ type: (SwiftType) -> String) -> [String] {
        inOrderOfCalls.filter { $0.constant == nil }.map { $0.argument(type) }
    }

    /// Returns a name for a variable that no member has.
    func free(_ name: String) -> String { contains { $0.name == name } ? free(name + "_") : name }
}

extension SwiftMember {
    /// Returns the argument of a function, such as `coupon: String? = nil`.
    fileprivate func argument(_ type: (SwiftType) -> String) -> String {
        let end = defaultValue.map { " = \($0)" } ?? (isRequired ? "" : " = nil")
        return "\(SwiftNaming.escaped(name)): \(type(self.type))\(isRequired ? "" : "?")\(end)"
    }
}

extension SwiftType {
    /// How a value of the type is written.
    enum Method {
        /// By a method of `ParameterWriter`.
        case plain(String)
        /// By its raw value, which is a text.
        case rawValue
        /// By a method of its own.
        case variants
    }

    func method(_ shared: [String: SwiftDeclaration]) -> Method {
        switch self {
        case .string: .plain("string")
        case .integer: .plain("integer")
        case .number: .plain("number")
        case .bool: .plain("bool")
        case .declared(let declaration): declaration.method
        case .shared(let name): shared[name]?.method ?? .plain("value")
        case .uuid, .url, .date, .anyValue, .anyObject, .array, .nullable: .plain("value")
        }
    }

    /// Returns the type as source.
    ///
    /// - Parameters:
    ///   - namespace: The namespace of the types in `own`.
    ///   - own: The names of the types in the namespace.
    ///   - root: The type that contains the namespace.
    func swift(in namespace: String, _ own: Set<String>, _ root: String = "Event") -> String {
        switch self {
        case .string: "String"
        case .integer: "Int"
        case .number: "Double"
        case .bool: "Bool"
        case .uuid: "UUID"
        case .url: "URL"
        case .date: "Date"
        case .anyValue: "EventValue"
        case .anyObject: "EventParameters"
        case .declared(let type):
            namespace.isEmpty || !own.contains(type.name) ? type.name : "\(root).\(namespace).\(type.name)"
        case .shared(let name): "Event.\(name)"
        case .array(let element): "[\(element.swift(in: namespace, own, root))]"
        case .nullable(let wrapped): "Nullable<\(wrapped.swift(in: namespace, own, root))>"
        }
    }
}

extension SwiftDeclaration {
    fileprivate var method: SwiftType.Method {
        switch content {
        case .texts, .openTexts: .rawValue
        case .object: .plain("value")
        case .variants: .variants
        }
    }
}
