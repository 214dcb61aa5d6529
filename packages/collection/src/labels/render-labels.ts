import { artifact, createDocument, createDocumentTag, tagged } from '@jaanch/pdf/document'
import { drawLine, fitted, type Style, widthOf } from '@jaanch/pdf/text'
import bwip from 'bwip-js/generic'
import { encode } from 'uqr'
import { labelCode, shortLabelCode } from '../barcode.ts'
import type { LabelFormat } from './rules.ts'

/** Blank modules beside the bars: 10 in ISO/IEC 15417; around a QR code: 4 in ISO/IEC 18004. */
const quietZone = { bars: 10, qr: 4 } as const

/** The label of one tube. It goes to a thread: plain data only. A tube passes through many hands: it has a name only if the lab's rule says so. */
export type Label = {
  orderNumber: string
  /** Number of the tube in the booking's plan, from 1, of how many */
  tube: number
  tubes: number
  /** The patient's initials, such as `A.P.` */
  initials: string
  /** Replaces the initials; null: the lab's labels have no name */
  name: string | null
  /** Such as `34 F`; empty without both */
  ageAndSex: string
  specimen: string
  container: string | null
  /** IST date of the collection */
  date: string
}

type Doc = PDFKit.PDFDocument
type Labels = {
  labels: readonly Label[]
  format: LabelFormat
  /** Place of the first label on the first sheet, from 1, so that a sheet that was used in part can be used again; a roll has none */
  start: number
  createdAt: Date
}

/** Renders the labels of tubes: Code 128, a QR code, and in words for whom and what the tube is. Bars are vectors. */
export async function renderLabels({ labels, format, start, createdAt }: Labels): Promise<Buffer> {
  const { width, height, columns, rows } = formats[format]
  const size: [number, number] | 'A4' = format === 'sheet' ? 'A4' : [points(width), points(height)]
  const { doc, bytes } = createDocument({
    ...{ title: 'Labels of tubes', author: 'Jaanch', subject: 'Labels', createdAt, size },
  })
  const root = createDocumentTag(doc)
  const perPage = columns * rows
  for (const [index, label] of labels.entries()) {
    const place = (start - 1 + index) % perPage
    if (index > 0 && place === 0) doc.addPage({ size, margin: 0 })
    const x = points(width) * (place % columns)
    const y = points(height) * Math.floor(place / columns)
    tagged(doc, root, 'P', () => drawTexts(doc, label, format, x, y))
    artifact(doc, 'Layout', () => drawSymbols(doc, label, format, x, y))
  }
  root.end()
  doc.end()
  return bytes
}

/** Right of the text: the code and the blank modules at its left; those at the other sides are in the inset or above the bars. */
const qrModules = 21 + quietZone.qr
const lineSpacing = 1.25

function drawTexts(doc: Doc, label: Label, format: LabelFormat, x: number, y: number): void {
  const { width, inset, qrModule, textSize } = formats[format]
  const room = points(width - 2 * inset.x - qrModules * qrModule)
  const { orderNumber, tube, tubes, initials, name, ageAndSex, container, specimen, date } = label
  const day = dates.format(new Date(date))
  const plain: Style = { size: textSize, colour: '#000000' }
  const bold: Style = { ...plain, weight: 'bold' }
  const lines: readonly [string, Style][] = [
    [labelCode(orderNumber, tube), bold],
    name === null ? [joined(initials, ageAndSex, day), plain] : named(doc, name, ageAndSex, room, plain),
    [container ?? specimen, bold],
    [joined(`Tube ${tube}/${tubes}`, name !== null && day, container !== null && specimen), plain],
  ]
  for (const [index, [text, style]] of lines.entries()) {
    const line = fitted(doc, text, room, style)
    drawLine(
      doc,
      line.text,
      x + points(inset.x),
      y + points(inset.y) + index * textSize * lineSpacing,
      line.style,
    )
  }
}

