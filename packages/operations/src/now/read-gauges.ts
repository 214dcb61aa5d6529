import type { Queryable } from '@jaanch/eventlog/read'
import type { Channel } from '@jaanch/messages/message'
import { readHolds } from './channels.ts'

/** Why messages wait although workers run */
type WaitingReason = 'no_provider' | 'paused'

/** Counting stops here, so that a count costs the same however much there is. */
const counted = 10_000

/** A reader of the log: how many events it lacks, and how old the first of them is, s; 0 if it lacks none */
type Lag = { name: string; events: number; seconds: number }
export type Lags = { head: number; relay: Lag[]; projector: Lag[] }

/** How far the relay is for each consumer, and the live read tables of each model version: single rows by their keys. */
export async function readLags(db: Queryable): Promise<Lags> {
  const { rows } = await db.query<{
    kind: string
    name: string
    head: number
    events: number
    seconds: number
  }>({
    name: 'lags',
    text: `with head as materialized (select coalesce(max(position), 0) as position from log.events),
           readers as (
             select 'relay' as kind, name, cursor as position from work_consumers
              union all
             select 'projector', model_version::text, position from read_generations where state = 'live'
              union all
             select 'head', '', null)
      select kind, name, head.position as head, greatest(0, head.position - readers.position) as events,
             greatest(0, coalesce(extract(epoch from clock_timestamp() - (
               select at from log.events e where e.position = readers.position + 1)), 0))::float8 as seconds
        from readers, head`,
  })
  const of = (kind: string) => rows.filter((row) => row.kind === kind)
  return { head: rows[0]?.head ?? 0, relay: of('relay'), projector: of('projector') }
}

/** @returns the SMS that the gateway got on this day in India */
export async function readSmsOfToday(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ sent: number }>('select sms_of_today() as sent')
  return rows[0]?.sent ?? 0
}

type Waiting = { waiting: number; failing: number; leased: number }
export type Backlog = {
  work: (Waiting & { consumer: string /** Age, s; 0 where an operator has paused it */; oldest: number })[]
  messages: (Omit<Waiting, 'leased'> & { channel: string })[]
  /** Messages that nobody may send; 0 where that is no reason */
  held: { channel: Channel; reason: WaitingReason; n: number }[]
  /** By consumer, channel or `timers` */
  deadLetters: Map<string, number>
}

/** Reads the rows that wait, at most 10,000 rows of each consumer and channel: those that have been due for longest. */
export async function readBacklog(db: Queryable): Promise<Backlog> {
  const { rows: work } = await db.query<Backlog['work'][number]>({
    name: 'work gauges',
    text: `select c.name as consumer,
             count(w.queued_at) filter (where w.attempts = 0 and not w.is_leased)::integer as waiting,
             count(w.queued_at) filter (where w.attempts > 0 and not w.is_leased)::integer as failing,
             count(w.queued_at) filter (where w.is_leased)::integer as leased,
             case when exists (select from pauses p where p.name = c.name and p.continued_at is null) then 0
               else greatest(0, coalesce(extract(epoch from clock_timestamp() - min(w.queued_at)), 0)) end::float8 as oldest
        from work_consumers c
        left join lateral (
          select attempts, queued_at, coalesce(leased_until > clock_timestamp(), false) as is_leased
            from work where consumer = c.name and not is_dead order by due_at limit ${counted}) w on true
       group by c.name`,
  })
  const { rows: messages } = await db.query<Backlog['messages'][number]>({
    name: 'message gauges',
    text: `select c.channel, count(o.attempts) filter (where o.attempts = 0)::integer as waiting,
             count(o.attempts) filter (where o.attempts > 0)::integer as failing
        from (values ('email'), ('sms')) c (channel)
        left join lateral (
          select attempts from outbox where channel = c.channel and outcome is null order by due_at limit ${counted}) o on true
       group by c.channel`,
  })
  const { rows: dead } = await db.query<{ consumer: string; n: number }>({
    name: 'dead letter gauges',
    text: `select consumer, count(*)::integer as n
             from (select consumer from dead_letters where resolution is null limit ${counted}) d group by consumer`,
  })
  const open = new Map(messages.map(({ channel, waiting, failing }) => [channel, waiting + failing]))
  const held = (await readHolds(db)).flatMap(({ channel, isPaused, lacksProvider }) => {
    const n = open.get(channel) ?? 0
    return [
      { channel, reason: 'no_provider' as const, n: lacksProvider && !isPaused ? n : 0 },
      { channel, reason: 'paused' as const, n: isPaused ? n : 0 },
    ]
  })
  return { work, messages, held, deadLetters: new Map(dead.map(({ consumer, n }) => [consumer, n])) }
}
