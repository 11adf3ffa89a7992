protocol EventSending {
    func send(_ name: String, properties: [String: Any])
}

@MainActor
struct CartModel {
    let sender: any EventSending

    func open(items: Int) {
        sender.send("cart_opened", properties: ["items": items])
    }
}
