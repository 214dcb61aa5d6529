import PDFDocument from 'pdfkit'
import { registerFonts } from './pdf/fonts.ts'
import { drawFooters } from './pdf/footers.ts'
import { drawLetterhead, drawPageHeader, drawPatient, drawTitle } from './pdf/headers.ts'
import type { PageFlow } from './pdf/page-flow.ts'
import { drawAmendment, drawRemarks, drawSummary } from './pdf/remarks.ts'
import { drawSection } from './pdf/results-table.ts'
import { createDocumentTag } from './pdf/structure-tags.ts'
import { page } from './pdf/theme.ts'
import type { ReportContent } from './report-content.ts'

/**
 * Renders a report as an A4 PDF. The same content gives the same bytes: nothing depends on the clock or on randomness.
 * It is tagged for screen readers, and its metadata contains the order and the laboratory but not the patient.
 */
export async function renderReport(report: ReportContent): Promise<Buffer> {
  const booking = `Booking #${report.bookingShortId}`
  const reference = report.orderNumber ? `Order ${report.orderNumber}, ${booking}` : booking
  const doc = new PDFDocument({
    size: 'A4',
    // our own layout decides where a page ends, not pdfkit
    margins: { top: 0, bottom: 0, left: page.left, right: page.right },
    autoFirstPage: true,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-IN',
    displayTitle: true,
    info: {
      Title: plain(`Laboratory report: ${reference}`),
      Author: plain(report.lab.name),
      Subject: `Version ${report.version}`,
      Creator: 'Jaanch',
      CreationDate: report.reportedAt,
    },
  })
  const bytes = collect(doc)
  registerFonts(doc)
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

async function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of doc) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** pdfkit writes the metadata into XML without escaping. */
function plain(text: string): string {
  return text.replace(/&/g, 'and').replace(/[<>\p{Cc}\s]+/gu, ' ')
}
