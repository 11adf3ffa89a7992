package import Trackproof
import TrackproofPlatform

extension JSONCursor {
    /// Reads a number. An integer that fits into 64 bits becomes an integer, and any other number becomes a double.
    ///
    /// If an integer does not fit into 64 bits, a strict cursor accepts it only if a double can represent it exactly.
    /// Rounding could make two different identifiers equal. A lenient cursor rounds the integer.
    package mutating func number() throws(JSONFailure) -> EventValue {
        let start = position
        let isNegative = bytes[position] == 0x2D
        if isNegative { position += 1 }
        let firstDigit = position
        var magnitude: UInt64 = 0
        var overflows = false
        while let digit = digit() {
            let (product, carried) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carriedAgain) = product.addingReportingOverflow(UInt64(digit))
            if carried || carriedAgain { overflows = true }
            magnitude = sum
            position += 1
        }
        let digits = position - firstDigit
        guard digits > 0 else {
            guard position < end else { throw JSONFailure(incompleteAt: position) }
            throw unexpected("a digit")
        }
        if digits > 1, bytes[firstDigit] == 0x30 {
            throw JSONFailure(at: firstDigit, "a number must not start with 0")
        }
        // The bytes after the available bytes may continue the number.
        guard position < end || isFinal else { throw JSONFailure(incompleteAt: position) }
        if position < end, bytes[position] == 0x2E || bytes[position] | 0x20 == 0x65 {
            return .number(
                try fraction(start: start, isNegative: isNegative, magnitude: overflows ? nil : magnitude))
        }
        if !overflows {
            if magnitude <= UInt64(Int64.max) {
                return .integer(isNegative ? -Int64(magnitude) : Int64(magnitude))
            }
            if isNegative, magnitude == UInt64(Int64.max) + 1 { return .integer(.min) }
            if let exact = Double(exactly: magnitude) { return .number(isNegative ? -exact : exact) }
        } else if let exact = Double(text(from: start)), exact.isExactly(digits: bytes + firstDigit, count: digits) {
            return .number(exact)
        }
        if isLenient, let nearest = Double(text(from: start)) { return .number(nearest) }
        throw JSONFailure(at: start, "the integer does not fit in 64 bits, nor exactly in a double")
    }

    @inline(__always)
    private func digit() -> UInt8? {
        guard position < end, (0x30...0x39).contains(bytes[position]) else { return nil }
        return bytes[position] - 0x30
    }

    private func text(from start: Int) -> String {
        String(decoding: UnsafeBufferPointer(start: bytes + start, count: position - start), as: UTF8.self)
    }

    /// Reads the rest of a number with a fraction or an exponent.
    ///
    /// - Parameter magnitude: The integer part of the number, or `nil` if it does not fit into 64 bits.
    private mutating func fraction(start: Int, isNegative: Bool, magnitude: UInt64?) throws(JSONFailure) -> Double {
        var significand = magnitude
        var scale: Int64 = 0
        if bytes[position] == 0x2E {
            position += 1
            let first = position
            while let digit = digit() {
                if let known = significand, known < UInt64(1) << 53 {
                    significand = known * 10 + UInt64(digit)
                    scale -= 1
                } else {
                    significand = nil
                }
                position += 1
            }
            try requireDigits(since: first)
        }
        guard position < end || isFinal else { throw JSONFailure(incompleteAt: position) }
        if position < end, bytes[position] | 0x20 == 0x65 {
            position += 1
            guard position < end else { throw JSONFailure(incompleteAt: position) }
            let isSmall = bytes[position] == 0x2D
            if isSmall || bytes[position] == 0x2B { position += 1 }
            let first = position
            var exponent: Int64 = 0
            while let digit = digit() {
                // The limit prevents an overflow. It does not change the result: even with all digits that fit into
                // memory, the number is 0 or infinite with such an exponent.
                exponent = min(exponent * 10 + Int64(digit), Int64(1) << 48)
                position += 1
            }
            try requireDigits(since: first)
            scale += isSmall ? -exponent : exponent
        }
        guard position < end || isFinal else { throw JSONFailure(incompleteAt: position) }

        // Both operands are exact, so the product or quotient is rounded only once and is correct (W. D. Clinger, "How
        // to Read Floating Point Numbers Accurately", 1990).
        if let significand, significand < UInt64(1) << 53, abs(scale) < Self.exactPowersOfTen.count {
            let power = Self.exactPowersOfTen[Int(abs(scale))]
            let value = scale < 0 ? Double(significand) / power : Double(significand) * power
            return isNegative ? -value : value
        }
        guard let value = Double(text(from: start)), value.isFinite || isLenient else {
            throw JSONFailure(at: start, "the number is beyond the range of a double")
        }
        return value
    }

    private func requireDigits(since first: Int) throws(JSONFailure) {
        guard position == first else { return }
        guard position < end else { throw JSONFailure(incompleteAt: position) }
        throw unexpected("a digit")
    }

    private static let exactPowersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}

extension Double {
    /// Returns whether the decimal integer in `digits` equals this number's magnitude in every digit.
    fileprivate func isExactly(digits: UnsafePointer<UInt8>, count: Int) -> Bool {
        // The largest double has 309 digits. The format writes all of them, so this is an exact comparison.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 320) { text in
            guard let start = text.baseAddress else { return false }
            let length = withVaList([magnitude]) { vsnprintf(start, text.count, "%.0f", $0) }
            return length == count && memcmp(start, digits, count) == 0
        }
    }
}
