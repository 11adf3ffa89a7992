// The kit's core is no product of its own: tests that import this module see what the core declares.
@_exported public import TrackproofAssertions
