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

export type CreateRequest = {
  /** What is created: `booking`, `package` … Keys of different kinds are independent. */
  kind: string
  userId: string
  idempotencyKey: string | undefined
  /** Everything that the request asks for */
  content: unknown
}

/** What an earlier request stored under the same id. */
export type Created<View> = {
  /** null for rows older than the hashes: they count as the same request */
  requestHash: string | null
  /** Called when the hashes are equal. @returns undefined while the first request has stored only a part */
  view: () => Promise<View | undefined>
}

/**
 * Creates something at most once per Idempotency-Key: a repeated request receives the view of what the first one created,
 * even if it would be refused now. Without a key each request creates something new.
 * @throws AppError key-reused when the key belongs to a request with other content; what `create` throws
 */
export async function createOnce<View>(
  request: CreateRequest,
  steps: {
    find: (id: string) => Promise<Created<View> | undefined>
    /** @returns undefined to answer with what `find` finds, for example because another request was faster */
    create: (id: string, requestHash: string) => Promise<View | undefined>
  },
): Promise<View> {
  const { kind, userId, idempotencyKey, content } = request
  const id = newIdFor(kind, userId, idempotencyKey)
  const requestHash = hashOfBody(content)

  async function findView(): Promise<View | undefined> {
    const created = await steps.find(id)
    if (!created) return undefined
    if (created.requestHash !== null && created.requestHash !== requestHash) throw new AppError('key-reused')
    return created.view()
  }

  const view =
    (idempotencyKey === undefined ? undefined : await findView()) ??
    (await steps.create(id, requestHash)) ??
    (await findView())
  if (view === undefined) throw new AppError('conflict')
  return view
}
