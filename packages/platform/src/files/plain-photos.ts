import { crc32 } from 'node:zlib'
import { AppError } from '@jaanch/contracts/errors'
import { fileProblems } from '@jaanch/contracts/files'

/** Markers of ITU-T T.81, table B.1 */
const marker = {
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app14: 0xee,
  app15: 0xef,
}
const comment = 0xfe
const exifHead = Buffer.from('Exif\0\0')
/** How the segments of programs begin that are kept */
const shownHeads: Readonly<Record<number, string>> = {
  [marker.app0]: 'JFIF\0',
  [marker.app2]: 'ICC_PROFILE\0',
  [marker.app14]: 'Adobe',
}

/** Kinds of frames: SOF0 to SOF15, of which three codes are tables and one is reserved */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)
/** RST0 to RST7, within a scan */
const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7
/** Photos have some dozens of segments, progressive ones with restarts too; millions would hold up the event loop. */
const maxSegments = 10_000

/** The chunks that are needed to show the colours as they are; all others tell of the camera, its owner, the place, or is another picture. */
function isShownSegment(code: number, content: Buffer): boolean {
  const head = shownHeads[code]
  if (head) return content.toString('latin1', 0, head.length) === head
  return !(code >= marker.app0 && code <= marker.app15) && code !== comment
}

/**
 * A JPEG without the position and other metadata that cameras add (EXIF, XMP, IPTC, comments), and without what follows its end, where
 * phones store videos and further pictures with metadata of their own. The picture is not encoded again; its orientation stays.
 * @returns undefined if the file ends before the picture does, or is no JPEG
 * @throws AppError too-large for more pixels than anybody can show
 */
export function plainJpeg(bytes: Buffer): Buffer<ArrayBuffer> | undefined {
  const parts: Buffer[] = []
  let orientation: number | undefined
  let frames = 0
  let scans = 0
  let segments = 0
  let at = 2
  while (at + 2 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const code = bytes[at + 1] ?? 0
    // any number of these may stand before a marker
    if (code === 0xff) {
      at += 1
      continue
    }
    if (code === marker.end) {
      return frames > 0 && scans > 0 ? assemble(parts, orientation) : undefined
    }
    if (code === marker.start || isRestart(code) || segments === maxSegments || at + 4 > bytes.length)
      return undefined
    segments += 1
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const content = bytes.subarray(at + 4, end)
    if (end < at + 4 || end > bytes.length) return undefined
    if (isFrame(code)) {
      if (content.length < 6 || content.readUInt16BE(1) === 0 || content.readUInt16BE(3) === 0)
        return undefined
      refuseHuge({ height: content.readUInt16BE(1), width: content.readUInt16BE(3) })
      frames += 1
    }
    if (code === marker.app1 && content.subarray(0, exifHead.length).equals(exifHead)) {
      orientation ??= orientationOf(content.subarray(exifHead.length))
    }
    const next = code === marker.scan ? endOfScan(bytes, end) : end
    if (code === marker.scan) scans += 1
    if (isShownSegment(code, content)) parts.push(bytes.subarray(at, next))
    at = next
  }
  return undefined
}

/**
 * @returns where the next marker stands; within a scan, 0xff is followed by 0 or is a restart. Byte by byte: 5 MB take 20 ms whatever
 * they are, and `indexOf` takes 90 if every other byte is 0xff
 */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue
    const code = bytes[at + 1] ?? 0
    if (code !== 0 && !isRestart(code)) return at
  }
  return bytes.length
}

/** JFIF's segment comes first if there is one, then the orientation. */
function assemble(parts: readonly Buffer[], orientation: number | undefined): Buffer<ArrayBuffer> {
  const start = Buffer.from([0xff, marker.start])
  const end = Buffer.from([0xff, marker.end])
  if (orientation === undefined) return Buffer.concat([start, ...parts, end])
  const content = Buffer.concat([exifHead, exifOf(orientation)])
  const segment = Buffer.concat([Buffer.from([0xff, marker.app1, 0, content.length + 2]), content])
  const first = parts[0]?.[1] === marker.app0 ? 1 : 0
  return Buffer.concat([start, ...parts.slice(0, first), segment, ...parts.slice(first), end])
}

