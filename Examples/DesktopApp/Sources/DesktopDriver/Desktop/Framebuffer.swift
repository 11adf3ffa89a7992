/// The pixels of a display, which `Xvfb -fbdir` stores in a file with the format of an X window dump.
struct Framebuffer: Sendable {
    let width: Int
    let height: Int
    /// The red, green and blue bytes of each pixel, row by row from the top left.
    let pixels: [UInt8]

    init(width: Int, height: Int, pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Reads a dump in the format that Xvfb writes for 24-bit displays: four bytes per pixel, blue first.
    ///
    /// - Throws: An error if the dump has another format.
    init(dump: [UInt8]) throws(DriverError) {
        let unknown = DriverError.failed("the display's framebuffer has an unexpected format")
        guard dump.count >= 100 else { throw unknown }
        func field(_ index: Int) -> Int {
            dump[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        let (headerSize, version, width, height) = (field(0), field(1), field(4), field(5))
        let (byteOrder, bitsPerPixel, bytesPerLine, colors) = (field(7), field(11), field(12), field(19))
        let start = headerSize + colors * 12
        guard version == 7, byteOrder == 0, bitsPerPixel == 32, field(14) == 0xFF0000, bytesPerLine >= width * 4,
            start + bytesPerLine * height <= dump.count
        else { throw unknown }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 3)
        for row in 0..<height {
            for place in stride(from: start + row * bytesPerLine, to: start + row * bytesPerLine + width * 4, by: 4) {
                pixels.append(dump[place + 2])
                pixels.append(dump[place + 1])
                pixels.append(dump[place])
            }
        }
        self.init(width: width, height: height, pixels: pixels)
    }
}
