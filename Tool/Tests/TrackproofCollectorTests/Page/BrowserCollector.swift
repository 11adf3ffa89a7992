import Foundation
import Subprocess
import TestPrograms
import TestSupport
import Testing
import Trackproof
import TrackproofJSON

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// The built `trackproof` command as a collector, with its store in a temporary folder.
struct BrowserCollector {
    /// The address of the collector: `http://127.0.0.1:PORT`.
    let address: String

    /// Runs `body` with a collector, and ends the collector afterwards.
    ///
    /// - Parameter arguments: The arguments in addition to the port and the store.
    static func run(
        in folder: String, port: String = "0", _ arguments: [String] = [],
        _ body: (BrowserCollector) async throws -> Void
    ) async throws {
        _ = try await Subprocess.run(
            .path(FilePath(Products.command)),
            arguments: Arguments(
                ["collect", "--port", port, "--store", folder + "/store.sqlite"]
                    + (arguments.contains("--token") ? [] : ["--no-token"]) + arguments),
            platformOptions: .ownGroup, input: .none, output: .sequence, error: .discarded
        ) { execution in
            defer { execution.end() }
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            guard let address = try await lines.next() else { throw BrowserError(message: "the collector ended") }
            try await body(BrowserCollector(address: address.trimmingCharacters(in: .whitespacesAndNewlines)))
        }
    }

    // MARK: Sending

    /// Sends a POST request as an SDK does, and returns the status of the answer.
    @discardableResult
    func post(_ path: String, _ body: String, headers: [String: String] = [:]) async throws -> Int {
        try await send("POST", path, body, headers: headers).status
    }

    func send(
        _ method: String, _ path: String, _ body: String = "", headers: [String: String] = [:]
    ) async throws -> HTTP.Reply {
        try await HTTP.send(method, address + path, Array(body.utf8), headers: headers)
    }

    /// Tracks all events in one request, in the collector's own format.
    func track(_ names: String..., parameters: EventParameters = [:], session: String = "") async throws {
        let lines = names.map { name in
            let event: EventParameters = ["name": name, "parameters": .object(parameters)]
            return EventValue.object(event).json + "\n"
        }
        #expect(try await post("\(session)/trackproof/v1/events", lines.joined()) == 200)
    }
}

/// Runs `body` with a collector, and with the collector's page in a browser.
///
/// The test fails if the page reported a problem that `body` did not handle with `takeProblems()`.
func withPage(
    _ arguments: [String] = [], at path: String = "/",
    _ body: (BrowserPage, BrowserCollector) async throws -> Void
) async throws {
    try await withFolder { folder in
        try await BrowserCollector.run(in: folder, arguments) { collector in
            try await BrowserProcess.run { browser in
                let page = try await BrowserPage(browser, at: collector.address + path)
                try await body(page, collector)
                #expect(browser.problems.isEmpty, "the page reported problems")
            }
        }
    }
}
