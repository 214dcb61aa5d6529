import type { Route } from '@jaanch/contracts/http/route'
import type { Queryable } from '@jaanch/eventlog/read'
import type pg from 'pg'
import { onceOnly } from './idempotency.ts'

type Call = {
  params: unknown
  body: unknown
  caller: { userId: string }
  idempotencyKey: string | undefined
}

/** The part of a command's target that makes the request safe to repeat. */
export type CommandIdentity = {
  appendId: string
  /** @throws AppError key-reused */
  beforeAppend: () => Promise<void>
  /** An earlier request with the same key was carried out without an event */
  isSettled: boolean
  /** Marks the request as carried out without an event, in the transaction of its rows. @returns false if it was before */
  settle: (client: pg.ClientBase) => Promise<boolean>
}

type KeyRow = { requestHash: string; settled: boolean }

/**
 * Identifies a command on something that exists, as `onceOnly` does: a repeated request finds the events of the first by the append id,
 * for as long as the log exists. The key's row, which is stored for a week, is needed only to reject the key with another request.
 * @throws AppError key-reused
 */
export async function identifyCommand(
  pool: pg.Pool,
  { method, path }: Pick<Route, 'method' | 'path'>,
  { params, body, caller: { userId }, idempotencyKey }: Call,
): Promise<CommandIdentity> {
  const once = onceOnly({
    kind: `${method} ${path}`,
    userId,
    idempotencyKey,
    content: [params, body ?? null],
  })
  const { id, requestHash, appendId, hasKey } = once
  if (!hasKey) return { appendId, beforeAppend: async () => {}, isSettled: false, settle: async () => true }

  async function findKey(db: Queryable): Promise<KeyRow | undefined> {
    const { rows } = await db.query<KeyRow>({
      name: 'find-idempotency-key',
      text: 'select request_hash as "requestHash", settled from idempotency_keys where id = $1',
      values: [id],
    })
    return once.isRepeated(rows[0]) ? rows[0] : undefined
  }

  const stored = await findKey(pool)
  return {
    appendId,
    async beforeAppend() {
      // Does not wait for the disk: Postgres flushes its log in order, to synchronous standbys too, so the append that follows
      // makes the row durable. If a crash loses the row, there is no event either, and nobody was answered.
      const { rowCount } = await pool.query({
        name: 'store-idempotency-key',
        text: `with unflushed as materialized (select set_config('synchronous_commit', 'off', true))
               insert into idempotency_keys (id, request_hash) select $1, $2 from unflushed on conflict (id) do nothing`,
        values: [id, requestHash],
      })
      // of two different requests with one key at the same time, the first to store its hash wins
      if (rowCount === 0) await findKey(pool)
    },
    isSettled: stored?.settled ?? false,
    async settle(client) {
      const { rowCount } = await client.query(
        `insert into idempotency_keys (id, request_hash, settled) values ($1, $2, true)
         on conflict (id) do update set settled = true
           where not idempotency_keys.settled and idempotency_keys.request_hash = excluded.request_hash`,
        [id, requestHash],
      )
      if (rowCount === 0) await findKey(client)
      return rowCount === 1
    },
  }
}
