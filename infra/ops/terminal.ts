import { stripVTControlCharacters, styleText } from 'node:util'
import { formatDuration, formatNumber } from '@jaanch/operations/format'

/** Colours if the output is a terminal that has them (NO_COLOR is honoured), else plain text. */
export const paint = {
  bold: (text: string) => styleText('bold', text),
  faint: (text: string) => styleText('dim', text),
  good: (text: string) => styleText('green', text),
  warning: (text: string) => styleText('yellow', text),
  bad: (text: string) => styleText('red', text),
}

/** A signal that aborts on Ctrl-C and SIGTERM. The second one ends the process at once. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(130)
      controller.abort(new Error('interrupted'))
    })
  }
  return controller.signal
}

/** One line for each row below a faint line with the names of the columns, which are the keys. Numbers are aligned to the right. */
export function formatTable(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const heads = Object.keys(rows[0] ?? {})
  const lines = [heads, ...rows.map((row) => heads.map((head) => textOf(row[head] ?? '')))]
  const columns = heads.map((head, index) => ({
    width: Math.max(...lines.map((texts) => widthOf(texts[index] ?? ''))),
    isNumeric: rows.some((row) => typeof row[head] === 'number'),
  }))
  const [first = '', ...others] = lines.map((texts) =>
    columns
      .map(({ width, isNumeric }, index) => {
        const text = texts[index] ?? ''
        const space = ' '.repeat(width - widthOf(text))
        return isNumeric ? space + text : text + space
      })
      .join('  ')
      .trimEnd(),
  )
  return [paint.faint(first), ...others].join('\n')
}

function textOf(value: string | number): string {
  return typeof value === 'number' ? formatNumber(value) : value
}

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length
}

const lineEveryMs = 2_000

/**
 * Prints how far something is: a line on stderr every two seconds, with the rate since the first call.
 * @param unit in the plural
 */
export function showProgress(unit: string): (done: number, total: number) => void {
  const began = performance.now()
  let printedAt = Number.NEGATIVE_INFINITY
  let [before, printed]: [number | undefined, number | undefined] = [undefined, undefined]
  return (done, total) => {
    before ??= done
    const now = performance.now()
    // the end is reached repeatedly, because events are appended while the tables are filled
    if (done === printed || (now - printedAt < lineEveryMs && done < total)) return
    printedAt = now
    printed = done
    const rate = (done - before) / ((now - began) / 1_000)
    const left = rate > 0 && done < total ? `, ${formatDuration(((total - done) / rate) * 1_000)} left` : ''
    const counts = `${formatNumber(done)} of ${formatNumber(total)} ${unit}`
    console.error(`${counts}, ${formatNumber(Math.round(rate))}/s${left}`)
  }
}
