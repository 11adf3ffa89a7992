package import Trackproof
import TrackproofPlatform

/// A writer of compact JSON into a growing buffer of bytes.
package struct JSONWriter: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// The number of bytes written so far.
    package private(set) var count = 0

    package init(capacity: Int = 1_024) {
        self.capacity = max(64, capacity)
        start = .allocate(capacity: self.capacity)
    }

    deinit {
        start.deallocate()
    }

    /// The bytes written so far.
    package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    /// The bytes written so far, as text. They are valid UTF-8.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Removes everything after the first `count` bytes.
    package mutating func truncate(to count: Int) { self.count = min(count, self.count) }

    /// Removes all bytes, but keeps the allocated memory.
    package mutating func removeAll() { count = 0 }

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if capacity - count < more { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        capacity = max(capacity * 2, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        memcpy(larger, start, count)
        start.deallocate()
        start = larger
    }

    // MARK: Pieces

    @inline(__always)
    package mutating func write(byte: UInt8) {
        reserve(1)
        start[count] = byte
        count += 1
    }

    @inline(__always)
    package mutating func write(_ text: StaticString) {
        reserve(text.utf8CodeUnitCount)
        memcpy(start + count, text.utf8Start, text.utf8CodeUnitCount)
        count += text.utf8CodeUnitCount
    }

    /// Writes bytes without changing them.
    package mutating func write(raw bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return }
        reserve(bytes.count)
        memcpy(start + count, base, bytes.count)
        count += bytes.count
    }

    /// Writes text without quotes or escapes.
    package mutating func write(raw text: String) {
        var text = text
        text.withUTF8 { write(raw: $0) }
    }

    // MARK: Values

    package mutating func write(_ value: EventValue) {
        switch value {
        case .null: write("null")
        case .bool(let value): value ? write("true") : write("false")
        case .integer(let value): write(value)
        case .number(let value): write(value)
        case .string(let value): write(string: value)
        case .object(let value): write(value)
        case .array(let values):
            write(byte: 0x5B)
            var isFirst = true
            for value in values {
                if !isFirst { write(byte: 0x2C) }
                isFirst = false
                write(value)
            }
            write(byte: 0x5D)
        }
    }

    package mutating func write(_ parameters: EventParameters) {
        write(byte: 0x7B)
        var isFirst = true
        for parameter in parameters { write(parameter, &isFirst) }
        write(byte: 0x7D)
    }

    @inline(__always)
    mutating func write(_ member: EventParameter, _ isFirst: inout Bool) {
        if !isFirst { write(byte: 0x2C) }
        isFirst = false
        write(string: member.name)
        write(byte: 0x3A)
        write(member.value)
    }

    package mutating func write(_ value: Int64) {
        reserve(20)
        if value < 0 { write(byte: 0x2D) }
        var rest = value.magnitude
        var length = 1
        var bound: UInt64 = 10
        // The magnitude of an Int64 has at most 19 digits, and 10^19 still fits into a UInt64.
        while rest >= bound, length < 19 {
            length += 1
            bound *= 10
        }
        var place = count + length
        repeat {
            place -= 1
            start[place] = UInt8(truncatingIfNeeded: 48 + rest % 10)
            rest /= 10
        } while rest > 0
        count += length
    }

    /// Writes the shortest text that a reader turns into the same number.
    ///
    /// The text always has a fraction or an exponent, because without it a reader would return an integer. NaN and the
    /// infinities are written as strings.
    package mutating func write(_ value: Double) {
        if let name = value.nonFiniteName { return write(string: name) }
        if value == value.rounded(.towardZero), abs(value) < 1e15, value != 0 || value.sign == .plus {
            write(Int64(value))
            write(".0")
        } else {
            write(raw: value.description)
        }
    }

    package mutating func write(_ time: EventTime) {
        reserve(26)
        start[count] = 0x22
        _ = time.write(to: UnsafeMutableBufferPointer(start: start + count + 1, count: 24))
        start[count + 25] = 0x22
        count += 26
    }

    package mutating func write(string: String) {
        var string = string
        string.withUTF8 { bytes in
            write(byte: 0x22)
            // One byte of the string can become an escape of six bytes, so `write(escaped:)` reserves six times the
            // bytes that it gets. To keep the reserved memory small, each call gets only a part of the string.
            var place = 0
            while let base = bytes.baseAddress, place < bytes.count {
                let piece = UnsafeBufferPointer(start: base + place, count: min(bytes.count - place, 1 << 12))
                write(escaped: piece)
                place += piece.count
            }
            write(byte: 0x22)
        }
    }

    private mutating func write(escaped bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        // One byte becomes at most six bytes, so the loop does not need to check the capacity.
        reserve(bytes.count &* 6)
        var target = start + count
        var place = 0
        let ones: UInt64 = 0x0101_0101_0101_0101
        while place < bytes.count {
            // Copies eight plain bytes at a time. A comment in PlainScanner.plainRun explains the bit operations.
            while place + 8 <= bytes.count {
                let word = UnsafeRawPointer(source + place).loadUnaligned(as: UInt64.self).littleEndian
                let quote = word ^ (ones &* 0x22)
                let slash = word ^ (ones &* 0x5C)
                let found =
                    (((quote &- ones) & ~quote) | ((slash &- ones) & ~slash) | ((word &- (ones &* 0x20)) & ~word))
                    & (ones &* 0x80)
                if found != 0 { break }
                UnsafeMutableRawPointer(target).storeBytes(of: word.littleEndian, as: UInt64.self)
                target += 8
                place += 8
            }
            guard place < bytes.count else { break }
            let byte = source[place]
            place += 1
            switch byte {
            case 0x22, 0x5C:
                target[0] = 0x5C
                target[1] = byte
                target += 2
            case 0x0A: target = Self.escape(0x6E, target)
            case 0x0D: target = Self.escape(0x72, target)
            case 0x09: target = Self.escape(0x74, target)
            case 0..<0x20:
                target[0] = 0x5C
                target[1] = 0x75
                target[2] = 0x30
                target[3] = 0x30
                target[4] = 0x30 + byte >> 4
                target[5] = Self.hexDigit(byte & 15)
                target += 6
            default:
                target[0] = byte
                target += 1
            }
        }
        count = target - start
    }

    @inline(__always)
    private static func escape(
        _ letter: UInt8, _ target: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        target[0] = 0x5C
        target[1] = letter
        return target + 2
    }

    @inline(__always)
    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}