/** A name is cut before age and sex are: these tell people of one name apart. */
function named(doc: Doc, name: string, ageAndSex: string, room: number, plain: Style): [string, Style] {
  const { text, style } = fitted(doc, name, room - widthOf(doc, ` · ${ageAndSex}`, plain), plain)
  return [joined(text, ageAndSex), style]
}

function joined(...parts: (string | false)[]): string {
  return parts.filter(Boolean).join(' · ')
}

function drawSymbols(
  doc: Doc,
  { orderNumber, tube }: Label,
  format: LabelFormat,
  x: number,
  y: number,
): void {
  const { width, height, inset, module, barHeight, qrModule, barText } = formats[format]
  const qr = qrCode(labelCode(orderNumber, tube))
  drawQrCode(doc, qr, {
    x: x + points(width - inset.x - qr.length * qrModule),
    y: y + points(inset.y),
    module: points(qrModule),
  })
  const bars = code128(barText(orderNumber, tube))
  const modules = bars.reduce((sum, each) => sum + each, 0)
  drawBars(doc, bars, {
    x: x + points((width - modules * module) / 2),
    y: y + points(height - inset.y - barHeight),
    module: points(module),
    height: points(barHeight),
  })
}

// made once: toLocaleDateString makes one for each call
const dates = new Intl.DateTimeFormat('en-IN', {
  ...{ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
})

/** The result of `raw` for a linear code, whose declared type says nothing */
type Raw = { sbs: number[] } | { pixs: number[] }

/** Widths in modules of bars and gaps in turn, beginning with a bar. @throws Error for a text that Code 128 cannot encode */
function code128(text: string): number[] {
  const [symbol] = bwip.raw({ bcid: 'code128', text }) as Raw[]
  if (!symbol || !('sbs' in symbol)) throw new Error('Code 128 has no bars')
  return symbol.sbs
}

/** Draws bars as filled rectangles. @param module and height in points */
function drawBars(
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
function qrCode(text: string): boolean[][] {
  return encode(text, { ecc: 'M', border: 0 }).data
}

/** Draws a QR code as filled rectangles, one for each run of dark modules. @param module points */
function drawQrCode(
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

type Measures = {
  /** Size of one label */
  width: number
  height: number
  columns: number
  rows: number
  /** Nothing is printed nearer to an edge of a label */
  inset: { x: number; y: number }
  /** Width of the narrowest bar (the module, or X dimension) */
  module: number
  barHeight: number
  qrModule: number
  /** Points */
  textSize: number
  /** The text in the bars */
  barText: (orderNumber: string, tube: number) => string
}

/**
 * Measures in mm. Sheet: Avery Zweckform 3474, A4 with 3 × 8 labels of 70 × 37 mm that begin at the paper's upper left corner, as in the
 * templates of gLabels (zweckform-iso-templates.xml, part 3474) and LibreOffice (labels.xml, `7000;3700;7000;3700;0;0;3;8`). Printers
 * leave about 4 mm of a sheet blank, hence the inset. Roll: 50 × 25 mm; 0.25 mm are two dots of a printer of 203 dpi, which cannot print
 * what is between one dot and two.
 */
export const formats: Readonly<Record<LabelFormat, Measures>> = {
  sheet: {
    width: 70,
    height: 37,
    columns: 3,
    rows: 8,
    inset: { x: 5, y: 5 },
    module: 0.27,
    barHeight: 11,
    qrModule: 0.6,
    textSize: 8,
    barText: labelCode,
  },
  roll: {
    width: 50,
    height: 25,
    columns: 1,
    rows: 1,
    inset: { x: 1.5, y: 1.5 },
    module: 0.25,
    barHeight: 10,
    qrModule: 0.375,
    textSize: 6.5,
    barText: shortLabelCode,
  },
}

/** @param mm @returns points */
function points(mm: number): number {
  return (mm * 72) / 25.4
}
