import NIOSSL

/// The failure of a TLS handshake. The client cannot send its requests.
struct TLSFailure {
    /// The reason, and what to do about it.
    let message: String

    /// Creates the failure from an error of a channel.
    ///
    /// The result is `nil` if the client only closed the connection, as health checks of load balancers do.
    init?(_ error: any Error) {
        guard case .handshakeFailed(.sslError(let stack)) = error as? NIOSSLError, stack != [.eofDuringHandshake] else {
            return nil
        }
        let text = "\(stack)"
        if text.contains("HTTP_REQUEST") {
            message = "the client speaks plain HTTP, but this port answers TLS only; begin the address with https://"
        } else if text.contains("UNSUPPORTED_PROTOCOL") {
            message = "the client speaks only versions of TLS before 1.2"
        } else {
            // If a client does not trust the certificate, some clients send an alert that BoringSSL cannot decrypt.
            // Therefore, the error does not show the reason reliably.
            message = "the TLS handshake failed; perhaps the client does not trust the certificate ca.pem"
        }
    }
}
