internal import Foundation
internal import Subprocess
@_spi(Tooling) internal import TrackproofFiles

/// The program of a command, with its arguments and its environment. All of them can have any bytes.
struct ChildImage {
    /// The path of the program.
    private let path: String
    /// The arguments, beginning with the name of the program.
    private let words: [[UInt8]]
    private let entries: [[UInt8]]

    /// - Parameters:
    ///   - path: The path of the program.
    ///   - name: The name of the program, which the program gets as its first argument.
    ///   - arguments: The other arguments. They can contain stand-ins for bytes, as paths do.
    ///   - variables: The variables that replace or extend those of this process.
    ///   - removed: The names of the variables that the program does not get.
    init(
        path: String, name: String, arguments: [String], variables: [String: String], removing removed: [String]
    ) {
        self.path = path
        words = ([name] + arguments).map(\.pathBytes)
        let names = Set((removed + variables.keys).map(\.pathBytes))
        entries =
            ProcessBytes.environment.filter { !names.contains(Array($0.prefix { $0 != UInt8(ascii: "=") })) }
            + variables.sorted { $0.key < $1.key }.map { "\($0)=\($1)".pathBytes }
    }

    // MARK: Passing on

    /// Subprocess rejects an entry without `=` and a name that begins with a digit, and repairs a path that is not
    /// UTF-8. In these cases, it starts another `trackproof`, which becomes the program by `execve`.
    private var needsSecondStart: Bool {
        path.pathBytes != Array(path.utf8) || entries.contains { !Self.isAccepted($0) }
    }

    private static func isAccepted(_ entry: [UInt8]) -> Bool {
        entry.contains(UInt8(ascii: "=")) && !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= (entry.first ?? 0))
    }

    private static let marker = "--become-the-command"

    var executable: Executable { Executable(path: needsSecondStart ? Self.own : path) }

    var arguments: Arguments {
        if !needsSecondStart {
            return Arguments(
                executablePathOverride: words[0].terminated, remainingValues: words.dropFirst().map(\.terminated))
        }
        let count = Array("\(entries.count)".utf8)
        let all = [Array(Self.marker.utf8), count] + entries + [path.pathBytes] + words
        return Arguments(all.map(\.terminated))
    }

    var environment: Environment { .custom(entries.filter(Self.isAccepted).map(\.terminated)) }

    private static var own: String { Bundle.main.executablePath ?? CommandLine.arguments[0] }

    /// Turns this process into a command, if another `trackproof` started it for this purpose. Otherwise, does nothing.
    static func becomeCommand() {
        let arguments = ProcessBytes.arguments
        guard arguments.count > 1, arguments[0] == marker, let count = Int(arguments[1]), arguments.count > count + 3
        else { return }
        let entries = arguments[2..<2 + count].map { strdup($0.cPath) }
        let words = arguments[(3 + count)...].map { strdup($0.cPath) }
        _ = arguments[2 + count].withPath { execve($0, words + [nil], entries + [nil]) }
        let status: ExitStatus = errno == ENOENT ? .notFound : .notExecutable
        Console.note("\(arguments[2 + count]): cannot execute: \(systemMessage(errno))")
        exit(status.rawValue)
    }
}

extension [UInt8] {
    /// The bytes with a final zero, which Subprocess needs.
    fileprivate var terminated: [UInt8] { self + [0] }
}
