import { drawLine, widthOf } from '@jaanch/pdf/text'
import { colours, sizes } from '@jaanch/pdf/theme'
import type { Flag } from '../results/interpret.ts'

type Doc = PDFKit.PDFDocument

/** Each flag has a sign, a word and a colour, for black-and-white copies and colour-blind readers. */
const labels: Readonly<Record<Exclude<Flag, 'normal'>, { text: string; isCritical: boolean }>> = {
  low: { text: '▼ Low', isCritical: false },
  high: { text: '▲ High', isCritical: false },
  abnormal: { text: '◆ Abnormal', isCritical: false },
  'critical-low': { text: '▼▼ CRITICAL LOW', isCritical: true },
  'critical-high': { text: '▲▲ CRITICAL HIGH', isCritical: true },
}

export function isCritical(flag: Flag | null): boolean {
  return flag === 'critical-low' || flag === 'critical-high'
}

export function isFlagged(flag: Flag | null): flag is Exclude<Flag, 'normal'> {
  return flag !== null && flag !== 'normal'
}

export function colourOf(flag: Flag | null): string {
  if (!isFlagged(flag)) return colours.ink
  return isCritical(flag) ? colours.critical : colours.attention
}

/** Critical flags are white on red, others have no background. @param y top of the row's first line */
export function drawFlag(doc: Doc, flag: Exclude<Flag, 'normal'>, x: number, y: number): void {
  const { text, isCritical: critical } = labels[flag]
  if (!critical) {
    drawLine(doc, text, x, y, { size: sizes.body, weight: 'bold', colour: colours.attention })
    return
  }
  const style = { size: sizes.fine, weight: 'bold', colour: colours.white } as const
  doc.roundedRect(x - 4, y - 0.5, widthOf(doc, text, style) + 8, 13.5, 3).fill(colours.critical)
  drawLine(doc, text, x, y + 1.3, style)
}
