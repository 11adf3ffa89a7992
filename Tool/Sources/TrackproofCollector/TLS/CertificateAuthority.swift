import Crypto
import Foundation
import NIOSSL
import SwiftASN1
import X509

/// The authority that signs the certificates of one user's collectors.
///
/// The authority's certificate has name constraints (RFC 5280, 4.2.1.10): clients trust the authority only for
/// `localhost` and for the ranges of ``PrivateAddress``. Somebody who steals the key cannot impersonate other servers.
package struct CertificateAuthority: Sendable {
    private let certificate: Certificate
    private let key: Certificate.PrivateKey

    private static let seconds: TimeInterval = 5 * 365 * 86_400
    /// The validity of a server's certificate, in seconds. Apple's systems refuse a validity of more than 825 days.
    private static let secondsOfServer: TimeInterval = 365 * 86_400
    /// How long before its creation a certificate is already valid, in seconds. The clock of a client may be slow.
    private static let secondsBefore: TimeInterval = 86_400

    /// Creates an authority with a new key.
    ///
    /// - Parameter name: A name that distinguishes the authority from other authorities, such as `anna on build-1`.
    package init(named name: String) throws {
        let key = P256.Signing.PrivateKey()
        let publicKey = Certificate.PublicKey(key.publicKey)
        let subject = try DistinguishedName {
            OrganizationName("Trackproof collector")
            CommonName("Trackproof collector of \(name.prefix(40))")
        }
        let now = Date()
        self.key = Certificate.PrivateKey(key)
        certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey,
            notValidBefore: now - Self.secondsBefore, notValidAfter: now + Self.seconds, issuer: subject,
            subject: subject,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true))
                Critical(
                    NameConstraints(
                        permittedDNSDomains: ["localhost"],
                        permittedIPRanges: PrivateAddress.ranges.map { ASN1OctetString(contentBytes: $0[...]) }))
                SubjectKeyIdentifier(hash: publicKey)
            }, issuerPrivateKey: self.key)
    }

    /// Creates an authority from PEM text.
    ///
    /// - Parameter pem: The key and the certificate, in the format of the property ``pem``.
    /// - Throws: An error if the key or the certificate is missing, or if they do not belong together.
    package init(pem: String) throws {
        let documents = try PEMDocument.parseMultiple(pemString: pem)
        guard documents.count == 2 else { throw NoKeyWithCertificate() }
        key = try Certificate.PrivateKey(pemDocument: documents[0])
        certificate = try Certificate(pemDocument: documents[1])
        guard key.publicKey == certificate.publicKey else { throw NoKeyWithCertificate() }
    }

    private struct NoKeyWithCertificate: Error {}

    /// The key and the certificate, as PEM text.
    package var pem: String {
        get throws { try key.serializeAsPEM().pemString + "\n" + certificatePEM }
    }

    /// The certificate that clients have to trust, as PEM text.
    package var certificatePEM: String {
        get throws { try certificate.serializeAsPEM().pemString + "\n" }
    }

    /// Whether the authority's certificate expires later than a server's certificate that is created now.
    package var isFresh: Bool { certificate.notValidAfter > Date() + Self.secondsOfServer }

    /// Returns the TLS configuration of a server, with a new key and a new certificate.
    ///
    /// - Parameter addresses: The IP addresses in the certificate. The certificate always contains `localhost` too.
    func serverConfiguration(for addresses: [PrivateAddress]) throws -> TLSConfiguration {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let now = Date()
        let names = addresses.map { GeneralName.ipAddress(ASN1OctetString(contentBytes: $0.bytes[...])) }
        let server = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
            notValidBefore: now - Self.secondsBefore, notValidAfter: now + Self.secondsOfServer,
            issuer: certificate.subject, subject: try DistinguishedName { CommonName("Trackproof collector") },
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames([.dnsName("localhost")] + names)
                SubjectKeyIdentifier(hash: key.publicKey)
                try AuthorityKeyIdentifier(
                    keyIdentifier: certificate.extensions.subjectKeyIdentifier?.keyIdentifier)
            }, issuerPrivateKey: self.key)
        let chain = try [server, certificate].map { certificate in
            TLSSource.certificate(
                try NIOSSLCertificate(bytes: Array(try certificate.serializeAsPEM().pemString.utf8), format: .pem))
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain,
            privateKey: .privateKey(
                try NIOSSLPrivateKey(bytes: Array(try key.serializeAsPEM().pemString.utf8), format: .pem)))
        configuration.applicationProtocols = ["http/1.1"]
        // Older versions are deprecated: https://datatracker.ietf.org/doc/html/rfc8996
        configuration.minimumTLSVersion = .tlsv12
        return configuration
    }

    private typealias TLSSource = NIOSSLCertificateSource
}
