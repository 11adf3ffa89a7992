import Trackproof

/// The id that tests use in place of generated ids.
let fixedID = "6F9619FF-8B86-D011-B42D-00CF4FC964FF"

/// The events that a walk without bugs tracks, in order.
let healthyEvents: [Event] = [
    tracked("app_launched", ["version": "2.4.0", "is_first_launch": true]),
    tracked("login", kind: .screen),
    tracked("login_started", ["method": "email", "attempt": 1]),
    tracked("login_failed", ["reason": "wrong_password", "attempt": 1]),
    tracked("authorization", ["success": false]),
    tracked("login_started", ["method": "email", "attempt": 2]),
    tracked("login_succeeded", ["method": "email", "attempt": 2]),
    tracked("authorization", ["success": true]),
    .identify("user-42", ["plan": "premium", "member_since": "2024-05-17T00:00:00.000Z"]),
    tracked("menu", kind: .screen),
    tracked("menu_item", ["action": "tap", "item": "movies"]),
    tracked("movies", ["layout": "grid", "count": 8], kind: .screen),
    tracked("movie_tapped", ["id": 67563, "slug": "67563-daredevil", "index": 6]),
    tracked("purchase", purchase),
    tracked("menu_item", ["action": "tap", "item": "points_of_interest"]),
    tracked("open_screen", ["name": "poiList"]),
    tracked("point_tapped", ["point_id": 302, "category": "viewpoint", "kilometres": 1.2]),
    tracked("open_screen", ["name": "poiDetails", "source": "poiList"]),
    tracked("favourite_added", ["point_id": 302, "total": 1]),
    tracked("open_screen", ["name": "favourites", "source": "poiDetails"]),
]

private let purchase: EventParameters = [
    "order_id": fixedID, "price": 19.99, "currency": "EUR",
    "items": .list(
        ["sku": "67563-season-1", "price": 16.49, "quantity": 1] as EventParameters,
        ["sku": "67563-soundtrack", "price": 3.5, "quantity": 1] as EventParameters),
]

/// Returns an event with the parameter `session_id`, which all events except identify events have.
private func tracked(_ name: String, _ parameters: EventParameters = [:], kind: EventKind = .track) -> Event {
    Event(name, parameters.merging(["session_id": fixedID]), kind: kind)
}
