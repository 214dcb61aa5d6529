import { randomUUID } from 'node:crypto'
import { addDays, istDate, slotStart } from '@jaanch/contracts/calendar'
import { createLimitedLab, holdPlace, tomorrow } from '@jaanch/tests/support/capacities'
import { createClient } from '@jaanch/tests/support/client'
import { type Customer, placeBooking } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { slotCalls } from './api.ts'

const it = stackTest({ workers: false })

const second = 1
type SlotsQuery = { pincode: string; packageIds: string }
const ask = (stack: Stack, query: Record<string, unknown>, token?: string) =>
  createClient(stack.url, token).call(slotCalls.listSlots, {
    query: { packageIds: '', ...query } as SlotsQuery,
  })

async function stateOf(stack: Stack, query: Record<string, unknown>, slot = second, token?: string) {
  const { days } = await ask(stack, { from: tomorrow(), days: 1, ...query }, token)
  const { state, left } = days[0]?.slots[slot] ?? {}
  return left === undefined ? state : `${state} ${left}`
}

/** The visit of a booking that has a place, as the appender writes it */
async function takePlace(stack: Stack, customer: Customer, packageId: string, pincode: string) {
  const { id } = await placeBooking(customer, packageId)
  const { hold } = await holdPlace(stack.database, { pincode })
  await stack.database.pool.query("select set_place($1, 1::smallint, 'held', $2, null, null, null, null)", [
    id,
    hold,
  ])
  return id
}

describe('the free slots', () => {
  it('are all that have not begun where no lab declared anything', async ({ stack }) => {
    const view = await ask(stack, { pincode: '380001', from: tomorrow() })
    expect(view).toMatchObject({ isLimited: false, instant: { possible: true } })
    expect(view.days).toHaveLength(7)
    expect(view.days.flatMap(({ slots }) => slots.map(({ state }) => state))).toEqual(
      Array.from({ length: 42 }, () => 'open'),
    )
    expect(view.next).toEqual({ date: tomorrow(), time: '06:00-08:00' })
  })

  it('are what the labs of the area declared less what is taken, and say how few there are', async ({
    stack,
  }) => {
    const { labPartnerId, pincode } = await createLimitedLab(stack.database, { visits: 2 })
    expect(await stateOf(stack, { pincode })).toBe('few 2')
    await createLimitedLab(stack.database, { visits: 2, pincode })
    expect(await stateOf(stack, { pincode })).toBe('open')
    for (const left of ['few 3', 'few 2', 'few 1', 'full']) {
      await holdPlace(stack.database, { pincode })
      expect(await stateOf(stack, { pincode })).toBe(left)
    }
    expect(await stateOf(stack, { pincode }, second + 1)).toBe('open')
    await stack.database.pool.query('update visit_places set expires_at = now() where lab_partner_id = $1', [
      labPartnerId,
    ])
    expect(await stateOf(stack, { pincode }), 'holds have expired').not.toBe('full')
  })

  it('are those of a lab that declared the city of the PIN code, unless its account is disabled', async ({
    stack,
  }) => {
    const city = { visits: 2, cities: ['Kavaratti'] }
    const { labPartnerId } = await createLimitedLab(stack.database, city)
    const pincode = '682555'
    expect(await stateOf(stack, { pincode })).toBe('few 2')
    await stack.database.asOwner(
      'update users set is_active = false where id = (select user_id from lab_partners where id = $1)',
      [labPartnerId],
    )
    expect((await ask(stack, { pincode })).isLimited).toBe(false)
  })

  it('are not those of a lab on its day off, or that does not do the test', async ({ stack, packageId }) => {
    const off = await createLimitedLab(stack.database, { visits: 2, daysOff: [tomorrow()] })
    expect(await stateOf(stack, off)).toBe('full')
    expect(await stateOf(stack, { ...off, from: addDays(tomorrow(), 1) })).toBe('few 2')
    const other = await createLimitedLab(stack.database, { visits: 2, excludedPackageIds: [packageId] })
    expect(await stateOf(stack, { ...other, packageIds: `${randomUUID()},${packageId}` })).toBe('full')
    expect(await stateOf(stack, { ...other, packageIds: randomUUID() })).toBe('few 2')
  })

  it('are never more than a lab makes because another one has too many visits', async ({ stack }) => {
    const first = await createLimitedLab(stack.database, { visits: 1 })
    const { pincode } = first
    await createLimitedLab(stack.database, { visits: 1, pincode })
    for (const visit of [randomUUID(), randomUUID()])
      await stack.database.pool.query(
        "select set_place($1, 1::smallint, 'forced', null, $2, $3, $4::smallint, null)",
        [visit, first.labPartnerId, tomorrow(), second + 1],
      )
    expect(await stateOf(stack, { pincode })).toBe('few 1')
  })

  it('name the first free one up to 30 days later', async ({ stack }) => {
    const daysOff = Array.from({ length: 12 }, (_, day) => addDays(tomorrow(), day))
    const { pincode } = await createLimitedLab(stack.database, { visits: 1, daysOff })
    const { next } = await ask(stack, { pincode, from: tomorrow() })
    expect(next).toEqual({ date: addDays(tomorrow(), 12), time: '06:00-08:00' })
    const closed = Array.from({ length: 40 }, (_, day) => addDays(tomorrow(), day - 2))
    const none = await createLimitedLab(stack.database, { visits: 1, daysOff: closed })
    expect((await ask(stack, { pincode: none.pincode })).next).toBeNull()
  })

  it('contain the own place of a visit that is moved, for its customer and admins only; with a lab without limits it may have any', async ({
    stack,
    admin,
    customer,
    otherCustomer,
    packageId,
    bookingInStatus,
  }) => {
    const { pincode } = await createLimitedLab(stack.database, { visits: 1 })
    const visitId = await takePlace(stack, customer, packageId, pincode)
    const seenBy = (token?: string) => stateOf(stack, { pincode, visitId }, second, token)
    expect(await seenBy(customer.token)).toBe('few 1')
    expect(await seenBy(admin.token)).toBe('few 1')
    expect(await seenBy(otherCustomer.token)).toBe('full')
    expect(await seenBy()).toBe('full')
    const ofUnlimited = await bookingInStatus('confirmed')
    expect(await stateOf(stack, { pincode, visitId: ofUnlimited }, second, customer.token)).toBe('open')
  })
})

describe('an instant visit', () => {
  it('is possible while a lab that comes within four hours has a place in two or in four hours', async ({
    stack,
  }) => {
    const date = istDate(new Date())
    const at = (time: string) => stack.anotherApi({ now: () => slotStart(date, time) })
    const { pincode } = await createLimitedLab(stack.database, { visits: 1, instant: true })
    const slow = await createLimitedLab(stack.database, { visits: 1 })
    const [morning, night] = [await at('07:00'), await at('19:00')]
    async function isPossible(url: string, of = pincode) {
      // a day that is not today
      const { instant } = await createClient(url).call(slotCalls.listSlots, {
        query: { pincode: of, from: tomorrow(), days: 1, packageIds: '' },
      })
      return instant.possible
    }
    expect(await isPossible(morning)).toBe(true)
    expect(await isPossible(morning, slow.pincode)).toBe(false)
    expect(await isPossible(night)).toBe(false)
    await holdPlace(stack.database, { pincode, date, slot: 2 })
    expect(await isPossible(morning)).toBe(true)
    await holdPlace(stack.database, { pincode, date, slot: 3 })
    expect(await isPossible(morning)).toBe(false)
  })
})
