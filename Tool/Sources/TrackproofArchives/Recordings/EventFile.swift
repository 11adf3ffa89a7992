package import Trackproof
import TrackproofFiles
package import TrackproofJSON
import TrackproofPlatform
package import TrackproofSnapshots

/// An open file of events that can be read several times.
///
/// The file can have any size, because only one event is in memory at a time. Standard input and pipes can be read only
/// once, so their content is first copied to a temporary file. The operating system removes this file when the
/// ``EventFile`` is deinitialized or the process ends. The copy has a size limit, because a pipe may never end.
package final class EventFile: Sendable {
    /// The path as the caller gave it. `-` means standard input.
    package let path: String
    private let file: OpenFile

    /// The maximum number of bytes that are copied from standard input or from a pipe.
    private static let copyLimit = 1 << 30

    /// Opens a file. Copies the content of standard input or of a pipe to a temporary file.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the file does not exist or cannot be read.
    package init(path: String) throws {
        let opened = try OpenFile(path: path, .any)
        self.path = path
        file = opened.isStream ? try Self.copy(opened) : opened
    }

    /// Copies standard input or a pipe to a temporary file that has no name.
    ///
    /// The copy stops if the input does not begin with `{` or `[`. In that case, the reader of the copy reports an
    /// error at the first byte of the copy.
    private static func copy(_ source: OpenFile) throws -> OpenFile {
        let copy = try OpenFile(temporaryIn: Folder.temporary)
        // `nil` while all bytes are white space.
        var isJSON: Bool?
        var size = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { buffer.deallocate() }
        while isJSON != false {
            let count = try source.read(into: buffer)
            if count == 0 { break }
            size += count
            guard size <= copyLimit else {
                let limit = "the input exceeds \(copyLimit >> 20) MB and may be endless; write it to a file first"
                throw FileAccessError(source.path, .read, code: 0, message: limit)
            }
            let bytes = buffer[..<count]
            // Skips white space, and the three bytes of a UTF-8 byte order mark.
            if isJSON == nil,
                let first = bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) })
            {
                isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
            }
            try copy.append(Array(bytes))
        }
        return copy
    }

    /// Returns a reader that starts at the first event.
    package func reader() throws -> EventReader {
        try EventReader(ByteWindow(descriptor: file.descriptor, owner: file, file: path), file: path)
    }

    /// Returns the event that starts at the byte with the index `offset` in the file.
    func event(at offset: UInt64, shape: EventShape) throws -> RecordedEvent {
        try ByteWindow(descriptor: file.descriptor, offset: offset, chunk: 1 << 12, file: path).event(shape)
    }

    /// Reads all events into memory.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` that says where the file contains something other than an event,
    ///   or where its last line is cut short; ``/TrackproofJSON/FileAccessError`` if reading fails.
    package func recording() throws -> Recording { try Recording(reader()) }

    /// Calls `body` for every event, in order.
    ///
    /// - Returns: An error that says where the last line is cut short, or `nil` if the last line is complete.
    /// - Throws: ``/TrackproofJSON/EventFormatError`` that says where the file contains something other than an event,
    ///   or ``/TrackproofJSON/FileAccessError`` if reading fails.
    @discardableResult
    package func forEach(_ body: (RecordedEvent) throws -> Void) throws -> EventFormatError? {
        let common = try commonParameters()
        return try reader().forEach(adding: common, body)
    }

    /// Returns the parameters that each event of the file has in addition to its own.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` if the file is a snapshot whose members are not valid, or
    ///   ``/TrackproofJSON/FileAccessError`` if reading fails.
    package func commonParameters() throws -> CommonParameters {
        let head = try reader()
        if head.layout == .document, try !CommonParameters(head).isGiven {
            // The members may come after the events. If an event cannot be read, the caller's reader throws the error,
            // after the events before it.
            do { try head.skipEvents() } catch is EventFormatError { return CommonParameters() }
        }
        return try CommonParameters(head)
    }
}

