import TrackproofPlatform

// The names of files are bytes, and need not be UTF-8. A `String` holds only UTF-8, and replaces other bytes by U+FFFD,
// so that the name would no longer lead to the file. Therefore, a path holds a stand-in for each byte that is not UTF-8:
// one of the last 128 private-use scalars. PEP 383 of Python has the same idea.

extension String {
    /// Creates a path from its bytes. Each byte that is not part of valid UTF-8 becomes a stand-in.
    ///
    /// A name that contains a scalar of the stand-ins becomes four stand-ins, so that ``pathBytes`` returns the same
    /// bytes for each name.
    public init(pathBytes bytes: some Collection<UInt8>) {
        var scalars = UnicodeScalarView()
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var rest = bytes[...]
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                if scalar.byte == nil {
                    scalars.append(scalar)
                } else {
                    scalars.append(contentsOf: encoded.map(Unicode.Scalar.init(standingFor:)))
                }
                rest = rest.dropFirst(encoded.count)
            case .error(let length):
                scalars.append(contentsOf: rest.prefix(length).map(Unicode.Scalar.init(standingFor:)))
                rest = rest.dropFirst(length)
            case .emptyInput:
                self.init(scalars)
                return
            }
        }
    }

    /// The bytes of the path, without a final zero.
    public var pathBytes: [UInt8] {
        if !hasStandIns { return Array(utf8) }
        return unicodeScalars.flatMap { scalar in scalar.byte.map { [$0] } ?? Array(String(scalar).utf8) }
    }

    /// Creates a path from a C string.
    public init(path: UnsafePointer<CChar>) {
        // Nearly all names are UTF-8 without stand-ins, and a folder can have thousands of names.
        if let name = String(validatingCString: path), !name.hasStandIns {
            self = name
            return
        }
        self.init(pathBytes: UnsafeRawBufferPointer(start: path, count: strlen(path)))
    }

    /// Calls `body` with the bytes of the path as a C string.
    public func withPath<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        hasStandIns ? try body(cPath) : try withCString(body)
    }

    /// The bytes of the path with a final zero, for system calls such as `mkstemp` that change the path.
    public var cPath: [CChar] { pathBytes.map(CChar.init(bitPattern:)) + [0] }

    private var hasStandIns: Bool { utf8.contains(0xF4) && unicodeScalars.contains { $0.byte != nil } }
}

extension Unicode.Scalar {
    private static let standIns: ClosedRange<UInt32> = 0x10FF80...0x10FFFF

    /// The byte that the scalar stands for in a path, or `nil` if the scalar is not a stand-in.
    public var byte: UInt8? { Self.standIns.contains(value) ? UInt8(truncatingIfNeeded: value) : nil }

    /// Creates the stand-in for a byte from 0x80, or the scalar with the value of an ASCII byte.
    fileprivate init(standingFor byte: UInt8) {
        self = byte < 0x80 ? Unicode.Scalar(byte) : Unicode.Scalar(0x10FF00 + UInt32(byte)) ?? "\u{FFFD}"
    }
}
