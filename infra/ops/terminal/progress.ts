import cliProgress from 'cli-progress'
import { formatNumber } from './table.ts'
import { formatDuration } from './time.ts'

export type Progress = { update(done: number, total: number): void; stop(): void }

const lineEvery = 2_000

/** A bar with the rate and the time left; where nobody looks at a terminal, a plain line every two seconds. */
export function showProgress(): Progress {
  return process.stderr.isTTY ? bar() : lines()
}

function bar(): Progress {
  const began = performance.now()
  let begunAt: number | undefined
  const shown = new cliProgress.SingleBar(
    {
      format: '{bar} {percentage}%  {done} of {all} events  {rate}/s  {left}',
      hideCursor: true,
      clearOnComplete: false,
      stopOnComplete: false,
    },
    cliProgress.Presets.shades_classic,
  )
  shown.start(1, 0, { done: '0', all: '0', rate: '0', left: '' })
  return {
    update(done, total) {
      begunAt ??= done
      shown.setTotal(Math.max(1, total))
      shown.update(done, telling(done, total, begunAt, began))
    },
    stop: () => shown.stop(),
  }
}

function lines(): Progress {
  const began = performance.now()
  let begunAt: number | undefined
  let last = Number.NEGATIVE_INFINITY
  let said = ''
  return {
    update(done, total) {
      begunAt ??= done
      if (performance.now() - last < lineEvery && done < total) return
      last = performance.now()
      const told = telling(done, total, begunAt, began)
      const line = `${told.done} of ${told.all} events, ${told.rate}/s${told.left && `, ${told.left}`}`
      // the end is reached more than once: events come in meanwhile
      if (told.done !== said) console.error(line)
      said = told.done
    },
    stop() {},
  }
}

function telling(done: number, total: number, begunAt: number, began: number) {
  const seconds = (performance.now() - began) / 1_000
  const rate = seconds > 0 ? (done - begunAt) / seconds : 0
  const left = rate > 0 && done < total ? `${formatDuration(((total - done) / rate) * 1_000)} left` : ''
  return { done: formatNumber(done), all: formatNumber(total), rate: formatNumber(Math.round(rate)), left }
}
