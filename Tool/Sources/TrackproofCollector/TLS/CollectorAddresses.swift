internal import Foundation

/// The addresses at which a collector answers.
package struct CollectorAddresses: Sendable, Hashable {
    /// The address of the HTTP server, such as `http://127.0.0.1:9090`.
    package var http: String
    /// The address of the HTTPS server, such as `https://127.0.0.1:9443`, or `nil` if there is no such server.
    package var https: String?

    /// Returns the addresses with the host by which a client has just reached the HTTP server.
    ///
    /// - Parameter authority: The host and the port, as the client named them: `192.168.1.5:9090`.
    func reached(at authority: String) -> CollectorAddresses {
        guard let host = URLComponents(string: "http://\(authority)")?.host else { return self }
        let port = https.flatMap { URLComponents(string: $0)?.port }
        return CollectorAddresses(http: "http://\(authority)", https: port.map { "https://\(host.inURL):\($0)" })
    }
}

extension String {
    /// The host as URLs contain it: in brackets if it contains colons.
    var inURL: String { contains(":") && !hasPrefix("[") ? "[\(self)]" : self }
}
