/// The events that an app tracked in one run, in memory or in a file.
public struct RecordedRun: Sendable {
    enum Content: Sendable {
        case events(Recording)
        case file(EventFile)
    }

    let content: Content
    /// Whether the run succeeded and all events of the run were recorded.
    ///
    /// If this is `false`, ``SnapshotPolicy/judge(_:)`` does not write these events to the snapshot.
    let isWhole: Bool
    /// A closure that reports progress while a file is compared.
    ///
    /// The comparison calls the closure from time to time, on any thread, with the number of events read so far.
    let progress: (@Sendable (Int) -> Void)?

    /// Creates a run whose events are in memory.
    package init(_ recording: Recording, isWhole: Bool = true) {
        content = .events(recording)
        self.isWhole = isWhole
        progress = nil
    }

    /// Creates a run whose events are in a file. The policy reads all events into memory only to update a snapshot.
    public init(_ file: EventFile, isWhole: Bool = true, progress: (@Sendable (Int) -> Void)? = nil) {
        content = .file(file)
        self.isWhole = isWhole
        self.progress = progress
    }

    /// Returns all events of the run. Reads them into memory if they are in a file.
    func recording() throws -> Recording {
        switch content {
        case .events(let recording): return recording
        case .file(let file):
            var recording = Recording()
            if let truncation = try file.forEach({ recording.events.append($0) }) { throw truncation }
            return recording
        }
    }
}
