import { artifact, createDocument, createDocumentTag, tagged } from '@jaanch/pdf/document'
import { drawLine, drawLines, heightOf, type Line, layOut, lineHeight, type Style } from '@jaanch/pdf/text'
import { colours, content, page, sizes } from '@jaanch/pdf/theme'
import { changesText, onlyAdds } from '../results/changes.ts'
import { breakPageUnlessFits, isCritical, isFlagged, istDateTime, type PageFlow } from './format.ts'
import { drawFooters, drawLetterhead, drawPageHeader, drawPatient, drawTitle } from './headers.ts'
import type { ReportContent } from './report-content.ts'
import { drawSection } from './results-table.ts'

/**
 * Renders a report as an A4 PDF. The same content gives the same bytes: nothing depends on the clock or on randomness.
 * It is tagged for screen readers, and its metadata contains the order and the laboratory but not the patient.
 */
export async function renderReport(report: ReportContent): Promise<Buffer> {
  const booking = `Booking #${report.bookingShortId}`
  const reference = report.orderNumber ? `Order ${report.orderNumber}, ${booking}` : booking
  const { doc, bytes } = createDocument({
    title: `Laboratory report: ${reference}`,
    author: report.lab.name,
    subject: `Version ${report.version}`,
    createdAt: report.reportedAt,
  })
  const flow: PageFlow = {
    doc,
    root: createDocumentTag(doc),
    y: page.top,
    drawHeader: (target) => drawPageHeader(target, report),
  }
  drawLetterhead(flow, report)
  drawTitle(flow, report)
  drawPatient(flow, report)
  drawAmendment(flow, report)
  drawSummary(flow, report)
  for (const section of report.sections) drawSection(flow, section)
  drawRemarks(flow, report)
  flow.root.end()
  drawFooters(doc, `${reference}, version ${report.version}`)
  doc.end()
  return bytes
}

const noteStyle: Style = { size: sizes.body }
const inset = 12

/** A box with a coloured edge that stays on one page. */
function drawBox(flow: PageFlow, text: string, colour: { edge: string; band: string }): void {
  const { doc, root } = flow
  const style: Style = { ...noteStyle, weight: 'bold', colour: colour.edge }
  const lines = layOut(doc, text, content.width - 2 * inset, style)
  const height = heightOf(lines, style) + 13
  breakPageUnlessFits(flow, height)
  artifact(doc, 'Layout', () => {
    doc.rect(content.left, flow.y, content.width, height).fill(colour.band)
    doc.rect(content.left, flow.y, 2.5, height).fill(colour.edge)
  })
  tagged(doc, root, 'P', () => drawLines(doc, lines, content.left + inset, flow.y + 6, style))
  flow.y += height + 10
}

function drawAmendment(flow: PageFlow, { version, supersededAt, changes }: ReportContent): void {
  if (version === 1) return
  const when = supersededAt ? ` of ${istDateTime(supersededAt)}` : ''
  const title = onlyAdds(changes) ? 'More results' : 'Amended report'
  const text = `${title}, version ${version}. It supersedes version ${version - 1}${when}. ${changesText(changes ?? [])}`
  drawBox(flow, text.trim(), {
    edge: colours.attention,
    band: colours.attentionBand,
  })
}

/** Critical and flagged results, before the tables: a reader of page 1 must not miss a result on page 4. */
function drawSummary(flow: PageFlow, { sections }: ReportContent): void {
  const results = sections.flatMap((section) => section.results)
  const critical = results.filter(({ flag }) => isCritical(flag))
  if (critical.length > 0) {
    const named = critical
      .map(({ name, text, unit }) => [name, text, unit].filter(Boolean).join(' '))
      .join(', ')
    drawBox(flow, `Critical: ${named}. Please speak to a doctor without delay.`, {
      edge: colours.critical,
      band: colours.criticalBand,
    })
  }
  const flagged = results.filter(({ flag }) => isFlagged(flag)).length
  const counted = `${flagged} of ${results.length} ${results.length === 1 ? 'result is' : 'results are'}`
  const style: Style = { ...noteStyle, colour: colours.soft }
  const text = flagged === 0 ? 'No result is flagged.' : `${counted} flagged.`
  tagged(flow.doc, flow.root, 'P', () => drawLine(flow.doc, text, content.left, flow.y, style))
  flow.y += lineHeight(style.size) + 6
}

/** Below the tables: missing results, remarks on intervals, the doctor's comments, the end. */
function drawRemarks(flow: PageFlow, model: ReportContent): void {
  const { toCome, notReported, sections } = model
  const soft: Style = { size: sizes.small, colour: colours.soft }
  const remarks: string[] = []
  if (toCome.length > 0) remarks.push(`Partial report. Still to come: ${toCome.join(', ')}.`)
  if (notReported.length > 0) remarks.push(`Not reported: ${notReported.join(', ')}.`)
  if (sections.some(({ results }) => results.some(({ isWidest }) => isWidest)))
    remarks.push(
      "* The interval differs between men and women; as the patient's sex is not recorded as either, it spans both.",
    )
  for (const remark of remarks)
    drawLinesAcrossPages(flow, layOut(flow.doc, remark, content.width, soft), soft)
  if (remarks.length > 0) flow.y += 8
  drawComments(flow, model)
  drawReleaser(flow, model)
  breakPageUnlessFits(flow, 24)
  const end = 'End of report'
  tagged(flow.doc, flow.root, 'P', () => {
    const style: Style = { size: sizes.small, weight: 'bold', colour: colours.soft }
    const [line] = layOut(flow.doc, end, content.width, style)
    if (line) drawLines(flow.doc, [line], content.left + (content.width - line.width) / 2, flow.y + 6, style)
  })
}

function drawComments(flow: PageFlow, { doctorComments, isReviewed }: ReportContent): void {
  if (doctorComments === null && !isReviewed) return
  const { doc, root } = flow
  const title: Style = { size: sizes.section, weight: 'bold' }
  breakPageUnlessFits(flow, 50)
  if (doctorComments !== null) {
    tagged(doc, root, 'H2', () => drawLine(doc, 'Comments', content.left, flow.y, title))
    flow.y += 18
    for (const paragraph of doctorComments.split(/(?:\r?\n\s*){2,}/)) {
      drawLinesAcrossPages(flow, layOut(doc, paragraph, content.width, noteStyle), noteStyle)
      flow.y += 4
    }
  }
  if (isReviewed) {
    breakPageUnlessFits(flow, 20)
    const style: Style = { size: sizes.body, weight: 'bold', colour: colours.brand }
    tagged(doc, root, 'P', () => drawLine(doc, '✓ Reviewed by a doctor', content.left, flow.y, style))
    flow.y += 20
  }
}

function drawReleaser(flow: PageFlow, { releasedBy }: ReportContent): void {
  if (!releasedBy) return
  const { name, role } = releasedBy
  const lines = layOut(flow.doc, `Released by ${name}, ${role.toLowerCase()}`, content.width, noteStyle)
  flow.y += 4
  drawLinesAcrossPages(flow, lines, { ...noteStyle, weight: 'bold' })
  flow.y += 4
}

function drawLinesAcrossPages(flow: PageFlow, lines: readonly Line[], style: Style): void {
  for (const line of lines) {
    breakPageUnlessFits(flow, lineHeight(style.size))
    tagged(flow.doc, flow.root, 'P', () => drawLines(flow.doc, [line], content.left, flow.y, style))
    flow.y += lineHeight(style.size)
  }
}
