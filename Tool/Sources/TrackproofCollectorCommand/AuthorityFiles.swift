import Foundation
import TrackproofCollector
import TrackproofFiles
import TrackproofSnapshots
import TrackproofConsole

/// The files of the certificate authority that signs the https certificates of collectors.
///
/// One file has the authority's key and certificate. The other file has only the certificate, which SDKs must trust.
struct AuthorityFiles {
    /// The path of the certificate that SDKs must trust, `~/.trackproof/ca.pem`.
    let certificate: String
    private let folder: String
    private var key: String { folder + "/ca-key.pem" }

    init() throws {
        folder = try UserFolder.make(or: "--tls needs this folder for its certificates")
        certificate = folder + "/ca.pem"
    }

    /// Returns the authority from the files, or creates a new authority.
    ///
    /// The method creates an authority if the files do not exist, or if the certificate expires within a year.
    ///
    /// - Throws: ``CommandError`` if the folder cannot be locked, or if the key file cannot be used. Throws another
    ///   error if the files cannot be written.
    func authority() throws -> CertificateAuthority {
        // Without this lock, two collectors that start at the same time could create different authorities.
        try UserFolder.withLock(on: folder) { try lockedAuthority() }
    }

    private func lockedAuthority() throws -> CertificateAuthority {
        try UserFolder.removeLeftovers(in: folder)
        let known = try read()
        let authority: CertificateAuthority
        if let known, known.isFresh {
            authority = known
        } else {
            if known != nil {
                Console.note(
                    "\(certificate): expires within a year and is replaced; SDKs must trust the new certificate")
            }
            authority = try CertificateAuthority(named: "\(NSUserName()) on \(ProcessInfo.processInfo.hostName)")
            try AtomicFile.write(try authority.pem.utf8, to: key, naming: .private)
        }
        let text = try authority.certificatePEM
        if try FileStatus(ofTarget: certificate) == nil || bytes(of: certificate) != Array(text.utf8) {
            try AtomicFile.write(text.utf8, to: certificate, naming: .derived)
        }
        return authority
    }

    private func bytes(of path: String) throws -> [UInt8] { try OpenFile(path: path).bytes(limit: 1 << 20) }

    private func read() throws -> CertificateAuthority? {
        let remedy = "delete the file so that trackproof creates a new certificate, then make the SDKs trust it"
        guard let status = FileStatus(of: key) else {
            if errno == ENOENT { return nil }
            throw CommandError("\(key): cannot read: \(systemMessage(errno))", .cannotCreate)
        }
        guard status.kind == .regular, status.owner == geteuid(), status.permissions & 0o077 == 0 else {
            throw CommandError("\(key): expected a file that only its owner can read; \(remedy)", .cannotCreate)
        }
        do {
            return try CertificateAuthority(pem: String(decoding: bytes(of: key), as: UTF8.self))
        } catch {
            throw CommandError("\(key): expected a private key and its certificate; \(remedy)", .cannotCreate)
        }
    }
}
