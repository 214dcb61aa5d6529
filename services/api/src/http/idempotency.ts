import { hash, randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { appendIdOf } from '@jaanch/eventlog/append-id'

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
  /** What is created: `booking`, `package` …, or the route of a command. Keys of different kinds are independent. */
  kind: string
  userId: string
  idempotencyKey: string | undefined
  /** Everything that the request asks for */
  content: unknown
}

/** What an earlier request stored under the same id. */
export type Created<View> = {
  /** null: its customer was erased */
  requestHash: string | null
  /** Called when the hashes are equal. @returns undefined while the first request has stored only a part */
  view: () => Promise<View | undefined>
}
type Find<View> = (id: string) => Promise<Created<View> | undefined>

/** What makes a request safe to repeat. */
export type Once = {
  /** Of what the request creates. With an Idempotency-Key it follows from the caller and the key, else it is new */
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
   * What is stored now, after this request or another one with the key created it.
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
