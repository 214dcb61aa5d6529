import type { BookingSummary } from '@jaanch/booking/booking'
import {
  assigned,
  details,
  otherLab,
  ourLab,
  paidInCash,
  placed,
  plain,
  uuid,
} from '@jaanch/booking/testing/bookings'
import { anAppend } from '@jaanch/tests/support/histories'
import { keptCounts, readTablesOf } from '@jaanch/tests/support/read-tables'
import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { BehindError, createGeneration, goLive, listGenerations } from '../generations/generations.ts'
import { ensureLiveGeneration } from '../maintenance.ts'
import { signal, silent, useGenerations } from '../testing/projecting.ts'
import { feed, LostLockError } from './feed.ts'

const { database, appender, client, feedAll, createFed } = useGenerations()

const life = [
  placed,
  assigned,
  { type: 'LabAssigned' as const, data: { labPartnerId: otherLab } },
  { type: 'OrderCreated' as const, data: { orderNumber: 'JN-2026-000001' } },
  plain('BookingConfirmed'),
  plain('SampleCollectionStarted'),
  plain('LabProcessingStarted'),
  plain('BookingCompleted'),
  paidInCash,
  { type: 'ReportReleased' as const, data: { reportId: uuid(61), reportVersion: 2 } },
]

describe('a generation of the read tables', () => {
  it('contains the row, the counts and the removals of a booking with all its events', async () => {
    const { position } = await appender.append(anAppend(details.bookingId, ...life))
    const generation = await createFed(0, [3])
    const tables = await readTablesOf(database, generation)
    expect(tables.bookings).toEqual([
      expect.objectContaining({
        id: details.bookingId,
        position: String(position),
        status: 'completed',
        customer_id: details.customerId,
        lab_partner_id: otherLab,
        package_name: 'Thyroid Profile',
        visit_time: '08:00-10:00',
        report_id: uuid(61),
        data: expect.objectContaining({
          paymentStatus: 'paid',
          total: 79_850,
          discount: 10_000,
          final: 69_850,
          cancellationReason: null,
          report: { id: uuid(61), version: 2 },
          lines: details.lines,
        }),
      }),
    ])
    const [{ timeline }] = tables.bookings.map(({ data }) => data) as [BookingSummary]
    expect(timeline.map(({ status }) => status)).toEqual([
      'pending',
      'confirmed',
      'sample-collection',
      'lab-processing',
      'completed',
    ])
    expect(new Set(timeline.map(({ actor }) => actor))).toEqual(new Set(['system']))
    expect(tables.booking_removals).toEqual([
      { booking_id: details.bookingId, lab_partner_id: ourLab, position: String(position - 7) },
    ])
    expect(await keptCounts(database, generation)).toEqual({
      'admin completed': 1,
      'admin all': 1,
      'admin revenue': 69850,
      [`customer-${details.customerId} past`]: 1,
      [`lab-partner-${otherLab} all`]: 1,
      [`lab-partner-${otherLab} completed`]: 1,
      [`lab-partner-${otherLab} revenue`]: 69850,
    })
  })

  it('is not written from a checkpoint that another projector has moved', async () => {
    const generation = await createFed()
    await appender.append(
      anAppend(uuid(7), {
        ...placed,
        data: { ...details, bookingId: uuid(7), total: 79_850, final: 69_850 },
      } as never),
    )
    const before = await readTablesOf(database, generation)
    // another projector commits after this one read the checkpoint and before it writes
    const stale = {
      async query(...parameters: [string, unknown[]]) {
        const answer = await client().query(...parameters)
        if (String(parameters[0]).startsWith('select position, refolds from read_generations')) {
          await database.asOwner(
            'update read_generations set position = position + 1 where generation = $1',
            [generation],
          )
        }
        return answer
      },
    } as unknown as pg.ClientBase
    await expect(feed(stale, generation)).rejects.toThrow(LostLockError)
    expect(await readTablesOf(database, generation)).toEqual(before)
  })

  it('goes live when it has caught up, and only one is live', async () => {
    await ensureLiveGeneration(client(), { url: database.url, log: silent, signal })
    const live = (await listGenerations(client())).filter(({ state }) => state === 'live')
    expect(live).toHaveLength(1)
    const next = await createFed()
    await goLive(client(), next)
    expect((await listGenerations(client())).filter(({ state }) => state === 'live')).toEqual([
      expect.objectContaining({ generation: next }),
    ])
  })

  it('does not go live while it lacks events of the live one', async () => {
    const live = await createFed()
    await goLive(client(), live)
    const behind = await createGeneration(client())
    await feed(client(), behind, 1)
    await expect(goLive(client(), behind)).rejects.toThrow(BehindError)
    expect((await listGenerations(client())).find(({ state }) => state === 'live')?.generation).toBe(live)
    await feedAll(behind)
    await goLive(client(), behind)
    // a superseded generation cannot go live again
    await expect(goLive(client(), live)).rejects.toThrow('superseded')
  })

  it('is not fed without new events or after it was dropped', async () => {
    const generation = await createFed()
    expect(await feed(client(), generation)).toBeUndefined()
    expect(await feed(client(), 9_999)).toBeUndefined()
  })
})
