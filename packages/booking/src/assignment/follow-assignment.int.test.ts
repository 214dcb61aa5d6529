import { randomUUID } from 'node:crypto'
import { streamId } from '@jaanch/eventlog/events'
import { createLog } from '@jaanch/platform/logging'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { detailsOf } from '@jaanch/tests/support/histories'
import { expect, it } from 'vitest'
import type { BookingEvent } from '../events.ts'
import { laterTime } from '../testing/bookings.ts'
import { bookings, loadVisit, visitOf } from '../visit/command-visit.ts'
import { assignNext, escalate } from './follow-assignment.ts'
import { createRanking, createReservations } from './ranking.ts'

const database = useTestDatabase()
const appender = useAppender(database)

it('a step for a visit is not recorded for its first person alone, who has left it meanwhile', async () => {
  const [visitId, first, second] = [randomUUID(), randomUUID(), randomUUID()]
  const append = (id: string, event: BookingEvent) =>
    appender.append({
      id: randomUUID(),
      streamId: streamId('booking', id),
      expected: 'any',
      events: [event],
      actor: 'system:test',
    })
  for (const id of [first, second])
    await append(id, {
      type: 'BookingPlaced',
      data: { ...detailsOf(id, { visitId }), place: null, total: 79_850, final: 79_850 },
    })
  const streams = await Promise.all([first, second].map((id) => bookings.read(database.pool, id)))
  const found = visitOf(first, streams)
  expect(found).toMatchObject({ visitId, bookings: [{ bookingId: first }, { bookingId: second }] })
  await append(first, {
    type: 'BookingRescheduled',
    data: { by: 'customer', ...laterTime, scheduledDate: '2099-01-01' },
  })

  const context = { pool: database.pool, appender, log: createLog('test', 'silent') }
  const assigner = { ranking: createRanking(database.pool), reserved: createReservations() }
  const due = { visit: found, pincode: null, isDue: () => true }
  expect(await assignNext(context, assigner, due, new Set())).toBe('changed')
  await expect(escalate(context, found, 'admin-called', null)).rejects.toThrow('changed')
  expect((await loadVisit(database.pool, first)).histories.get(first)?.map(({ type }) => type)).toEqual([
    'BookingPlaced',
    'BookingRescheduled',
  ])
})
