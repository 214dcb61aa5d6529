import { createDocument } from '@jaanch/pdf/document'
import { createDocumentTag } from '@jaanch/pdf/structure-tags'
import { page } from '@jaanch/pdf/theme'
import type { PageFlow } from './format.ts'
import { drawFooters, drawLetterhead, drawPageHeader, drawPatient, drawTitle } from './headers.ts'
import { drawAmendment, drawRemarks, drawSummary } from './remarks.ts'
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
