import PDFDocument from 'pdfkit'
import { registerFonts } from './fonts.ts'
import { drawLine, type Style, widthOf } from './text.ts'
import { colours, page } from './theme.ts'

type DocumentInfo = {
  title: string
  author: string
  subject: string
  createdAt: Date
  /** Width and height of a page in points; A4 by default */
  size?: [number, number] | 'A4'
}

/**
 * A document for screen readers, with our fonts. The same drawing gives the same bytes: nothing depends on the clock or on
 * randomness.
 * @returns `bytes` resolves after `doc.end()`
 */
export function createDocument({ title, author, subject, createdAt, size = 'A4' }: DocumentInfo): {
  doc: PDFKit.PDFDocument
  bytes: Promise<Buffer>
} {
  const doc = new PDFDocument({
    size,
    // our own layout decides where a page ends, not pdfkit
    margins: { top: 0, bottom: 0, left: page.left, right: page.right },
    autoFirstPage: true,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-IN',
    displayTitle: true,
    info: {
      Title: plain(title),
      Author: plain(author),
      Subject: plain(subject),
      Creator: 'Jaanch',
      CreationDate: createdAt,
    },
  })
  const bytes = collect(doc)
  registerFonts(doc)
  return { doc, bytes }
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

type Doc = PDFKit.PDFDocument

/** The shape of web/public/favicon.svg (32 × 32). @param size points */
function drawLogo(doc: Doc, x: number, y: number, size: number): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 32)
  doc.roundedRect(0, 0, 32, 32, 9).fill(colours.brand)
  doc.path('M16 5.5c3.6 4.3 7 8.2 7 12.3a7 7 0 0 1-14 0c0-4.1 3.4-8 7-12.3Z').fill(colours.white)
  doc
    .path('M12.6 18 l2.5 2.5 l4.5 -4.8')
    .lineWidth(2.2)
    .lineCap('round')
    .lineJoin('round')
    .stroke(colours.brand)
  doc.restore()
}

const nameStyle: Style = { size: 13.5, weight: 'bold', colour: colours.brand }
const logoSize = 22

/** The logo with the name beside it. @param right edge of the name */
export function drawLogoWithName(doc: Doc, right: number, y: number): void {
  const left = right - widthOf(doc, 'Jaanch', nameStyle)
  drawLogo(doc, left - logoSize - 5, y, logoSize)
  drawLine(doc, 'Jaanch', left, y + 2, nameStyle)
}

/**
 * The document's structure for screen readers (ISO 32000-1, 14.8): content is tagged; repetition and decoration are
 * artifacts, which screen readers skip.
 */
export type Element = PDFKit.PDFStructureElement

/** The root of all tags. */
export function createDocumentTag(doc: Doc): Element {
  const root = doc.struct('Document')
  doc.addStructure(root)
  return root
}

/** Content of one kind: H1, P, TH … */
export function tagged(
  doc: Doc,
  parent: Element,
  type: string,
  draw: () => void,
  options: PDFKit.Mixins.StructureElementOptions & { scope?: 'Column' | 'Row' } = {},
): void {
  parent.add(doc.struct(type, options, draw))
}

/** A group of elements: Table, TR. */
export function group(doc: Doc, parent: Element, type: string, fill: (element: Element) => void): void {
  const element = doc.struct(type)
  parent.add(element)
  fill(element)
  element.end()
}

export function artifact(doc: Doc, type: 'Layout' | 'Pagination', draw: () => void): void {
  doc.markContent('Artifact', { type })
  draw()
  doc.endMarkedContent()
}
