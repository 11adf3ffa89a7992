extension [UInt8] {
    /// About how many bytes a text of JSON, a form or a table takes in memory once it is taken apart: that can be sixty
    /// times what it takes as text. What is inside strings counts as well, so that it may be too high.
    package var decodedSize: Int {
        withUnsafeBufferPointer { bytes in
            guard let text = bytes.baseAddress else { return 0 }
            var objects = 0
            var elements = 0
            var start = 0
            // Every request is weighed. Counts that fit in a byte, of as many bytes as that allows, through a pointer and
            // by a plain loop, have the compiler compare many bytes at once: ten times as fast as by a range.
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

    /// Whether the text can be taken apart in the memory that one request may take.
    var fitsDecoded: Bool { count <= mostDecodedBytes / (1 + bytesOfObject) || decodedSize <= mostDecodedBytes }
}

// An object has room for eight members from the start.
private let bytesOfObject = 384
private let bytesOfElement = 96

/// No text of one request may take more memory than this.
let mostDecodedBytes = 128 << 20
