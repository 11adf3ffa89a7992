internal import Trackproof

extension WireDecoding {
    /// How many items are taken of one request.
    static let mostItems = 10_000

    /// Reads each of `values` by itself, so that one that cannot be understood is rejected alone.
    ///
    /// - Throws: where there are too many.
    init(
        _ values: [EventValue], at place: String,
        _ read: (EventValue, _ place: String) throws(WireRejection) -> RecordedEvent
    ) throws(WireRejection) {
        guard values.count <= Self.mostItems else { throw .tooMany(place, values.count) }
        self.init()
        items.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            do throws(WireRejection) {
                items.append(.event(try read(value, place.isEmpty ? String(index) : "\(place).\(index)")))
            } catch {
                items.append(.rejected(error))
            }
        }
    }

    /// Reads a request that is one item.
    init(one value: EventValue, _ read: (EventValue, _ place: String) throws(WireRejection) -> RecordedEvent) {
        do throws(WireRejection) {
            self.init([.event(try read(value, ""))])
        } catch {
            self.init([.rejected(error)])
        }
    }

    var rejections: [WireRejection] {
        items.compactMap { if case .rejected(let rejection) = $0 { rejection } else { nil } }
    }
}
