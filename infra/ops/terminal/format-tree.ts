import { formatNumber, istTime } from '@jaanch/operations/format'
import type { Step } from '@jaanch/operations/trace/build-tree'
import { paint } from './terminal.ts'

/** The tree as lines below its title: time in India, ms since the first step, what happened. */
export function formatTree(title: string, roots: readonly Step[]): string {
  const first = roots[0]?.at?.getTime() ?? 0
  const lines = [`${paint.bold(title)}  ${paint.faint('times in India, and ms since the first')}`, '']
  for (const root of roots) addLines(root, { lines, first, mark: '', indent: '' })
  return lines.join('\n')
}

type Position = { lines: string[]; first: number; mark: string; indent: string }

function addLines(step: Step, { lines, first, mark, indent }: Position): void {
  const { at, detail, steps } = step
  const since = at ? `+${formatNumber(at.getTime() - first)}` : ''
  const times = `${(at ? istTime(at) : 'not yet').padEnd(24)}  ${since.padStart(9)} ms`
  lines.push(
    `${paint.faint(times)}  ${paint.faint(mark)}${paintName(step)}  ${paint.faint(detail)}`.trimEnd(),
  )
  for (const [index, child] of steps.entries()) {
    const isLast = index === steps.length - 1
    addLines(child, {
      lines,
      first,
      mark: `${indent}${isLast ? '└─ ' : '├─ '}`,
      indent: `${indent}${isLast ? '   ' : '│  '}`,
    })
  }
}

function paintName({ kind, what }: Step): string {
  if (kind === 'event' || kind === 'request') return paint.bold(what)
  if (kind === 'dead') return paint.bad(what)
  if (kind === 'done' || kind === 'sent' || kind === 'seen') return paint.good(what)
  return what
}
