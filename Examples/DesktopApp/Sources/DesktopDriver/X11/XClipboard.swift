/// The clipboard as the display has it: who owns it, and what the owner hands out. For one thread at a time.
struct XClipboard {
    private let connection: XConnection
    private let clipboard: UInt32

    init(display: String, until deadline: Deadline?) throws(DriverError) {
        connection = try XConnection(display: display, until: deadline)
        clipboard = try connection.atom("CLIPBOARD")
    }

    /// The text that its owner hands out; nil where it has no owner, or one that has no text or dies when it is asked.
    func read() throws(DriverError) -> String? {
        let ownerChange = try startWatching()
        let (text, piecemeal) = (try connection.atom("UTF8_STRING"), try connection.atom("INCR"))
        let property = try connection.atom("TRACKPROOF_TEXT")
        try connection.send(24, words: [connection.window, clipboard, text, property, 0])
        let selectionNotify: UInt8 = 31
        while true {
            let event = try connection.nextEvent()
            if Self.tellsOfDeath(event, ownerChange) { return nil }
            if event.kind != selectionNotify { continue }
            // The owner could not, or there is none.
            if event.word(at: 20) == 0 { return nil }
            break
        }
        var content = try take(property)
        if content.type == piecemeal {
            guard let pieces = try takePieces(property, ownerChange) else { return nil }
            content.bytes = pieces
        }
        return String(decoding: content.bytes, as: UTF8.self)
    }

    /// Whether the owner's window or connection is no more; a new owner leaves the old one able to answer.
    private static func tellsOfDeath(_ event: XPacket, _ ownerChange: UInt8) -> Bool {
        event.kind == ownerChange && event.bytes[1] != 0
    }

    /// Takes what the owner has put into the window's property, which it sees.
    private func take(_ property: UInt32) throws(DriverError) -> (type: UInt32, bytes: [UInt8]) {
        let reply = try connection.ask(20, 1, words: [connection.window, property, 0, 0, 0x1FFF_FFFF])
        let size = Int(reply.word(at: 16)) * Int(reply.bytes[1]) / 8
        return (reply.word(at: 8), Array(reply.bytes[32..<32 + size]))
    }

    /// A long text comes in pieces, each once the one before has been taken; an empty one ends it. Nil where the owner
    /// dies before.
    private func takePieces(_ property: UInt32, _ ownerChange: UInt8) throws(DriverError) -> [UInt8]? {
        let (propertyNotify, newValue): (UInt8, UInt8) = (28, 0)
        var bytes: [UInt8] = []
        while true {
            let event = try connection.nextEvent()
            if Self.tellsOfDeath(event, ownerChange) { return nil }
            guard event.kind == propertyNotify, event.word(at: 8) == property, event.bytes[16] == newValue
            else { continue }
            let piece = try take(property).bytes
            if piece.isEmpty { return bytes }
            bytes += piece
        }
    }

    /// Takes it from its owner, who is told, and leaves it without one.
    func clear() throws(DriverError) {
        try connection.send(22, words: [0, clipboard, 0])
        // Whatever the answer, the display has done it then.
        _ = try connection.ask(23, words: [clipboard])
    }

    /// Has the display tell of it from now on when another owner takes the clipboard, or it loses its own.
    ///
    /// - Returns: the code of the events that tell of it.
    @discardableResult
    func startWatching() throws(DriverError) -> UInt8 {
        let name = "XFIXES"
        let fixes = try connection.ask(98, words: [UInt32(name.utf8.count)], text: name)
        guard fixes.bytes[8] == 1 else { throw .failed("the display has no \(name)") }
        let code = fixes.bytes[9]
        _ = try connection.ask(code, 0, words: [5, 0])
        // A new owner, its window destroyed, its connection closed.
        try connection.send(code, 2, words: [connection.root, clipboard, 0b111])
        // Once this is answered, that is done too.
        _ = try connection.ask(23, words: [clipboard])
        return fixes.bytes[10]
    }

    /// Waits, for ever, until the display tells of a change.
    func waitForChange() throws(DriverError) {
        connection.deadline = nil
        _ = try connection.nextEvent()
    }
}
