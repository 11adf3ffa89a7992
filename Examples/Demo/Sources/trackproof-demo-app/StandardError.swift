internal import Foundation

/// Writes a line to standard error.
@Sendable
func printError(_ line: String) {
    do {
        try FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    } catch {
        // The program cannot write to standard error, and there is no other place for the message.
    }
}
