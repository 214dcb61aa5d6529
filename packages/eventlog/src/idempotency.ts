import { hash, randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import type { Route } from '@jaanch/contracts/http/route'
import type pg from 'pg'
import type { Queryable } from './read.ts'

/**
 * The id of a row that a request creates. With an Idempotency-Key it follows from the caller and the key, so a repeated
 * request finds the row of the first.
 */
export function newIdFor(kind: string, userId: string, idempotencyKey: string | undefined): string {
  return idempotencyKey === undefined ? randomUUID() : appendIdOf(kind, userId, idempotencyKey)
}

/** @returns sha-256 of a request's validated body: requests with the same key must have the same body */
export function hashOfBody(body: unknown): string {
  return hash('sha256', JSON.stringify(body))
}

export type OnceRequest = {
  /** The kind of thing that is created: `booking`, `package` …, or the route of a command. Keys of different kinds are independent. */
  kind: string
  userId: string
  idempotencyKey: string | undefined
  /** Everything that the request asks for */
  content: unknown
}

/** A row that an earlier request stored under the same id. */
export type Created<View> = {
  /** null: its customer was erased */
  requestHash: string | null
  /** Called when the hashes are equal. @returns undefined while the first request has stored only a part */
  view: () => Promise<View | undefined>
}
type Find<View> = (id: string) => Promise<Created<View> | undefined>

/** The identity of a request that is safe to repeat. */
export type Once = {
  /** The id of the thing that the request creates. With an Idempotency-Key it follows from the caller and the key, else it is new */
  id: string
  requestHash: string
  /** The id of the append, which follows from the two: a repeated request records nothing */
  appendId: string
  hasKey: boolean
  /**
   * Whether an earlier request with the key stored this.
   * @throws AppError key-reused if that one had other content
   */
  isRepeated(stored: Pick<Created<never>, 'requestHash'> | null | undefined): boolean
  /** @returns what an earlier request with the key created, even if it would be refused now. @throws AppError key-reused */
  earlier<View>(find: Find<View>): Promise<View | undefined>
  /**
   * The thing as it is stored now, after this request or another one with the key created it.
   * @throws AppError key-reused; conflict if nothing is there
   */
  created<View>(find: Find<View>): Promise<View>
}

/** The one way in which requests are done once for each Idempotency-Key; without a key each is another one. */
export function onceOnly({ kind, userId, idempotencyKey, content }: OnceRequest): Once {
  const hasKey = idempotencyKey !== undefined
  const id = newIdFor(kind, userId, idempotencyKey)
  const requestHash = hashOfBody(content)

  function isRepeated(stored: Pick<Created<never>, 'requestHash'> | null | undefined): boolean {
    if (!stored) return false
    if (stored.requestHash !== requestHash) throw new AppError('key-reused')
    return true
  }

  async function find<View>(findCreated: Find<View>): Promise<View | undefined> {
    const stored = await findCreated(id)
    return stored && isRepeated(stored) ? stored.view() : undefined
  }

  return {
    id,
    requestHash,
    appendId: appendIdOf(id, requestHash),
    hasKey,
    isRepeated,
    earlier: async (findCreated) => (hasKey ? find(findCreated) : undefined),
    async created(findCreated) {
      const view = await find(findCreated)
      if (view === undefined) throw new AppError('conflict')
      return view
    },
  }
}

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

/**
 * An append id that follows from its parts: the same parts always give the same uuid.
 * (A name-based uuid after RFC 9562, version 8, from SHA-256.)
 */
export function appendIdOf(...parts: readonly (string | number)[]): string {
  const bytes = hash('sha256', parts.join('\n'), 'buffer')
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = bytes.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
