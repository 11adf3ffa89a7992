internal import Foundation

/// Writes a line to standard error.
@Sendable
func printError(_ line: String) {
    do {
        try FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    } catch {
        // Standard error cannot be written, and there is no other place for the message.
    }
}
