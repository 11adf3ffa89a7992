import Trackproof
import TrackproofJSON

/// A limit on the total size of the context that a decoder copies from a request into each of its events.
///
/// The request contains this context only once. Without a limit, a small request could become a large recording.
struct SharedContext {
    private static let maxBytes = 64 << 20
    private var spent = 0

    /// Increases the total by the number of bytes in the copies of a context. Each event gets one copy.
    ///
    /// - Parameters:
    ///   - context: The context. Its size is the size of its JSON text.
    ///   - ids: The ids of the user and of the device, which are also copied into each event.
    ///   - times: The number of events. Zero counts as one.
    /// - Throws: A rejection if the copies of one request would take more than 64 MiB in total.
    mutating func spend(_ context: EventParameters, ids: [String?] = [], times: Int) throws(WireRejection) {
        let idSize = ids.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        let size = EventValue.object(context).json.utf8.count + idSize
        let (total, overflows) = size.multipliedReportingOverflow(by: max(times, 1))
        guard !overflows, total <= Self.maxBytes - spent else {
            throw .tooMuch(size, times: times)
        }
        spent += total
    }
}

extension [UInt8] {
    /// The approximate memory that a JSON text, a form or a table needs after it is parsed, in bytes.
    ///
    /// Parsed values can take 60 times as much memory as their text. The estimate may be too high, because it counts
    /// brackets and separators inside strings too.
    package var decodedSize: Int {
        withUnsafeBufferPointer { bytes in
            guard let text = bytes.baseAddress else { return 0 }
            var objects = 0
            var elements = 0
            var start = 0
            // This code runs for every request. The pointer, the plain loop and the one-byte counters let the compiler
            // compare many bytes at once. That is ten times as fast as a loop over a range. A piece has at most 240
            // bytes, so no counter overflows.
            while start < bytes.count {
                let count = Swift.min(240, bytes.count - start)
                let piece = text + start
                var objectsHere: UInt8 = 0
                var elementsHere: UInt8 = 0
                var place = 0
                while place < count {
                    let byte = piece[place]
                    objectsHere &+= byte == UInt8(ascii: "{") ? 1 : 0
                    elementsHere &+= byte == UInt8(ascii: ",") ? 1 : 0
                    elementsHere &+= byte == UInt8(ascii: "[") ? 1 : 0
                    elementsHere &+= byte == UInt8(ascii: "&") ? 1 : 0
                    elementsHere &+= byte == 0x0A ? 1 : 0
                    place &+= 1
                }
                objects += Int(objectsHere)
                elements += Int(elementsHere)
                start += count
            }
            return bytes.count + objects * bytesOfObject + elements * bytesOfElement
        }
    }

    /// Whether the parsed values of this text fit in the memory that one request may use.
    var fitsDecoded: Bool { count <= maxDecodedBytes / (1 + bytesOfObject) || decodedSize <= maxDecodedBytes }
}

// The estimated number of bytes of an object. A new object reserves memory for eight members.
private let bytesOfObject = 384
// The estimated number of bytes of a member of an object, an item of an array, a pair of a form or a row of a table.
private let bytesOfElement = 96

/// The maximum memory that the parsed values of a request may use, in bytes.
let maxDecodedBytes = 128 << 20
