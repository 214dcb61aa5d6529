import type { Sex } from '@jaanch/catalogue/parameters/parameter'
import { infantAgeText, istDate, istMinutes } from '@jaanch/contracts/calendar'
import { dateText } from '@jaanch/contracts/format'
import { artifact, type Element } from '@jaanch/pdf/document'
import { drawLine, widthOf } from '@jaanch/pdf/text'
import { colours, contentBottom, sizes } from '@jaanch/pdf/theme'
import type { ResultFlag } from '../results/api.ts'
import type { ReportContent } from './report-content.ts'

/** @returns such as `20 Nov 2026, 2:05 pm`, in Asia/Kolkata */
export function istDateTime(at: Date): string {
  const minutes = istMinutes(at)
  const hours = Math.floor(minutes / 60)
  const time = `${hours % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hours < 12 ? 'am' : 'pm'}`
  return `${dateText(istDate(at))}, ${time}`
}

/** @param age whole years @param infantAge of an infant: it is shown in its place */
export function ageText({ age, infantAge }: ReportContent['patient']): string {
  if (age === null) return 'age not recorded'
  if (infantAge) return infantAgeText(infantAge)
  if (age < 1) return 'under 1 year'
  return age === 1 ? '1 year' : `${age} years`
}

export function sexText(sex: Sex): string {
  if (sex === null) return 'Sex not recorded'
  return { male: 'Male', female: 'Female', other: 'Other' }[sex]
}

type Doc = PDFKit.PDFDocument

/** Each flag has a sign, a word and a colour, for black-and-white copies and colour-blind readers. */
const labels: Readonly<Record<Exclude<ResultFlag, 'normal'>, { text: string; isCritical: boolean }>> = {
  low: { text: '▼ Low', isCritical: false },
  high: { text: '▲ High', isCritical: false },
  abnormal: { text: '◆ Abnormal', isCritical: false },
  'critical-low': { text: '▼▼ CRITICAL LOW', isCritical: true },
  'critical-high': { text: '▲▲ CRITICAL HIGH', isCritical: true },
}

export function isCritical(flag: ResultFlag | null): boolean {
  return flag === 'critical-low' || flag === 'critical-high'
}

export function isFlagged(flag: ResultFlag | null): flag is Exclude<ResultFlag, 'normal'> {
  return flag !== null && flag !== 'normal'
}

export function colourOf(flag: ResultFlag | null): string {
  if (!isFlagged(flag)) return colours.ink
  return isCritical(flag) ? colours.critical : colours.attention
}

/** Critical flags are white on red, others have no background. @param y top of the row's first line */
export function drawFlag(doc: Doc, flag: Exclude<ResultFlag, 'normal'>, x: number, y: number): void {
  const { text, isCritical: critical } = labels[flag]
  if (!critical) {
    drawLine(doc, text, x, y, { size: sizes.body, weight: 'bold', colour: colours.attention })
    return
  }
  const style = { size: sizes.fine, weight: 'bold', colour: colours.white } as const
  doc.roundedRect(x - 4, y - 0.5, widthOf(doc, text, style) + 8, 13.5, 3).fill(colours.critical)
  drawLine(doc, text, x, y + 1.3, style)
}

/** The position of the next element, and the header of each following page. */
export type PageFlow = {
  readonly doc: Doc
  readonly root: Element
  /** Points from the top of the current page */
  y: number
  /** Draws the header of a following page. @returns where the content begins */
  readonly drawHeader: (doc: Doc) => number
}

/** Starts a new page if an element of this height does not fit. @returns true after a page break */
export function breakPageUnlessFits(flow: PageFlow, height: number): boolean {
  if (flow.y + height <= contentBottom) return false
  flow.doc.addPage()
  artifact(flow.doc, 'Pagination', () => {
    flow.y = flow.drawHeader(flow.doc)
  })
  return true
}
