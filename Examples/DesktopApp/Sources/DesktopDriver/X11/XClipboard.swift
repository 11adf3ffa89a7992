/// A client of the clipboard of an X display.
///
/// X does not store the clipboard. The app that owns the clipboard sends the text on request. Only one thread at a time
/// may use a client.
struct XClipboard {
    private let connection: XConnection
    private let clipboard: UInt32

    init(display: String, until deadline: Deadline?) throws(DriverError) {
        connection = try XConnection(display: display, until: deadline)
        clipboard = try connection.atom("CLIPBOARD")
    }

    /// Asks the clipboard's owner for the text on the clipboard.
    ///
    /// - Returns: The text, or `nil` if the clipboard has no owner, or if the owner has no text or ends before it
    ///   answers.
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
            // The clipboard has no owner, or the owner could not send a text.
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

    /// Returns whether the event reports that the owner's window or connection no longer exists.
    ///
    /// The result is `false` if another app became the owner, because the previous owner can still send its text.
    private static func tellsOfDeath(_ event: XPacket, _ ownerChange: UInt8) -> Bool {
        event.kind == ownerChange && event.bytes[1] != 0
    }

    /// Returns the content that the owner stored in a property of this client's window, and deletes the property.
    ///
    /// The owner of a long text waits for this deletion before it sends the next piece.
    private func take(_ property: UInt32) throws(DriverError) -> (type: UInt32, bytes: [UInt8]) {
        let reply = try connection.ask(20, 1, words: [connection.window, property, 0, 0, 0x1FFF_FFFF])
        let size = Int(reply.word(at: 16)) * Int(reply.bytes[1]) / 8
        return (reply.word(at: 8), Array(reply.bytes[32..<32 + size]))
    }

    /// Returns a long text, which arrives in pieces.
    ///
    /// The owner sends each piece after this client has taken the previous piece. An empty piece ends the text.
    ///
    /// - Returns: The bytes of the text, or `nil` if the owner ends before it has sent the last piece.
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

    /// Empties the clipboard by removing its owner. The display notifies the previous owner.
    func clear() throws(DriverError) {
        try connection.send(22, words: [0, clipboard, 0])
        // The display handles requests in order. So when it answers this request, the clipboard is empty.
        _ = try connection.ask(23, words: [clipboard])
    }

    /// Asks the display to send an event at each change of the clipboard's owner.
    ///
    /// A change is a new owner, or the end of the owner's window or connection.
    ///
    /// - Returns: The code of these events.
    @discardableResult
    func startWatching() throws(DriverError) -> UInt8 {
        let name = "XFIXES"
        let fixes = try connection.ask(98, words: [UInt32(name.utf8.count)], text: name)
        guard fixes.bytes[8] == 1 else { throw .failed("the display does not support \(name)") }
        let code = fixes.bytes[9]
        _ = try connection.ask(code, 0, words: [5, 0])
        // The mask selects three events: a new owner, the end of the owner's window, and the end of its connection.
        try connection.send(code, 2, words: [connection.root, clipboard, 0b111])
        // The display handles requests in order. So when it answers this request, it already watches the clipboard.
        _ = try connection.ask(23, words: [clipboard])
        return fixes.bytes[10]
    }

    /// Waits without a time limit until the display reports a change of the owner.
    func waitForChange() throws(DriverError) {
        connection.deadline = nil
        _ = try connection.nextEvent()
    }
}
