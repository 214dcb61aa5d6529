import { randomUUID } from 'node:crypto'
import { registerConsumers } from '@jaanch/api/relay/relay'
import { bookingCalls } from '@jaanch/booking/api'
import { prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import { placed } from '@jaanch/booking/testing/bookings'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { createAppender } from '@jaanch/eventlog/appender'
import { healthReportCalls } from '@jaanch/report/api'
import { createTestDatabase, removeEvent, type TestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import {
  bookingInput,
  type Customer,
  createAdmin,
  createPackage,
  type Person,
  placeBooking,
} from '@jaanch/tests/support/people'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { headOf } from '@jaanch/tests/support/read-tables'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { untilMessagesSent } from '@jaanch/tests/support/work'
import { describe, expect } from 'vitest'
import { readStatus } from '../now/status.ts'
import { findTroubles } from '../now/troubles.ts'
import { consumers } from './declared.ts'
import { rewindConsumer } from './rewind-consumer.ts'

// every consumer is rewound to the beginning of the log
const it = ownStackTest()

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

/** Spans of work that were settled, by consumer */
async function countDone({ database }: Stack): Promise<Record<string, number>> {
  const { rows } = await database.asOwner('select consumer, count(*)::int as n from work_done group by 1')
  return Object.fromEntries(rows.map(({ consumer, n }) => [consumer, n]))
}

/** An order from a prescription. @returns its id */
async function propose(admin: Person, customer: Customer, packageId: string): Promise<string> {
  const { id: prescriptionId } = await uploadPrescription(customer)
  const item = { params: { id: prescriptionId }, body: { packageId } }
  await admin.client.call(prescriptionCalls.addPrescriptionItem, item)
  const order = { customerId: customer.id, packageId, prescriptionId, totalAmount: 499, finalAmount: 499 }
  const { id } = await admin.client.call(bookingCalls.placeBooking, { body: order as never })
  return id
}

const reason = 'the relay lost events'

const rewind = ({ pool }: TestDatabase, consumer: string, to: number) =>
  rewindConsumer(pool, consumer, { to, reason, operator: 'test' })

describe('a consumer that is rewound', () => {
  it('handles its events again without a second effect, whichever consumer', async ({
    stack,
    admin,
    customer,
    lab,
    bookingInStatus,
  }) => {
    const { database } = stack
    const fasting = await createPackage(database)
    await database.asOwner('update packages set fasting_required = true, fasting_hours = 10 where id = $1', [
      fasting,
    ])
    await database.asOwner(
      "insert into parameters (code, name, ucum, unit, decimals, critical_high) values ('TSH', 'TSH', 'u[IU]/mL', 'µIU/mL', 2, 100)",
    )
    // else there is no work of the assignment
    await database.asOwner("insert into automatic_assignment (city, is_on) values ('Surat', true)")
    // the day after tomorrow: the reminder's evening has not come at any hour of this test
    await customer.client.call(bookingCalls.placeBooking, {
      body: bookingInput(fasting, customer.addressId, { scheduledDate: addDays(istDate(new Date()), 2) }),
    })
    const [confirmed, declined, cancelled] = [
      await propose(admin, customer, fasting),
      await propose(admin, customer, fasting),
      await propose(admin, customer, fasting),
    ]
    await customer.client.call(bookingCalls.confirmOrder, { params: { id: confirmed } })
    await customer.client.call(bookingCalls.declineOrder, { params: { id: declined } })
    await admin.client.call(bookingCalls.changeBookingStatus, {
      params: { id: cancelled },
      body: { status: 'cancelled', reason: 'duplicate' },
    })
    await lab.client.call(healthReportCalls.releaseHealthReport, {
      params: { id: await bookingInStatus('lab-processing') },
      // critical
      body: { values: [{ code: 'TSH', value: 120 }] },
    })
    await untilMessagesSent(database)
    const before = await readEffects(stack)
    for (const [what, rows] of Object.entries(before)) expect(rows, what).not.toEqual([])
    const done = await countDone(stack)
    expect(Object.keys(done).toSorted()).toEqual(consumers.map(({ name }) => name).toSorted())
    // would be a recipient of messages about new events
    await createAdmin(stack)

    const head = before.events?.length ?? 0
    for (const consumer of Object.keys(done)) {
      expect(await rewind(database, consumer, 0)).toBe(head)
    }
    await untilMessagesSent(database)
    expect(await readEffects(stack)).toEqual(before)
    const again = await countDone(stack)
    for (const consumer of Object.keys(done))
      expect(again[consumer], consumer).toBeGreaterThan(done[consumer] ?? 0)
  })

  it('gets the events that a relay passed which did not know that the consumer wants them', async ({
    stack,
    customer,
    packageId,
  }) => {
    const { database } = stack
    const to = await headOf(database)
    const types = ['BookingPlaced', 'OrderProposed']
    await database.asOwner("delete from consumer_events where consumer = 'orders'")
    const { id } = await placeBooking(customer, packageId)
    await untilMessagesSent(database)
    await database.asOwner("insert into consumer_events select 'orders', unnest($1::text[])", [types])
    const isNumbered = async () =>
      (await database.asOwner('select from orders where booking_id = $1', [id])).rowCount
    expect(await isNumbered()).toBe(0)
    const head = await headOf(database)
    expect(await rewind(database, 'orders', to)).toBe(head)
    await expect.poll(isNumbered).toBe(1)
  })
})

it('a rewind is refused to before the beginning of its consumer, to events whose messages may be pruned, and while dead letters wait', async () => {
  const fresh = await createTestDatabase()
  const appender = createAppender({ pool: fresh.pool })
  const at = new Date(Date.now() - 61 * 24 * 3_600_000)
  await appender.append({ ...anAppend(randomUUID(), placed), events: [{ ...placed, at }] })
  await registerConsumers(fresh.pool)
  await appender.append(anAppend(randomUUID(), placed))
  await appender.close()
  await fresh.asOwner('update work_consumers set cursor = 2')
  await expect(rewind(fresh, 'notifications', 0)).rejects.toThrow(
    'notifications began at 1: earlier events were never its work.',
  )
  await expect(rewind(fresh, 'orders', 0)).rejects.toThrow('Event 1 is older than 60 days')
  await fresh.asOwner(
    "insert into work (consumer, stream_id, since, upto, is_dead) values ('orders', 'x', 0, 1, true)",
  )
  await expect(rewind(fresh, 'orders', 1)).rejects.toThrow('1 dead letters of orders wait')
  await fresh.asOwner('delete from work')
  expect(await rewind(fresh, 'orders', 1)).toBe(2)
  await fresh.drop()
})

describe('the status', () => {
  it('reports a consumer that no running worker knows, and a missing event', async () => {
    const fresh = await createTestDatabase()
    await registerConsumers(fresh.pool)
    const troubles = async () => findTroubles(await readStatus(fresh.pool), []).map(({ text }) => text)
    const workers = (lacking: string[]) =>
      fresh.asOwner(
        "insert into processes (id, service, details) values (gen_random_uuid(), 'workers', $1)",
        [JSON.stringify({ lacking })],
      )
    const unknown =
      'No running worker knows all events that reminders wants: start workers of the newest release.'
    await workers(['reminders'])
    expect(await troubles()).toContain(unknown)
    await workers([])
    expect(await troubles()).not.toContain(unknown)

    const appender = createAppender({ pool: fresh.pool })
    await appender.append(anAppend(randomUUID(), placed, placed))
    await appender.close()
    await removeEvent(fresh, 1)
    expect(await troubles()).toContain(
      'Event 1 is missing in the log: nothing is relayed to orders. Restore the database from a backup that has it.',
    )
    await fresh.drop()
  })
})
