import { formatDuration, formatNumber } from '@jaanch/operations/format'
import cliProgress from 'cli-progress'

export type Progress = { update(done: number, total: number): void; stop(): void }

const lineEveryMs = 2_000

/** A bar with the rate and the remaining time; without a terminal, a plain line every two seconds. @param unit in the plural */
export function showProgress(unit: string): Progress {
  return process.stderr.isTTY ? showBar(unit) : printLines(unit)
}

function showBar(unit: string): Progress {
  const describe = createDescription()
  const bar = new cliProgress.SingleBar(
    {
      format: `{bar} {percentage}%  {done} of {all} ${unit}  {rate}/s  {left}`,
      hideCursor: true,
      clearOnComplete: false,
      stopOnComplete: false,
    },
    cliProgress.Presets.shades_classic,
  )
  bar.start(1, 0, { done: '0', all: '0', rate: '0', left: '' })
  return {
    update(done, total) {
      bar.setTotal(Math.max(1, total))
      bar.update(done, describe(done, total))
    },
    stop: () => bar.stop(),
  }
}

function printLines(unit: string): Progress {
  const describe = createDescription()
  let printedAt = Number.NEGATIVE_INFINITY
  let printed = ''
  return {
    update(doneCount, total) {
      const { done, all, rate, left } = describe(doneCount, total)
      if (performance.now() - printedAt < lineEveryMs && doneCount < total) return
      printedAt = performance.now()
      // the end is reached repeatedly, because events are appended while the tables are filled
      if (done !== printed) console.error(`${done} of ${all} ${unit}, ${rate}/s${left && `, ${left}`}`)
      printed = done
    },
    stop() {},
  }
}

/** The rate counts from the first update: a rebuild that continues an earlier one does not begin at 0. */
function createDescription() {
  const startedAt = performance.now()
  let doneBefore: number | undefined
  return (done: number, total: number) => {
    doneBefore ??= done
    const seconds = (performance.now() - startedAt) / 1_000
    const rate = seconds > 0 ? (done - doneBefore) / seconds : 0
    const left = rate > 0 && done < total ? `${formatDuration(((total - done) / rate) * 1_000)} left` : ''
    return { done: formatNumber(done), all: formatNumber(total), rate: formatNumber(Math.round(rate)), left }
  }
}
