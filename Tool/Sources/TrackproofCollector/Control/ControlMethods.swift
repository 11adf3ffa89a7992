internal import HTTPTypes

/// The methods that the paths of the control API take.
struct ControlMethods: Sendable {
    /// The methods by the parts of the path. A part that begins with a colon stands for anything.
    private let methods: [(path: [Substring], methods: [HTTPRequest.Method])]

    /// - Parameter methods: The methods by the path, as the router has it: `sessions/:key`.
    init(_ methods: [String: [HTTPRequest.Method]]) {
        self.methods = methods.map { path, methods in
            // The router answers HEAD wherever it answers GET.
            (path.split(separator: "/"), methods.contains(.get) ? methods + [.head] : methods)
        }
    }

    /// The methods that a path takes, as the header `Allow` has them: `GET, HEAD`. Nil if there is no such path.
    func allowed(at path: String) -> String? {
        guard path.hasPrefix(RequestTarget.control) else { return nil }
        let parts = path.dropFirst(RequestTarget.control.count).split(separator: "/")
        let found = methods.first { known in
            known.path.count == parts.count && zip(known.path, parts).allSatisfy { $0.hasPrefix(":") || $0 == $1 }
        }
        return found?.methods.map(\.rawValue).joined(separator: ", ")
    }
}
