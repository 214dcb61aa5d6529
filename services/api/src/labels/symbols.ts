import bwip from 'bwip-js/generic'
import { encode } from 'uqr'

type Doc = PDFKit.PDFDocument
/** What `raw` gives of a linear code; its own type says nothing */
type Raw = { sbs: number[] } | { pixs: number[] }

/** Widths in modules of bars and gaps in turn, beginning with a bar. @throws Error for a text that Code 128 cannot encode */
export function code128(text: string): number[] {
  const [symbol] = bwip.raw({ bcid: 'code128', text }) as Raw[]
  if (!symbol || !('sbs' in symbol)) throw new Error('Code 128 has no bars')
  return symbol.sbs
}

/** Draws bars as filled rectangles. @param module and height in points */
export function drawBars(
  doc: Doc,
  widths: readonly number[],
  at: { x: number; y: number; module: number; height: number },
): void {
  let x = at.x
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) doc.rect(x, at.y, width * at.module, at.height)
    x += width * at.module
  }
  doc.fill('#000000')
}

/** A QR code with error correction M (15 %), which for texts of up to 20 capitals, digits and hyphens is of 21 × 21 modules. */
export function qrCode(text: string): boolean[][] {
  return encode(text, { ecc: 'M', border: 0 }).data
}

/** Draws a QR code as filled rectangles, one for each run of dark modules. @param module points */
export function drawQrCode(
  doc: Doc,
  rows: readonly (readonly boolean[])[],
  { x, y, module }: { x: number; y: number; module: number },
): void {
  for (const [index, row] of rows.entries()) {
    let from = 0
    while (from < row.length) {
      let to = from
      while (row[to]) to += 1
      if (to > from) doc.rect(x + from * module, y + index * module, (to - from) * module, module)
      from = to + 1
    }
  }
  doc.fill('#000000')
}
