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
export function exifOf(orientation: number): Buffer {
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
