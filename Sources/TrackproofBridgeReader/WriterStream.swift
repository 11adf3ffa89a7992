import Trackproof
import TrackproofJSON
import TrackproofBridgeProtocol

/// The stream of one connected writer. It reads the writer's lines and counts the events.
struct WriterStream {
    enum Outcome {
        case event(RecordedEvent)
        case barrier(Int64)
    }

    /// The maximum length of the first line, in bytes.
    ///
    /// The first line must contain the token. So the maximum also limits the memory for a connection without the token.
    static let introductionLimit = 4_096
    /// The maximum length of a writer's name, in bytes.
    private static let nameLimit = 200

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
        if writer == nil, !isRefused, self.buffer.rest.count > Self.introductionLimit {
            let rest = self.buffer.rest
            rest.withUnsafeBufferPointer { introduce($0) }
        }
        if let problem = self.buffer.problem { writer?.note(problem: problem) }
    }

    private mutating func take(_ line: UnsafeBufferPointer<UInt8>, _ body: (Outcome, String) -> Void) {
        if isRefused { return }
        lines += 1
        guard let name = writer?.name else { return introduce(line) }
        if line.isEmpty { return }
        do throws(JSONFailure) {
            let line = try JSONCursor.wholeBridgeLine(line).line
            writer?.note(line, inLine: lines)
            switch line {
            case .event(let event): body(.event(event), name)
            case .barrier(let number): body(.barrier(number), name)
            case .hello, .lost, .bye: break
            }
        } catch {
            writer?.note(problem: error.problem(inLine: lines))
        }
    }

    /// Reads the first line.
    ///
    /// If the line does not contain the token, the stream is refused in silence, because any process of the computer can
    /// connect. If it contains the token, an app sent it, and every problem with the line is the app's problem.
    private mutating func introduce(_ line: UnsafeBufferPointer<UInt8>) {
        guard Self.contains(token, UnsafeBufferPointer(rebasing: line.prefix(Self.introductionLimit))) else {
            isRefused = true
            return
        }
        guard line.count <= Self.introductionLimit else {
            return refuse("the first line has more than \(Self.introductionLimit) bytes")
        }
        do throws(JSONFailure) {
            guard
                case .hello(let version, let name, let shown, let unavailable) = try JSONCursor.wholeBridgeLine(line)
                    .line, Self.areEqual((shown ?? "").utf8, token.utf8)
            else {
                return refuse("line 1: expected the members \"hello\" and \"token\"")
            }
            guard name.utf8.count <= Self.nameLimit else {
                return refuse("line 1: the name of the writer has more than \(Self.nameLimit) bytes")
            }
            writer = BridgeWriter(name: name, unavailable: unavailable)
            if version != 1 { refuse("expected version 1 of the bridge, found version \(version)") }
        } catch {
            refuse(error.problem(inLine: 1))
        }
    }

    /// Refuses the stream of a process that has shown the token. If it has not shown a valid name, the name is `unknown`.
    private mutating func refuse(_ problem: String) {
        isRefused = true
        writer = writer ?? BridgeWriter(name: "unknown")
        writer?.note(problem: problem)
    }

    /// Notes that the writer has closed its end.
    mutating func end() {
        // A complete line always ends with a line break, so the rest is a line that was cut off.
        writer?.noteEnd(insideLine: !buffer.rest.isEmpty && !isRefused)
    }

    private static func contains(_ token: String, _ line: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = token.utf8.count
        return line.count >= count
            && (0...line.count - count).contains { areEqual(line[$0..<$0 + count], token.utf8) }
    }

    /// Returns whether two texts are equal.
    ///
    /// The time of the comparison depends only on the lengths of the texts. So the time does not reveal how much of a
    /// token is right.
    private static func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension JSONFailure {
    /// Returns a message with the line, the column and the problem.
    func problem(inLine number: Int) -> String {
        let message = isIncomplete ? "the line ends inside a value" : message
        let field = field.map { "\($0): " } ?? ""
        return "line \(number), column \(offset + 1): \(field)\(message)"
    }
}
