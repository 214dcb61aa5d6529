import { readEvents, readPositionBeforeLast, type StoredEvent } from '@jaanch/operations/events'
import { formatActor, istTime } from '@jaanch/operations/format'
import { createListener } from '@jaanch/platform/listener'
import { createLog } from '@jaanch/platform/logging'
import { runLoop } from '@jaanch/platform/run-loop'
import { createWakeSignal } from '@jaanch/platform/wake-signal'
import { Command, InvalidArgumentError } from 'commander'
import { type Stack, withStack } from '../stack.ts'
import { interruptSignal, paint } from '../terminal/terminal.ts'

type Options = { stream?: string; after?: number; limit: number; follow?: boolean; json?: boolean }

/** Maximum number of events per query while following */
const followLimit = 500

export function eventsCommand(): Command {
  return new Command('events')
    .description('events of the log, by default the last 20')
    .option('--stream <id>', 'only those of one stream, such as booking-<id>')
    .option('--after <position>', 'only those after a position', parseCount)
    .option('--limit <n>', 'maximum number of events', parseCount, 20)
    .option('--follow', 'continues with new events until Ctrl-C')
    .option('--json', 'as JSON lines, with the data of the events')
    .action((options: Options) => withStack((stack) => printEvents(stack, options)))
}

function parseCount(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError('It must be a whole number.')
  return value
}

async function printEvents(stack: Stack, options: Options): Promise<void> {
  const { pool } = stack
  const { stream, limit } = options
  let after = options.after ?? (await readPositionBeforeLast(pool, limit, stream))
  const first = await readEvents(pool, { after, stream, limit })
  print(first, options)
  if (first.length === 0 && !options.follow) console.error('No such events.')
  if (!options.follow) return

  after = first.at(-1)?.position ?? after
  const signal = interruptSignal()
  const wakeSignal = createWakeSignal()
  const log = createLog('ops', 'silent')
  const listener = createListener({ url: stack.databaseUrl, name: 'ops listen', channels: ['log'], log })
  listener.on('log', () => wakeSignal.notify())
  await runLoop({
    async pass() {
      const events = await readEvents(pool, { after, stream, limit: followLimit })
      print(events, options)
      after = events.at(-1)?.position ?? after
      return events.length === followLimit
    },
    wakeSignal,
    pollMs: 1_000,
    onError: (error) => console.error((error as Error).message),
    signal,
  })
  await listener.close()
}

function print(events: StoredEvent[], { json }: Options): void {
  for (const event of events) console.log(json ? JSON.stringify(event) : lineOf(event))
}

function lineOf({ position, at, type, streamId, version, actor, causationId }: StoredEvent): string {
  const cause = causationId === null ? '' : `, after ${causationId}`
  return [
    String(position).padStart(8),
    paint.faint(istTime(at)),
    paint.bold(type.padEnd(24)),
    `${streamId} ${paint.faint(`v${version}`)}`,
    paint.faint(`by ${formatActor(actor)}${cause}`),
  ].join('  ')
}
