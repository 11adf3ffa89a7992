import Testing
import TrackproofPlanning
import TrackproofPlans

/// Tests of the lint rules that depend on the words in a name.
struct LintNameTests {
    /// Returns the names of the parameters for which lint has a finding with this id.
    private func found(_ id: LintID, _ names: [String], _ more: String = "") throws -> [String] {
        let parameters = names.map { #""\#($0)": "string""# }.joined(separator: ", ")
        let plan = try plan(#"{"plan": 1, "events": {"e": {"parameters": {\#(parameters)}}}\#(more)}"#)
        return PlanLinter(plan, today: "2026-11-23").findings().filter { $0.id == id }.map(\.path)
    }

    @Test func innocentNamesAreNotSuspected() throws {
        let names = [
            "screen_name", "event_name", "ip_count", "email_verified", "emailOpened", "email-type", "mail_client",
            "mailbox_size", "mailing_list", "phone_model", "phone_brand", "phoneVerified", "headphones", "is_email",
            "has_phone", "hasAddress", "address_type", "address_count", "web_address", "mac_address", "card_type",
            "card_network", "card_position", "id_card", "business_card", "product_name", "file_name", "class_name",
            "campaign_name", "list_name", "item_name", "plan_name", "name", "first_open", "last_screen", "full_screen",
            "full_price", "birthday_gift_shown", "ip_version", "tip", "zip", "ship", "vip", "shipping", "membership",
            "description", "surname_length", "ssn_hash_version", "iban_valid", "number_of_emails", "count_phones",
            "show_address", "recipe", "equip", "mailchimp", "addressing", "passport_shown", "nameplate", "voice_mail",
        ]
        #expect(try found(.piiSuspected, names) == [])
        #expect(names.count >= 40)
    }

    @Test func namesOfPersonalDataAreSuspected() throws {
        let names = [
            "email", "mail", "user_email", "contactEmail", "EmailAddress", "e-mail-address", "emails", "email_2",
            "email1",
            "phone", "phone_number", "phoneNumber", "mobile-number", "telephone", "first_name", "firstName",
            "firstname",
            "last-name", "full_name", "FullName", "surname", "family_name", "birth_date", "birthday", "dateOfBirth",
            "date_of_birth", "dob", "address", "shippingAddress", "billing_address_1", "ip", "client_ip", "ipAddress",
            "IPAddress", "ssn", "socialSecurityNumber", "iban", "card_number", "creditCardNumber", "cvv",
            "passport_number",
        ]
        #expect(try found(.piiSuspected, names) == names)
    }

    @Test(arguments: [
        ("snake_case", ["movie_id", "id", "id2", "größe_2", "tap_2nd"]),
        ("camelCase", ["movieId", "movieID", "id", "id2"]),
        ("PascalCase", ["MovieId", "URL", "Id2"]),
        ("kebab-case", ["movie-id", "id"]),
        ("Title Case", ["Movie Id", "Added to Cart", "URL Opened", "2FA Page"]),
    ])
    func namesOfAStyle(style: String, names: [String]) throws {
        #expect(try found(.nameStyle, names, #", "naming": {"parameters": "\#(style)"}"#) == [])
    }

    @Test(arguments: ["snake_case", "camelCase", "PascalCase", "kebab-case"])
    func onlyANameInTitleCaseBeginsWithADigit(style: String) throws {
        let names = ["2nd_tap", "2fa", "2FA", "2nd-tap"]
        #expect(try found(.nameStyle, names, #", "naming": {"parameters": "\#(style)"}"#) == names)
    }
}
