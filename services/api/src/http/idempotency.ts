import { createHash, randomUUID } from 'node:crypto'
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
  return createHash('sha256').update(JSON.stringify(body)).digest('hex')
}
