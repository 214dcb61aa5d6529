import { randomUUID } from 'node:crypto'
import type { BookingSummary } from '@jaanch/booking/booking'
import type { BookingEvent } from '@jaanch/booking/events'
import { cbc, details, plain, thyroid, uuid } from '@jaanch/booking/testing/bookings'
import { bookings } from '@jaanch/booking/visit/command-visit'
import { visitRowsSql } from '@jaanch/booking/visit/visit-rows'
import { addDays } from '@jaanch/contracts/calendar'
import type { Appender } from '@jaanch/eventlog/appender'
import type { Recorded } from '@jaanch/eventlog/events'
import { createLog } from '@jaanch/platform/logging'
import { createLimitedLab, insertLab, tomorrow } from '@jaanch/tests/support/capacities'
import { createTestAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { createUser } from '@jaanch/tests/support/people'
import { whileLogRefuses } from '@jaanch/tests/support/refused-events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planTubes } from '../custody/stability.ts'
import { followRejections } from './follow-rejections.ts'

const database = useTestDatabase()
let appender: Appender
beforeAll(() => {
  appender = createTestAppender({ pool: database.pool, rowsSql: visitRowsSql })
})
afterAll(() => appender.close())

const tubes = planTubes([
  { id: thyroid.packageId, specimens: [{ specimen: 'Serum', container: 'SST' }], parameters: [] },
  {
    id: cbc.packageId,
    specimens: [{ specimen: 'Whole blood', container: 'EDTA lavender' }],
    parameters: [],
  },
])
const at = new Date().toISOString()
const recorded = { deviceAt: at, offsetMs: 0, at, by: uuid(91), enteredBy: null, marks: [] }
const numbersOf = (...packageIds: string[]) =>
  tubes.filter((tube) => tube.packageIds.some((id) => packageIds.includes(id))).map(({ number }) => number)

/** Reacts to the events of a booking that the consumer wants, from the last one of a type on */
async function handleLast(bookingId: string, type: BookingEvent['type']): Promise<void> {
  const { history } = await bookings.read(database.pool, bookingId)
  const event = history.findLast((each) => each.type === type) as Recorded
  const context = { pool: database.pool, appender, log: createLog('test', 'silent') }
  await followRejections.handle(event, { ...context, now: () => new Date() }, () => history)
}

const append = (id: string, ...events: BookingEvent[]) => appender.append(anAppend(id, ...events))
const load = async (id: string) => (await bookings.load(database.pool, id)) as BookingSummary

/** The collection of a booking, and the decision of the lab on its tubes */
async function rejectTubes(id: string, ...packageIds: string[]): Promise<void> {
  const planned = tubes.filter((tube) => tube.packageIds.some((each) => packageIds.includes(each)))
  await append(
    id,
    plain('SampleCollectionStarted'),
    { type: 'TubesPlanned', data: { tubes: (await load(id)).recollection ? planned : tubes } },
    {
      type: 'TubesRejected',
      data: {
        recorded,
        tubes: numbersOf(...packageIds).map((number) => ({ number, reason: 'haemolysed' as const })),
      },
    },
    plain('LabProcessingStarted'),
  )
}

/** A booking of two tests, given to a lab */
async function order(labPartnerId: string, pincode = '380001'): Promise<string> {
  const [bookingId, customerId] = [randomUUID(), await createUser(database, 'customer')]
  await append(
    bookingId,
    {
      type: 'BookingPlaced',
      data: { ...details, bookingId, customerId, total: 79_850, final: 69_850 },
    },
    { type: 'LabAssigned', data: { labPartnerId } },
    plain('BookingConfirmed'),
  )
  await database.asOwner(
    `insert into booking_details (booking_id, customer_id, address, special_instructions, request_hash)
     values ($1, $2, $3, 'Ring twice', 'x')`,
    [bookingId, customerId, { city: 'Ahmedabad', pincode, street: 'Gandhi Road' }],
  )
  return bookingId
}

const detailsIn = async (id: string) =>
  (
    await database.asOwner(
      'select customer_id, address, special_instructions, visit_code from booking_details where booking_id = $1',
      [id],
    )
  ).rows[0]

/** @returns the booking in which its rejected tubes are collected again */
async function againOf(id: string): Promise<BookingSummary> {
  const { recollections } = await load(id)
  return load(recollections.at(-1)?.bookingId ?? '')
}

async function countProposals(of: string): Promise<number> {
  const { rows } = await database.asOwner(
    `select count(*)::int as n from log.events where type = 'RecollectionProposed' and data -> 'recollection' ->> 'of' = $1`,
    [of],
  )
  return rows[0].n
}

describe('a rejected tube', () => {
  it('is collected again for its tests alone: free of charge, by the same lab, with the same details, once whatever dies', async () => {
    const lab = await insertLab(database)
    const id = await order(lab)
    await rejectTubes(id, thyroid.packageId)
    for (const type of ['RecollectionProposed', 'LabAssigned', 'RecollectionOffered'])
      await whileLogRefuses(database, type, () =>
        expect(handleLast(id, 'TubesRejected')).rejects.toThrow('no'),
      )
    expect(await load(id)).toMatchObject({ recollections: [] })
    await Promise.all([handleLast(id, 'TubesRejected'), handleLast(id, 'TubesRejected')])
    await handleLast(id, 'TubesRejected')

    expect(await countProposals(id)).toBe(1)
    const again = await againOf(id)
    expect(again).toMatchObject({
      status: 'pending_customer_confirmation',
      lines: [{ ...thyroid, price: 0 }],
      final: 0,
      labPartnerId: lab,
      recollection: { of: id, attempt: 1 },
      scheduledDate: tomorrow(),
      scheduledTime: details.scheduledTime,
      paymentStatus: 'paid',
    })
    const { visit_code: code, ...copied } = await detailsIn(again.bookingId)
    const { visit_code: _, ...original } = await detailsIn(id)
    expect(copied).toEqual(original)
    expect(code).toMatch(/^\d{4}$/)
    expect(await load(id)).toMatchObject({
      recollections: [{ bookingId: again.bookingId, packageIds: [thyroid.packageId] }],
    })
  })

  it('is collected again in the first free slot of a lab that declared how many visits it makes', async () => {
    const { labPartnerId, pincode } = await createLimitedLab(database, { visits: 1 })
    const take = (date: string, slot: number) =>
      database.asOwner(`select set_place($1, 1::smallint, 'forced', null, $2, $3, $4::smallint, null)`, [
        randomUUID(),
        labPartnerId,
        date,
        slot,
      ])
    for (const slot of [2, 3, 4, 5, 6]) await take(tomorrow(), slot)
    const next = addDays(tomorrow(), 1)
    await take(next, 1)
    const id = await order(labPartnerId, pincode)
    await rejectTubes(id, cbc.packageId)
    await handleLast(id, 'TubesRejected')
    const again = await againOf(id)
    const place = { labPartnerId, date: next, slot: 2 }
    expect(again).toMatchObject({ labPartnerId, scheduledDate: next, scheduledTime: '08:00-10:00', place })
    const { rows } = await database.asOwner(
      'select date::text, slot, bookings from visit_places where id = $1 and expires_at is not null',
      [again.bookingId],
    )
    expect(rows).toEqual([{ date: next, slot: 2, bookings: 1 }])
  })

  it('waits for another lab if its lab is suspended', async () => {
    const lab = await insertLab(database)
    const id = await order(lab)
    await database.asOwner(
      `insert into account_changes (user_id, lab_partner_id, action, reason, changed_by)
       select user_id, id, 'lab-suspended', 'x', user_id from lab_partners where id = $1`,
      [lab],
    )
    await rejectTubes(id, cbc.packageId)
    await handleLast(id, 'TubesRejected')
    expect(await againOf(id)).toMatchObject({ labPartnerId: null, place: null, lines: [{ price: 0 }] })
  })

  it('is not collected again once its test has results: the booking for it is cancelled, and nothing is paid back', async () => {
    const id = await order(await insertLab(database))
    await rejectTubes(id, thyroid.packageId)
    await handleLast(id, 'TubesRejected')
    const again = await againOf(id)
    await append(id, { type: 'RecollectionWithdrawn', data: { packageIds: [thyroid.packageId] } })
    for (let n = 0; n < 2; n += 1) await handleLast(id, 'RecollectionWithdrawn')
    expect(await load(again.bookingId)).toMatchObject({
      status: 'cancelled',
      cancellationReason: 'already-reported',
    })
    await handleLast(again.bookingId, 'BookingCancelled')
    expect(await load(id)).toMatchObject({ status: 'lab-processing', refund: null })
  })

  it('leaves the booking for it with its other tests once one has results, and is drawn all the same if it came later', async () => {
    const id = await order(await insertLab(database))
    await rejectTubes(id, thyroid.packageId, cbc.packageId)
    await handleLast(id, 'TubesRejected')
    const { bookingId } = await againOf(id)
    await append(bookingId, plain('OrderConfirmed'), { type: 'TubesPlanned', data: { tubes } })
    await append(id, { type: 'RecollectionWithdrawn', data: { packageIds: [thyroid.packageId] } })
    await handleLast(id, 'RecollectionWithdrawn')
    const left = await load(bookingId)
    expect(left).toMatchObject({ status: 'confirmed', lines: [{ packageId: cbc.packageId }] })
    expect(left.custody?.tubes.map(({ packageIds }) => packageIds)).toEqual([[cbc.packageId]])
    await append(bookingId, plain('SampleCollectionStarted'))
    await append(id, { type: 'RecollectionWithdrawn', data: { packageIds: [cbc.packageId] } })
    await handleLast(id, 'RecollectionWithdrawn')
    expect(await load(bookingId)).toMatchObject({ status: 'sample-collection' })
  })

  it('is paid back from the order once it was collected twice again, and not twice', async () => {
    const id = await order(await insertLab(database))
    await rejectTubes(id, thyroid.packageId)
    await handleLast(id, 'TubesRejected')
    let last = id
    for (const attempt of [1, 2]) {
      const again = await againOf(last)
      expect(again.recollection).toEqual({ of: last, attempt })
      last = again.bookingId
      await append(last, plain('OrderConfirmed'))
      await rejectTubes(last, thyroid.packageId)
      if (attempt === 1) await handleLast(last, 'TubesRejected')
    }
    await whileLogRefuses(database, 'RefundDue', () =>
      expect(handleLast(last, 'TubesRejected')).rejects.toThrow('no'),
    )
    for (let n = 0; n < 2; n += 1) await handleLast(last, 'TubesRejected')
    expect(await load(last)).toMatchObject({ recollections: [], refund: null })
    const refund = { amount: thyroid.price, settled: 0, packageIds: [thyroid.packageId], isSettled: false }
    expect(await load(id)).toMatchObject({ refund })
    const { history } = await bookings.read(database.pool, id)
    expect(history.filter(({ type }) => type === 'RefundDue')).toHaveLength(1)
  })
})

describe('an order of which nothing is left', () => {
  const settle = async (id: string) => {
    await append(id, { type: 'RefundSettled', data: {} })
    for (let n = 0; n < 2; n += 1) await handleLast(id, 'RefundSettled')
  }
  const declineAgain = async (id: string) => {
    const { bookingId } = await againOf(id)
    await append(bookingId, plain('OrderDeclined'))
    await handleLast(bookingId, 'OrderDeclined')
  }

  it('is cancelled once, when all its money is settled', async () => {
    const id = await order(await insertLab(database))
    await rejectTubes(id, thyroid.packageId, cbc.packageId)
    await handleLast(id, 'TubesRejected')
    await declineAgain(id)
    expect(await load(id)).toMatchObject({ status: 'lab-processing', refund: { isSettled: false } })
    await append(id, { type: 'RefundSettled', data: {} })
    await whileLogRefuses(database, 'BookingCancelled', () =>
      expect(handleLast(id, 'RefundSettled')).rejects.toThrow('no'),
    )
    for (let n = 0; n < 2; n += 1) await handleLast(id, 'RefundSettled')
    const { history } = await bookings.read(database.pool, id)
    expect(history.filter(({ type }) => type === 'BookingCancelled')).toHaveLength(1)
    expect((await load(id)).timeline.at(-1)).toMatchObject({ status: 'cancelled', actor: 'system' })
  })

  it('is cancelled with what was collected for it again in vain', async () => {
    const id = await order(await insertLab(database))
    await rejectTubes(id, thyroid.packageId, cbc.packageId)
    await handleLast(id, 'TubesRejected')
    const { bookingId: again } = await againOf(id)
    await append(again, plain('OrderConfirmed'))
    await rejectTubes(again, thyroid.packageId, cbc.packageId)
    await handleLast(again, 'TubesRejected')
    await declineAgain(again)
    await settle(id)
    for (const each of [id, again]) {
      expect(await load(each)).toMatchObject({ status: 'cancelled', cancellationReason: 'other' })
      await handleLast(each, 'BookingCancelled')
    }
    expect(await load(id)).toMatchObject({ refund: { amount: 69_850, isSettled: true } })
  })

  it('goes on while a test is still to come, at the lab or in a new sample', async () => {
    const id = await order(await insertLab(database))
    await rejectTubes(id, cbc.packageId)
    await handleLast(id, 'TubesRejected')
    await declineAgain(id)
    await settle(id)
    expect((await load(id)).status).toBe('lab-processing')
    await append(id, {
      type: 'TubesRejected',
      data: {
        recorded,
        tubes: numbersOf(thyroid.packageId).map((number) => ({ number, reason: 'leaked' as const })),
      },
    })
    await handleLast(id, 'TubesRejected')
    await handleLast(id, 'RefundSettled')
    expect((await load(id)).status).toBe('lab-processing')
  })
})

describe('an offer to collect again', () => {
  it.each(['OrderDeclined', 'BookingCancelled'] as const)('that ends with %s is paid back', async (type) => {
    const id = await order(await insertLab(database))
    await rejectTubes(id, cbc.packageId)
    await handleLast(id, 'TubesRejected')
    const { bookingId } = await againOf(id)
    const ended: BookingEvent =
      type === 'OrderDeclined' ? { type, data: {} } : { type, data: { reason: 'customer-request' } }
    await append(bookingId, ended)
    for (let n = 0; n < 2; n += 1) await handleLast(bookingId, type)
    expect(await load(id)).toMatchObject({ refund: { amount: cbc.price, packageIds: [cbc.packageId] } })
  })

  it('that ends after its order was cancelled is not paid back: who cancelled the order did that', async () => {
    const id = await order(await insertLab(database))
    await rejectTubes(id, cbc.packageId)
    await handleLast(id, 'TubesRejected')
    const { bookingId } = await againOf(id)
    await append(id, { type: 'BookingCancelled', data: { reason: 'other' } })
    await append(bookingId, plain('OrderDeclined'))
    await handleLast(bookingId, 'OrderDeclined')
    expect(await load(id)).toMatchObject({ status: 'cancelled', refund: null })
  })

  it('is not collected again once its order is cancelled', async () => {
    const id = await order(await insertLab(database))
    await rejectTubes(id, cbc.packageId)
    await handleLast(id, 'TubesRejected')
    const again = await againOf(id)
    await append(id, { type: 'BookingCancelled', data: { reason: 'duplicate' } })
    await handleLast(id, 'BookingCancelled')
    await handleLast(id, 'BookingCancelled')
    expect(await load(again.bookingId)).toMatchObject({ status: 'cancelled', cancellationReason: 'other' })
    const { history } = await bookings.read(database.pool, again.bookingId)
    expect(history.filter(({ type }) => type === 'BookingCancelled')).toHaveLength(1)
  })

  it('completes an order of which nothing was left, when all that was collected again is over', async () => {
    const id = await order(await insertLab(database))
    await rejectTubes(id, thyroid.packageId, cbc.packageId)
    await handleLast(id, 'TubesRejected')
    const again = await againOf(id)
    expect(again.lines).toHaveLength(2)
    await append(
      again.bookingId,
      ...[plain('OrderConfirmed'), plain('SampleCollectionStarted'), plain('LabProcessingStarted')],
      plain('BookingCompleted'),
    )
    for (let n = 0; n < 2; n += 1) await handleLast(again.bookingId, 'BookingCompleted')
    const { history } = await bookings.read(database.pool, id)
    expect(history.filter(({ type }) => type === 'BookingCompleted')).toHaveLength(1)
    expect((await load(id)).timeline.at(-1)).toMatchObject({ status: 'completed', actor: 'system' })
  })

  it.each(['ReportSubmitted', 'ReportReleased', 'ReportReturned'] as const)(
    'that is complete completes the order whose draft waited, once %s has ended the draft',
    async (type) => {
      const id = await order(await insertLab(database))
      await rejectTubes(id, thyroid.packageId, cbc.packageId)
      await handleLast(id, 'TubesRejected')
      const reportId = randomUUID()
      const data = { reportId, reportVersion: 1 }
      await append(id, { type: 'ReportDrafted', data })
      const { bookingId } = await againOf(id)
      await append(
        bookingId,
        ...[plain('OrderConfirmed'), plain('SampleCollectionStarted'), plain('LabProcessingStarted')],
        plain('BookingCompleted'),
      )
      await handleLast(bookingId, 'BookingCompleted')
      expect(await load(id)).toMatchObject({ status: 'lab-processing', draft: { id: reportId } })
      await append(id, type === 'ReportReturned' ? { type, data: { reportId } } : { type, data })
      for (let n = 0; n < 2; n += 1) await handleLast(id, type)
      const { history } = await bookings.read(database.pool, id)
      expect(history.filter((event) => event.type === 'BookingCompleted')).toHaveLength(1)
    },
  )

  it('does not exist of an order that was cancelled meanwhile, or whose customer has deleted the account', async () => {
    const id = await order(await insertLab(database))
    await rejectTubes(id, cbc.packageId)
    await append(id, { type: 'BookingCancelled', data: { reason: 'other' } })
    await handleLast(id, 'TubesRejected')
    expect(await load(id)).toMatchObject({ recollections: [], refund: null })
    const erased = await order(await insertLab(database))
    await rejectTubes(erased, cbc.packageId)
    await database.asOwner('update users set erased_at = now() where id = $1', [
      (await load(erased)).customerId,
    ])
    await handleLast(erased, 'TubesRejected')
    expect(await load(erased)).toMatchObject({ recollections: [], refund: { amount: cbc.price } })
  })
})
