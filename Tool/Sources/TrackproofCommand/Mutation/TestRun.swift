import Foundation
import TrackproofBridgeReader
import TrackproofFiles
import TrackproofJSON
import TrackproofMutation
import TrackproofPlatform
import TrackproofConsole

/// One run of the tests for mutation testing: starts the user's command, and reads what the tests have told.
struct TestRun {
    /// The result of a run.
    struct Result {
        let child: ChildCommand.Outcome
        /// What the tests have told. If the run was cut off, what they had told before, because a test may fail when its
        /// process or its app is ended.
        let notes: TestNotes
        let seconds: Double
        /// The last lines that the command has printed, or an empty text if its output was shown.
        let output: String
    }

    let command: [String]
    /// The folder that the command and the tests share.
    ///
    /// All runs have the same folder: SwiftPM reads the manifests of all packages again if the value of an environment
    /// variable is new, which takes longer than many tests.
    let folder: PrivateFolder
    /// What to plant.
    let round: MutationRound
    /// The time limit, in seconds. `nil` means no limit.
    var limit: Double?
    /// Whether the output of the command is shown, on standard error.
    var showsOutput = false

    /// Runs the command to its end.
    func run() async throws -> Result {
        try removeFiles()
        let file = try OpenFile(writing: folder.path + "/" + MutationRound.fileName, flags: O_WRONLY, mode: 0o600)
        try file.append(round.bytes)
        let output = showsOutput ? nil : try OpenFile(temporaryIn: folder.path)
        let arguments = SwiftTest.arguments(command, eventStream: folder.path + "/" + TestNotes.eventStreamFileName)
        let early = Lock<Swift.Result<TestNotes, any Error>?>(nil)
        let started = Date()
        let child = try await ChildCommand(
            name: command[0], arguments: Array(arguments.dropFirst()),
            environment: CommandRun.passedOn([EnvironmentVariable.mutation: folder.path]), limit: limit,
            output: output.map { .file($0) } ?? .error, endsAfterSignal: true,
            whenEnding: { [path = folder.path] in early.withLock { $0 = .init { try TestNotes(in: path) } } }
        ).run()
        return Result(
            child: child, notes: try early.withLock { $0 }?.get() ?? TestNotes(in: folder.path),
            seconds: Date().timeIntervalSince(started), output: try output.map(Self.tail) ?? "")
    }

    /// Removes the files of the last run. A process of that run that has not ended writes into the removed files.
    private func removeFiles() throws {
        let names = [
            MutationRound.fileName, MutationRound.journalFileName, MutationRound.eventsFileName,
            TestNotes.eventStreamFileName,
        ]
        for path in names.map({ folder.path + "/" + $0 }) where unlink(path) != 0 && errno != ENOENT {
            throw FileAccessError(path, .remove, code: errno)
        }
    }

    private static func tail(of file: OpenFile) throws -> String {
        let size = lseek(file.descriptor, 0, SEEK_END)
        lseek(file.descriptor, max(0, size - 4_000), SEEK_SET)
        let text = String(decoding: try file.bytes(limit: 4_000), as: UTF8.self)
        return text.split(separator: "\n").suffix(20).joined(separator: "\n")
    }
}

/// The command `swift test`, which can write what Swift Testing reports about each test.
///
/// A test of Swift Testing that only has a `TestRecorder()` cannot tell whether it fails, because the test may check the
/// events of the recorder itself.
enum SwiftTest {
    /// Returns whether the words are the command `swift test`.
    static func isIn(_ command: [String]) -> Bool {
        guard let place = command.firstIndex(where: { $0 == "swift" || $0.hasSuffix("/swift") }) else { return false }
        return place < 2 && command.dropFirst(place + 1).first == "test"
    }

    /// Returns the command with options that make `swift test` write the event stream of Swift Testing.
    ///
    /// Returns other commands unchanged.
    static func arguments(_ command: [String], eventStream path: String) -> [String] {
        if !isIn(command) || command.contains(where: { $0.hasPrefix("--event-stream") }) { return command }
        return command + ["--event-stream-output-path", path, "--event-stream-version", "0"]
    }

    /// Returns the command without a build, because the tests are built already.
    static func withoutBuild(_ command: [String]) -> [String] {
        isIn(command) && !command.contains("--skip-build") ? command + ["--skip-build"] : command
    }
}
