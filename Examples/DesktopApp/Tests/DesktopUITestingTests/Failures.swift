import Synchronization
import Testing

/// Returns the messages of the issues that `body` records. The test fails if `body` records no issue.
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
