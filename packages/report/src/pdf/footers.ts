import { artifact } from '@jaanch/pdf/structure-tags'
import { drawLine, drawLines, heightOf, layOut, type Style, widthOf } from '@jaanch/pdf/text'
import { colours, content, contentBottom, sizes } from '@jaanch/pdf/theme'

type Doc = PDFKit.PDFDocument

export const disclaimer =
  "Reference intervals are the laboratory's defaults for adults; they vary with method, age and pregnancy. Results relate " +
  'to the sample as received and are no diagnosis: please discuss them with a doctor.'

const style: Style = { size: sizes.fine, colour: colours.soft }

/** Drawn at the end, when the number of pages is known. */
export function drawFooters(doc: Doc, reference: string): void {
  const { start, count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(start + index)
    artifact(doc, 'Pagination', () => drawFooter(doc, `Page ${index + 1} of ${count}`, reference))
  }
}

function drawFooter(doc: Doc, number: string, reference: string): void {
  const top = contentBottom + 16
  const right = content.left + content.width
  doc.moveTo(content.left, top).lineTo(right, top).lineWidth(0.5).strokeColor(colours.line).stroke()
  const lines = layOut(doc, disclaimer, content.width - 110, style)
  drawLines(doc, lines, content.left, top + 6, style)
  drawLine(doc, reference, content.left, top + 7 + heightOf(lines, style), style)
  const bold: Style = { ...style, weight: 'bold', colour: colours.ink }
  drawLine(doc, number, right - widthOf(doc, number, bold), top + 6, bold)
}
