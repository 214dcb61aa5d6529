import type { BookingView } from '@jaanch/booking/booking-view'
import { mutate, SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bookingList } from '@/features/booking/bookings-calls'
import { createBooking } from '@/testing/fixtures'
import { bookingChange } from '../live/change'
import { clearCache, live } from './live-cache'

const key = '/api/bookings?limit=50&tab=all'

async function load(position: number): Promise<void> {
  const data = await live.track(
    key,
    async () => ({ data: [createBooking({ position })], position }),
    bookingList.rule,
  )
  await mutate(key, data, { revalidate: false })
}

const statuses = () =>
  (SWRConfig.defaultValue.cache.get(key)?.data as BookingView[] | undefined)?.map(({ status }) => status)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(clearCache)

it('changes are shown in batches', async () => {
  await load(10)
  live.receive(bookingChange(createBooking({ status: 'confirmed', position: 11 })))
  expect(statuses()).toEqual(['pending'])
  await vi.runAllTimersAsync()
  expect(statuses()).toEqual(['confirmed'])
})

it('the row of an own write is shown at once', async () => {
  await load(10)
  live.applyLocalWrite(bookingChange(createBooking({ status: 'confirmed', position: 11 })))
  expect(statuses()).toEqual(['confirmed'])
})

it('a list with a gap that no screen shows stays dropped, also if changes of it wait to be shown', async () => {
  live.startConnecting()
  await load(9)
  live.setCaughtUp(12)
  // shortly before the list is dropped
  await vi.advanceTimersByTimeAsync(290)
  live.receive(bookingChange(createBooking({ status: 'confirmed', position: 13 })))
  await vi.runAllTimersAsync()
  expect(statuses()).toBeUndefined()
})
