import { randomUUID } from 'node:crypto'

/**
 * The id of a request: a uuid that begins with its time (RFC 9562, version 7). Events carry it as their correlation id, so an
 * operator who has the id alone knows where in the log to look, without an index.
 * @param now when the request arrived
 */
export function newRequestId(now = new Date()): string {
  const time = now.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** @returns when the request arrived, by the clock of its API process; undefined for an id without a time */
export function requestedAt(id: string): Date | undefined {
  const [, first, second] =
    /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.exec(id) ?? []
  return first && second ? new Date(Number.parseInt(first + second, 16)) : undefined
}
