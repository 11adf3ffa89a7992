import Foundation
import Subprocess
import TrackproofBridgeReader
import TrackproofFiles
import TrackproofJSON
import TrackproofConsole

/// The program of a command, with its arguments and its environment. All of them can have any bytes.
///
/// Keep this object until the program has started.
final class ChildImage: Sendable {
    /// The path of the program.
    private let path: String
    /// The arguments, beginning with the name of the program.
    private let words: [[UInt8]]
    private let entries: [[UInt8]]
    /// The folder with the file that the second `trackproof` reads, or `nil` if one start is enough.
    private let folder: PrivateFolder?

    /// - Parameters:
    ///   - path: The path of the program.
    ///   - name: The name of the program, which the program gets as its first argument.
    ///   - arguments: The other arguments. They can contain stand-ins for bytes, as paths do.
    ///   - variables: The variables that replace or extend those of this process.
    ///   - removed: The names of the variables that the program does not get.
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if a temporary file is necessary and cannot be written.
    init(
        path: String, name: String, arguments: [String], variables: [String: String], removing removed: [String]
    ) throws {
        self.path = path
        words = ([name] + arguments).map(\.pathBytes)
        let names = Set((removed + variables.keys).map(\.pathBytes))
        entries =
            ProcessBytes.environment.filter { !names.contains(Array($0.prefix { $0 != UInt8(ascii: "=") })) }
            + variables.sorted { $0.key < $1.key }.map { "\($0)=\($1)".pathBytes }
        let isAccepted = path.pathBytes == Array(path.utf8) && entries.allSatisfy(Self.isAccepted)
        folder = isAccepted && Self.ignoredSignals.isEmpty ? nil : try PrivateFolder()
        if let folder { try writeImage(to: folder.path + Self.fileName) }
    }

    // MARK: Passing on

    // Subprocess rejects an entry without `=` and a name that begins with a digit, repairs a path that is not UTF-8, and
    // restores the default effect of all signals. If that matters, it starts another `trackproof`, which becomes the
    // program by `execve`. This `trackproof` reads the program's environment from a file, because other users can see
    // the arguments of a process.

    private static func isAccepted(_ entry: [UInt8]) -> Bool {
        entry.contains(UInt8(ascii: "=")) && !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= (entry.first ?? 0))
    }

    private static let marker = "--become-the-command"
    private static let fileName = "/image"
    private static let maxImageSize = 64 << 20

    /// The signals that this process ignored when it started, for example under nohup. The program ignores them too.
    private static let ignoredSignals: [Int32] = (1..<32).filter { number in
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    var executable: Executable { Executable(path: folder == nil ? path : Self.own) }

    var arguments: Arguments {
        guard let folder else {
            return Arguments(
                executablePathOverride: words[0].terminated, remainingValues: words.dropFirst().map(\.terminated))
        }
        return Arguments([Self.marker.pathBytes, (folder.path + Self.fileName).pathBytes].map(\.terminated))
    }

    var environment: Environment { .custom(entries.filter(Self.isAccepted).map(\.terminated)) }

    private static var own: String { Bundle.main.executablePath ?? CommandLine.arguments[0] }

    private func writeImage(to file: String) throws {
        let signals = Self.ignoredSignals.map { Array("\($0)".utf8) }
        let lists = [signals, entries, [path.pathBytes] + words]
        let bytes = lists.flatMap { list in Array("\(list.count)".utf8).terminated + list.flatMap(\.terminated) }
        let opened = try OpenFile(writing: file, flags: O_WRONLY | O_EXCL, mode: 0o600)
        let code = bytes.withUnsafeBytes { writeAll($0, to: opened.descriptor) }
        if code != 0 { throw FileAccessError(file, .write, code: code) }
    }

    /// Turns this process into a command, if another `trackproof` started it for this purpose.
    ///
    /// Otherwise, only notes which signals this process ignores. Call this function before all others.
    static func becomeCommand() {
        _ = ignoredSignals
        let arguments = ProcessBytes.arguments
        guard arguments.count == 2, arguments[0] == marker else { return }
        do {
            let bytes = try OpenFile(path: arguments[1], followsLink: false).bytes(limit: maxImageSize)
            _ = arguments[1].withPath(unlink)
            var rest = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)[...]
            func list() -> [[UInt8]] {
                let count = rest.popFirst().flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
                defer { rest = rest.dropFirst(count) }
                return Array(rest.prefix(count))
            }
            for number in list().compactMap({ Int32(String(decoding: $0, as: UTF8.self)) }) { signal(number, SIG_IGN) }
            let entries = list().map { strdup($0.map(CChar.init(bitPattern:)) + [0]) }
            let words = list().map { strdup($0.map(CChar.init(bitPattern:)) + [0]) }
            guard let path = words.first ?? nil else { return }
            _ = execve(path, Array(words.dropFirst()) + [nil], entries + [nil])
            let status: ExitStatus = errno == ENOENT ? .notFound : .notExecutable
            Console.note("\(String(path: path)): cannot execute: \(systemMessage(errno))")
            exit(status.rawValue)
        } catch {
            Console.note("\(error)")
            exit(ExitStatus.notExecutable.rawValue)
        }
    }
}

extension [UInt8] {
    /// The bytes with a final zero.
    fileprivate var terminated: [UInt8] { self + [0] }
}
