import { formatDuration } from '@jaanch/operations/format'
import { pause } from '@jaanch/platform/run-loop'
import { Command, InvalidArgumentError } from 'commander'
import { exitCodes } from '../exit-codes.ts'
import { details } from '../help.ts'
import { withStack } from '../stack.ts'
import { interruptSignal } from '../terminal/terminal.ts'
import { createObserver, pauseAfter, type Snapshot } from '../top/observe.ts'
import { lineOf, renderTop, type Size } from '../top/render.ts'
import { openScreen } from '../top/screen.ts'

type Options = { interval: number; once?: boolean; json?: boolean }
type Observe = () => Promise<Snapshot>
type Show = (snapshot: Snapshot | undefined, problem: Error | undefined) => void

export function topCommand(): Command {
  return new Command('top')
    .description('the state of everything, live; ends with q or Ctrl-C')
    .option('--interval <seconds>', 'time between two views', parseInterval, 1)
    .option('--once', 'one view, without taking the terminal')
    .option('--json', 'as JSON lines, one for each interval')
    .addHelpText(
      'after',
      details({ examples: ['top', 'top --interval 5', 'top --once', 'top --json --interval 10'] }),
    )
    .action((options: Options) =>
      withStack(async (stack) => {
        const observe = createObserver(stack)
        if (options.once) return printOnce(await observe(), options)
        if (options.json || !process.stdout.isTTY) return follow(observe, options)
        await live(observe, options)
        // a query that still runs is given up: it only reads
        process.exit(exitCodes.done)
      }),
    )
}

function parseInterval(text: string): number {
  const value = Number(text)
  if (!(value >= 1 && value <= 3_600)) throw new InvalidArgumentError('It must be 1 to 3600 seconds.')
  return value
}

function printOnce(snapshot: Snapshot, { json }: Options): void {
  const lines = () => renderTop(snapshot, { columns: widthOfOutput(), rows: Number.POSITIVE_INFINITY })
  console.log(json ? documentOf(snapshot) : lines().join('\n'))
}

/** A line for each interval until Ctrl-C. */
function follow(observe: Observe, { json, interval }: Options): Promise<void> {
  return repeat(observe, interval, interruptSignal(), (snapshot, problem) => {
    if (problem) console.error(problem.message)
    else if (snapshot) console.log(json ? documentOf(snapshot) : lineOf(snapshot))
  })
}

async function live(observe: Observe, { interval }: Options): Promise<void> {
  const quit = new AbortController()
  let last: { snapshot: Snapshot; problem: Error | undefined } | undefined
  const redraw = () => {
    if (last) screen.draw(renderTop(last.snapshot, sizeOfTerminal(), noticeOf(last, interval)))
  }
  const screen = openScreen(
    { input: process.stdin, output: process.stdout },
    { onQuit: () => quit.abort(), onResize: redraw },
  )
  process.once('SIGHUP', () => quit.abort())
  try {
    await repeat(
      observe,
      interval,
      AbortSignal.any([quit.signal, interruptSignal()]),
      (snapshot, problem) => {
        const shown = snapshot ?? last?.snapshot
        // there is nothing to show, and the command ends as every other one without servers
        if (!shown) throw problem
        last = { snapshot: shown, problem }
        redraw()
      },
    )
  } finally {
    screen.close()
  }
}

function noticeOf(
  { snapshot, problem }: { snapshot: Snapshot; problem: Error | undefined },
  interval: number,
) {
  if (!problem) return `every ${formatDuration(interval * 1_000)}, q ends`
  return `${formatDuration(Date.now() - snapshot.at.getTime())} old: ${problem.message}`
}

/** Observes and shows, until the signal; each observation costs at most a tenth of the time. */
async function repeat(observe: Observe, interval: number, signal: AbortSignal, show: Show): Promise<void> {
  const aborted = new Promise<'aborted'>((resolve) =>
    signal.addEventListener('abort', () => resolve('aborted'), { once: true }),
  )
  while (!signal.aborted) {
    const startedAt = performance.now()
    const observed = await Promise.race([observe().catch((error: Error) => error), aborted])
    if (observed === 'aborted') return
    if (observed instanceof Error) show(undefined, observed)
    else show(observed, undefined)
    await pause(pauseAfter(performance.now() - startedAt, interval * 1_000), signal)
  }
}

function documentOf({ at, status, queues, eventsPerSecond, troubles }: Snapshot): string {
  return JSON.stringify({ at, eventsPerSecond, ...status, queues: queues ?? null, troubles })
}

function sizeOfTerminal(): Size {
  return { columns: widthOfOutput(), rows: process.stdout.rows || 24 }
}

function widthOfOutput(): number {
  return process.stdout.columns || 80
}
