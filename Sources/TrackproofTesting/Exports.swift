// The core of the kit is not a product. A test that imports this module can use the declarations of the core.
@_exported public import TrackproofAssertions
