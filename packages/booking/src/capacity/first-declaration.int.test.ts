import { addDays, istDate } from '@jaanch/contracts/calendar'
import { judgeVisit } from '@jaanch/operations/places/find-wrong-places'
import { assignLab, cancelBooking } from '@jaanch/tests/support/bookings'
import { addAddressAt, placesOf } from '@jaanch/tests/support/declared-labs'
import { bookingInput, createApprovedLab, type Lab } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { bookingCalls } from '../api.ts'
import { capacityCalls } from './api.ts'

const [day, later] = [addDays(istDate(new Date()), 4), addDays(istDate(new Date()), 5)]
const time = '08:00-10:00' as const

const it = stackTest({ workers: false })
  .extend('addressId', { scope: 'file' }, ({ customer }) => addAddressAt(customer, '793001'))
  /** Books a visit that no lab limits. @returns the id */
  .extend('book', ({ customer, packageId, addressId }) => async (scheduledDate = day): Promise<string> => {
    const body = bookingInput(packageId, addressId, { scheduledDate, scheduledTime: time })
    return (await customer.client.call(bookingCalls.placeBooking, { body })).id
  })
  .extend('move', ({ admin }) => (id: string) => {
    const body = { scheduledDate: later, scheduledTime: time }
    return admin.client.call(bookingCalls.rescheduleBooking, { params: { id }, body })
  })

const declare = ({ client, labPartnerId }: Lab, isDeclared = true) =>
  client.call(capacityCalls.declareCapacity, {
    params: { id: labPartnerId },
    body: {
      ...{ pincodes: ['793001'], cities: [], weekdays: [1, 2, 3, 4, 5, 6, 7], instant: false },
      ...{ slots: { [time]: 9 }, isDeclared },
    },
  })

describe('the first declaration of a lab', () => {
  it('counts the visits that it has already; they are cancelled, moved and given to others as all are', async ({
    stack,
    admin,
    book,
    move,
  }) => {
    const { database } = stack
    const lab = await createApprovedLab(stack.url, admin)
    const other = await createApprovedLab(stack.url, admin)
    const [kept, cancelled, moved, given] = [await book(), await book(), await book(), await book()]
    const before = await book()
    for (const id of [kept, cancelled, moved, given, before]) await assignLab(admin, id, lab)
    await cancelBooking(admin, before)
    await declare(lab)
    const visits = async () =>
      (await placesOf(database, lab.labPartnerId)).map(({ id, date }) => `${id} ${date}`)
    expect(await visits()).toEqual([kept, cancelled, moved, given].map((id) => `${id} ${day}`).sort())
    for (const id of [kept, cancelled, moved, given])
      expect(await judgeVisit(database.pool, id)).toBeUndefined()

    await cancelBooking(admin, cancelled)
    await move(moved)
    await assignLab(admin, given, other)
    expect(await visits()).toEqual([`${kept} ${day}`, `${moved} ${later}`].sort())
    const { rows } = await database.pool.query(
      'select date::text, taken from lab_days where lab_partner_id = $1',
      [lab.labPartnerId],
    )
    expect(Object.fromEntries(rows.map(({ date, taken }) => [date, taken[1]]))).toEqual({
      [day]: 1,
      [later]: 1,
    })
    for (const id of [kept, cancelled, moved, given])
      expect(await judgeVisit(database.pool, id)).toBeUndefined()
    // a place that is nobody's is found as before
    await database.asOwner('update visit_places set slot = 5 where id = $1', [kept])
    expect(await judgeVisit(database.pool, kept)).toMatchObject({ said: null, taken: { slot: 5 } })
    await declare(lab, false)
  })

  it('counts each visit once, whoever is assigned, moved or cancelled in the same moment', async ({
    stack,
    admin,
    book,
    move,
  }) => {
    const lab = await createApprovedLab(stack.url, admin)
    const [old, fresh] = [
      await Promise.all([book(), book(), book()]),
      await Promise.all([book(), book(), book()]),
    ]
    const [first, second, third] = old as [string, string, string]
    for (const id of old) await assignLab(admin, id, lab)
    await Promise.all([
      declare(lab),
      ...fresh.map((id) => assignLab(admin, id, lab)),
      cancelBooking(admin, first),
      move(second),
    ])
    const places = await placesOf(stack.database, lab.labPartnerId)
    const expected = [`${second} ${later}`, ...[third, ...fresh].map((id) => `${id} ${day}`)]
    expect(places.map(({ id, date }) => `${id} ${date}`).sort()).toEqual(expected.sort())
    for (const id of [...old, ...fresh]) expect(await judgeVisit(stack.database.pool, id)).toBeUndefined()
    await declare(lab, false)
  })
})
