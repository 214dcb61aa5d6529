import { exifOf, orientationOf } from './exif-orientation.ts'
import { refuseHuge } from './refuse-huge.ts'

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

/** What is needed to show the colours as they are; all else tells of the camera, its owner, the place, or is another picture. */
function isShown(code: number, content: Buffer): boolean {
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
    if (isShown(code, content)) parts.push(bytes.subarray(at, next))
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
