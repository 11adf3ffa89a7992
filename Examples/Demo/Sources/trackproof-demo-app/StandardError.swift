import Foundation

/// Writes a line to standard error.
@Sendable
func printError(_ line: String) {
    do {
        try FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    } catch {
        // Without standard error, the program cannot report this failure.
    }
}
