import PDFDocument from 'pdfkit'
import { registerFonts } from './fonts.ts'
import { page } from './theme.ts'

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
