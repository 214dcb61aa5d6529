import type { BookingView } from '@jaanch/contracts/http/bookings'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aBooking } from '@/testing/fixtures'
import type { ApiResponse } from '../http/call'
import { bookingChange } from './change'
import { createLiveStore } from './live-store'

const key = '/api/bookings?limit=2&tab=all'
const next = `${key}&cursor=abc`

/** The nth booking of a day: the greater, the newer. */
function nth(n: number, position = 10, changes: Partial<BookingView> = {}): BookingView {
  return aBooking({ id: `b${n}`, createdAt: `2026-11-20T10:00:0${n}.000Z`, position, ...changes })
}

function setUp() {
  const cache = new Map<string, unknown>()
  const refreshed: string[] = []
  const store = createLiveStore({
    read: (at) => cache.get(at),
    write: (at, data) => void cache.set(at, data),
    drop: () => {},
    refresh: (at) => void refreshed.push(at),
    refreshAll: () => {},
  })
  async function load(answer: ApiResponse<BookingView[]>) {
    cache.set(key, await store.track(key, async () => answer))
  }
  const shown = () => (cache.get(key) as BookingView[]).map(({ id, status }) => `${id} ${status}`)
  return { store, load, shown, refreshed }
}

async function aFirstPage() {
  const list = setUp()
  await list.load({ data: [nth(9), nth(8)], position: 10, next })
  list.store.asked()
  list.store.caughtUp(10)
  return list
}

beforeEach(() => {
  vi.useFakeTimers()
})

describe('the next page', () => {
  test('comes behind the rows that are there', async () => {
    const { store, shown } = await aFirstPage()
    expect(store.append(key, { data: [nth(7), nth(6)], position: 10, next })).toBe(true)
    expect(shown()).toEqual(['b9 pending', 'b8 pending', 'b7 pending', 'b6 pending'])
  })

  test('shows a row as it was pushed while the page was on its way', async () => {
    const { store, shown } = await aFirstPage()
    store.receive(bookingChange(nth(7, 12, { status: 'completed' })))
    store.append(key, { data: [nth(7)], position: 11 })
    expect(shown()).toEqual(['b9 pending', 'b8 pending', 'b7 completed'])
  })

  test('brings no row a second time', async () => {
    const { store, shown } = await aFirstPage()
    store.append(key, { data: [nth(8), nth(7)], position: 10 })
    expect(shown()).toEqual(['b9 pending', 'b8 pending', 'b7 pending'])
  })

  test('ends the list when it is the last: what sorts behind it is no longer left to a later page', async () => {
    const { store, shown } = await aFirstPage()
    store.append(key, { data: [nth(7)], position: 10, next })
    store.receive(bookingChange(nth(3, 11)))
    expect(shown()).toHaveLength(3)
    store.append(key, { data: [nth(6)], position: 11 })
    store.receive(bookingChange(nth(2, 12)))
    expect(shown().at(-1)).toBe('b2 pending')
  })

  test('is turned away while the list itself is fetched anew', async () => {
    const { store, shown } = await aFirstPage()
    let answer: (value: ApiResponse<BookingView[]>) => void = () => {}
    const again = store.track(
      key,
      () => new Promise<ApiResponse<BookingView[]>>((resolve) => (answer = resolve)),
    )
    expect(store.append(key, { data: [nth(7)], position: 10 })).toBe(false)
    answer({ data: [nth(9)], position: 13 })
    await again
    expect(shown()).toHaveLength(2)
  })
})

test('a list on which more than a thousand arrivals have piled up is fetched anew', async () => {
  const { store, refreshed } = await aFirstPage()
  for (let n = 0; n <= 1_000; n += 1) {
    const createdAt = new Date(Date.UTC(2026, 10, 21) + n).toISOString()
    store.receive(bookingChange(aBooking({ id: `new${n}`, createdAt, position: 20 + n })))
  }
  vi.runAllTimers()
  expect(refreshed).toEqual([key])
})
