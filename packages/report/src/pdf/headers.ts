import { artifact, drawLogoWithName, tagged } from '@jaanch/pdf/document'
import { drawLine, drawLines, heightOf, layOut, type Style, widthOf } from '@jaanch/pdf/text'
import { colours, content, contentBottom, page, sizes } from '@jaanch/pdf/theme'
import { onlyAdds } from '../results/changes.ts'
import { ageText, istDateTime, type PageFlow, sexText } from './format.ts'
import type { ReportContent } from './report-content.ts'

type Doc = PDFKit.PDFDocument

const right = content.left + content.width
const brandWidth = 90
const labStyle: Style = { size: sizes.lab, weight: 'bold' }
const smallStyle: Style = { size: sizes.small, colour: colours.soft }
const titleStyle: Style = { size: sizes.title, weight: 'bold', colour: colours.brand }

function rule(doc: Doc, y: number, colour: string, width: number): void {
  doc.moveTo(content.left, y).lineTo(right, y).lineWidth(width).strokeColor(colour).stroke()
}

/** The laboratory's name, address and licence, and Jaanch's logo. */
export function drawLetterhead(flow: PageFlow, { lab }: ReportContent): void {
  const { doc, root } = flow
  const width = content.width - brandWidth
  const name = layOut(doc, lab.name, width, labStyle)
  const address = layOut(doc, lab.address, width, smallStyle)
  const licence = lab.licence ? layOut(doc, `Licence ${lab.licence}`, width, smallStyle) : []
  artifact(doc, 'Layout', () => drawLogoWithName(doc, right, flow.y - 2))
  tagged(doc, root, 'P', () => {
    drawLines(doc, name, content.left, flow.y - 2, labStyle)
    flow.y += heightOf(name, labStyle) + 1
    for (const lines of [address, licence]) {
      drawLines(doc, lines, content.left, flow.y, smallStyle)
      flow.y += heightOf(lines, smallStyle)
    }
  })
  flow.y += 9
  artifact(doc, 'Layout', () => rule(doc, flow.y, colours.brand, 1.4))
  flow.y += 12
}

export function drawTitle(flow: PageFlow, { ordered }: ReportContent): void {
  const { doc, root } = flow
  tagged(doc, root, 'H1', () => drawLine(doc, 'Laboratory report', content.left, flow.y, titleStyle))
  flow.y += 23
  if (ordered.length === 0) return
  const lines = layOut(doc, ordered.join(' · '), content.width, smallStyle)
  tagged(doc, root, 'P', () => drawLines(doc, lines, content.left, flow.y, smallStyle))
  flow.y += heightOf(lines, smallStyle) + 6
}

const labelStyle: Style = { size: sizes.fine, colour: colours.soft }
const valueStyle: Style = { size: sizes.body, weight: 'bold' }
const columnWidth = (content.width - 3 * 12) / 3

function statusOf({ version, changes, toCome }: ReportContent): string {
  const isPartial = toCome.length > 0
  if (version === 1) return isPartial ? 'Partial' : 'Final'
  const status = `${onlyAdds(changes) ? 'More results' : 'Amended'}, version ${version}`
  return isPartial ? `${status}, partial` : status
}

/** Patient, order and times: three columns of labels and values. */
export function drawPatient(flow: PageFlow, model: ReportContent): void {
  const { doc, root } = flow
  const { patient } = model
  const time = (at: Date | null) => (at ? istDateTime(at) : 'Not recorded')
  const facts: (readonly [string, string])[][] = [
    [
      ['Patient', patient.name],
      ['Age and sex', `${sexText(patient.sex)}, ${ageText(patient)}`],
      ['Sample', model.sampleType],
    ],
    [
      ['Booking', `#${model.bookingShortId}`],
      ['Order', model.orderNumber ?? 'Not recorded'],
      ['Report', statusOf(model)],
    ],
    [
      ['Collected (IST)', time(model.collectedAt)],
      ['Received (IST)', time(model.receivedAt)],
      ['Reported (IST)', time(model.reportedAt)],
    ],
  ]
  const laidOut = facts.map((column) =>
    column.map(([label, value]) => ({ label, lines: layOut(doc, value, columnWidth - 12, valueStyle) })),
  )
  const heights = laidOut.map((column) =>
    column.reduce((sum, { lines }) => sum + factHeight(lines.length), 0),
  )
  const height = Math.max(...heights) + 12
  const top = flow.y
  artifact(doc, 'Layout', () =>
    doc.roundedRect(content.left, top, content.width, height, 6).fill(colours.band),
  )
  for (const [index, column] of laidOut.entries()) {
    let y = top + 9
    const x = content.left + 12 + index * (columnWidth + 12)
    for (const { label, lines } of column) {
      tagged(doc, root, 'P', () => {
        drawLine(doc, label, x, y, labelStyle)
        drawLines(doc, lines, x, y + 10, valueStyle)
      })
      y += factHeight(lines.length)
    }
  }
  flow.y = top + height + 12
  if (!patient.correction) return
  const lines = layOut(doc, `${patient.correction}.`, content.width, smallStyle)
  tagged(doc, root, 'P', () => drawLines(doc, lines, content.left, flow.y, smallStyle))
  flow.y += heightOf(lines, smallStyle) + 8
}

function factHeight(lines: number): number {
  return 17 + lines * sizes.body * 1.38
}

/** The header of each following page (ISO 15189: each page identifies the patient). */
export function drawPageHeader(doc: Doc, { lab, patient, bookingShortId }: ReportContent): number {
  const style = { ...smallStyle, colour: colours.ink }
  const half = content.width / 2 - 8
  const left = layOut(doc, lab.name, half, style)
  const patientLines = layOut(doc, `${patient.name}, booking #${bookingShortId}`, half, {
    ...style,
    weight: 'bold',
  })
  drawLines(doc, left, content.left, page.top, style)
  for (const [index, line] of patientLines.entries()) {
    const y = page.top + index * heightOf([line], style)
    drawLines(doc, [line], right - line.width, y, style)
  }
  const bottom = page.top + Math.max(heightOf(left, style), heightOf(patientLines, style)) + 6
  rule(doc, bottom, colours.brand, 1)
  return bottom + 12
}

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
