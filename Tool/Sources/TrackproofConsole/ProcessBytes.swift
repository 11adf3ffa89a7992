import TrackproofFiles
import TrackproofPlatform

/// The arguments and the environment of this process, with all their bytes.
///
/// `CommandLine` and `ProcessInfo` of Foundation replace bytes that are not UTF-8.
package enum ProcessBytes {
    /// The arguments after the name of the program. Each byte that is not UTF-8 is a stand-in, as in a path.
    package static var arguments: [String] {
        (0..<Int(CommandLine.argc)).dropFirst().compactMap { index in
            CommandLine.unsafeArgv[index].map { String(path: $0) }
        }
    }

    /// The entries of the environment in their order, such as `HOME=/root`. An entry need not contain `=`.
    package static var environment: [[UInt8]] {
        var next = Platform.environmentEntries
        var entries: [[UInt8]] = []
        while let entry = next?.pointee {
            entries.append(UnsafeBufferPointer(start: entry, count: strlen(entry)).map(UInt8.init(bitPattern:)))
            next = next?.advanced(by: 1)
        }
        return entries
    }

    /// Returns how many more files this process can open, but at most `limit`.
    package static func freeDescriptors(upTo limit: Int) -> Int {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        while opened.count < limit {
            let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
            if descriptor < 0 { break }
            opened.append(descriptor)
        }
        return opened.count
    }

    /// Opens `/dev/null` in the place of each standard stream that is closed.
    ///
    /// Without this, a file that the program opens could become its standard output. As with a closed stream, reading
    /// from this standard input and writing to this standard output or standard error are errors.
    package static func reserveStandardStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The system uses the lowest free descriptor. If no descriptor is free, each later `open` fails too.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
