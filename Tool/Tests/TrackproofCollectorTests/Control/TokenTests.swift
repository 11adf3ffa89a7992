import Foundation
import HTTPTypes
import Subprocess
import _TrackproofTestSupport
import Testing
import TrackproofCollectorClient

/// Tests of the token that `trackproof collect` creates by default, and that the user's clients find.
@Suite(.timeLimit(.minutes(15))) struct TokenTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func collect(_ options: [String] = [], environment: [String: String?] = [:]) -> Program {
        var program = Program.trackproof(["collect", "--port", "0", "--store", folder.file("s.sqlite")] + options)
        program.environment = ["HOME": folder.path, "TRACKPROOF_COLLECTOR_TOKEN": nil].merging(environment) { $1 }
        return program
    }

    private func tokenFile(_ address: String) throws -> String {
        folder.file(".trackproof/collector-\(try #require(URL(string: address)?.port)).token")
    }

    @Test func readingEventsRequiresTheUsersToken() async throws {
        let (file, outcome) = try await collect().run(signalAtEnd: .terminate) { collector in
            let file = try tokenFile(collector.line)
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(text.count == 33)
            for (path, rights) in [(file, 0o600), (folder.file(".trackproof"), 0o700)] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == rights)
            }
            let client = ControlClient(port: try #require(URL(string: collector.line)?.port))
            // Requests of SDKs need no token, but requests to the control API do.
            #expect(try await client.segment(#"{"type":"track","event":"a","userId":"u"}"#).status == 200)
            for path in ["export", "health", "events"] {
                #expect(try await client.send(.get, path).status == 401)
                let bearer: HTTPFields = [.authorization: "Bearer \(text.dropLast())"]
                #expect(try await client.send(.get, path, headers: bearer).status == 200)
            }
            #expect(try await client.send(.get, "/").status == 200)
            // A page of another site could make its host name point to this machine, so the collector refuses other
            // host names.
            let renamed = try await client.send(
                .get, "health", headers: [.authorization: "Bearer \(text.dropLast())"], host: "evil.example")
            #expect(renamed.status == 421)
            return file
        }
        #expect(outcome.status == 0)
        #expect(outcome.errors == "trackproof: the token for the page and the control API is in \(file)\n")
        // The collector removes the token file when it ends.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file(".trackproof")) == [])
    }

    @Test func theTokensOfKilledCollectorsAreRemovedByTheNext() async throws {
        let killed = try await collect().run(signalAtEnd: .kill) { try tokenFile($0.line) }.value
        let incomplete = folder.file(".trackproof/.trackproof-abcdef.tmp")
        try folder.write("key", to: ".trackproof/.trackproof-abcdef.tmp")
        #expect(FileManager.default.fileExists(atPath: killed))
        _ = try await collect().run(signalAtEnd: .terminate) { collector in
            #expect(!FileManager.default.fileExists(atPath: killed))
            #expect(!FileManager.default.fileExists(atPath: incomplete))
            // The token of a running collector stays.
            let other = collect(["--store", folder.file("other.sqlite")])
            _ = try await other.run(signalAtEnd: .terminate) { _ in }
            #expect(FileManager.default.fileExists(atPath: try tokenFile(collector.line)))
        }
    }

    /// Tests a token file that another collector, with the same port at another address, has replaced.
    @Test func aCollectorThatEndsLeavesTheTokenFileOfAnother() async throws {
        let (file, outcome) = try await collect().run(signalAtEnd: .terminate) { collector in
            let file = try tokenFile(collector.line)
            // The old file still exists, so the new file cannot get its inode number.
            try FileManager.default.moveItem(atPath: file, toPath: file + "-old")
            try Data("other".utf8).write(to: URL(fileURLWithPath: file))
            return file
        }
        #expect(outcome.status == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "other")
    }

    @Test func theUsersClientsFindTheToken() async throws {
        _ = try await collect().run(signalAtEnd: .terminate) { collector in
            let recipes = ControlPython.root.appendingPathComponent("Examples/Collector")
            let environment = ["TRACKPROOF_COLLECTOR": collector.line, "HOME": folder.path]
            let curl = try await ControlPython.run(
                recipes.path + "/curl/checkout.sh", in: recipes, environment: environment)
            #expect(curl.status == 0, "\(curl.output)")
            let pytest = try await ControlPython.run(
                "python3", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "pytest_trackproof",
                in: recipes.appendingPathComponent("pytest/example"),
                environment: environment.merging(RecipesTests.plugins) { $1 })
            #expect(pytest.status == 0, "\(pytest.output)")
            // The Swift API finds the token file through the same environment variables.
            let address = try #require(URL(string: collector.line))
            #expect(CollectorToken.find(for: address, environment: environment)?.count == 32)
            #expect(CollectorToken.find(for: address, environment: ["SIMULATOR_HOST_HOME": folder.path])?.count == 32)
            let elsewhere = try #require(URL(string: "http://192.0.2.1:\(address.port ?? 0)"))
            #expect(CollectorToken.find(for: elsewhere, environment: environment) == nil)
            // A collector can listen at each address that begins with 127.
            let other = try #require(URL(string: "http://127.0.0.2:\(address.port ?? 0)"))
            #expect(CollectorToken.find(for: other, environment: environment)?.count == 32)
        }
    }

    @Test func aPipeInThePlaceOfTheTokenIsNoToken() throws {
        let address = try #require(URL(string: "http://127.0.0.1:1"))
        let file = try #require(CollectorToken.file(port: 1, environment: ["HOME": folder.path]))
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        #expect(mkfifo(file, 0o600) == 0)
        #expect(CollectorToken.find(for: address, environment: ["HOME": folder.path]) == nil)
    }

    @Test func aMissingOrUnsafeTokenFolderIsReported() async throws {
        let without = try await collect(environment: ["HOME": nil]).run()
        #expect(without.status == 73)
        #expect(
            without.errors == """
                trackproof: HOME is not set, so there is no place for the folder .trackproof; \
                set TRACKPROOF_COLLECTOR_TOKEN, or use --no-token

                """)
        try FileManager.default.createDirectory(
            atPath: folder.file(".trackproof"), withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o777])
        chmod(folder.file(".trackproof"), 0o777)
        let open = try await collect().run()
        #expect(open.status == 73)
        #expect(
            open.errors == """
                trackproof: \(folder.file(".trackproof")): must be a folder that only its owner can write to; \
                set TRACKPROOF_COLLECTOR_TOKEN, or use --no-token

                """)
    }

    /// Tests a token in the environment, where other processes cannot see it. As with `--token`, SDKs need it too.
    @Test func aTokenFromTheEnvironmentIsRequiredFromSDKsToo() async throws {
        let token = "0123456789abcdef"
        let own = collect(environment: ["TRACKPROOF_COLLECTOR_TOKEN": token])
        let (_, outcome) = try await own.run(signalAtEnd: .terminate) { collector in
            let client = ControlClient(port: try #require(URL(string: collector.line)?.port))
            let item = #"{"type":"track","event":"a","userId":"u"}"#
            #expect(try await client.segment(item).status == 401)
            #expect(try await client.segment(item, prefix: "/s/\(token)").status == 200)
            #expect(
                try await client.send(
                    .post, "/s/\(token)/v1/batch", "no gzip", headers: [.contentEncoding: "gzip"]
                ).status == 400)
            #expect(try await client.send(.get, "health").status == 401)
        }
        // The log contains the refused request, but not the token.
        #expect(outcome.errors.contains(#"POST "/s/TOKEN/v1/batch" was refused"#))
        #expect(!outcome.errors.contains(token))
        let short = try await collect(environment: ["TRACKPROOF_COLLECTOR_TOKEN": "short"]).run()
        #expect(short.status == 64)
        #expect(short.errors.contains("TRACKPROOF_COLLECTOR_TOKEN must have at least 16 characters; A-Z"))
        let both = try await collect(["--no-token", "--token", token]).run()
        #expect(both.status == 64)
        #expect(both.errors.contains("--token and --no-token cannot be combined."))
    }
}
