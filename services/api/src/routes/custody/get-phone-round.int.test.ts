import { istDate, slotStart } from '@jaanch/contracts/calendar'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { collectionRoutes } from '@jaanch/contracts/http/collection'
import { custodyRoutes } from '@jaanch/contracts/http/custody'
import { hashVisitCode } from '@jaanch/domain/custody/visit-code'
import { createClient } from '@jaanch/tests/support/client'
import { createLabPerson, type Person } from '@jaanch/tests/support/people'
import { withStoppedClock } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const it = stackTest({ workers: false }).extend(
  'collector',
  { scope: 'file' },
  ({ stack, lab }): Promise<Person> => createLabPerson(stack, lab, 'collector'),
)

describe('the round for a phone', () => {
  it('has the collector’s visits alone, with people, tubes and a code that can be checked offline; each person is recorded as seen', async ({
    stack,
    lab,
    collector,
    customer,
    bookingInStatus,
  }) => {
    const [mine, waiting, others] = [
      await bookingInStatus('confirmed'),
      await bookingInStatus('pending'),
      await bookingInStatus('confirmed'),
    ]
    for (const id of [mine, waiting])
      await lab.client.call(custodyRoutes.assignCollector, {
        params: { id },
        body: { collectorId: collector.id },
      })
    const { scheduledDate } = await lab.client.call(bookingRoutes.getBooking, { params: { id: mine } })
    const date = scheduledDate ?? ''
    const early = await lab.client.call(collectionRoutes.getPhoneRound, {
      query: { date, collector: collector.id },
    })
    // before the day nobody needs a code, and a phone could try all of them
    expect(early.visits.flatMap(({ people }) => people.map(({ visitCode }) => visitCode))).toEqual([
      null,
      null,
    ])
    const onTheDay = createClient(await withStoppedClock(stack, slotStart(date, '06:00')), collector.token)
    const round = await onTheDay.call(collectionRoutes.getPhoneRound, { query: { date } })
    const personOf = (id: string) =>
      round.visits.flatMap(({ people }) => people).find(({ bookingId }) => bookingId === id)

    expect(round).toMatchObject({ lab: { id: lab.labPartnerId }, collector: { id: collector.id } })
    expect(personOf(others)).toBeUndefined()
    expect(personOf(waiting)).toMatchObject({ patient: null, visitCode: null })
    const [visit] = round.visits.filter(({ people }) => people.some(({ bookingId }) => bookingId === mine))
    expect(visit).toMatchObject({
      closed: null,
      mapUrl: expect.stringMatching(/^https:.*query=12\+MG\+Road/),
      contactNumber: expect.any(String),
      due: expect.any(Number),
      people: [{ patient: { name: 'Test Person' }, custody: { tubes: [{ number: 1, drawn: null }] } }],
    })
    const { rows } = await stack.database.asOwner(
      'select visit_code as code from booking_details where booking_id = $1',
      [mine],
    )
    const { salt, hash } = personOf(mine)?.visitCode ?? { salt: '', hash: '' }
    expect(await hashVisitCode(salt, (rows[0] as { code: string }).code)).toBe(hash)
    const { rows: seen } = await stack.database.asOwner(
      "select object, user_id from audit where action = 'collection-opened' and actor = $1 order by id",
      [`lab-partner:${collector.id}`],
    )
    expect(seen).toEqual([{ object: `booking:${mine}`, user_id: customer.id }])
  })

  it('is the same when it is fetched again, and the people are recorded as seen once a day', async ({
    stack,
    lab,
    bookingInStatus,
  }) => {
    const began = Date.now()
    const { id: collectorId, token } = await createLabPerson(stack, lab, 'collector')
    const ids = [await bookingInStatus('confirmed'), await bookingInStatus('confirmed')]
    for (const id of ids)
      await lab.client.call(custodyRoutes.assignCollector, { params: { id }, body: { collectorId } })
    const { scheduledDate } = await lab.client.call(bookingRoutes.getBooking, {
      params: { id: ids[0] as string },
    })
    const query = { date: scheduledDate ?? '' }
    const url = await withStoppedClock(stack, slotStart(query.date, '06:00'))
    const onTheDay = createClient(url, token)
    const rounds = []
    for (let n = 0; n < 3; n += 1) rounds.push(await onTheDay.call(collectionRoutes.getPhoneRound, { query }))
    const hashes = rounds[0]?.visits.flatMap(({ people }) => people.map(({ visitCode }) => visitCode?.hash))
    expect(new Set(hashes).size).toBe(ids.length)
    for (const round of rounds) expect(round).toEqual(rounds[0])
    // around midnight each look is recorded, since the day of the database may be another
    const dayAt = (ms: number) => istDate(new Date(ms))
    if (dayAt(began - 120_000) !== dayAt(Date.now() + 120_000)) return
    const { rows } = await stack.database.asOwner(
      "select object from audit where action = 'collection-opened' and actor = $1 order by id",
      [`lab-partner:${collectorId}`],
    )
    expect(rows.map(({ object }) => object).toSorted()).toEqual(ids.map((id) => `booking:${id}`).toSorted())
  })

  it('of a collector is shown to the owner, and to no other collector or lab', async ({
    stack,
    lab,
    otherLab,
    collector,
  }) => {
    const query = { date: istDate(new Date()), collector: collector.id }
    const ask = async (by: Person) => (await by.client.ask(collectionRoutes.getPhoneRound, { query })).status
    const colleague = await createLabPerson(stack, lab, 'collector')
    expect(await Promise.all([lab, colleague, otherLab].map(ask))).toEqual([200, 403, 404])
  })

  it('is made by the lab’s collectors and its owner', async ({ stack, lab, collector }) => {
    const desk = await createLabPerson(stack, lab, 'front-desk')
    const ended = await createLabPerson(stack, lab, 'collector')
    await stack.database.asOwner('update users set ended_at = now() where id = $1', [ended.id])
    const { body } = await desk.client.ask(collectionRoutes.listCollectors)
    const ids = body.map(({ id }) => id)
    expect(ids).toContain(collector.id)
    expect(ids.at(-1)).toBe(lab.id)
    expect(ids).not.toContain(ended.id)
    expect(ids).not.toContain(desk.id)
  })
})
