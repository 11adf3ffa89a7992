extension [UInt8] {
    /// About how many bytes a text of JSON, a form or a table takes in memory once it is taken apart: that can be sixty
    /// times what it takes as text. What is inside strings counts as well, so that it may be too high.
    package var decodedSize: Int {
        withUnsafeBufferPointer { bytes in
            var objects = 0
            var elements = 0
            var start = 0
            // Every request is weighed. Counts that fit in a byte, of as many bytes as that allows, let the compiler
            // compare many bytes at once.
            while start < bytes.count {
                let end = Swift.min(start + 240, bytes.count)
                var objectsHere: UInt8 = 0
                var elementsHere: UInt8 = 0
                for place in start..<end {
                    let byte = bytes[place]
                    objectsHere &+= byte == UInt8(ascii: "{") ? 1 : 0
                    elementsHere &+= byte == UInt8(ascii: ",") ? 1 : 0
                    elementsHere &+= byte == UInt8(ascii: "[") ? 1 : 0
                    elementsHere &+= byte == UInt8(ascii: "&") ? 1 : 0
                    elementsHere &+= byte == 0x0A ? 1 : 0
                }
                objects += Int(objectsHere)
                elements += Int(elementsHere)
                start = end
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
