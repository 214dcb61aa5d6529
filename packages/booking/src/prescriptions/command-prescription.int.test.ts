import { randomUUID } from 'node:crypto'
import { fold } from '@jaanch/contracts/decider'
import type { Appender } from '@jaanch/eventlog/appender'
import { type JaanchEvent, type Recorded, streamId } from '@jaanch/eventlog/events'
import { readStream } from '@jaanch/eventlog/read'
import { createLog } from '@jaanch/platform/logging'
import { refusal } from '@jaanch/tests/support/client'
import { type TestDatabase, useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { eventTypes } from '@jaanch/tests/support/events'
import { createPackage, type Person } from '@jaanch/tests/support/people'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import type { Stack } from '@jaanch/tests/support/stack'
import { type Fixtures, it } from '@jaanch/tests/support/test'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { BookingEvent } from '../events.ts'
import { details, uuid } from '../testing/bookings.ts'
import { prescriptionCalls } from './api.ts'
import { updatePrescription } from './command-prescription.ts'
import { type PrescriptionEvent, prescriptionDecider } from './prescription.ts'

const { addPrescriptionItem, changePrescription } = prescriptionCalls

type Change = { status?: string; adminNotes?: string | null; isProcessed?: boolean }
const change = (admin: Person, id: string, body: Change) =>
  admin.client.ask(changePrescription, { params: { id }, body })
const add = (admin: Person, id: string, chosen: string) =>
  admin.client.ask(addPrescriptionItem, { params: { id }, body: { packageId: chosen } })

const typesOf = async (stack: Stack, id: string) =>
  (await eventTypes(stack, `prescription-${id}`)).map((type) => type.replace('Prescription', ''))

describe('the packages of a prescription', () => {
  it('are added one by one, each once [S2.14.5]', async ({ stack, admin, customer, packageId }) => {
    const second = await createPackage(stack.database, { name: 'HbA1c', price: 30_000 })
    const { id } = await uploadPrescription(customer)
    await add(admin, id, packageId)
    await add(admin, id, second)
    const again = await add(admin, id, packageId)
    expect(again).toMatchObject({
      status: 201,
      body: {
        id,
        status: 'pending',
        items: [
          { packageId, name: 'Thyroid Profile', price: 499 },
          { packageId: second, name: 'HbA1c', price: 300 },
        ],
      },
    })
    expect(await typesOf(stack, id)).toEqual(['Uploaded', 'ItemAdded', 'ItemAdded'])
  })

  it('must be on offer', async ({ stack, admin, customer }) => {
    const [withdrawn, deleted] = [await createPackage(stack.database), await createPackage(stack.database)]
    await stack.database.asOwner('update packages set is_active = false where id = $1', [withdrawn])
    await stack.database.asOwner('update packages set deleted_at = now() where id = $1', [deleted])
    const { id } = await uploadPrescription(customer)
    for (const one of [withdrawn, deleted, randomUUID()]) {
      expect(await add(admin, id, one)).toMatchObject(refusal('package-unavailable'))
    }
    expect(await typesOf(stack, id)).toEqual(['Uploaded'])
  })

  it('stay when they are withdrawn later, and cannot be added after the decision', async ({
    stack,
    admin,
    customer,
    packageId,
  }) => {
    const soon = await createPackage(stack.database)
    const { id } = await uploadPrescription(customer)
    await add(admin, id, soon)
    await stack.database.asOwner('update packages set is_active = false where id = $1', [soon])
    await change(admin, id, { status: 'declined' })
    expect((await add(admin, id, soon)).status).toBe(201)
    expect(await add(admin, id, packageId)).toMatchObject(refusal('wrong-status'))
  })
})

describe('the review of a prescription', () => {
  it('is refused as a whole: notes of an impossible step are not stored', async ({ admin, customer }) => {
    const { id } = await uploadPrescription(customer)
    await change(admin, id, { adminNotes: 'first' })
    expect(await change(admin, id, { status: 'confirmed', adminNotes: 'second' })).toMatchObject(
      refusal('wrong-status'),
    )
    expect((await change(admin, id, {})).body).toMatchObject({ adminNotes: 'first', status: 'pending' })
  })

  it('keeps notes that the request leaves out, and clears them if empty [S2.14.5]', async ({
    admin,
    customer,
  }) => {
    const { id } = await uploadPrescription(customer)
    const notesAfter = async (body: Change) => (await change(admin, id, body)).body.adminNotes
    expect(await notesAfter({ adminNotes: 'Call back' })).toBe('Call back')
    expect(await notesAfter({ status: 'processing' })).toBe('Call back')
    expect(await notesAfter({ adminNotes: '' })).toBeNull()
  })

  it('handles several admins at the same time: one review, one of their notes', async ({
    stack,
    admin,
    customer,
  }) => {
    const { id } = await uploadPrescription(customer)
    const notes = ['one', 'two', 'three', 'four']
    const answers = await Promise.all(
      notes.map((adminNotes) => change(admin, id, { status: 'processing', isProcessed: true, adminNotes })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await typesOf(stack, id)).toEqual(['Uploaded', 'Reviewed'])
    const { rows } = await stack.database.asOwner('select admin_notes from prescriptions where id = $1', [id])
    expect(notes).toContain(rows[0].admin_notes)
  })
})

describe('an update that is sent again with its Idempotency-Key', () => {
  it('does not restore notes that were changed meanwhile, also if it changed nothing else', async ({
    admin,
    customer,
  }) => {
    const { id } = await uploadPrescription(customer)
    const note = { params: { id }, body: { adminNotes: 'first' }, idempotencyKey: randomUUID() }
    expect((await admin.client.ask(changePrescription, note)).body).toMatchObject({ adminNotes: 'first' })
    await change(admin, id, { adminNotes: 'second' })
    expect(await admin.client.ask(changePrescription, note)).toMatchObject({
      status: 200,
      body: { adminNotes: 'second' },
    })
    const other = { ...note, body: { adminNotes: 'third' } }
    expect(await admin.client.ask(changePrescription, other)).toMatchObject(refusal('key-reused'))
  })
})

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
