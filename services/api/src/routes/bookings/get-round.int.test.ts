import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { collectionRoutes } from '@jaanch/contracts/http/collection'
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
      "select object, user_id from audit where action = 'collection-opened' and object = any($1)",
      [[`booking:${waiting}`, `booking:${confirmed}`]],
    )
    const entry = { object: `booking:${confirmed}`, user_id: customer.id }
    expect(rows).toEqual([entry, entry])
  })

  it('has nothing of another lab, and nothing to pay for what is paid', async ({
    lab,
    otherLab,
    bookingInStatus,
  }) => {
    const [unpaid, paid] = [await bookingInStatus('confirmed'), await bookingInStatus('completed')]
    const ask = (who: typeof lab, booking: string) =>
      who.client.ask(collectionRoutes.getRound, { query: { booking } })
    expect((await ask(otherLab, unpaid)).body.visits).toEqual([])
    expect((await ask(lab, unpaid)).body.visits[0]?.due).toBeGreaterThan(0)
    expect((await ask(lab, paid)).body.visits[0]?.due).toBe(0)
  })

  it('needs either a day or a booking', async ({ lab }) => {
    for (const query of [{}, { date: '2026-13-01' }, { booking: 'x' }])
      expect((await lab.client.ask(collectionRoutes.getRound, { query: query as never })).status).toBe(400)
  })
})
