import type { BoardTube, CustodyInput } from '@jaanch/collection/api'
import { invalidateMatching } from '@/lib/cache/live-cache'
import { liveQuery, useResource } from '@/lib/cache/use-resource'
import { fetchFile } from '@/lib/files'
import { call } from '@/lib/http/call'
import { clockOffsetMs } from '@/lib/http/clock'
import type { OptionsAt, ResponseAt } from '@/lib/http/contract'
import { command, withCommandKey } from '@/lib/idempotency'
import { derivedFrom } from '@/lib/live/live-rule'

const path = '/api/lab/tubes'

const board = liveQuery(path, derivedFrom('booking'))

/** The tubes of a lab's day. @param date IST */
export function useTubes(date: string) {
  return useResource(board, { query: { date } })
}

/** @param code of a label, or a pre-printed barcode @throws ApiError not-found: no tube of the lab has it */
export function findTube(code: string): Promise<ResponseAt<'GET', '/api/lab/tubes/find'>> {
  return call('GET', '/api/lab/tubes/find', { query: { code } })
}

type TubesRecord = {
  tubes: readonly BoardTube[]
  /** The time of the press (ISO 8601): with the same time, it is the same command */
  at: string
  commandOf: (tubes: readonly BoardTube[]) => CustodyInput
}

/**
 * Records something of several tubes, with one command for each person. One that is refused does not stop the others.
 * @throws the first refusal
 */
export async function recordTubes({ tubes, at, commandOf }: TubesRecord): Promise<void> {
  const failures: unknown[] = []
  for (const [id, own] of Map.groupBy(tubes, ({ bookingId }) => bookingId)) {
    const body = { recorded: { at, offsetMs: clockOffsetMs() }, command: commandOf(own) }
    try {
      await command('POST', '/api/bookings/:id/custody', { params: { id }, body })
    } catch (error) {
      failures.push(error)
    }
  }
  invalidateMatching(/^\/api\/lab\/tubes\?/)
  if (failures.length > 0) throw failures[0]
}

/**
 * Records what a collector did at the door whose phone cannot send it, as entered by the owner.
 * @param at when it was, by the clock of this device @throws the first refusal: what comes after it is not sent
 */
export async function recordCustodyFor(
  bookingId: string,
  collectorId: string,
  at: Date,
  steps: readonly CustodyInput[],
): Promise<void> {
  const recorded = { at: at.toISOString(), offsetMs: clockOffsetMs(), for: collectorId }
  for (const step of steps) {
    const body = { recorded, command: step }
    await command('POST', '/api/bookings/:id/custody', { params: { id: bookingId }, body })
  }
  invalidateMatching(/^\/api\/lab\/tubes\?/)
}

const labelsPath = '/api/bookings/labels'

/** The labels of the tubes of bookings as a PDF. Asked for again after a lost response, the print is recorded once. */
export function fetchLabels(body: OptionsAt<'POST', typeof labelsPath>['body']): Promise<Blob> {
  return withCommandKey('labels', body, (idempotencyKey) => fetchFile(labelsPath, { body, idempotencyKey }))
}
