import Foundation
import HTTPTypes
import Hummingbird
import Trackproof
import TrackproofCollectorClient

/// A guard that decides whether requests to the control API and the page are allowed.
///
/// If the collector has a token, the guard refuses requests to the control API without the token. The guard also
/// refuses requests that a browser sends for pages of other sites.
struct ControlGuard: Sendable {
    let token: String?
    /// The host that the server listens at.
    let host: String

    /// Whether the header `Host` may name any host.
    ///
    /// If other machines can reach the collector, they may use host names that the collector does not know.
    private let allowsAnyHost: Bool

    init(token: String?, host: String, allowsAnyHost: Bool) {
        self.token = token
        self.host = host
        self.allowsAnyHost = allowsAnyHost
    }

    /// Returns the reason to refuse a request, or `nil` if the request is allowed.
    func refusal(of request: Request) -> ControlError? {
        if let refusal = refusalOfPlace(of: request) { return refusal }
        // A browser sends no header `Origin` for an image, a script or a link in a page.
        if request.isCrossSite { return Self.refusalOfOtherSites }
        if isKnown(request) { return nil }
        return ControlError(
            .unauthorized,
            "the control API needs the header `Authorization: Bearer TOKEN`; at its start, the collector prints where "
                + "the token is")
    }

    /// Returns the reason to refuse a request because of its header `Host` or `Origin`, or `nil` if both are allowed.
    ///
    /// This method does not check the token.
    func refusalOfPlace(of request: Request) -> ControlError? {
        // In a DNS rebinding attack, another site makes its host name resolve to this machine. A browser then treats
        // the pages of that site and the collector as the same origin.
        if !allowsAnyHost, !isOwnHost(host: request.head.authority ?? "") {
            return ControlError(
                .misdirectedRequest, "the header `Host` does not name this collector; use its address or localhost")
        }
        if let origin = request.headers[.origin], origin != "http://\(request.head.authority ?? "")" {
            return Self.refusalOfOtherSites
        }
        return nil
    }

    private static let refusalOfOtherSites = ControlError(
        .forbidden, "pages of other sites may not use the control API")

    private func isOwnHost(host authority: String) -> Bool {
        let name: Substring
        let rest: Substring
        if authority.hasPrefix("[") {
            name = authority.prefix { $0 != "]" }.dropFirst()
            rest = authority.dropFirst(name.count + 2)
        } else {
            name = authority.prefix { $0 != ":" }
            rest = authority.dropFirst(name.count)
        }
        // In the header `Host`, only a port may follow the host name.
        guard rest.isEmpty || (rest.first == ":" && UInt16(rest.dropFirst()) != nil) else { return false }
        return name.lowercased() == host.lowercased() || CollectorURL.isLoopback(String(name))
    }

    /// Returns whether a request contains the token.
    ///
    /// Only a header can contain it. A browser sends a cookie to every port of this machine, and so to the servers of
    /// other users.
    private func isKnown(_ request: Request) -> Bool {
        guard let token else { return true }
        guard let value = request.headers[.authorization], value.hasPrefix("Bearer ") else { return false }
        return String(value.dropFirst("Bearer ".count)).isEqualInConstantTime(to: token)
    }
}

extension Request {
    /// Whether a page of another site made a browser send the request.
    var isCrossSite: Bool { HTTPField.Name("Sec-Fetch-Site").map { headers[$0] == "cross-site" } ?? false }
}

extension String {
    /// Returns whether two texts are equal. The duration of this method does not reveal how many bytes are equal.
    func isEqualInConstantTime(to other: String) -> Bool {
        utf8.isEqualInConstantTime(to: Array(other.utf8))
    }
}

extension Collection<UInt8> {
    /// Returns whether the bytes are equal. The duration of this method does not reveal how many bytes are equal.
    ///
    /// - Returns: `false` if `other` is empty.
    func isEqualInConstantTime(to other: [UInt8]) -> Bool {
        var difference = count ^ other.count
        for (index, byte) in enumerated() {
            difference |= Int(byte ^ (other.isEmpty ? 1 : other[index % other.count]))
        }
        return difference == 0 && !other.isEmpty
    }
}
