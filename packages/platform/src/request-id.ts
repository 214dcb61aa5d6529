import { randomUUID } from 'node:crypto'

/**
 * The id of a request, which is the id of its trace: 32 hexadecimal digits, a uuid that begins with its time (RFC 9562, version 7)
 * without its hyphens. Events carry it as their correlation id, so an operator who has the id alone knows where in the log to
 * look, without an index.
 * @param now when the request arrived
 */
export function newRequestId(now = new Date()): string {
  const time = now.getTime().toString(16).padStart(12, '0')
  // Node draws the bytes of many at once; what is fixed in it is left out
  const random = randomUUID()
  return `${time}7${random.slice(0, 3)}8${random.slice(20, 23)}${random.slice(24)}`
}

/** @returns the time that the id names, by the clock of who made it; undefined for an id without a time */
export function requestedAt(id: string): Date | undefined {
  const [, time] = /^([0-9a-f]{12})7[0-9a-f]{3}[89ab][0-9a-f]{15}$/.exec(id) ?? []
  return time ? new Date(Number.parseInt(time, 16)) : undefined
}
