import {
  exifWithPosition,
  jpeg,
  jpegSegment,
  jpegWith,
  png,
  pngChunk,
  pngWith,
} from '@jaanch/tests/support/sample-files'
import { expect, it } from 'vitest'
import { orientationOf, plainJpeg, plainPng } from './plain-photos.ts'

const exif = (orientation: number, order: 'II' | 'MM' = 'II') =>
  jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifWithPosition(orientation, order)]))
const xmp = jpegSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude="23,1N"/>')
const iptc = jpegSegment(0xed, 'Photoshop 3.0\0City: Ahmedabad')
const comment = jpegSegment(0xfe, 'GPSLatitude 23.01')
const colours = jpegSegment(0xe2, 'ICC_PROFILE\0\x01\x01a profile')
/** The index of the further pictures that phones put behind the first */
const morePictures = jpegSegment(0xe2, 'MPF\0II*\0')
const traces = /GPS|Ahmedabad|Maker|Exif|MPF/

/** The EXIF block of a JPEG that has been made plain */
function exifIn(bytes: Buffer | undefined): Buffer {
  const at = bytes?.indexOf('Exif\0\0') ?? -1
  return at === -1 ? Buffer.alloc(0) : (bytes ?? Buffer.alloc(0)).subarray(at + 6, at + 32)
}

it('a JPEG loses the position and all that tells of the camera, and keeps every byte of the picture', () => {
  const photo = jpegWith([exif(1), xmp, iptc, comment, morePictures])
  expect(photo.toString('latin1')).toMatch(traces)
  expect(plainJpeg(photo)).toEqual(jpeg)
})

it.each(['II', 'MM'] as const)(
  'a JPEG keeps how the camera was held, from EXIF numbers in the order %s',
  (order) => {
    for (const orientation of [2, 6, 8]) {
      const plain = plainJpeg(jpegWith([exif(orientation, order)]))
      expect(orientationOf(exifIn(plain))).toBe(orientation)
      expect(plain?.toString('latin1')).not.toMatch(/Maker/)
      expect(plain?.length).toBe(jpeg.length + 36)
      expect(plainJpeg(plain ?? jpeg)).toEqual(plain)
    }
  },
)

it('a JPEG loses what phones put behind its end: videos, and pictures with a position of their own', () => {
  const trailer = Buffer.concat([jpegWith([exif(6)]), Buffer.from('\0\0\0\x18ftypmp42')])
  expect(plainJpeg(jpegWith([], trailer))).toEqual(jpeg)
})

it('a JPEG keeps the profile of its colours', () => {
  expect(plainJpeg(jpegWith([colours]))).toEqual(jpegWith([colours]))
})

it('a JPEG is damaged if it breaks off anywhere, also behind a thumbnail that has an end of its own', () => {
  const photo = jpegWith([exif(6), jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), jpeg]))])
  for (let length = 3; length < photo.length; length += 1)
    expect(plainJpeg(photo.subarray(0, length)), `${length} bytes`).toBeUndefined()
  expect(plainJpeg(photo)).toBeDefined()
})

it('a JPEG is taken though its EXIF data is damaged: its orientation is not known then', () => {
  for (const content of ['Exif\0\0', 'Exif\0\0II*\0\xff\xff\xff\xff', 'Exif\0\0MM\0*\0\0\0\x08\xff\xff'])
    expect(plainJpeg(jpegWith([jpegSegment(0xe1, Buffer.from(content, 'latin1'))]))).toEqual(jpeg)
  expect(plainJpeg(jpegWith([exif(1), exif(9)]))).toEqual(jpeg)
})

it('a JPEG is damaged without a picture', () => {
  expect(plainJpeg(Buffer.from([0xff, 0xd8, 0xff, 0xd9]))).toBeUndefined()
  expect(
    plainJpeg(Buffer.concat([Buffer.from([0xff, 0xd8]), exif(1), Buffer.from([0xff, 0xd9])])),
  ).toBeUndefined()
})

it('a photo of very many parts is refused: looking at them would hold up other requests', () => {
  const segments = Array.from({ length: 20_000 }, () => jpegSegment(0xc4, ''))
  expect(plainJpeg(jpegWith(segments))).toBeUndefined()
  const chunks = Array.from({ length: 20_000 }, () => pngChunk('IDAT', ''))
  expect(plainPng(pngWith(chunks))).toBeUndefined()
})

it('a PNG loses the position and texts, and keeps every byte of the picture', () => {
  const text = pngChunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0<x exif:GPSLatitude="23,1N"/>')
  const raw = pngChunk('zTXt', 'Raw profile type exif\0\0x')
  const photo = pngWith([pngChunk('eXIf', exifWithPosition(1)), text, raw], Buffer.from('GPS'))
  expect(plainPng(photo)).toEqual(png)
})

it('a PNG keeps how the camera was held, and its colours', () => {
  const colours = pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]))
  const plain = plainPng(pngWith([pngChunk('eXIf', exifWithPosition(6, 'MM')), colours]))
  const at = plain?.indexOf('eXIf') ?? 0
  expect(orientationOf((plain ?? png).subarray(at + 4))).toBe(6)
  expect(plain?.includes(colours)).toBe(true)
  expect(plain?.includes('Maker')).toBe(false)
  expect(plainPng(plain ?? png)).toEqual(plain)
})

it('a PNG is damaged if it breaks off anywhere, if a byte of it changed, or without a picture', () => {
  for (let length = 9; length < png.length; length += 1)
    expect(plainPng(png.subarray(0, length)), `${length} bytes`).toBeUndefined()
  for (let at = 12; at < png.length; at += 1) {
    const changed = Buffer.from(png)
    changed[at] = (changed[at] ?? 0) ^ 0x20
    expect(plainPng(changed), `byte ${at}`).toBeUndefined()
  }
  expect(plainPng(Buffer.concat([png.subarray(0, 33), png.subarray(-12)]))).toBeUndefined()
})

it('a picture of more than 50 megapixels is refused by what its header says, before anything decodes it', () => {
  const pngOf = (width: number, height: number) => {
    const header = Buffer.concat([Buffer.alloc(8), Buffer.from([8, 2, 0, 0, 0])])
    header.writeUInt32BE(width, 0)
    header.writeUInt32BE(height, 4)
    return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), png.subarray(33)])
  }
  const jpegOf = (width: number, height: number) => {
    const frame = Buffer.from(jpeg)
    const at = frame.findIndex((byte, n) => byte === 0xff && [0xc0, 0xc2, 0xc9].includes(frame[n + 1] ?? 0))
    frame.writeUInt16BE(height, at + 5)
    frame.writeUInt16BE(width, at + 7)
    return frame
  }
  for (const [plain, pictureOf] of [
    [plainPng, pngOf],
    [plainJpeg, jpegOf],
  ] as const) {
    expect(plain(pictureOf(8_192, 6_144))).toBeDefined()
    expect(() => plain(pictureOf(8_192, 6_145))).toThrow('50 megapixels')
  }
  expect(() => plainPng(pngOf(2 ** 32 - 1, 2 ** 32 - 1))).toThrow('50 megapixels')
})
