internal import Trackproof
internal import TrackproofJSON

/// The stream of one connected writer: cuts it into lines and keeps count.
struct WriterStream {
    enum Outcome {
        case event(RecordedEvent)
        case barrier(Int64)
    }

    /// What a stream may hold before it has shown its token.
    static let introductionLimit = 1_024
    /// The longest line.
    static let lineLimit = JSONLimits.eventBytes

    /// Nil until the stream has introduced itself with the right token.
    private(set) var writer: BridgeWriter?
    private let token: String
    private var buffer: [UInt8] = []
    private var lines = 0
    /// The stream is of no use any more.
    private(set) var isRefused = false

    init(token: String) {
        self.token = token
    }

    /// Takes in what arrived and hands out what its whole lines say.
    mutating func receive(_ bytes: UnsafeRawBufferPointer, _ body: (Outcome, String) -> Void) {
        if isRefused { return }
        buffer.append(contentsOf: bytes)
        var start = 0
        let buffer = buffer
        buffer.withUnsafeBufferPointer { all in
            while !isRefused, let end = all[start...].firstIndex(of: 0x0A) {
                lines += 1
                take(all, start..<end, body)
                start = end + 1
            }
        }
        self.buffer.removeFirst(start)
        if self.buffer.count > (writer == nil ? Self.introductionLimit : Self.lineLimit) {
            refuse("a line is longer than \(Self.lineLimit >> 20) MiB")
        }
    }

    private mutating func take(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ body: (Outcome, String) -> Void
    ) {
        guard let base = bytes.baseAddress, !range.isEmpty else { return }
        var cursor = JSONCursor(base, from: range.lowerBound, to: range.upperBound, isFinal: true)
        do throws(JSONFailure) {
            let line = try cursor.bridgeLine().line
            guard var writer else { return introduce(line) }
            switch line {
            case .hello: return refuse("a second introduction")
            case .event(let event):
                writer.note(sequence: event.sequence)
                self.writer = writer
                body(.event(event), writer.name)
            case .lost(let count):
                writer.lost += count
                self.writer = writer
            case .bye(let sequence):
                writer.note(bye: sequence)
                self.writer = writer
            case .barrier(let number): body(.barrier(number), writer.name)
            }
        } catch {
            refuse("line \(lines), column \(error.offset - range.lowerBound + 1): \(error.message)")
        }
    }

    private mutating func introduce(_ line: BridgeLine) {
        guard case .hello(let version, let name, let shown) = line, version == 1,
            name.utf8.count <= 200, Self.areEqual(shown ?? "", token)
        else {
            isRefused = true
            return
        }
        writer = BridgeWriter(name: name)
    }

    private mutating func refuse(_ problem: String) {
        isRefused = true
        writer?.problem = problem
    }

    mutating func end() {
        // A whole line always ends with a line break: what is left was cut off.
        if !buffer.isEmpty, !isRefused { writer?.problem = "the stream ends inside a line" }
        writer?.isOpen = false
    }

    /// In time that does not tell how much of it is right.
    private static func areEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
