import Foundation
import Glibc
import Testing

/// The processes of a desktop, including those that the driver did not start itself.
///
/// All of these processes have the path of the desktop's folder in their environment.
struct DesktopProcesses: Sendable {
    private let mark: String

    /// Identifies the processes of the desktop on which the process `id` runs.
    init(of id: Int32) throws {
        let variables = Self.environment(of: String(id)).split(separator: 0)
        mark = try #require(
            variables.map { String(decoding: $0, as: UTF8.self) }.first { $0.hasPrefix("XDG_RUNTIME_DIR=") })
    }

    /// The path of the desktop's folder.
    var folder: String { String(mark.dropFirst("XDG_RUNTIME_DIR=".count)) }

    /// The ids of the running processes. Zombies are not included, because they have no environment.
    var running: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { entry in
                entry.allSatisfy(\.isNumber)
                    && Self.environment(of: entry).split(separator: 0).contains { $0.elementsEqual(mark.utf8) }
            }
        }
    }

    /// The names of the programs of the running processes.
    var programs: Set<String> { get throws { Set(try running.compactMap(program)) } }

    func program(of id: String) -> String? {
        let line = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") ?? Data()
        let path = String(decoding: line.prefix { $0 != 0 }, as: UTF8.self)
        return path.split(separator: "/").last.map(String.init)
    }

    /// Waits until all `processes` have ended. Returns `false` if at least one process still runs after `limit`.
    static func haveEnded(_ processes: [String], within limit: Duration) throws -> Bool {
        typealias Open = @convention(c) (pid_t, UInt32) -> Int32
        // Glibc has this function, but Swift's module for Glibc does not declare it.
        let open = unsafeBitCast(try #require(dlsym(nil, "pidfd_open")), to: Open.self)
        let deadline = ContinuousClock.now + limit
        for id in processes.compactMap(pid_t.init) {
            let descriptor = open(id, 0)
            // If the process has already ended, there is no descriptor.
            if descriptor < 0 { continue }
            defer { close(descriptor) }
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let rest = max(.zero, deadline - .now) / .milliseconds(1)
            if poll(&polled, 1, Int32(rest)) == 0 { return false }
        }
        return true
    }

    private static func environment(of id: String) -> Data {
        FileManager.default.contents(atPath: "/proc/\(id)/environ") ?? Data()
    }
}
