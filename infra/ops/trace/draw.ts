import { paint } from '../terminal/paint.ts'
import { formatNumber } from '../terminal/table.ts'
import { istTime } from '../terminal/time.ts'
import type { Step } from './grow.ts'

/** The tree as lines: time in India, ms since the first thing that happened, what it was. */
export function drawTrace(bookingId: string, roots: readonly Step[]): string {
  const first = roots[0]?.at?.getTime() ?? 0
  const lines = [
    `${paint.bold(`Booking ${bookingId}`)}  ${paint.faint('times in India, and ms since the first')}`,
    '',
  ]
  for (const root of roots) draw(root, { lines, first, mark: '', indent: '' })
  return lines.join('\n')
}

type Drawing = { lines: string[]; first: number; mark: string; indent: string }

function draw(step: Step, { lines, first, mark, indent }: Drawing): void {
  const { at, what, detail, steps } = step
  const since = at ? `+${formatNumber(at.getTime() - first)}` : ''
  const times = `${(at ? istTime(at) : 'not yet').padEnd(24)}  ${since.padStart(9)} ms`
  lines.push(
    `${paint.faint(times)}  ${paint.faint(mark)}${named(step, what)}  ${paint.faint(detail)}`.trimEnd(),
  )
  for (const [index, child] of steps.entries()) {
    const isLast = index === steps.length - 1
    draw(child, {
      lines,
      first,
      mark: `${indent}${isLast ? '└─ ' : '├─ '}`,
      indent: `${indent}${isLast ? '   ' : '│  '}`,
    })
  }
}

function named({ kind }: Step, what: string): string {
  if (kind === 'event') return paint.bold(what)
  if (kind === 'dead') return paint.bad(what)
  if (kind === 'done' || kind === 'sent' || kind === 'seen') return paint.good(what)
  return what
}
