import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { collectionRoutes } from '@jaanch/contracts/http/collection'
import { custodyRoutes } from '@jaanch/contracts/http/custody'
import { type TimeSlot, timeSlots } from '@jaanch/contracts/vocabulary'
import { createLabPerson } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const it = stackTest({ workers: false })

describe('the round of a lab', () => {
  it('has the visits of a day with people, address and tubes, each recorded as seen; those to be confirmed only with area and tests', async ({
    stack,
    admin,
    lab,
    customer,
    bookingInStatus,
  }) => {
    const [waiting, confirmed, cancelled] = [
      await bookingInStatus('pending'),
      await bookingInStatus('confirmed'),
      await bookingInStatus('confirmed'),
    ]
    const ended = { params: { id: cancelled }, body: { status: 'cancelled' as const } }
    await admin.client.call(bookingRoutes.changeBookingStatus, ended)
    const { body: one } = await lab.client.ask(collectionRoutes.getRound, { query: { booking: confirmed } })
    const { body: round } = await lab.client.ask(collectionRoutes.getRound, { query: { date: one.date } })
    const visitOf = (id: string) =>
      round.visits.find(({ people }) => people.some(({ bookingId }) => bookingId === id))

    expect(visitOf(confirmed)).toEqual(one.visits[0])
    expect(one.visits).toMatchObject([
      {
        closed: null,
        contactNumber: expect.any(String),
        address: { pincode: expect.any(String) },
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
    expect(rows).toEqual([entry, entry])
  })

  it('names the lab, and for each visit the collector who makes it, whoever asks', async ({
    stack,
    lab,
    bookingInStatus,
  }) => {
    const collector = await createLabPerson(stack, lab, 'collector')
    const id = await bookingInStatus('confirmed')
    const round = () => lab.client.call(collectionRoutes.getRound, { query: { booking: id } })
    const { lab: labName } = await round()
    expect(labName).toBeTruthy()
    expect((await round()).visits).toMatchObject([{ collectorId: null, collector: null }])
    const given = { params: { id }, body: { collectorId: collector.id } }
    await lab.client.call(custodyRoutes.assignCollector, given)
    const [named] = (await lab.client.call(collectionRoutes.listCollectors)).filter(
      (each) => each.id === collector.id,
    )
    expect((await round()).visits).toMatchObject([{ collectorId: collector.id, collector: named?.name }])
    expect((await collector.client.call(collectionRoutes.getRound, { query: { booking: id } })).lab).toBe(
      labName,
    )
  })

  it('has nothing of another lab, and nothing to pay for what is paid', async ({
    lab,
    otherLab,
    bookingInStatus,
  }) => {
    const [unpaid, paid] = [await bookingInStatus('confirmed'), await bookingInStatus('confirmed')]
    const payment = { method: 'upi', reference: null } as const
    await lab.client.call(bookingRoutes.recordPayment, { params: { id: paid }, body: payment })
    const ask = (who: typeof lab, booking: string) =>
      who.client.ask(collectionRoutes.getRound, { query: { booking } })
    expect((await ask(otherLab, unpaid)).body.visits).toEqual([])
    expect((await ask(lab, unpaid)).body.visits[0]?.due).toBeGreaterThan(0)
    expect((await ask(lab, paid)).body.visits[0]?.due).toBe(0)
  })

  it('of one time of a day has the visits at that time only', async ({ lab, bookingInStatus }) => {
    const booking = await bookingInStatus('confirmed')
    const ask = async (query: { date: string; slot?: TimeSlot } | { booking: string }) =>
      (await lab.client.ask(collectionRoutes.getRound, { query })).body
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
