public import Foundation

extension URL {
    /// A copy of the address whose scheme and host are in lower case.
    ///
    /// Capitals have no meaning in these parts. However, Foundation keeps them, and `URLSession` does not accept the
    /// scheme `HTTP`.
    public var lowercased: URL {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
        parts.scheme = parts.scheme?.lowercased()
        parts.encodedHost = parts.encodedHost?.lowercased()
        return parts.url ?? self
    }
}
