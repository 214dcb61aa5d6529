import { istDate } from '@jaanch/contracts/calendar'
import { clockText, longDate, rupeesText } from '@jaanch/contracts/format'
import type { PaymentMethod } from '@jaanch/contracts/vocabulary'
import {
  artifact,
  createDocument,
  createDocumentTag,
  drawLogoWithName,
  type Element,
  group,
  tagged,
} from '@jaanch/pdf/document'
import { drawLine, drawLines, heightOf, layOut, type Style, widthOf } from '@jaanch/pdf/text'
import { colours, content, page, sizes } from '@jaanch/pdf/theme'

type Doc = PDFKit.PDFDocument
/** Where the next element begins, points from the top */
type Cursor = { readonly doc: Doc; readonly root: Element; y: number }

const right = content.left + content.width
const body: Style = { size: sizes.body }
const soft: Style = { size: sizes.body, colour: colours.soft }
const bold: Style = { size: sizes.body, weight: 'bold' }
const small: Style = { size: sizes.small, colour: colours.soft }
const amountWidth = 90
const gap = 5

const methods = {
  'cash-on-collection': 'Cash on Collection',
  upi: 'UPI',
  card: 'Credit/Debit Card',
} as const satisfies Record<Receipt['method'], string>

/** Renders what was paid as one A4 page. A booking has at most ten tests, so that one page is enough. */
export async function renderReceipt(receipt: Receipt): Promise<Buffer> {
  const { number, operator, paidAt } = receipt
  const { doc, bytes } = createDocument({
    title: `Receipt: order ${number}`,
    author: operator?.name ?? 'Jaanch',
    subject: 'Receipt',
    createdAt: paidAt,
  })
  const cursor = { doc, root: createDocumentTag(doc), y: page.top }
  drawHead(cursor, receipt)
  drawFacts(cursor, receipt)
  drawLinesOf(cursor, receipt)
  const notes = [
    ...(receipt.isCancelled ? ['The booking was cancelled after this payment.'] : []),
    'This receipt was made by a computer and needs no signature.',
  ]
  for (const note of notes) paragraph(cursor, note, small)
  cursor.root.end()
  doc.end()
  return bytes
}

function drawHead(cursor: Cursor, { operator }: Receipt): void {
  const { doc, root } = cursor
  artifact(doc, 'Layout', () => drawLogoWithName(doc, right, cursor.y - 2))
  const width = content.width - 100
  const name = layOut(doc, operator?.name ?? 'Jaanch', width, { size: sizes.lab, weight: 'bold' })
  tagged(doc, root, 'P', () => {
    drawLines(doc, name, content.left, cursor.y - 2, { size: sizes.lab, weight: 'bold' })
    cursor.y += heightOf(name, { size: sizes.lab })
    if (!operator?.address) return
    const address = layOut(doc, operator.address, width, small)
    drawLines(doc, address, content.left, cursor.y, small)
    cursor.y += heightOf(address, small)
  })
  cursor.y += 9
  rule(cursor, colours.brand)
  cursor.y += 14
  const title: Style = { size: sizes.title, weight: 'bold', colour: colours.brand }
  tagged(doc, root, 'H1', () => drawLine(doc, 'Receipt', content.left, cursor.y, title))
  cursor.y += 28
}

function drawFacts(cursor: Cursor, { number, paidAt, method, reference, patient, lab }: Receipt): void {
  const { doc, root } = cursor
  const paid = `${longDate(istDate(paidAt))}, ${clockText(paidAt.toISOString())}`
  const facts = [
    ['Order', number],
    ['Paid on', paid],
    ['Paid by', methods[method]],
    ...(reference ? [['Reference', reference] as const] : []),
    ['Patient', patient],
    ...(lab ? [['Laboratory', lab] as const] : []),
  ] as const
  for (const [label, value] of facts) {
    const lines = layOut(doc, value, content.width - 110, bold)
    tagged(doc, root, 'P', () => {
      drawLine(doc, label, content.left, cursor.y, soft)
      drawLines(doc, lines, content.left + 110, cursor.y, bold)
    })
    cursor.y += heightOf(lines, bold) + gap
  }
  cursor.y += 12
}

function drawLinesOf(cursor: Cursor, { lines, discount, amount }: Receipt): void {
  const notMade = lines.reduce((sum, { price }) => sum + price, 0) - discount - amount
  const rows: { name: string; price: number; style: Style; note?: string | null }[] = [
    ...lines.map(({ name, price, priceList }) => ({
      ...{ name, price, style: body },
      note: priceList && `Price list: ${priceList}`,
    })),
    ...(discount > 0 ? [{ name: 'Discount', price: -discount, style: body }] : []),
    ...(notMade > 0 ? [{ name: 'Tests that are not made', price: -notMade, style: body }] : []),
    { name: 'Total paid', price: amount, style: bold },
  ]
  group(cursor.doc, cursor.root, 'Table', (table) => {
    drawRow(cursor, table, { name: 'Test', amount: 'Amount', style: { ...soft, weight: 'bold' }, type: 'TH' })
    for (const { price, ...row } of rows) {
      const text = price < 0 ? `−${rupeesText(-price)}` : rupeesText(price)
      drawRow(cursor, table, { ...row, amount: text, type: 'TD' })
    }
  })
  cursor.y += 16
}

/** @property note below the name */
type Row = { name: string; amount: string; note?: string | null; style: Style; type: 'TH' | 'TD' }

function drawRow(cursor: Cursor, table: Element, { name, amount, note, style, type }: Row): void {
  const { doc, y } = cursor
  const width = content.width - amountWidth
  const lines = layOut(doc, name, width, style)
  const noteLines = note ? layOut(doc, note, width, small) : []
  const height = heightOf(lines, style)
  group(doc, table, 'TR', (row) => {
    tagged(doc, row, type, () => {
      drawLines(doc, lines, content.left, y, style)
      drawLines(doc, noteLines, content.left, y + height, small)
    })
    tagged(doc, row, type, () => drawLine(doc, amount, right - widthOf(doc, amount, style), y, style))
  })
  cursor.y += height + heightOf(noteLines, small) + gap
  rule(cursor, colours.line)
  cursor.y += gap
}

function paragraph(cursor: Cursor, text: string, style: Style): void {
  const { doc, root } = cursor
  const lines = layOut(doc, text, content.width, style)
  tagged(doc, root, 'P', () => drawLines(doc, lines, content.left, cursor.y, style))
  cursor.y += heightOf(lines, style) + gap
}

function rule({ doc, y }: Cursor, colour: string): void {
  artifact(doc, 'Layout', () => {
    doc.moveTo(content.left, y).lineTo(right, y).lineWidth(0.7).strokeColor(colour).stroke()
  })
}

/** The contents of a receipt, amounts in paise. They go to a thread: plain data only. */
export type Receipt = {
  /** The order's number */
  number: string
  paidAt: Date
  method: PaymentMethod
  /** The reference typed with the payment, such as a transaction number; null if there is none */
  reference: string | null
  /** The amount that was paid */
  amount: number
  /** `priceList`: the name of the list that gave the price, null if it was the catalogue's */
  lines: readonly { name: string; price: number; priceList: string | null }[]
  discount: number
  patient: string
  lab: string | null
  /** The company that runs the installation; null if it is not set */
  operator: { name: string; address: string | null } | null
  isCancelled: boolean
}
