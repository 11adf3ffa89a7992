import Synchronization
import Testing

/// The messages of the issues that something records; it must record some.
func failures(_ body: () throws -> Void) rethrows -> [String] {
    let messages = Mutex<[String]>([])
    try withKnownIssue {
        try body()
    } matching: { issue in
        messages.withLock { $0 += issue.comments.map(\.rawValue) }
        return true
    }
    return messages.withLock { $0 }
}
