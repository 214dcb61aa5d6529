import { crc32 } from 'node:zlib'
import { exifOf, orientationOf } from './exif-orientation.ts'
import { refuseHuge } from './refuse-huge.ts'

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
const isShown = (type: string) => /^[A-Z]/.test(type) || shownChunks.includes(type)

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
    if (isShown(type)) parts.push(bytes.subarray(at, end))
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
