import Foundation
import NIOCore

/// An error for an address that a collector cannot listen at.
package struct AddressError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The address in the format `HOST:PORT`, such as `127.0.0.1:9090`.
    package let address: String
    /// The reason why the collector cannot listen at the address, such as `Address already in use`.
    package let message: String

    /// The message for users, such as `127.0.0.1:9090: cannot listen: Address already in use`.
    package var description: String { "\(address): cannot listen: \(message)" }

    /// Runs `serve`, which starts a server, and throws an ``AddressError`` if the server cannot listen at `address`.
    static func naming(_ address: String, _ serve: () async throws -> Void) async throws {
        do {
            try await serve()
        } catch let error as IOError {
            throw AddressError(address: address, message: String(cString: strerror(error.errnoCode)))
        } catch let error as SocketAddressError {
            throw AddressError(address: address, message: "\(error)")
        } catch is SocketAddressError.UnknownHost {
            throw AddressError(address: address, message: "unknown host")
        }
    }
}
