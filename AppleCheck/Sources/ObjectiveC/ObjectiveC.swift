// This module is empty. It exists so that `canImport(ObjectiveC)` is true.
