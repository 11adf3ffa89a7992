// A stub of Apple's `QuartzCore`. It declares only what Trackproof uses, with the signatures of Apple's documentation.

/// A stub of `CALayer`.
open class CALayer {
    public init() {}
    public var speed: Float = 1
}
