internal import Foundation

/// Where a collector answers.
package struct CollectorAddresses: Sendable, Hashable {
    /// `http://127.0.0.1:9090`
    package var http: String
    /// `https://127.0.0.1:9443`; nil if the collector has no certificate.
    package var https: String?

    /// The same ports at the host by which a client has just reached the first.
    ///
    /// - Parameter authority: Host and port, as the client named them: `192.168.1.5:9090`.
    func reached(at authority: String) -> CollectorAddresses {
        guard let host = URLComponents(string: "http://\(authority)")?.host else { return self }
        let port = https.flatMap { URLComponents(string: $0)?.port }
        return CollectorAddresses(http: "http://\(authority)", https: port.map { "https://\(host.inURL):\($0)" })
    }
}

extension String {
    /// The host as it stands in an address: one with colons in brackets.
    var inURL: String { contains(":") && !hasPrefix("[") ? "[\(self)]" : self }
}
