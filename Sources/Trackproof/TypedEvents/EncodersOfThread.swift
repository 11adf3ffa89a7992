internal import TrackproofPlatform

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The encoders that one thread used last, each ready for the next event of its type: an event then needs neither a
/// lock nor a fresh encoder.
///
/// A type has one place, by its address; another type of the same place puts it out, which costs time and nothing
/// else. Only the thread itself reads and writes them.
struct EncodersOfThread {
    private struct Entry {
        var type: ObjectIdentifier
        /// The event's name; nil for an enum, whose case gives it.
        var typeName: String?
        /// Nil while it encodes: an event may track another one in the midst of its encoding.
        var encoder: EncodingNode?
    }

    private static let placeBits: UInt64 = 6
    private static let count = 1 << Int(placeBits)
    private let entries: UnsafeMutablePointer<Entry?>

    /// The name of the type's events, if it is known here and the type is no enum.
    func typeName(of type: ObjectIdentifier) -> String? {
        let entry = entries + Self.place(of: type)
        return entry.pointee?.type == type ? entry.pointee?.typeName : nil
    }

    /// Hands out the type's encoder.
    func take(_ type: ObjectIdentifier) -> EncodingNode? {
        let entry = entries + Self.place(of: type)
        return entry.pointee?.type == type ? entry.pointee?.encoder.take() : nil
    }

    /// Keeps an encoder that nobody else refers to.
    func keep(_ encoder: consuming EncodingNode, for type: ObjectIdentifier) {
        let entry = entries + Self.place(of: type)
        if entry.pointee?.type == type {
            entry.pointee?.encoder = encoder
        } else {
            let plan = encoder.plan
            entry.pointee = Entry(type: type, typeName: plan.isEnum ? nil : plan.typeName, encoder: encoder)
        }
    }

    /// Fibonacci hashing, since addresses have their low bits in common.
    private static func place(of type: ObjectIdentifier) -> Int {
        let address = UInt64(UInt(bitPattern: type))
        return Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> (64 - placeBits))
    }
}

extension EncodersOfThread {
    /// Nil where the process has used up the system's keys: then nothing is kept.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, { (entries: Platform.ThreadValue) in free(entries) }) == 0 ? key : nil
    }()

    /// At the thread's end.
    private static func free(_ entries: UnsafeMutableRawPointer?) {
        guard let entries = entries?.assumingMemoryBound(to: Entry?.self) else { return }
        entries.deinitialize(count: count)
        entries.deallocate()
    }

    /// The calling thread's.
    static var current: EncodersOfThread? {
        guard let key else { return nil }
        if let entries = pthread_getspecific(key) {
            return EncodersOfThread(entries: entries.assumingMemoryBound(to: Entry?.self))
        }
        let entries = UnsafeMutablePointer<Entry?>.allocate(capacity: count)
        entries.initialize(repeating: nil, count: count)
        guard pthread_setspecific(key, entries) == 0 else {
            entries.deallocate()
            return nil
        }
        return EncodersOfThread(entries: entries)
    }
}
