import Foundation
import HTTPTypes
import Subprocess
import TestSupport
import Testing
import TrackproofCollectorClient

/// Tests that run the unchanged recipes of `Examples/Collector`. Their Python programs need most of the time.
@Suite("Recipes", .timeLimit(.minutes(15)))
struct RecipesTests {
    #if os(Linux)
        private static let isLinux = true
    #else
        private static let isLinux = false
    #endif
    private static let recipes = ControlPython.root.appendingPathComponent("Examples/Collector")

    @Test func theCurlRecipeFailsWithoutACollector() async throws {
        let folder = Self.recipes.appendingPathComponent("curl")
        let outcome = try await ControlPython.run(
            folder.path + "/checkout.sh", in: folder, environment: ["TRACKPROOF_COLLECTOR": "http://127.0.0.1:1"])
        #expect(outcome.status != 0)
        #expect(!outcome.output.contains("arrived"), "\(outcome.output)")
    }

    /// The environment variables with which pytest finds the fixtures, although the package is not installed.
    private static let plugins = [
        "PYTHONPATH": ["pytest", "selenium"].map { recipes.appendingPathComponent($0).path }.joined(separator: ":"),
        "PYTHONDONTWRITEBYTECODE": "1",
    ]

    /// Tests a collector that creates its token itself. All clients of the user find it.
    @Test func theRecipesFindTheCollectorsToken() async throws {
        let home = try TemporaryFolder()
        var program = Program.trackproof("collect", "--port", "0", "--store", home.file("s.sqlite"))
        program.environment = ["HOME": home.path, "TRACKPROOF_COLLECTOR_TOKEN": nil]
        _ = try await program.run(signalAtEnd: .terminate) { collector in
            let environment = ["TRACKPROOF_COLLECTOR": collector.line, "HOME": home.path]
            let folder = Self.recipes.appendingPathComponent("curl")
            let curl = try await ControlPython.run(folder.path + "/checkout.sh", in: folder, environment: environment)
            #expect(curl.status == 0, "\(curl.output)")
            let lines = curl.output.split(separator: "\n").map(String.init)
            #expect(lines.prefix(2) == ["purchase arrived", "all as expected"])
            #expect(lines.count == 4)
            #expect(lines.last?.hasPrefix(#"{"name":"purchase","user":"u-1","parameters":{"order_id":""#) == true)

            let pytest = try await ControlPython.run(
                "python3", "-m", "pytest", "-p", "no:cacheprovider", "-p", "pytest_trackproof",
                in: Self.recipes.appendingPathComponent("pytest/example"),
                environment: Self.plugins.merging(environment) { $1 })
            #expect(pytest.status == 0, "\(pytest.output)")
            #expect(pytest.output.contains("2 passed"), "\(pytest.output)")

            let address = try #require(URL(string: collector.line))
            let token = try #require(CollectorToken.find(for: address, environment: environment))
            #expect(token.count == 32)
            #expect(CollectorToken.find(for: address, environment: ["SIMULATOR_HOST_HOME": home.path]) == token)
            let elsewhere = try #require(URL(string: "http://192.0.2.1:\(address.port ?? 0)"))
            #expect(CollectorToken.find(for: elsewhere, environment: environment) == nil)
            // A collector can listen at each address that begins with 127.
            let other = try #require(URL(string: "http://127.0.0.2:\(address.port ?? 0)"))
            #expect(CollectorToken.find(for: other, environment: environment) == token)
            let client = ControlClient(port: try #require(address.port))
            let sessions = try await client.send(.get, "sessions", headers: [.authorization: "Bearer \(token)"]).json()
            #expect(
                sessions["sessions"]?.names == [
                    "default", "checkout", "example/test_shop.py::test_a_purchase_arrives",
                    "example/test_shop.py::test_a_purchase_survives_an_outage",
                ])
        }
    }

