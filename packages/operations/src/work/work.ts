import type { Queryable } from '@jaanch/eventlog/read'
import { aliveSeconds } from '@jaanch/platform/heartbeat'
import { serveCall } from '@jaanch/platform/http/served'
import { decodeCursorAs, instantKey, linkNext } from '@jaanch/platform/reads/paging'
import { z } from 'zod'
import type { OperationsView } from '../now/api.ts'
import { asSent, type Stored } from '../stored.ts'
import { operationsWorkCalls, type WorkCountsView, type WorkView } from './api.ts'

/** A row of `work` */
export type WaitingWork = Omit<Stored<WorkView, 'queuedAt'>, 'id'>

const state = `case when is_dead then 'dead' when leased_until > clock_timestamp() then 'leased'
  when attempts > 0 then 'failing' else 'waiting' end`

const columns = `consumer, stream_id as "streamId", since, upto, attempts, queued_at as "queuedAt", last_error as "lastError",
  ${state} as state,
  greatest(0, extract(epoch from due_at - clock_timestamp()) * 1000)::bigint as "dueIn"`

const mostCounted = 10_000

/** The work of consumer `c` in the order in which it is tried, and that which is dead: of each at most a number of rows. */
const boundedWork = (most: string) => `(
  (select * from work where consumer = c.name and not is_dead order by due_at limit ${most})
   union all
  (select * from work where consumer = c.name and is_dead limit ${most}))`

/** Counts the work of consumer `c`. $1: `mostCounted` */
const countedWork = `(
  select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'leased') as leased,
         count(*) filter (where state = 'failing') as failing, count(*) filter (where state = 'dead') as dead,
         greatest(count(*) filter (where state = 'dead'), count(*) filter (where state <> 'dead')) > $1 as "isMore",
         (extract(epoch from clock_timestamp() - min(queued_at) filter (where state <> 'dead')) * 1000)::bigint as oldest
    from (select ${state} as state, queued_at from ${boundedWork('$1 + 1')} work) counted)`

/** @returns the unfinished work of these streams */
export async function readWaitingOf(db: Queryable, streams: readonly string[]): Promise<WaitingWork[]> {
  const { rows } = await db.query<WaitingWork>(
    `select ${columns} from work where stream_id = any ($1) order by queued_at`,
    [streams],
  )
  return rows
}

export type ConsumerState = OperationsView['consumers'][number]

/** The cursor of each consumer, and the number of its work rows by state; at most 10,000 rows of each are counted */
export async function readConsumers(db: Queryable, head: number): Promise<ConsumerState[]> {
  const { rows } = await db.query<Omit<ConsumerState, 'lag'>>(
    `select c.name, c.cursor,
            c.cursor < $2 and not exists (select from log.events where position = c.cursor + 1) as "isBeforeGap",
            coalesce((select bool_and(coalesce(details -> 'lacking' ? c.name, false)) from processes
                       where service = 'workers' and seen_at > clock_timestamp() - make_interval(secs => $3)), false)
              as "isLeftToNewer",
            n.*
       from work_consumers c cross join lateral ${countedWork} n order by c.name`,
    [mostCounted, head, aliveSeconds],
  )
  return rows.map((row) => ({ ...row, lag: Math.max(0, head - row.cursor) }))
}

/** @returns the number of work rows of each consumer by state; at most 10,000 rows of each are counted */
async function countWork(db: Queryable): Promise<WorkCountsView[]> {
  const { rows } = await db.query<WorkCountsView>(
    `select c.name as consumer, c.cursor, c.began_at as "beganAt", n.*
       from work_consumers c cross join lateral ${countedWork} n order by c.name`,
    [mostCounted],
  )
  return rows
}

/** The sort key of a work row in a page: of a consumer, what is tried first comes first. `dueAt` to the microsecond */
type WorkKey = { consumer: string; dueAt: string; streamId: string }

export type WorkPage = {
  rows: WaitingWork[]
  /** The key after which the next page begins; undefined: this is the last */
  next: WorkKey | undefined
}

/** Rows that a page looks at to find those of a state */
const mostLookedAt = 5_000

const keyOf = `jsonb_build_object('consumer', consumer, 'streamId', stream_id,
  'dueAt', to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) as key`

/** @returns a page of the work that is not dead, by consumer and the time at which it may be tried */
async function readWorkPage(
  db: Queryable,
  {
    consumer,
    state: wanted,
    after,
    limit,
  }: {
    consumer?: string | undefined
    state?: Exclude<WaitingWork['state'], 'dead'> | undefined
    after?: WorkKey | undefined
    limit: number
  },
): Promise<WorkPage> {
  const lookedAt = `select * from work
    where not is_dead and ($1::text is null or consumer = $1)
      and ($2::text is null or (consumer, due_at, stream_id) > ($2, $3::timestamptz, $4))
    order by consumer, due_at, stream_id`
  const range = [consumer ?? null, after?.consumer ?? null, after?.dueAt ?? null, after?.streamId ?? null]
  const { rows } = await db.query<WaitingWork & { key: WorkKey }>(
    `select ${columns}, ${keyOf} from (${lookedAt} limit $5) work
      where $6::text is null or ${state} = $6 order by consumer, due_at, stream_id limit $7`,
    [...range, mostLookedAt, wanted ?? null, limit],
  )
  const page = rows.map(({ key: _, ...row }) => row)
  if (rows.length === limit) return { rows: page, next: rows.at(-1)?.key }
  const { rows: last } = await db.query<{ key: WorkKey }>(
    `select ${keyOf} from (${lookedAt} offset $5 limit 1) work`,
    [...range, mostLookedAt - 1],
  )
  return { rows: page, next: last[0]?.key }
}

const name = z.string().regex(/^[\w-]{1,100}$/)
const workKey = z.object({ consumer: name, dueAt: instantKey, streamId: name })

export const workRoutes = [
  serveCall(operationsWorkCalls.countWork, (_, { operationsDb }) => countWork(operationsDb)),
  serveCall(operationsWorkCalls.listWork, async ({ query, request, reply }, { operationsDb }) => {
    const { consumer, state, limit, cursor } = query
    const after = decodeCursorAs(workKey, cursor)
    const { rows, next } = await readWorkPage(operationsDb, { consumer, state, after, limit })
    if (next) linkNext(request, reply, next)
    return rows.map((row) => asSent({ ...row, id: `${row.consumer} ${row.streamId}` }))
  }),
]
