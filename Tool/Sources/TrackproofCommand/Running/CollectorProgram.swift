import Foundation
import TrackproofConsole
import TrackproofFiles
import TrackproofJSON
import TrackproofPlatform

/// The program `trackproof-collector`, which `trackproof collect` and `trackproof run --collect` start.
enum CollectorProgram {
    private static let name = "trackproof-collector"

    /// Returns the path of the program, which is beside `trackproof` or in a folder of `PATH`.
    ///
    /// - Throws: ``CommandError`` if there is no such program.
    static func path() throws -> String {
        let own = Bundle.main.executablePath ?? CommandLine.arguments[0]
        let neighbour = (own as NSString).deletingLastPathComponent + "/" + name
        if ProgramSearch.isExecutable(neighbour) { return neighbour }
        do {
            return try ProgramSearch.path(of: name)
        } catch {
            throw CommandError(
                "\(name) is neither beside trackproof nor in PATH; `make install-collector` installs it", .notFound)
        }
    }

    /// Turns this process into a collector if its arguments are those of `trackproof collect`.
    ///
    /// The collector keeps the process, so it gets every signal, and its exit status is that of `trackproof collect`. Call
    /// this function before ArgumentParser reads the arguments, because the collector has its own options.
    static func becomeCollector() {
        let arguments = ProcessBytes.arguments
        let own: [String]
        switch arguments.first {
        case "collect": own = Array(arguments.dropFirst())
        case "help" where arguments.dropFirst() == ["collect"]: own = ["--help"]
        default: return
        }
        do {
            let path = try path()
            setenv(EnvironmentVariable.version, Version.current, 1)
            let words = (["trackproof collect"] + own).map { strdup($0.pathBytes.map(CChar.init(bitPattern:)) + [0]) }
            _ = path.withPath { execv($0, words + [nil]) }
            throw CommandError("\(path): cannot execute: \(systemMessage(errno))", .notExecutable)
        } catch {
            TrackproofCommand.end(with: error)
        }
    }
}
