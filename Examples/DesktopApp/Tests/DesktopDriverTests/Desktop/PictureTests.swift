import CGtk
import Testing

@testable import DesktopDriver

/// Tests of the pictures that `PNG` writes. GDK, an independent library, reads them.
@Suite struct PictureTests {
    /// Encodes sequences of equal bytes, of random length, with noise between them. Each length has its own code in
    /// deflate.
    @Test(arguments: [(1, 1), (7, 5), (300, 40), (1, 900)])
    func encodedPixelsReadBackEqual(_ width: Int, _ height: Int) throws {
        var generator = SeededGenerator(seed: UInt64(width))
        var pixels: [UInt8] = []
        while pixels.count < width * height * 3 {
            let byte = UInt8.random(in: 0...255, using: &generator)
            pixels += [UInt8](repeating: byte, count: Int.random(in: 1...600, using: &generator))
            pixels += (0..<20).map { _ in UInt8.random(in: 0...255, using: &generator) }
        }
        pixels = Array(pixels.prefix(width * height * 3))
        let bytes = PNG.encode(Framebuffer(width: width, height: height, pixels: pixels))
        #expect(try read(bytes) == pixels)
    }

    @Test func runsOfAnyLengthReadBackEqual() throws {
        for length in 1...600 {
            let pixels = [UInt8](repeating: 0, count: length * 3)
            let bytes = PNG.encode(Framebuffer(width: length, height: 1, pixels: pixels))
            #expect(try read(bytes) == pixels, "\(length)")
            #expect(bytes.count < 100)
        }
    }

    private func read(_ bytes: [UInt8]) throws -> [UInt8] {
        let loader = try #require(gdk_pixbuf_loader_new())
        defer { g_object_unref(loader) }
        try #require(gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), nil) == 1)
        try #require(gdk_pixbuf_loader_close(loader, nil) == 1)
        let picture = try #require(gdk_pixbuf_loader_get_pixbuf(loader))
        let (width, height) = (Int(gdk_pixbuf_get_width(picture)), Int(gdk_pixbuf_get_height(picture)))
        let row = Int(gdk_pixbuf_get_rowstride(picture))
        let pixels = try #require(gdk_pixbuf_read_pixels(picture))
        return (0..<height).flatMap { y in (0..<width * 3).map { pixels[y * row + $0] } }
    }

    @Test func anInvalidDumpIsRefused() {
        for size in [0, 99, 100, 5_000] {
            #expect(throws: DriverError.failed("the display's framebuffer has an unexpected format")) {
                try Framebuffer(dump: [UInt8](repeating: 7, count: size))
            }
        }
    }
}
