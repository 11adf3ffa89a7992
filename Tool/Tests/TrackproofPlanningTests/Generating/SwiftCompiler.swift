import Foundation
import TestPrograms
import TestSupport
import Testing

/// The Swift compiler, with the modules that this build of the tests has made.
struct SwiftCompiler {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Checks files without building a program.
    ///
    /// - Parameters:
    ///   - sources: The text of each file.
    ///   - options: Options of the compiler.
    /// - Returns: The diagnostics, or an empty text if the compiler reports nothing.
    func diagnostics(_ sources: [String: String], _ options: String...) async throws -> String {
        let outcome = try await compile(sources, options + ["-typecheck"])
        return outcome.output + outcome.errors
    }

    /// Builds a program and runs it.
    ///
    /// - Returns: What the program wrote to its standard output.
    func run(_ sources: [String: String]) async throws -> String {
        let objects = try ["Trackproof", "TrackproofPlatform", "TrackproofJSON"].flatMap { module in
            let path = "\(Products.ownFolder)/\(module).build"
            return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".o") }
                .map { "\(path)/\($0)" }
        }
        let built = try await compile(sources, objects + ["-o", folder.file("program")])
        try #require(built.status == 0, "\(built.output)\(built.errors)")
        let outcome = try await Program(executable: folder.file("program")).run()
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        return outcome.output
    }

    private func compile(_ sources: [String: String], _ options: [String]) async throws -> Outcome {
        let paths = try sources.sorted { $0.key < $1.key }.map { try folder.write($0.value, to: $0.key) }
        let language = options.contains("-swift-version") ? [] : ["-swift-version", "6"]
        var program = Program(
            executable: "/usr/bin/env",
            arguments: ["swiftc", "-I", Products.ownFolder + "/Modules", "-module-name", "App"] + language + options
                + paths)
        program.folder = folder.path
        return try await program.run()
    }
}
