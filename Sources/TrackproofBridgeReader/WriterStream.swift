internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofBridgeProtocol

/// The stream of one connected writer. It reads the writer's lines and counts the events.
struct WriterStream {
    enum Outcome {
        case event(RecordedEvent)
        case barrier(Int64)
    }

    /// The maximum length of the first line, in bytes.
    ///
    /// The first line must contain the token. So the maximum also limits the memory for a connection without the token.
    static let introductionLimit = 1_024

    /// The writer, or `nil` until the first line with the right token has arrived.
    private(set) var writer: BridgeWriter?
    /// Whether the reader has refused the stream and ignores the rest of it.
    private(set) var isRefused = false
    private let token: String
    private var buffer = LineBuffer()
    private var lines = 0

    init(token: String) {
        self.token = token
    }

    /// Reads bytes that arrived. Calls `body` with each event and each answer to a barrier, and with the writer's name.
    mutating func receive(_ bytes: UnsafeRawBufferPointer, _ body: (Outcome, String) -> Void) {
        if isRefused { return }
        // Takes the buffer out of `self`, because `take` changes `self` while the buffer is in use.
        var buffer = LineBuffer()
        swap(&buffer, &self.buffer)
        buffer.append(bytes) { take($0, body) }
        swap(&buffer, &self.buffer)
        if writer == nil, self.buffer.rest.count > Self.introductionLimit { isRefused = true }
        if let problem = self.buffer.problem { note(problem) }
    }

    private mutating func take(_ line: UnsafeBufferPointer<UInt8>, _ body: (Outcome, String) -> Void) {
        if isRefused { return }
        lines += 1
        guard let name = writer?.name else { return introduce(line) }
        if line.isEmpty { return }
        do throws(JSONFailure) {
            switch try JSONCursor.wholeBridgeLine(line).line {
            case .hello: note("line \(lines): only the first line may have the member \"hello\"")
            case .event(let event):
                writer?.note(sequence: event.sequence)
                body(.event(event), name)
            case .lost(let count): writer?.note(lost: count)
            case .bye(let sequence): writer?.note(bye: sequence)
            case .barrier(let number):
                writer?.noteAnswer()
                body(.barrier(number), name)
            }
        } catch {
            note(error.problem(inLine: lines))
        }
    }

    private mutating func introduce(_ line: UnsafeBufferPointer<UInt8>) {
        guard line.count <= Self.introductionLimit else {
            isRefused = true
            return
        }
        do throws(JSONFailure) {
            guard
                case .hello(let version, let name, let shown, let unavailable) = try JSONCursor.wholeBridgeLine(line)
                    .line,
                name.utf8.count <= 200, Self.areEqual(shown ?? "", token)
            else {
                isRefused = true
                return
            }
            writer = BridgeWriter(name: name, unavailable: unavailable)
            if version != 1 { refuse("expected version 1 of the bridge, found version \(version)") }
        } catch {
            // The reader cannot read the first line, so it refuses the stream.
            isRefused = true
        }
    }

    private mutating func refuse(_ problem: String) {
        isRefused = true
        note(problem)
    }

    /// Keeps only the first problem, because later problems are often its consequences.
    private mutating func note(_ problem: String) {
        if writer?.problem == nil { writer?.problem = problem }
    }

    /// Notes that the writer has closed its end.
    mutating func end() {
        // A complete line always ends with a line break, so the rest is a line that was cut off.
        if !buffer.rest.isEmpty, !isRefused { note("the stream ends inside a line") }
        writer?.isOpen = false
    }

    /// Returns whether two texts are equal.
    ///
    /// The time of the comparison depends only on the lengths of the texts. So the time does not reveal how much of a
    /// token is right.
    private static func areEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
