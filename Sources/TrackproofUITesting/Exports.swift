// Neither is a product of its own: tests that import this module see what they declare.
@_exported public import TrackproofAssertions
@_exported public import TrackproofCollectorClient
