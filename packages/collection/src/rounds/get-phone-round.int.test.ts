import { istDate, slotStart } from '@jaanch/contracts/calendar'
import { assignCollector, readBooking } from '@jaanch/tests/support/bookings'
import { createClient } from '@jaanch/tests/support/client'
import { createLabPerson, type Person } from '@jaanch/tests/support/people'
import { withStoppedClock } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { expect } from 'vitest'
import { hashVisitCode } from '../visit-code.ts'
import { roundCalls } from './api.ts'

const { getPhoneRound, listCollectors } = roundCalls
const it = stackTest({ workers: false }).extend(
  'collector',
  { scope: 'file' },
  ({ stack, lab }): Promise<Person> => createLabPerson(stack, lab, 'collector'),
)

it('the round of a phone has the collector’s visits with people, tubes and a code that the phone checks offline; the people are recorded as seen once a day', async ({
  stack,
  lab,
  collector,
  customer,
  bookingInStatus,
}) => {
  const began = Date.now()
  const [mine, waiting, others] = [
    await bookingInStatus('confirmed'),
    await bookingInStatus('pending'),
    await bookingInStatus('confirmed'),
  ]
  for (const id of [mine, waiting]) await assignCollector(lab, id, collector.id)
  const date = (await readBooking(lab, mine)).scheduledDate ?? ''
  const early = await lab.client.call(getPhoneRound, { query: { date, collector: collector.id } })
  // before the day nobody needs a code, and a phone could try all of them
  const codes = early.visits.flatMap(({ people }) => people.map(({ visitCode }) => visitCode))
  expect(codes).toEqual([null, null])
  const onTheDay = createClient(await withStoppedClock(stack, slotStart(date, '06:00')), collector.token)
  const round = await onTheDay.call(getPhoneRound, { query: { date } })
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
  expect(await hashVisitCode(salt, rows[0].code)).toBe(hash)
  for (let n = 0; n < 2; n += 1)
    expect(await onTheDay.call(getPhoneRound, { query: { date } })).toEqual(round)
  // around midnight each look is recorded, since the day of the database may be another
  const dayAt = (ms: number) => istDate(new Date(ms))
  if (dayAt(began - 120_000) !== dayAt(Date.now() + 120_000)) return
  const { rows: seen } = await stack.database.asOwner(
    "select object, user_id from audit where action = 'collection-opened' and actor = $1",
    [`lab-partner:${collector.id}`],
  )
  expect(seen).toEqual([{ object: `booking:${mine}`, user_id: customer.id }])
})

it('the round of a collector is shown to the owner and to no other collector or lab; rounds are made by active collectors and the owner', async ({
  stack,
  lab,
  otherLab,
  collector,
}) => {
  const query = { date: istDate(new Date()), collector: collector.id }
  const ask = async (by: Person) => (await by.client.ask(getPhoneRound, { query })).status
  const ended = await createLabPerson(stack, lab, 'collector')
  expect(await Promise.all([lab, ended, otherLab].map(ask))).toEqual([200, 403, 404])
  await stack.database.asOwner('update users set ended_at = now() where id = $1', [ended.id])
  const desk = await createLabPerson(stack, lab, 'front-desk')
  const ids = (await desk.client.call(listCollectors)).map(({ id }) => id)
  expect(ids).toEqual([collector.id, lab.id])
})
