import { formatDuration, formatNumber } from '@jaanch/operations/format'

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
