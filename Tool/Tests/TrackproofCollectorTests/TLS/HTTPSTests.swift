import Foundation
import Subprocess
import TestPrograms
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofUITesting

/// Tests of `trackproof collect --tls`, with clients that check its certificate.
@Suite("https", .timeLimit(.minutes(15))) struct HTTPSTests {
    private let folder: TemporaryFolder
    private var certificate: String { folder.file(".trackproof/ca.pem") }
    private var key: String { folder.file(".trackproof/ca-key.pem") }

    init() throws { folder = try TemporaryFolder() }

    private func collect(_ options: String..., store: String = "s.sqlite") -> Program {
        var program = Program.trackproof(
            ["collect", "--port", "0", "--tls-port", "0", "--no-token", "--store", folder.file(store), "--tls"]
                + options)
        program.environment = ["HOME": folder.path]
        return program
    }

    /// Runs `body` with a collector and the collector's https address.
    @discardableResult
    private func withCollector<Value: Sendable>(
        _ options: String..., body: @escaping @Sendable (RunningCollector, String) async throws -> Value
    ) async throws -> (value: Value, outcome: Outcome) {
        var program = collect()
        program.arguments += options
        return try await program.run(signalAtEnd: .terminate) { running in
            let collector = RunningCollector(address: running.line, process: running.id, send: running.send)
            return try await body(collector, try secureURL(in: try await collector.get("sessions/default").text))
        }
    }

    /// Returns the https address from the control API's answer about a session.
    private func secureURL(in session: String) throws -> String {
        try #require(try EventValue(json: Array(session.utf8), of: "session").object?["secureURL"]?.string)
    }

    private static let item = #"{"type":"track","event":"bought","userId":"u"}"#

    private func curl(_ arguments: String...) async throws -> Outcome {
        try await Program(executable: "/usr/bin/env", arguments: ["curl", "-sS"] + arguments).run()
    }

    private func send(to address: String) async throws -> Outcome {
        try await curl("--cacert", certificate, address + "/v1/track", "-d", Self.item)
    }

    @Test func clientsThatTrustTheCertificateCanSend() async throws {
        let (_, outcome) = try await withCollector { [certificate] collector, https async throws in
            #expect(https.hasPrefix("https://127.0.0.1:"))
            #expect(https != collector.address.replacingOccurrences(of: "http:", with: "https:"))
            for address in [https, https.replacingOccurrences(of: "127.0.0.1", with: "localhost")] {
                let sent = try await send(to: address)
                #expect(sent.output == #"{"success":true}"#, "\(sent.errors)")
            }
            // A real SDK, which has its own list of certificate authorities.
            var sdk = try Program.python("-c", Self.segment, https)
            sdk.environment = ["REQUESTS_CA_BUNDLE": certificate]
            let sent = try await sdk.run()
            #expect(sent.status == 0, "\(sent.errors)")
            #expect(try await collector.export().map(\.event.name) == ["bought", "bought", "from the SDK"])
        }
        #expect(outcome.status == 0)
        #expect(outcome.errors == "trackproof: for https, SDKs must trust the certificate \(certificate)\n")
    }

    private static let segment = """
        import sys
        import segment.analytics as analytics
        analytics.write_key, analytics.host, analytics.sync_mode = "k", sys.argv[1], True
        analytics.track("u", "from the SDK")
        """

    @Test func theSecondLineOfOutputIsTheHTTPSAddress() async throws {
        let script = #"mkfifo p; "$@" >p & exec 3<p; read -r a <&3; read -r b <&3; kill $!; wait; echo "$a $b""#
        var program = Program.shell(script, [Products.command] + collect().arguments)
        program.environment = ["HOME": folder.path]
        program.folder = folder.path
        let outcome = try await program.run()
        #expect(
            outcome.output.contains(/^http:\/\/127\.0\.0\.1:\d+ https:\/\/127\.0\.0\.1:\d+\n$/), "\(outcome.errors)")
    }

    @Test func versionsBefore12AreRefused() async throws {
        let (_, outcome) = try await withCollector { _, https async throws in
            let address = https.replacingOccurrences(of: "https://", with: "")
            for (version, isAllowed) in [("-tls1_1", false), ("-tls1", false), ("-tls1_2", true), ("-tls1_3", true)] {
                // Without this cipher list, openssl itself refuses the old versions.
                let handshake = try await Program.shell(
                    "openssl s_client -connect $1 $2 -cipher ALL:@SECLEVEL=0 </dev/null", [address, version]
                ).run()
                #expect(handshake.output.contains("BEGIN CERTIFICATE") == isAllowed, "\(version)")
                if !isAllowed { #expect(handshake.errors.contains("alert protocol version"), "\(handshake.errors)") }
            }
        }
        #expect(
            outcome.errors.contains("a connection was refused: the client speaks only versions of TLS before 1.2"),
            "\(outcome.errors)")
    }

    @Test func clientsThatDoNotTrustTheCertificateCannotSend() async throws {
        let (_, outcome) = try await withCollector { collector, https async throws in
            let untrusted = try await curl(https + "/v1/track", "-d", Self.item)
            #expect(untrusted.status == 60)
            // A request over http to the https port fails. The server keeps running.
            let plain = https.replacingOccurrences(of: "https:", with: "http:")
            #expect(try await curl(plain + "/v1/track", "-d", Self.item).status != 0)
            #expect(try await collector.export().isEmpty)
            #expect(try await send(to: https).status == 0)
            // A client that sends nothing is not reported.
            _ = try AttackClient(port: UInt16(try #require(URL(string: https)?.port)))
            var metrics = ""
            // The collector may notice a failure only after its client has ended.
            for _ in 0..<100 where !metrics.contains("\ntrackproof_refused_total 2\n") {
                metrics = try await collector.get("metrics").text
            }
            #expect(metrics.contains("\ntrackproof_refused_total 2\n"))
        }
        #expect(outcome.errors.count { $0 == "\n" } == 3, "\(outcome.errors)")
        for reason in [
            "the TLS handshake failed; perhaps the client does not trust the certificate ca.pem",
            "the client speaks plain HTTP, but this port answers TLS only; begin the address with https://",
        ] {
            #expect(outcome.errors.contains("a connection was refused: \(reason)\n"), "\(outcome.errors)")
        }
    }

    /// Tests that `settle`, which is at the http port, also waits for a request that is arriving at the https port.
    @Test func settlingWaitsForRequestsOverHTTPS() async throws {
        try await withCollector { [certificate] collector, https async throws in
            let port = try #require(URL(string: https)?.port)
            let script = """
                import socket, ssl, sys
                client = socket.create_connection(("127.0.0.1", \(port)))
                # Without this option, the system keeps the request back until the server confirms the handshake.
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                context = ssl.create_default_context(cafile=sys.argv[1])
                client = context.wrap_socket(client, server_hostname="127.0.0.1")
                client.sendall(b"POST /v1/batch HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nContent-Length: 10\\r\\n\\r\\n{")
                print("sent", flush=True)
                sys.stdin.read()
                """
            _ = try await Program.python("-c", script, certificate).run { program in
                #expect(program.line == "sent")
                #expect(try await collector.post("settle", #"{"within":0.2}"#).text == #"{"settled":false}"#)
                try program.send(.kill)
                #expect(try await collector.post("settle", #"{"within":60}"#).text == #"{"settled":true}"#)
            }
        }
    }

    /// Tests that the page and the control API are only at the http port.
    @Test func theHTTPSPortRefusesThePageAndTheControlAPI() async throws {
        try await withCollector { [certificate] collector, https async throws in
            for path in ["/", "/trackproof/v1/health", "/trackproof/v1/export"] {
                let answer = try await curl("--cacert", certificate, https + path)
                #expect(
                    answer.output
                        == #"{"error":"https is for SDKs; the page and the control API are at the http address"}"#)
            }
            let session = try CollectorSession.open(URL(string: collector.address), named: "a test")
            let url = try #require(session.secureURL?.absoluteString)
            #expect(url == "\(https)/s/\(session.key)")
            #expect(try await send(to: url).status == 0)
            #expect(try await collector.export(.init(key: session.key, url: url)).map(\.event.name) == ["bought"])
            #expect(try await collector.export().isEmpty)
        }
    }

    /// Tests that all collectors use the same certificate authority, even if several collectors start at the same time.
    @Test func theAuthorityIsTheSameAtEachStart() async throws {
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<4 {
                group.addTask {
                    try await self.collect(store: "s\(number).sqlite").run(signalAtEnd: .terminate) { _ in
                        try String(contentsOfFile: self.certificate, encoding: .utf8)
                    }.value
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(names).count == 1)
        try await withCollector { [certificate] _, https async throws in
            #expect(try String(contentsOfFile: certificate, encoding: .utf8) == names[0])
            #expect(try await send(to: https).status == 0)
        }
        #expect(try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int == 0o600)
        #expect(
            try Set(FileManager.default.contentsOfDirectory(atPath: folder.file(".trackproof"))) == [
                "ca.pem", "ca-key.pem",
            ])
    }

    /// Tests that the authority is valid only for private networks. So a thief of its key cannot impersonate public
    /// servers.
    @Test func theAuthorityIsValidForPrivateNetworksOnly() async throws {
        try await withCollector { _, _ in }
        for (name, isAccepted) in [
            ("DNS:localhost", true), ("IP:192.168.1.5", true), ("IP:172.31.0.1", true), ("IP:fd00::1", true),
            ("DNS:example.com", false), ("DNS:localhost.example.com", false), ("IP:8.8.8.8", false),
            ("IP:172.32.0.1", false), ("IP:2001:4860::1", false),
        ] {
            var openssl = Program.shell(Self.signing, [name])
            openssl.folder = folder.file(".trackproof")
            let verified = try await openssl.run()
            #expect(verified.status == (isAccepted ? 0 : 2), "\(name): \(verified.output)\(verified.errors)")
            #expect(verified.errors.contains("permitted subtree violation") == !isAccepted)
        }
    }

    /// A script that signs a certificate for a name with the authority's key, and verifies the certificate.
    private static let signing = """
        set -e
        work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
        openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$work/k" -subj "/CN=a b" -out "$work/r" 2>"$work/e"
        printf 'subjectAltName=%s' "$1" >"$work/x"
        openssl x509 -req -in "$work/r" -CA ca.pem -CAkey ca-key.pem -extfile "$work/x" -out "$work/c" 2>"$work/e"
        openssl verify -CAfile ca.pem "$work/c"
        """

    @Test func anAuthorityThatExpiresSoonIsReplaced() async throws {
        try await withCollector { _, _ in }
        let old = try String(contentsOfFile: certificate, encoding: .utf8)
        // Replaces the certificate of the authority with a certificate that expires in ten days.
        var openssl = Program.shell(
            """
            openssl req -x509 -new -key ca-key.pem -days 10 -subj "/CN=old" -out short.pem &&
            sed '/BEGIN CERT/,$d' ca-key.pem >k && cat k short.pem >ca-key.pem && rm k short.pem
            """, [])
        openssl.folder = folder.file(".trackproof")
        let made = try await openssl.run()
        try #require(made.status == 0, "\(made.errors)")
        let (_, outcome) = try await withCollector { _, https async throws in
            #expect(try await send(to: https).status == 0)
        }
        #expect(
            outcome.errors == """
                trackproof: \(certificate): expires within a year and is replaced; SDKs must trust the new certificate
                trackproof: for https, SDKs must trust the certificate \(certificate)

                """)
        #expect(try String(contentsOfFile: certificate, encoding: .utf8) != old)
    }

    @Test func anInvalidKeyFileIsRefused() async throws {
        try await withCollector { _, _ in }
        chmod(key, 0o644)
        let readable = try await collect().run()
        #expect(readable.status == 73)
        #expect(
            readable.errors == """
                trackproof: \(key): expected a file that only its owner can read; delete the file so that trackproof \
                creates a new certificate, then make the SDKs trust it

                """)
        try Data("nonsense".utf8).write(to: URL(fileURLWithPath: key))
        chmod(key, 0o600)
        let damaged = try await collect().run()
        #expect(damaged.status == 73)
        #expect(
            damaged.errors == """
                trackproof: \(key): expected a private key and its certificate; delete the file so that trackproof \
                creates a new certificate, then make the SDKs trust it

                """)
        // A collector that does not start prints no address.
        #expect(!FileManager.default.fileExists(atPath: folder.file("s.sqlite")) || damaged.output == "")
    }

    @Test(arguments: ["example.com", "8.8.8.8", "build-machine"])
    func aHostThatCannotHaveACertificateIsRefused(host: String) async throws {
        let refused = try await collect("--host", host, "--token", "0123456789abcdef").run()
        #expect(refused.status == 64)
        #expect(
            refused.errors.contains(
                "With --tls, --host must be localhost or an address of this machine or of a private network: "
                    + "there is no certificate for \(host)."))
    }

    @Test func anHTTPSPortInUseIsReported() async throws {
        try await withCollector { collector, _ in
            let port = try #require(URL(string: collector.address)?.port)
            var second = Program.trackproof(
                "collect", "--port", "0", "--tls", "--tls-port", "\(port)", "--no-token", "--store",
                folder.file("2.sqlite"))
            second.environment = ["HOME": folder.path]
            let refused = try await second.run()
            #expect(refused.status == 73)
            #expect(refused.output == "")
            #expect(
                refused.errors.hasSuffix("trackproof: 127.0.0.1:\(port): cannot listen: Address already in use\n")
            )
        }
    }

    /// Tests a client that connects and sends nothing, not even the start of TLS.
    @Test func aSilentClientIsDisconnected() async throws {
        try await withCollector("--request-seconds", "1") { _, https async throws in
            let silent = try Program.python("-c", Self.silent, "\(try #require(URL(string: https)?.port))")
            let outcome = try await silent.run()
            #expect(outcome.output == "cut\n", "\(outcome.errors)")
            #expect(try await send(to: https).status == 0)
        }
    }

    private static let silent = """
        import socket, sys
        client = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=30)
        print("cut" if client.recv(1) == b"" else "answered")
        """

    /// Tests that idle connections do not block other clients, although both servers share the limit of open files.
    @Test func idleClientsDoNotBlockOthersAtTheFileLimit() async throws {
        var program = Program.shell(#"ulimit -n 100; exec "$@""#, [Products.command] + collect().arguments)
        program.environment = ["HOME": folder.path]
        _ = try await program.run(signalAtEnd: .terminate) { [certificate] running in
            let session = try await curl("\(running.line)/trackproof/v1/sessions/default").output
            let https = try secureURL(in: session)
            let ports = try [running.line, https].map { "\(try #require(URL(string: $0)?.port))" }
            let crowd = try Program.python(
                "-c", Self.crowd, ports[0], ports[1], "curl", "-sS", "-m", "20", "--cacert", certificate, "-d",
                Self.item, "\(running.line)/v1/track", "\(https)/v1/track")
            let outcome = try await crowd.run()
            #expect(outcome.output == #"{"success":true}{"success":true}"#, "\(outcome.errors)")
        }
    }

    /// A script that opens 100 connections to each of two ports, and then runs a command.
    private static let crowd = """
        import socket, subprocess, sys
        crowd = [socket.create_connection(("127.0.0.1", int(port))) for port in sys.argv[1:3] for _ in range(100)]
        sys.exit(subprocess.run(sys.argv[3:]).returncode)
        """

    /// Tests a collector that listens at all addresses. A session's https address has the host that the client used.
    @Test func aSessionsHTTPSAddressHasTheHostItsClientUsed() async throws {
        let token = "0123456789abcdef"
        var program = collect("--host", "0.0.0.0", "--token", token)
        program.arguments.removeAll { $0 == "--no-token" }
        _ = try await program.run(signalAtEnd: .terminate) { [certificate] running in
            let http = try #require(URL(string: running.line)?.port)
            for host in ["127.0.0.1", "localhost"] {
                let answer = try await curl(
                    "-H", "Authorization: Bearer \(token)", "http://\(host):\(http)/trackproof/v1/sessions/default")
                let address = try secureURL(in: answer.output)
                #expect(address.hasPrefix("https://\(host):"))
                let sent = try await curl("--cacert", certificate, "\(address)/s/\(token)/v1/track", "-d", Self.item)
                #expect(sent.output == #"{"success":true}"#, "\(sent.errors)")
            }
        }
    }
}
