#if canImport(ObjectiveC)
    internal import XCTest

    enum XCTestReport {
        /// Puts a text into the report of the running test.
        static func attach(_ text: String, named name: String) {
            XCTContext.runActivity(named: name) { activity in
                let attachment = XCTAttachment(string: text)
                attachment.name = name
                // Kept also where the plan deletes the attachments of tests that succeed.
                attachment.lifetime = .keepAlways
                activity.add(attachment)
            }
        }
    }
#else
    enum XCTestReport {
        /// XCTest has no attachments here.
        static func attach(_ text: String, named name: String) {}
    }
#endif
