// Neither module is a product of its own. Tests that import this module see the declarations of both.
@_exported public import TrackproofAssertions
@_exported public import TrackproofCollectorClient
