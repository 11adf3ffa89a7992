// These two modules have no product. A test that imports TrackproofUITesting sees their declarations too.
@_exported public import TrackproofAssertions
@_exported public import TrackproofCollectorClient
