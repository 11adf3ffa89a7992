internal import Foundation
internal import NIOCore

/// An address that a collector cannot listen at.
package struct AddressError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Host and port.
    package let address: String
    /// What is wrong, as the system says it.
    package let message: String

    /// Address and message.
    package var description: String { "\(address): cannot listen there: \(message)" }

    /// Runs a server; what the system says of its address is thrown as an error that names it.
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