extension EventFile {
    /// Calls `body` for every event, in order, while another thread reads the next events.
    ///
    /// With two processor cores, the method takes as long as the reading or as the calls of `body`, whichever is
    /// longer. `body` runs on the caller's thread. At most a few thousand events are in memory. If events are large,
    /// fewer events are in memory: those in a few megabytes of the file.
    ///
    /// The result and the errors are the same as for ``forEach(_:)``. Before the method throws an error about an event,
    /// it calls `body` for all earlier events.
    @discardableResult
    package func forEachReadingAhead(_ body: (RecordedEvent) throws -> Void) throws -> EventFormatError? {
        let batches = EventBatches()
        guard Platform.startThread({ batches.read(self) }) else { return try forEach(body) }
        defer { batches.cancel() }
        while let batch = batches.next() {
            for event in batch { try body(event) }
        }
        return try batches.result()
    }
}

/// A queue between the thread that reads events and the thread that uses them.
private final class EventBatches: Sendable {
    private struct State {
        /// The batches of events that the reading thread has added and ``next()`` has not returned yet.
        var batches: [[RecordedEvent]] = []
        /// The result of reading the file, or `nil` while the reading thread still reads.
        var result: Result<EventFormatError?, any Error>?
        var isCancelled = false
    }

    private struct Cancellation: Error {}

    /// The maximum number of events in a batch. With small batches, the two threads would often wait for each other.
    private static let eventLimit = 1_024
    /// A batch ends if its events take this number of bytes in the file, even if the batch has few events.
    private static let byteLimit: UInt64 = 1 << 20
    /// The maximum number of batches in the queue.
    private static let batchLimit = 3

    private let state = Lock(State())

    // MARK: The reading thread

    func read(_ file: EventFile) {
        let result = Result { try readEvents(file) }
        state.withLock { $0.result = result }
        state.wakeAll()
    }

    private func readEvents(_ file: EventFile) throws -> EventFormatError? {
        let common = try file.commonParameters()
        let reader = try file.reader()
        var batch: [RecordedEvent] = []
        var start: UInt64 = 0
        let truncation: EventFormatError?
        do {
            truncation = try reader.forEach(adding: common) { event in
                if batch.isEmpty { start = reader.eventOffset }
                batch.append(event)
                guard batch.count == Self.eventLimit || reader.eventOffset - start >= Self.byteLimit else { return }
                try add(batch)
                batch = []
                batch.reserveCapacity(Self.eventLimit)
            }
        } catch {
            try add(batch)
            throw error
        }
        try add(batch)
        return truncation
    }

    /// Adds a batch to the queue. Waits while the queue is full.
    private func add(_ batch: [RecordedEvent]) throws {
        let isCancelled = state.wait(until: nil) { state -> Bool? in
            if state.isCancelled { return true }
            guard state.batches.count < Self.batchLimit else { return nil }
            state.batches.append(batch)
            return false
        }
        if isCancelled ?? true { throw Cancellation() }
        state.wakeAll()
    }

    // MARK: The using thread

    /// Returns the next batch, or `nil` after the last batch. Waits while the queue is empty.
    func next() -> [RecordedEvent]? {
        let batch = state.wait(until: nil) { state -> [RecordedEvent]?? in
            if !state.batches.isEmpty { return .some(state.batches.removeFirst()) }
            return state.result == nil ? nil : .some(nil)
        }
        state.wakeAll()
        return batch ?? nil
    }

    /// Returns the result of reading the file. Call this method after ``next()`` has returned `nil`.
    func result() throws -> EventFormatError? {
        try state.withLock { try $0.result?.get() }
    }

    /// Stops the reading thread when it adds its next batch.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        state.wakeAll()
    }
}

extension RecordedRun {
    /// Creates a run whose events are in a file.
    ///
    /// - Parameter progress: A closure that the comparison calls from time to time, on any thread, with the number of
    ///   events read so far.
    package init(_ file: EventFile, isWhole: Bool = true, progress: (@Sendable (Int) -> Void)? = nil) {
        self.init(isWhole: isWhole, recording: file.recording) { snapshot, options in
            try Comparison.compareFiles(
                recording: file, snapshot: EventFile(path: snapshot), options: options, progress: progress)
        }
    }
}
