extension [UInt8] {
    /// About how many bytes a text of JSON, a form or a table takes in memory once it is taken apart: that can be sixty
    /// times what it takes as text. What is inside strings counts as well, so that it may be too high.
    package var decodedSize: Int {
        withUnsafeBufferPointer { bytes in
            var objects = 0
            var elements = 0
            for byte in bytes {
                objects &+= byte == UInt8(ascii: "{") ? 1 : 0
                let isBetween =
                    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "&") || byte == 0x0A
                elements &+= isBetween ? 1 : 0
            }
            return bytes.count + objects * bytesOfObject + elements * bytesOfElement
        }
    }
}

// An object has room for eight members from the start.
private let bytesOfObject = 384
private let bytesOfElement = 96

/// No text of one request may take more memory than this.
let mostDecodedBytes = 128 << 20
