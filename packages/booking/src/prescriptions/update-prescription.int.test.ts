import { randomUUID } from 'node:crypto'
import { fold } from '@jaanch/contracts/decider'
import type { Appender } from '@jaanch/eventlog/appender'
import type { JaanchEvent, Recorded } from '@jaanch/eventlog/events/registry'
import { streamId } from '@jaanch/eventlog/events/streams'
import { readStream } from '@jaanch/eventlog/read'
import { createLog } from '@jaanch/platform/logging'
import { type TestDatabase, useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { type Fixtures, it } from '@jaanch/tests/support/test'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { BookingEvent } from '../events.ts'
import { details, uuid } from '../testing/bookings.ts'
import { type PrescriptionEvent, prescriptionDecider } from './prescription.ts'
import { updatePrescription } from './update-prescription.ts'

const confirmed: BookingEvent = { type: 'OrderConfirmed', data: {} }
const declined: BookingEvent = { type: 'OrderDeclined', data: {} }

function proposed(bookingId: string, prescriptionId: string, customerId = details.customerId): BookingEvent {
  const data = { ...details, bookingId, prescriptionId, customerId, total: 79_850, final: 69_850 }
  return { type: 'OrderProposed', data: { ...data, scheduledTime: '09:00' } }
}

async function append(appender: Appender, stream: string, ...events: JaanchEvent[]): Promise<void> {
  await appender.append({ id: randomUUID(), streamId: stream, expected: 'any', events, actor: 'system:test' })
}

async function uploadTo(appender: Appender): Promise<string> {
  const prescriptionId = randomUUID()
  const uploaded = { type: 'PrescriptionUploaded', data: { prescriptionId, customerId: uuid(2) } } as const
  await append(appender, streamId('prescription', prescriptionId), uploaded)
  return prescriptionId
}

async function historyOf(database: TestDatabase, id: string): Promise<Recorded<PrescriptionEvent>[]> {
  return (await readStream(database.pool, streamId('prescription', id))) as Recorded<PrescriptionEvent>[]
}

async function statusOf(database: TestDatabase, id: string) {
  const state = fold(prescriptionDecider, await historyOf(database, id))
  return state.status === 'none'
    ? 'none'
    : `${state.status}, ${state.isProcessed ? 'processed' : 'not processed'}`
}

describe('a prescription with an order', () => {
  type Ordering = Pick<Fixtures, 'appender' | 'customer'>
  async function order(
    { appender, customer }: Ordering,
    ...events: BookingEvent[]
  ): Promise<{ id: string; booking: string }> {
    const { id } = await uploadPrescription(customer)
    const bookingId = randomUUID()
    const booking = streamId('booking', bookingId)
    await append(appender, booking, proposed(bookingId, id, customer.id), ...events)
    return { id, booking }
  }

  it('is processing when the order is proposed, and confirmed when the customer confirms it', async ({
    stack,
    appender,
    customer,
  }) => {
    const { id, booking } = await order({ appender, customer })
    await expect.poll(() => statusOf(stack.database, id)).toBe('processing, processed')
    await append(appender, booking, confirmed)
    await expect.poll(() => statusOf(stack.database, id)).toBe('confirmed, processed')
    const [, review, confirmation] = await historyOf(stack.database, id)
    const [proposal, answer] = (await readStream(stack.database.pool, booking)).filter(
      ({ type }) => type !== 'OrderCreated',
    )
    expect(review).toMatchObject({ actor: 'system:prescriptions', causationId: proposal?.position })
    expect(confirmation).toMatchObject({ actor: 'system:prescriptions', causationId: answer?.position })
  })

  it('is declined when an admin cancels the order before the customer answers, and not afterwards', async ({
    stack,
    appender,
    customer,
  }) => {
    const cancelled: BookingEvent = { type: 'BookingCancelled', data: { reason: 'other' } }
    const unanswered = await order({ appender, customer }, cancelled)
    const confirmedBefore = await order({ appender, customer }, confirmed, cancelled)
    await expect.poll(() => statusOf(stack.database, unanswered.id)).toBe('declined, processed')
    await expect.poll(() => statusOf(stack.database, confirmedBefore.id)).toBe('confirmed, processed')
    await expect
      .poll(async () => {
        const { rows } = await stack.database.asOwner(
          "select from work where consumer = 'prescriptions' and stream_id = $1",
          [confirmedBefore.booking],
        )
        return rows.length
      })
      .toBe(0)
    expect(await statusOf(stack.database, confirmedBefore.id)).toBe('confirmed, processed')
  })

  it('is declined when the customer declines the order', async ({ stack, appender, customer }) => {
    const { id } = await order({ appender, customer }, declined)
    await expect.poll(() => statusOf(stack.database, id)).toBe('declined, processed')
  })
})

describe('events of an order, handled in any order', () => {
  const database = useTestDatabase()
  const appender = useAppender(database)
  const log = createLog('test', 'silent')
  /** Also for events that the consumer is not registered for */
  const update = (event: Recorded | undefined, history: readonly Recorded[]) =>
    updatePrescription.handle(event, { pool: database.pool, appender, log }, () => history)

  it('never move a prescription back, and have their effect once', async () => {
    const path = ['pending', 'processing', 'confirmed']
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(confirmed, declined),
        // which of the two events is handled, how often and in which order
        fc.array(fc.nat(1), { minLength: 1, maxLength: 6 }),
        async (answer, handled) => {
          const id = await uploadTo(appender)
          const bookingId = randomUUID()
          await append(appender, streamId('booking', bookingId), proposed(bookingId, id), answer)
          const events = await readStream(database.pool, streamId('booking', bookingId))
          const statuses = ['pending']
          for (const index of handled) {
            await update(events[index], events)
            statuses.push(fold(prescriptionDecider, await historyOf(database, id)).status)
          }
          if (handled.includes(1))
            expect(statuses.at(-1)).toBe(answer === confirmed ? 'confirmed' : 'declined')
          else expect(statuses.at(-1)).toBe('processing')
          const line = answer === confirmed ? path : ['pending', 'processing', 'declined']
          const places = statuses.map((status) => line.indexOf(status))
          expect(places).toEqual(places.toSorted((a, b) => a - b))
          expect((await historyOf(database, id)).length).toBeLessThanOrEqual(3)
        },
      ),
      { numRuns: 15 },
    )
  })

  it('do not change a prescription that an admin declined or that does not exist', async () => {
    const id = await uploadTo(appender)
    await append(appender, streamId('prescription', id), { type: 'PrescriptionDeclined', data: {} })
    for (const prescriptionId of [id, randomUUID()]) {
      const bookingId = randomUUID()
      await append(appender, streamId('booking', bookingId), proposed(bookingId, prescriptionId), confirmed)
      const history = await readStream(database.pool, streamId('booking', bookingId))
      for (const event of history) await update(event, history)
    }
    expect(await statusOf(database, id)).toBe('declined, not processed')
  })
})
