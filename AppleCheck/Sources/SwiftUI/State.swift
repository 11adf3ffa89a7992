/// A stub of `DynamicProperty`.
public protocol DynamicProperty {}

/// A property of a view. Before the host reads the view's body, it connects the property to the view's ``Place``.
@MainActor
protocol Connectable: DynamicProperty {
    func connect(to place: Place, as name: String)
}

/// A stub of `State`.
@propertyWrapper
public struct State<Value>: DynamicProperty {
    private let initialValue: Value
    private let link = StateLink<Value>()

    public init(wrappedValue value: Value) { initialValue = value }
    public init(initialValue value: Value) { initialValue = value }

    public var wrappedValue: Value {
        get { link.cell?.value ?? initialValue }
        nonmutating set { link.cell?.value = newValue }
    }

    public var projectedValue: Binding<Value> {
        Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
    }
}

extension State: Connectable {
    func connect(to place: Place, as name: String) {
        link.cell = place.cell(name) { StateCell(initialValue) { [weak host = place.host] in host?.stateDidChange() } }
    }
}

/// The link from a view to its state. Each drawing creates the view again, but the state stays the same.
private final class StateLink<Value> {
    var cell: StateCell<Value>?
}

final class StateCell<Value> {
    var value: Value { didSet { MainActor.assumeIsolated(onChange) } }
    private let onChange: @MainActor () -> Void

    init(_ value: Value, onChange: @escaping @MainActor () -> Void) {
        self.value = value
        self.onChange = onChange
    }
}

/// A stub of `Binding`.
@propertyWrapper
public struct Binding<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void

    init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        self.get = get
        self.set = set
    }

    public static func constant(_ value: Value) -> Binding<Value> { Binding(get: { value }, set: { _ in }) }

    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }

    public var projectedValue: Binding<Value> { self }
}
