/// A stub of `EnvironmentKey`.
public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Self.Value { get }
}

/// A stub of `EnvironmentValues`.
public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]

    public init() {}

    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }
}

extension EnvironmentValues {
    /// A stub of `isEnabled`.
    public var isEnabled: Bool {
        get { self[IsEnabledKey.self] }
        set { self[IsEnabledKey.self] = newValue }
    }

    private struct IsEnabledKey: EnvironmentKey {
        static var defaultValue: Bool { true }
    }
}

/// A stub of `Environment`.
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    private let keyPath: KeyPath<EnvironmentValues, Value>
    private let link = EnvironmentLink()

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

    public var wrappedValue: Value { link.values[keyPath: keyPath] }
}

extension Environment: Connectable {
    func connect(to place: Place, as name: String) { link.values = place.environment }
}

private final class EnvironmentLink {
    var values = EnvironmentValues()
}

extension View {
    /// A stub of `environment(_:_:)`.
    public nonisolated func environment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
    ) -> some View {
        PlacedView(self) { $0.environment[keyPath: keyPath] = value }
    }

    /// A stub of `disabled(_:)`.
    public nonisolated func disabled(_ disabled: Bool) -> some View {
        PlacedView(self) { $0.environment.isEnabled = $0.environment.isEnabled && !disabled }
    }
}

/// A view that changes the ``Place`` of its content: its path, its environment or its identifier.
///
/// As with Apple's views, only the conformance to `View` is isolated to the main actor, so any thread can create the
/// view.
struct PlacedView<Content: View> {
    private let content: Content
    private let change: (inout Place) -> Void

    init(_ content: Content, change: @escaping (inout Place) -> Void) {
        self.content = content
        self.change = change
    }
}

extension PlacedView: View, Shown {
    typealias Body = Never
    func show(in place: Place) {
        var place = place
        change(&place)
        place.show(content)
    }
}
