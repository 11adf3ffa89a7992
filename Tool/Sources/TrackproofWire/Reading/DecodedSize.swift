extension [UInt8] {
    /// The approximate number of bytes that a JSON text, a form or a table takes in memory after it is parsed.
    ///
    /// The parsed text can take 60 times as much memory as the text. The estimate also counts characters inside
    /// strings, so it may be too high.
    package var decodedSize: Int {
        withUnsafeBufferPointer { bytes in
            guard let text = bytes.baseAddress else { return 0 }
            var objects = 0
            var elements = 0
            var start = 0
            // This code runs for every request. It counts in one-byte integers, which 240 bytes cannot overflow,
            // through a pointer and in a plain loop. This lets the compiler compare many bytes at once, which is ten
            // times as fast as a loop over a range.
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

    /// Whether the parsed text fits in the memory that one request may take.
    var fitsDecoded: Bool { count <= maxDecodedBytes / (1 + bytesOfObject) || decodedSize <= maxDecodedBytes }
}

// A new object has room for eight members.
private let bytesOfObject = 384
private let bytesOfElement = 96

/// The maximum memory that a parsed text of a request may take, in bytes.
let maxDecodedBytes = 128 << 20
