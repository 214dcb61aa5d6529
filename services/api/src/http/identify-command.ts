import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import type { Route } from '@jaanch/contracts/http/route'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Caller } from '../auth/authentication.ts'
import { hashOfBody, newIdFor } from './idempotency.ts'

type Call = { params: unknown; body: unknown; caller: Caller; idempotencyKey: string | undefined }

/** The part of a command's target that makes the request safe to repeat. */
export type CommandIdentity = {
  appendId: string
  /** @throws AppError key-reused */
  beforeAppend: () => Promise<void>
  /** An earlier request with the same key was carried out without an event */
  isSettled: boolean
  /** Marks the request as carried out without an event, in the transaction of its rows. @returns false if it was before */
  settle: (tx: CommonQueryMethods) => Promise<boolean>
}

const keyRow = z.object({ requestHash: z.string(), settled: z.boolean() })

/**
 * Identifies a command on something that exists. With an Idempotency-Key the append id follows from the route, the caller,
 * the key and the request: a repeated request finds the events of the first, for as long as the log exists. The key's row,
 * which is stored for a week, is needed only to reject the key with another request.
 * @throws AppError key-reused
 */
export async function identifyCommand(
  db: CommonQueryMethods,
  { method, path }: Pick<Route, 'method' | 'path'>,
  { params, body, caller, idempotencyKey }: Call,
): Promise<CommandIdentity> {
  if (idempotencyKey === undefined) {
    return {
      appendId: randomUUID(),
      beforeAppend: async () => {},
      isSettled: false,
      settle: async () => true,
    }
  }
  const id = newIdFor(`${method} ${path}`, caller.userId, idempotencyKey)
  const requestHash = hashOfBody([params, body ?? null])

  async function findKey(queries: CommonQueryMethods): Promise<z.output<typeof keyRow> | null> {
    const row = await queries.maybeOne(sql.type(keyRow)`
      select request_hash, settled from idempotency_keys where id = ${id}`)
    if (row && row.requestHash !== requestHash) throw new AppError('key-reused')
    return row
  }

  const stored = await findKey(db)
  return {
    appendId: appendIdOf(id, requestHash),
    async beforeAppend() {
      const { rowCount } = await db.query(sql.unsafe`
        insert into idempotency_keys (id, request_hash) values (${id}, ${requestHash}) on conflict (id) do nothing`)
      // of two different requests with one key at the same time, the first to store its hash wins
      if (rowCount === 0) await findKey(db)
    },
    isSettled: stored?.settled ?? false,
    async settle(tx) {
      const { rowCount } = await tx.query(sql.unsafe`
        insert into idempotency_keys (id, request_hash, settled) values (${id}, ${requestHash}, true)
        on conflict (id) do update set settled = true
          where not idempotency_keys.settled and idempotency_keys.request_hash = excluded.request_hash`)
      if (rowCount === 0) await findKey(tx)
      return rowCount === 1
    },
  }
}
