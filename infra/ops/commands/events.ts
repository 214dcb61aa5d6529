import { streamId } from '@jaanch/contracts/events/streams'
import type { EventFilter } from '@jaanch/operations/event-filter'
import type { StoredEvent } from '@jaanch/operations/events'
import { findSubject } from '@jaanch/operations/find-subject'
import { formatActor, formatNumber, istTime } from '@jaanch/operations/format'
import { findPositionAt } from '@jaanch/operations/position-at'
import { type EventSearch, searchEvents } from '@jaanch/operations/search-events'
import { createListener } from '@jaanch/platform/listener'
import { createLog } from '@jaanch/platform/logging'
import { runLoop } from '@jaanch/platform/run-loop'
import { createWakeSignal } from '@jaanch/platform/wake-signal'
import { Command } from 'commander'
import { details } from '../help.ts'
import { type Stack, withStack } from '../stack.ts'
import { interruptSignal, paint } from '../terminal/terminal.ts'
import { parseCount, parseTime } from './options.ts'

type Options = {
  type?: string
  stream?: string
  actor?: string
  from?: Date
  to?: Date
  before?: number
  after?: number
  limit: number
  follow?: boolean
  json?: boolean
}

/** Maximum number of events per query while following */
const followLimit = 500
/** Maximum number of events that are looked at; half a second of the database */
const maxLooked = 500_000

export function eventsCommand(): Command {
  return new Command('events')
    .description('events of the log, by default the last 20')
    .option('--type <type>', 'only those of a type, such as BookingPlaced')
    .option(
      '--stream <id>',
      "only those of one stream: its id or the first 8 characters, or an order's number",
    )
    .option('--actor <actor>', 'only those of a role, of a consumer, or of the person with this id')
    .option('--from <time>', 'only those since a time in India, such as "2026-11-21 04:20"', parseTime)
    .option('--to <time>', 'only those before a time', parseTime)
    .option('--before <position>', 'only those before a position', parseCount)
    .option('--after <position>', 'only those after a position, the oldest first', parseCount)
    .option('--limit <n>', 'maximum number of events', parseCount, 20)
    .option('--follow', 'continues with new events until Ctrl-C')
    .option('--json', 'as JSON lines, with the data of the events')
    .addHelpText(
      'after',
      details(
        'events --limit 50',
        'events --stream booking-e4667634-31ec-8b74-a96e-bbdb6e07773f',
        'events --follow --json',
      ),
    )
    .action((options: Options) => withStack((stack) => printEvents(stack, options)))
}

async function printEvents(stack: Stack, options: Options): Promise<void> {
  const { pool } = stack
  const { type, actor, limit } = options
  const subject = options.stream === undefined ? undefined : await findSubject(pool, options.stream)
  const filter: EventFilter = { type, actor, streamId: subject && streamId(subject.kind, subject.id) }
  const found = await searchEvents(pool, { filter, limit, maxLooked, ...(await rangeOf(stack, options)) })
  const isForwards = options.after !== undefined
  print(isForwards ? found.events : found.events.toReversed(), options)
  if (found.looked && found.isPartial && found.events.length < limit) {
    const { from, to } = found.looked
    const next = isForwards ? `--after ${to}` : `--before ${from}`
    console.error(`Looked at events ${formatNumber(from)} to ${formatNumber(to)}; ${next} continues.`)
  } else if (found.events.length === 0 && !options.follow) console.error('No such events.')
  if (options.follow) await follow(stack, filter, found.looked?.to ?? options.after ?? 0, options)
}

async function rangeOf(
  { pool }: Stack,
  { from, to, before, after }: Options,
): Promise<Pick<EventSearch, 'from' | 'until'>> {
  const begin = from && (await findPositionAt(pool, from))
  const end = Math.min(
    to ? await findPositionAt(pool, to) : Number.MAX_SAFE_INTEGER,
    before ?? Number.MAX_SAFE_INTEGER,
  )
  return after === undefined
    ? { from: { before: end }, until: begin }
    : { from: { after: Math.max(after, (begin ?? 1) - 1) }, until: end - 1 }
}

/** Prints new events as they are appended. */
async function follow(stack: Stack, filter: EventFilter, begin: number, options: Options): Promise<void> {
  let after = begin
  const signal = interruptSignal()
  const wakeSignal = createWakeSignal()
  const log = createLog('ops', 'silent')
  const listener = createListener({ url: stack.databaseUrl, name: 'ops listen', channels: ['log'], log })
  listener.on('log', () => wakeSignal.notify())
  await runLoop({
    name: 'the following of events',
    async pass() {
      const found = await searchEvents(stack.pool, { filter, from: { after }, limit: followLimit, maxLooked })
      print(found.events, options)
      after = found.looked?.to ?? after
      return found.isPartial
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
  const cause = causationId === null ? '' : `, after ${formatNumber(causationId)}`
  return [
    formatNumber(position).padStart(11),
    paint.faint(istTime(at)),
    paint.bold(type.padEnd(24)),
    `${streamId} ${paint.faint(`v${version}`)}`,
    paint.faint(`by ${formatActor(actor)}${cause}`),
  ].join('  ')
}
