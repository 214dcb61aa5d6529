import { createHash, randomUUID } from 'node:crypto'
import { appendIdOf } from '@jaanch/eventlog/append-id'

/**
 * The id of a thing that a request creates. With an Idempotency-Key the same caller's same key always gives the same id,
 * so a request that comes twice finds the thing there.
 */
export function newIdFor(kind: string, userId: string, idempotencyKey: string | undefined): string {
  return idempotencyKey === undefined ? randomUUID() : appendIdOf(kind, userId, idempotencyKey)
}

/** @returns sha-256 of a request's checked body: two requests with one key must be the same request */
export function hashOfBody(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex')
}
