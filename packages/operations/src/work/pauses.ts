import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { Queryable } from '@jaanch/eventlog/read'
import { channels } from '@jaanch/messages/message'
import { serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { namesOf, recordOperation } from '../operators.ts'
import { asSent, type Stored } from '../stored.ts'
import { operationsPauseCalls, type PauseView } from './api.ts'
import { consumers } from './declared.ts'

/** Operators can pause these: consumers of the log, and channels of messages. */
const pausable: readonly string[] = [...consumers.map(({ name }) => name), ...channels]

/** A consumer or channel that an operator has stopped. */
export type Pause = Stored<Omit<PauseView, 'byName'>, 'since'>

/** Reads the open pauses, by name. */
export async function readPauses(db: Queryable): Promise<Pause[]> {
  const { rows } = await db.query<Pause>(
    `select name, reason, paused_by as "by", paused_at as since from pauses where continued_at is null order by name`,
  )
  return rows
}

/**
 * Stops a consumer or a channel in all workers: from now on none begins anything of it. What they have begun ends within seconds. Work and
 * messages are kept.
 * @param operator `operator:<account of the machine>` or `admin:<user id>`
 * @throws AppError not-found; operation-refused if it is paused already
 */
export async function pause(
  pool: pg.Pool,
  name: string,
  { reason, operator }: { reason: string; operator: string },
): Promise<void> {
  if (!pausable.includes(name)) throw noSuch(name)
  // the first of two at once is stored
  const { rowCount } = await pool.query(
    `insert into pauses (name, reason, paused_by) values ($1, $2, $3)
     on conflict (name) where continued_at is null do nothing`,
    [name, reason, operator],
  )
  if (rowCount === 0) throw new AppError('operation-refused', `${name} is paused already.`)
}

/**
 * Continues a consumer or a channel: what waited is done in its order, except messages that have expired.
 * @throws AppError not-found; operation-refused if it is not paused
 */
export async function continuePaused(pool: pg.Pool, name: string, operator: string): Promise<void> {
  if (!pausable.includes(name)) throw noSuch(name)
  const { rowCount } = await pool.query(
    'update pauses set continued_by = $2, continued_at = clock_timestamp() where name = $1 and continued_at is null',
    [name, operator],
  )
  if (rowCount === 0) throw new AppError('operation-refused', `${name} is not paused.`)
}

function noSuch(name: string): AppError {
  return new AppError('not-found', `No consumer or channel is called ${name}.`)
}

/** Each change is in the audit trail before it is tried; the pause holds who stopped what, and the reason. */
export const pauseRoutes = [
  serveCall(operationsPauseCalls.listPauses, async (_, { operationsDb: db }) => {
    const pauses = await readPauses(db)
    const names = await namesOf(
      db,
      pauses.map(({ by }) => by),
    )
    return asSent(pauses.map((found) => ({ ...found, byName: names.get(found.by) ?? null })))
  }),
  serveCall(operationsPauseCalls.pause, async ({ params, body, caller }, { operationsDb: db }) => {
    const operator = actorOf(caller)
    await recordOperation(db, operator, 'pause', { name: params.id })
    await pause(db, params.id, { reason: body.reason, operator })
    return undefined
  }),
  serveCall(operationsPauseCalls.continuePaused, async ({ params, caller }, { operationsDb: db }) => {
    await recordOperation(db, actorOf(caller), 'continue', { name: params.id })
    await continuePaused(db, params.id, actorOf(caller))
    return undefined
  }),
]
