import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { applyAsLab, createAdmin, createPackage, placeBooking } from '@jaanch/tests/support/people'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { releaseReport } from '@jaanch/tests/support/reports'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { untilMessagesSent } from '@jaanch/tests/support/work'
import { describe, expect } from 'vitest'
import { runOps } from './testing.ts'

const it = ownStackTest().extend('env', { scope: 'file' }, ({ stack }) => ({
  DATABASE_URL: stack.database.url,
}))

/** All that handlers write */
async function readEffects({ database }: Stack): Promise<Record<string, unknown[]>> {
  const queries = {
    events: 'select position, type from log.events order by position',
    messages: 'select id, position, channel, recipient_user_id, outcome from outbox order by id',
    timers: 'select id, stream_id, outcome from timers order by id',
    orders: 'select booking_id, order_number from orders order by booking_id',
    reports: 'select id, booking_id, version from health_reports order by id',
    files: 'select report_id from health_report_files order by report_id',
  }
  const read = async (query: string) => (await database.asOwner(query)).rows
  const entries = Object.entries(queries).map(async ([name, query]) => [name, await read(query)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

async function countDone({ database }: Stack): Promise<Record<string, number>> {
  const { rows } = await database.asOwner('select consumer, count(*)::int as n from work_done group by 1')
  return Object.fromEntries(rows.map(({ consumer, n }) => [consumer, n]))
}

describe('a consumer that is rewound', () => {
  it('handles all events again and has no second effect, each consumer', async ({
    stack,
    admin,
    customer,
    lab,
    bookingInStatus,
    env,
  }) => {
    const { database } = stack
    const fasting = await createPackage(database, { name: 'Lipid Profile' })
    await database.asOwner('update packages set fasting_required = true, fasting_hours = 10 where id = $1', [
      fasting,
    ])
    await releaseReport(lab, await bookingInStatus('lab-processing', fasting))
    await applyAsLab(stack.url)
    await submitValues({ stack, lab, admin, customer })
    await answerOrders()
    await untilMessagesSent(database)
    const before = await readEffects(stack)
    for (const [what, rows] of Object.entries(before)) expect(rows, what).not.toEqual([])
    const done = await countDone(stack)
    expect(Object.keys(done).toSorted()).toEqual(['notifications', 'orders', 'prescriptions', 'reminders', 'reports'])
    // would be a recipient of messages about new events
    await createAdmin(stack)

    const head = before.events?.length ?? 0
    for (const consumer of Object.keys(done)) {
      const { out, err } = await runOps(env, 'consumer', 'rewind', consumer, '--to', '0', '--reason', 'a test')
      expect(err).toBe('')
      expect(out).toBe(`${consumer} looks at ${head} events again: 1 to ${head}.\n`)
    }
    await untilMessagesSent(database)
    expect(await readEffects(stack)).toEqual(before)
    const again = await countDone(stack)
    for (const consumer of Object.keys(done)) expect(again[consumer]).toBeGreaterThan(done[consumer] ?? 0)
  })
})