const signatureBytes = 8
/** A picture of 5 MB has some hundreds; half a million empty ones would hold up the event loop. */
const maxChunks = 10_000
/** Chunks that are not critical but change what is seen (PNG, third edition, section 11.3); the others are metadata and animations. */
const shownChunks = [
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'cICP',
  'mDCV',
  'cLLI',
  'sBIT',
  'pHYs',
  'bKGD',
  'hIST',
]
const isShownChunk = (type: string) => /^[A-Z]/.test(type) || shownChunks.includes(type)

/**
 * A PNG without the position and other metadata (EXIF, XMP, texts), and without what follows its end. Its orientation stays.
 * @returns undefined if the file ends before the picture does, is damaged, or is no PNG
 * @throws AppError too-large for more pixels than anybody can show
 */
export function plainPng(bytes: Buffer): Buffer<ArrayBuffer> | undefined {
  const parts: Buffer[] = [bytes.subarray(0, signatureBytes)]
  let hasPicture = false
  let at = signatureBytes
  for (let chunks = 0; chunks < maxChunks && at + 12 <= bytes.length; chunks += 1) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (end > bytes.length || !/^[A-Za-z]{4}$/.test(type)) return undefined
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined
    const content = bytes.subarray(at + 8, end - 4)
    if (at === signatureBytes) {
      if (!isHeader(type, content)) return undefined
      refuseHuge({ width: content.readUInt32BE(0), height: content.readUInt32BE(4) })
    }
    if (type === 'IDAT' && length > 0) hasPicture = true
    if (type === 'eXIf') {
      const orientation = orientationOf(content)
      if (orientation !== undefined) parts.push(chunkOf('eXIf', exifOf(orientation)))
    }
    if (isShownChunk(type)) parts.push(bytes.subarray(at, end))
    if (type === 'IEND') return hasPicture ? Buffer.concat(parts) : undefined
    at = end
  }
  return undefined
}

/** Whether it is an IHDR of a picture with a width and height. */
function isHeader(type: string, content: Buffer): boolean {
  return (
    type === 'IHDR' && content.length === 13 && content.readUInt32BE(0) > 0 && content.readUInt32BE(4) > 0
  )
}

function chunkOf(type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(content.length + 12)
  chunk.writeUInt32BE(content.length, 0)
  chunk.write(type, 4, 'latin1')
  content.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), content.length + 8)
  return chunk
}

/** The one thing of a photo's metadata that is needed to see it: how the camera was held (Exif 3.0, tag 0x0112). */
const orientationTag = 0x0112
const short = 3
const entryBytes = 12

/**
 * @param tiff the content of an EXIF block, which is a TIFF header with its directories
 * @returns 2 to 8: the picture is turned or mirrored; undefined if it is not, or that can't be read
 */
export function orientationOf(tiff: Buffer): number | undefined {
  if (tiff.length < 8) return undefined
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return undefined
  const read16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return undefined
  const entries = read16(directory)
  for (let index = 0; index < entries; index += 1) {
    const at = directory + 2 + index * entryBytes
    if (at + entryBytes > tiff.length) return undefined
    if (read16(at) !== orientationTag || read16(at + 2) !== short) continue
    const value = read16(at + 8)
    return value >= 2 && value <= 8 ? value : undefined
  }
  return undefined
}

/** @returns an EXIF block with the orientation alone */
function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(orientationTag, 10)
  tiff.writeUInt16BE(short, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}

/** The picture of a 50-megapixel camera. Decoded, a pixel takes 4 bytes: 200 MB */
const maxPixels = 8_192 * 6_144

/**
 * A small file can hold a picture that takes gigabytes when it is decoded, by the browser of whoever opens it.
 * @param size of the picture as its header says, pixels. @throws AppError too-large
 */
function refuseHuge({ width, height }: { width: number; height: number }): void {
  if (width * height > maxPixels) throw new AppError('too-large', fileProblems.hugePhoto)
}
