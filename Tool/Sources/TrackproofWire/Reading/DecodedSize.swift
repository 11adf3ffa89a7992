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
