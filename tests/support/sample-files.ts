import { crc32 } from 'node:zlib'

/** The smallest files of each kind that a browser shows, as bytes. */

export const png: Buffer = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const jpeg: Buffer = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffdb004300030202020202030202020303030304060404040404080606050609080a0a090809090a0c0f0c0a0b0e0b09090d110d0e0f101011100a0c12131210130f101010ffc9000b080001000101011100ffcc000600101005ffda0008010100003f00d2cf20ffd9',
  'hex',
)
export const pdf: Buffer = Buffer.from(
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`,
)

/** The same with the dictionary of the standard encryption: the empty password is not that of its user (ISO 32000-1, 7.6.3). */
export const pdfWithPassword: Buffer = Buffer.from(
  pdf
    .toString()
    .replace(
      '/Root 1 0 R',
      `/Root 1 0 R/ID[<01><01>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'ab'.repeat(32)}>/U<${'cd'.repeat(32)}>>>`,
    ),
)

export function dataUrl(type: string, content: Buffer | string): string {
  return `data:${type};base64,${Buffer.from(content).toString('base64')}`
}

/** A PDF with exactly this number of bytes; readers ignore the bytes after its end. */
export function pdfOf(bytes: number): Buffer {
  return Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, ' ')])
}

/** 23° 1' N, 72° 34' E, as degrees, minutes and seconds of EXIF: each a numerator and a denominator. */
const position = { latitude: [23, 1, 1, 1, 0, 1], longitude: [72, 1, 34, 1, 0, 1] }

/**
 * The EXIF data of a photo that says how the camera was held, which it was, and where.
 * @param order of the bytes: phones of Apple write big-endian numbers (MM), most others little-endian ones (II)
 */
export function exifWithPosition(orientation: number, order: 'II' | 'MM' = 'II'): Buffer {
  const size = 8 + 2 + 3 * 12 + 4
  const tiff = Buffer.alloc(size + 2 + 2 * 12 + 4 + 48 + 16)
  const isLittle = order === 'II'
  const write16 = (value: number, at: number) =>
    isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at)
  const write32 = (value: number, at: number) =>
    isLittle ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at)
  const gps = size
  const values = gps + 2 + 2 * 12 + 4
  function entry(at: number, [tag, type, count, value]: readonly [number, number, number, number]): void {
    write16(tag, at)
    write16(type, at + 2)
    write32(count, at + 4)
    if (type === 3) write16(value, at + 8)
    else write32(value, at + 8)
  }
  tiff.write(order, 'latin1')
  write16(42, 2)
  write32(8, 4)
  write16(3, 8)
  entry(10, [0x010f, 2, 16, values + 48])
  entry(22, [0x0112, 3, 1, orientation])
  entry(34, [0x8825, 4, 1, gps])
  write16(2, gps)
  entry(gps + 2, [0x0002, 5, 3, values])
  entry(gps + 14, [0x0004, 5, 3, values + 24])
  for (const [index, value] of [...position.latitude, ...position.longitude].entries())
    write32(value, values + index * 4)
  tiff.write('Maker of phones', values + 48, 'latin1')
  return tiff
}

/** @returns a segment of a JPEG */
export function jpegSegment(code: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as Buffer)
  return Buffer.concat([Buffer.from([0xff, code, (bytes.length + 2) >> 8, (bytes.length + 2) & 0xff]), bytes])
}

/** @param segments stand behind JFIF's segment of the smallest JPEG @param trailer stands behind its end */
export function jpegWith(segments: readonly Buffer[], trailer: Buffer = Buffer.alloc(0)): Buffer {
  const afterJfif = 2 + 2 + jpeg.readUInt16BE(4)
  return Buffer.concat([jpeg.subarray(0, afterJfif), ...segments, jpeg.subarray(afterJfif), trailer])
}

/** @returns a chunk of a PNG */
export function pngChunk(type: string, content: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(content as Buffer)])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(body.length - 4, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** @param chunks stand behind the header of the smallest PNG @param trailer stands behind its end */
export function pngWith(chunks: readonly Buffer[], trailer: Buffer = Buffer.alloc(0)): Buffer {
  const afterHeader = 8 + 12 + 13
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader), trailer])
}
