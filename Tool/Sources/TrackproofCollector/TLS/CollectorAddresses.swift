import Foundation

/// The addresses of a collector's servers.
package struct CollectorAddresses: Sendable, Hashable {
    /// The address of the HTTP server, such as `http://127.0.0.1:9090`.
    package var http: String
    /// The address of the HTTPS server, such as `https://127.0.0.1:9443`, or `nil` if there is no such server.
    package var https: String?

    /// Returns these addresses with the host that a client used to reach the HTTP server.
    ///
    /// - Parameter authority: The host and the port in the client's request, such as `192.168.1.5:9090`.
    func reached(at authority: String) -> CollectorAddresses {
        guard let host = URLComponents(string: "http://\(authority)")?.host else { return self }
        let port = https.flatMap { URLComponents(string: $0)?.port }
        return CollectorAddresses(http: "http://\(authority)", https: port.map { "https://\(host.inURL):\($0)" })
    }
}

extension String {
    /// The host in the form that a URL needs: an IPv6 address gets brackets.
    var inURL: String { contains(":") && !hasPrefix("[") ? "[\(self)]" : self }
}
