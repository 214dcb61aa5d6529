import { createListener } from '@jaanch/platform/listener'
import { createLog } from '@jaanch/platform/logging'
import { createWakeSignal } from '@jaanch/platform/wake-signal'
import { Command, InvalidArgumentError } from 'commander'
import { type Connected, withStack } from '../connect.ts'
import { beforeLast, readStored, type StoredEvent } from '../queries/events.ts'
import { actorOf } from '../terminal/actor.ts'
import { interruption } from '../terminal/interruption.ts'
import { paint } from '../terminal/paint.ts'
import { istTime } from '../terminal/time.ts'

type Options = { stream?: string; after?: number; limit: number; follow?: boolean; json?: boolean }

export function eventsCommand(): Command {
  return new Command('events')
    .description('events of the log, the last 20 unless told')
    .option('--stream <id>', 'of one stream, such as booking-<id>')
    .option('--after <position>', 'after a position', position)
    .option('--limit <n>', 'at most so many', position, 20)
    .option('--follow', 'and those to come, until Ctrl-C')
    .option('--json', 'as JSON lines, with their data')
    .action((options: Options) => withStack((stack) => printEvents(stack, options)))
}

function position(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError('It must be a whole number.')
  return value
}

async function printEvents(stack: Connected, options: Options): Promise<void> {
  const { pool } = stack
  const { stream, limit } = options
  let after = options.after ?? (await beforeLast(pool, limit, stream))
  const first = await readStored(pool, { after, stream, limit })
  print(first, options)
  if (first.length === 0 && !options.follow) console.error('No such events.')
  if (!options.follow) return

  after = first.at(-1)?.position ?? after
  const { signal } = interruption()
  const wakeSignal = createWakeSignal()
  const log = createLog('ops', 'silent')
  const listener = createListener({ url: stack.databaseUrl, name: 'ops listen', channels: ['log'], log })
  listener.on('log', () => wakeSignal.notify())
  while (!signal.aborted) {
    const events = await readStored(pool, { after, stream, limit: 500 })
    print(events, options)
    after = events.at(-1)?.position ?? after
    if (events.length < 500) await wakeSignal.wait(1_000, signal)
  }
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
    paint.faint(`by ${actorOf(actor)}${cause}`),
  ].join('  ')
}
