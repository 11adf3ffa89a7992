import HTTPTypes

/// The HTTP methods that each path of the control API accepts.
struct ControlMethods: Sendable {
    /// The paths and their methods. A path component that begins with a colon matches any text.
    private let methods: [(path: [Substring], methods: [HTTPRequest.Method])]

    /// Creates the table of methods.
    ///
    /// - Parameter methods: The methods by path. The paths have the format of the router: `sessions/:key`.
    init(_ methods: [String: [HTTPRequest.Method]]) {
        self.methods = methods.map { path, methods in
            // The router also answers HEAD at each path that accepts GET.
            (path.split(separator: "/"), methods.contains(.get) ? methods + [.head] : methods)
        }
    }

    /// Returns the methods that a path accepts, in the format of the header `Allow`, or `nil` if there is no such path.
    func allowed(at path: String) -> String? {
        guard path.hasPrefix(RequestTarget.control) else { return nil }
        let parts = path.dropFirst(RequestTarget.control.count).split(separator: "/")
        let found = methods.first { known in
            known.path.count == parts.count && zip(known.path, parts).allSatisfy { $0.hasPrefix(":") || $0 == $1 }
        }
        return found?.methods.map(\.rawValue).joined(separator: ", ")
    }
}
