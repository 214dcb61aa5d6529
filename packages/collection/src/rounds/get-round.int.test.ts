import { bookingCalls } from '@jaanch/booking/api'
import { type TimeSlot, timeSlots } from '@jaanch/contracts/vocabulary'
import { assignCollector, cancelBooking } from '@jaanch/tests/support/bookings'
import { createLabPerson } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { roundCalls } from './api.ts'

const it = stackTest({ workers: false })

describe('the round of a lab', () => {
  it('has the visits of a day with people, address, tubes, collector and what is due, each recorded as seen; those to be confirmed only with area and tests', async ({
    stack,
    admin,
    lab,
    otherLab,
    customer,
    bookingInStatus,
  }) => {
    const [waiting, confirmed, cancelled] = [
      await bookingInStatus('pending'),
      await bookingInStatus('confirmed'),
      await bookingInStatus('confirmed'),
    ]
    await cancelBooking(admin, cancelled)
    const collector = await createLabPerson(stack, lab, 'collector')
    await assignCollector(lab, confirmed, collector.id)
    const { body: one } = await lab.client.ask(roundCalls.getRound, { query: { booking: confirmed } })
    const { body: round } = await lab.client.ask(roundCalls.getRound, { query: { date: one.date } })
    const visitOf = (id: string) =>
      round.visits.find(({ people }) => people.some(({ bookingId }) => bookingId === id))

    const ofOther = await otherLab.client.call(roundCalls.getRound, { query: { booking: confirmed } })
    expect(ofOther.visits).toEqual([])
    expect(round.lab).toBe('City Lab')
    expect(one.visits[0]?.due).toBeGreaterThan(0)
    const payment = { method: 'upi', reference: null } as const
    await lab.client.call(bookingCalls.recordPayment, { params: { id: confirmed }, body: payment })
    const paid = await lab.client.call(roundCalls.getRound, { query: { booking: confirmed } })
    expect(paid.visits[0]?.due).toBe(0)
    expect(visitOf(confirmed)).toEqual(one.visits[0])
    expect(one.visits).toMatchObject([
      {
        closed: null,
        contactNumber: expect.any(String),
        address: { pincode: expect.any(String) },
        ...{ collectorId: collector.id, collector: 'Test Person' },
        people: [{ bookingId: confirmed, patient: { relationship: 'Self' }, specimens: expect.any(Array) }],
      },
    ])
    expect(visitOf(waiting)).toMatchObject({
      closed: 'The details are shown as soon as you have confirmed the booking.',
      area: expect.stringMatching(/^\d{6} /),
      address: null,
      contactNumber: null,
      instructions: null,
      people: [{ patient: null, tests: [expect.any(String)] }],
    })
    expect(visitOf(cancelled)).toBeUndefined()
    const { rows } = await stack.database.asOwner(
      "select object, user_id from audit where action = 'collection-opened' and object = any($1) order by id",
      [[`booking:${waiting}`, `booking:${confirmed}`]],
    )
    const entry = { object: `booking:${confirmed}`, user_id: customer.id }
    expect(rows).toEqual([entry, entry, entry])
  })

  it('of one time of a day has the visits at that time only', async ({ lab, bookingInStatus }) => {
    const booking = await bookingInStatus('confirmed')
    const ask = async (query: { date: string; slot?: TimeSlot } | { booking: string }) =>
      (await lab.client.ask(roundCalls.getRound, { query })).body
    const { date, visits } = await ask({ booking })
    const time = visits[0]?.time
    const hasIt = async (slot: TimeSlot) =>
      (await ask({ date, slot })).visits.some(({ id }) => id === visits[0]?.id)
    const has = await Promise.all(timeSlots.map(hasIt))
    expect(timeSlots.filter((_, place) => has[place])).toEqual([time])
    const ofDay = await ask({ date })
    expect(ofDay).toMatchObject({ isCut: false })
    const bySlot = await Promise.all(timeSlots.map((slot) => ask({ date, slot })))
    expect(bySlot.flatMap((part) => part.visits)).toEqual(ofDay.visits.filter(({ time }) => time !== null))
  })
})
