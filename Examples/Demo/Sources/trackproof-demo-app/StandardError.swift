internal import Foundation

/// Writes a line to standard error.
@Sendable
func printError(_ line: String) {
    do {
        try FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    } catch {
        // Nobody listens to standard error, and there is nowhere else to say so.
    }
}
