import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON

/// Parses `bytes` as a file with one value. A byte order mark and surrounding white space are allowed.
func parse(_ bytes: [UInt8]) throws -> EventValue {
    let window = ByteWindow(bytes, file: "test")
    try window.skipMarkAndSpace()
    let value = try window.read { (cursor: inout JSONCursor) throws(JSONFailure) in try cursor.value() }
    try window.skipSpace()
    guard window.isEmpty else { throw window.error(at: window.start, "expected the end of the file") }
    return value
}

func parse(_ text: String) throws -> EventValue { try parse(Array(text.utf8)) }

/// Returns the message of the error for `bytes`, or `nil` if `bytes` are a valid file with one value.
func refusal(_ bytes: [UInt8]) -> String? { message { try parse(bytes) } }

func refusal(_ text: String) -> String? { refusal(Array(text.utf8)) }

/// Everything that the reader reads from an event file.
struct Contents: Equatable {
    var events: [RecordedEvent] = []
    var members = EventParameters()
    var layout = EventReader.Layout.lines
    var truncation: String?

    init(_ bytes: [UInt8]) throws {
        try self.init(ByteWindow(bytes, file: "test"))
    }

    init(_ text: String) throws { try self.init(Array(text.utf8)) }

    /// Reads the file at `path` with a window that has an initial capacity of `chunk` bytes.
    init(path: String, chunk: Int) throws {
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        try self.init(ByteWindow(descriptor: descriptor, chunk: chunk, file: "test"))
    }

    private init(_ window: ByteWindow) throws {
        let reader = try EventReader(window, file: "test")
        while let event = try reader.next() { events.append(event) }
        members = reader.members
        layout = reader.layout
        truncation = reader.truncation?.description
    }
}

/// Returns the events of a file with this text.
func events(_ text: String) throws -> [RecordedEvent] { try Contents(text).events }

/// Returns the error message for an event file with this text, or `nil` if the text is valid.
func eventRefusal(_ text: String) -> String? { message { try Contents(text) } }

func text(of value: EventValue) -> String {
    var writer = JSONWriter()
    writer.write(value)
    return writer.text
}

func text(of event: RecordedEvent) -> String {
    var writer = JSONWriter()
    writer.write(event)
    return writer.text
}

/// Calls `body` with the path of a new file, and removes the file afterwards.
func withFile<Value>(_ bytes: [UInt8], _ body: (String) throws -> Value) throws -> Value {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try body(folder.write(bytes, to: "file"))
}
