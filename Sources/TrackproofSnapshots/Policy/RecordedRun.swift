/// The events of one run, in memory or in a file of any size.
@_spi(Tooling) public struct RecordedRun: Sendable {
    enum Content: Sendable {
        case events(Recording)
        case file(EventFile)
    }

    let content: Content
    /// Whether the run succeeded, and the recording contains everything that the run tracked.
    ///
    /// Only such a run can become a snapshot.
    let isWhole: Bool
    /// A closure that reports progress while a file is compared.
    ///
    /// The closure is called from time to time, on any thread, with the number of events read so far.
    let progress: (@Sendable (Int) -> Void)?

    /// Creates a run whose events are in memory.
    package init(_ recording: Recording, isWhole: Bool = true) {
        content = .events(recording)
        self.isWhole = isWhole
        progress = nil
    }

    /// Creates a run whose events are in a file, which is read into memory only if necessary.
    public init(_ file: EventFile, isWhole: Bool = true, progress: (@Sendable (Int) -> Void)? = nil) {
        content = .file(file)
        self.isWhole = isWhole
        self.progress = progress
    }

    /// Returns the events, and reads them into memory if necessary.
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
