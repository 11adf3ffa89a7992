import Foundation
import NIOCore
import TrackproofPlatform

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

/// An IP address of this machine or of a private network. Such addresses do not exist on the public internet.
struct PrivateAddress: Sendable, Hashable {
    /// The 4 bytes of an IPv4 address, or the 16 bytes of an IPv6 address.
    let bytes: [UInt8]

    /// Creates an address from its text.
    ///
    /// - Returns: `nil` if the text is not an IP address, or if the address belongs to the public internet.
    init?(_ text: String) {
        guard let bytes = Self.bytes(text), Self.ranges.contains(where: { Self.isIn($0, bytes) }) else { return nil }
        self.bytes = bytes
    }

    /// The ranges of private addresses, each as an address followed by its mask.
    ///
    /// Certificates use the same format (RFC 5280, 4.2.1.10). The ranges are loopback, private networks (RFC 1918,
    /// RFC 4193) and link-local addresses (RFC 3927, RFC 4291).
    static let ranges: [[UInt8]] = [
        range("127.0.0.0", 8), range("10.0.0.0", 8), range("172.16.0.0", 12), range("192.168.0.0", 16),
        range("169.254.0.0", 16), range("::1", 128), range("fc00::", 7), range("fe80::", 10),
    ]

    /// The addresses at which programs on this machine, and an Android emulator on this machine, reach this machine.
    static let ofThisMachine = ["127.0.0.1", "::1", "10.0.2.2"].compactMap { PrivateAddress($0) }

    /// Returns the private addresses of all network interfaces of this machine.
    static func ofNetworks() throws -> [PrivateAddress] {
        try System.enumerateDevices().compactMap { $0.address?.ipAddress.flatMap { PrivateAddress($0) } }
    }

    private static func range(_ address: String, _ length: Int) -> [UInt8] {
        guard let bytes = bytes(address) else { return [] }
        return bytes + bytes.indices.map { UInt8(truncatingIfNeeded: 0xFF00 >> min(max(length - 8 * $0, 0), 8)) }
    }

    private static func isIn(_ range: [UInt8], _ bytes: [UInt8]) -> Bool {
        range.count == 2 * bytes.count
            && bytes.indices.allSatisfy { bytes[$0] & range[bytes.count + $0] == range[$0] }
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        // The name of an interface may follow the address: `fe80::1%en0`.
        let text = String(text.prefix { $0 != "%" })
        var (four, sixteen) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
        if inet_pton(AF_INET6, text, &sixteen) == 1 { return withUnsafeBytes(of: sixteen) { Array($0) } }
        return nil
    }
}
