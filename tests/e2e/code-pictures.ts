import bwip from 'bwip-js/node'

/** A code as a camera sees it: somewhere in the picture, turned, a little out of focus, in poor light. */
export type CodePicture = {
  code: string
  svg: string
  /** Part of the picture's width */
  width: number
  /** The place of its middle, in parts of the picture */
  x: number
  y: number
  degrees: number
  blurPx: number
  /** 1: white paper is white */
  light: number
}

/** @returns pictures of tubes' labels, one of five as QR code; the same ones each time */
export function codePictures(count: number): CodePicture[] {
  const random = mulberry32(30)
  const between = (least: number, most: number) => least + (most - least) * random()
  return Array.from({ length: count }, (_, index) => {
    const code = `J-2026-${String(Math.floor(between(0, 1e6))).padStart(6, '0')}-${(index % 6) + 1}`
    const isSquare = index % 5 === 4
    const svg = isSquare
      ? bwip.toSVG({ bcid: 'qrcode', text: code, padding: 4 })
      : bwip.toSVG({ bcid: 'code128', text: code, height: 14, includetext: true, padding: 6 })
    const width = isSquare ? between(0.18, 0.35) : between(0.45, 0.75)
    const place = { x: between(0.44, 0.56), y: between(0.42, 0.58), degrees: between(-20, 20) }
    return { code, svg, width, ...place, blurPx: between(0.4, 1.5), light: between(0.25, 0.8) }
  })
}

/** https://gist.github.com/tommyettinger/46a874533244883189143505d203312c: numbers from 0 to 1 that follow from the seed */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