    @Test func aPipeInThePlaceOfTheTokenIsNoToken() throws {
        let home = try TemporaryFolder()
        let address = try #require(URL(string: "http://127.0.0.1:1"))
        let file = try #require(CollectorToken.file(port: 1, environment: ["HOME": home.path]))
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        #expect(mkfifo(file, 0o600) == 0)
        #expect(CollectorToken.find(for: address, environment: ["HOME": home.path]) == nil)
    }

    /// Tests the installed package, in which pytest finds the fixture by itself. The fixture starts a collector. The
    /// installation downloads nothing.
    @Test func theInstalledPytestPackageProvidesTheFixture() async throws {
        let temporary = try TemporaryFolder()
        let (sources, installed) = (temporary.file("sources"), temporary.file("installed"))
        try FileManager.default.copyItem(atPath: Self.recipes.appendingPathComponent("pytest").path, toPath: sources)
        let pip = try await ControlPython.run(
            "python3", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index",
            "--no-build-isolation", "--no-deps", "--target", installed, sources, in: URL(fileURLWithPath: sources))
        #expect(pip.status == 0, "\(pip.output)")
        let outcome = try await ControlPython.run(
            "python3", "-m", "pytest", "-p", "no:cacheprovider", in: URL(fileURLWithPath: sources + "/example"),
            environment: ["PYTHONPATH": installed])
        #expect(outcome.output.contains("2 passed"), "\(outcome.output)")
    }

    @Test func thePytestRecipeExplainsFailures() async throws {
        let temporary = try TemporaryFolder()
        let folder = URL(fileURLWithPath: temporary.file("pytest"))
        try FileManager.default.copyItem(at: Self.recipes.appendingPathComponent("pytest/example"), to: folder)
        let tests = """
            from shop import Shop

            def shop(trackproof):
                shop = Shop(trackproof.url)
                shop.buy("tea", 19.99)
                shop._track("other", {})
                return shop

            def test_wait(trackproof):
                shop(trackproof).flush()
                trackproof.wait_for("purchase", price="19.99", within=0)

            def test_verify(trackproof):
                shop(trackproof).flush()
                trackproof.verify("snapshots/purchase.json")

            def test_too_many(trackproof):
                shop(trackproof).flush()
                trackproof.expect_at_most(0, "purchase", quiet=0)

            def test_rejected(trackproof):
                one = shop(trackproof)
                one.waiting[0]["type"] = "trak"
                one.flush()

            """
        try Data(tests.utf8).write(to: folder.appendingPathComponent("test_fails.py"))
        let outcome = try await ControlPython.run(
            "python3", "-m", "pytest", "-p", "pytest_trackproof", "test_fails.py", in: folder,
            environment: Self.plugins)
        #expect(outcome.status == 1)
        for line in [
            #"purchase {"price": "19.99"}: 0 of 1 arrived within 0 s"#, #"  near miss: wire:segment {"order_id": ""#,
            #"    price: expected "19.99", actual 19.99 (type)"#,
            "  also arrived: other (1)", "snapshots/purchase.json: 1 difference (1 unexpected), 1 event matches",
            "purchase: expected at most 0, but 1 arrived:", #"segment: batch.0.type: "trak" is not one of track"#,
        ] { #expect(outcome.output.contains(line), "\(line) is not in \(outcome.output)") }
    }

    /// Tests the Selenium recipe with the Chromium package of the Linux distribution.
    @Test(.enabled(if: RecipesTests.isLinux)) func theSeleniumRecipePasses() async throws {
        try await withControl { client in
            let outcome = try await ControlPython.run(
                "python3", "-m", "pytest", "-p", "no:cacheprovider", "-p", "pytest_trackproof", "-p",
                "pytest_trackproof_selenium", in: Self.recipes.appendingPathComponent("selenium/example"),
                environment: Self.plugins.merging(["TRACKPROOF_COLLECTOR": client.address]) { $1 })
            #expect(outcome.status == 0, "\(outcome.output)")
            #expect(outcome.output.contains("1 passed"), "\(outcome.output)")
        }
    }
}
