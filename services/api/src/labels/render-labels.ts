import { labelCode } from '@jaanch/contracts/custody'
import type { LabelFormat } from '@jaanch/contracts/labels'
import { createDocument } from '@jaanch/pdf/document'
import { artifact, createDocumentTag, tagged } from '@jaanch/pdf/structure-tags'
import { drawLine, fitted, type Style, widthOf } from '@jaanch/pdf/text'
import { formats, points, quietZone } from './formats.ts'
import type { Label } from './label.ts'
import { code128, drawBars, drawQrCode, qrCode } from './symbols.ts'

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
