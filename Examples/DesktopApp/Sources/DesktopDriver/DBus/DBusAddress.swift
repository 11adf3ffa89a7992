import Glibc

/// The address of a D-Bus message bus at a unix socket, such as `unix:path=/run/user/0/bus,guid=…`.
///
/// In place of `path=`, an address can have `abstract=`, for a socket without a file.
package struct DBusAddress: Equatable, Sendable {
    /// The bytes of `sun_path`. An abstract name begins with a zero byte.
    package let name: [UInt8]

    /// Parses the first unix socket address in `text`, a list of addresses that are separated by semicolons.
    package init(_ text: String) throws(DBusError) {
        for address in text.split(separator: ";") where address.hasPrefix("unix:") {
            for pair in address.dropFirst("unix:".count).split(separator: ",") {
                if pair.hasPrefix("path=") {
                    name = try Self.unescape(pair.dropFirst("path=".count))
                } else if pair.hasPrefix("abstract=") {
                    name = [0] + (try Self.unescape(pair.dropFirst("abstract=".count)))
                } else {
                    continue
                }
                guard name.count < Self.capacity else {
                    throw .disconnected("the path in the address \"\(text)\" is too long for a unix socket")
                }
                return
            }
        }
        throw .disconnected("\"\(text)\" is not the address of a unix socket")
    }

    static let capacity = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

    /// Decodes percent escapes, such as `%2c` for a comma.
    private static func unescape(_ text: Substring) throws(DBusError) -> [UInt8] {
        var rest = Array(text.utf8)[...]
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else {
                throw .disconnected("\"\(text)\" needs two hexadecimal digits after %")
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
