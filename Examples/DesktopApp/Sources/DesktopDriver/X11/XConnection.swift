/// A connection to an X display. It has a hidden window, because X sends the clipboard to a window.
///
/// The class implements only the part of the X protocol that a clipboard needs. Only one thread at a time may use a
/// connection.
final class XConnection {
    private let socket: XSocket
    private var events: [XPacket] = []
    /// The hidden window of this connection.
    let window: UInt32
    /// The display's root window, which contains all other windows.
    let root: UInt32

    init(display: String, until deadline: Deadline?) throws(DriverError) {
        socket = try XSocket(display: display, until: deadline)
        // The connection setup: little-endian, version 11.0, without authorization data.
        try socket.send([UInt8(ascii: "l"), 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        let start = XPacket(bytes: try socket.receive(8))
        let setup = XPacket(bytes: start.bytes + (try socket.receive(start.half(at: 6) * 4)))
        guard setup.kind == 1 else { throw .failed("the display refused the connection") }
        window = setup.word(at: 12)
        let vendorSize = (setup.half(at: 24) + 3) / 4 * 4
        root = setup.word(at: 40 + vendorSize + Int(setup.bytes[29]) * 8)
        let inputOnly: UInt32 = 2 << 16
        let (eventMask, propertyChange): (UInt32, UInt32) = (0x800, 0x40_0000)
        try send(1, words: [window, root, 0, 1 | 1 << 16, inputOnly, 0, eventMask, propertyChange])
    }

    var deadline: Deadline? {
        get { socket.deadline }
        set { socket.deadline = newValue }
    }

    /// Sends a request, which consists of its code, a detail byte, words of 32 bits, and an optional text.
    func send(_ code: UInt8, _ detail: UInt8 = 0, words: [UInt32], text: String = "") throws(DriverError) {
        let padded = Array(text.utf8) + Array(repeating: 0, count: -text.utf8.count & 3)
        let size = 1 + words.count + padded.count / 4
        var bytes = [code, detail, UInt8(size & 0xFF), UInt8(size >> 8)]
        for word in words { bytes += (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
        try socket.send(bytes + padded)
    }

    /// Sends a request and waits for its reply.
    func ask(_ code: UInt8, _ detail: UInt8 = 0, words: [UInt32], text: String = "") throws(DriverError) -> XPacket {
        try send(code, detail, words: words, text: text)
        while true {
            let packet = try receive()
            if packet.kind == 1 { return packet }
            events.append(packet)
        }
    }

    /// Returns the next event, or waits until an event arrives.
    ///
    /// Events that arrived while ``ask(_:_:words:text:)`` waited for a reply come first.
    func nextEvent() throws(DriverError) -> XPacket {
        events.isEmpty ? try receive() : events.removeFirst()
    }

    /// Returns the number (the atom) that the display assigns to a name.
    func atom(_ name: String) throws(DriverError) -> UInt32 {
        try ask(16, words: [UInt32(name.utf8.count)], text: name).word(at: 8)
    }

    private func receive() throws(DriverError) -> XPacket {
        let packet = XPacket(bytes: try socket.receive(32))
        switch packet.kind {
        case 0: throw .failed("the display refused request \(packet.bytes[10]): error \(packet.bytes[1])")
        case 1: return XPacket(bytes: packet.bytes + (try socket.receive(Int(packet.word(at: 4)) * 4)))
        default: return packet
        }
    }
}

/// A reply, an event or an error from the display.
struct XPacket {
    let bytes: [UInt8]

    /// The kind of the packet: 0 for an error, 1 for a reply, or the code of an event.
    var kind: UInt8 { bytes[0] & 0x7F }

    func half(at place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }

    func word(at place: Int) -> UInt32 {
        bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
