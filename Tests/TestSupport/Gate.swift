#if os(macOS) || os(Linux)
    import Foundation
    import Testing
    import TrackproofPlatform

    /// A gate at which a child process waits until the test opens it.
    package final class Gate: Sendable {
        private let folder: TemporaryFolder
        private let descriptor: Int32

        /// Creates a named pipe and keeps both of its ends open, so opening the pipe never blocks a process.
        package init() throws {
            folder = try TemporaryFolder()
            let made = mkfifo(folder.file("gate"), 0o600)
            descriptor = Foundation.open(folder.file("gate"), O_RDWR)
            try #require(made == 0 && descriptor >= 0)
        }

        deinit { close(descriptor) }

        package var path: String { folder.file("gate") }

        /// Opens the gate for one pass.
        package func open() {
            var byte: UInt8 = 1
            #expect(Platform.writeBytes(descriptor, &byte, 1) == 1)
        }

        /// Waits in the child process until the test opens the gate at `path`.
        package static func pass(_ path: String) {
            let descriptor = Foundation.open(path, O_RDONLY)
            var byte: UInt8 = 0
            if Platform.readBytes(descriptor, &byte, 1) != 1 { exit(98) }
            close(descriptor)
        }
    }
#endif
