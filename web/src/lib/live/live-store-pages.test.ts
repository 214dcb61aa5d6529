import type { BookingView } from '@jaanch/booking/booking-view'
import { beforeEach, expect, it, vi } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { setUpLiveStore } from '@/testing/live-store'
import type { ApiResponse } from '../http/call'
import { bookingChange } from './change'
import type { LiveStore } from './live-store'

const key = '/api/bookings?limit=2&tab=all'
const next = `${key}&cursor=abc`

/** @param n the higher, the newer */
function createNumberedBooking(n: number, position = 10, changes: Partial<BookingView> = {}): BookingView {
  return createBooking({ id: `b${n}`, createdAt: `2026-11-20T10:00:0${n}.000Z`, position, ...changes })
}

async function setUpWithFirstPage(isReadBelow = false) {
  const list = setUpLiveStore(isReadBelow)
  await list.load(key, { data: [createNumberedBooking(9), createNumberedBooking(8)], position: 10, next })
  list.store.startConnecting()
  list.store.setCaughtUp(10)
  const shown = () => (list.cache.get(key) as BookingView[]).map(({ id, status }) => `${id} ${status}`)
  return { ...list, shown }
}

beforeEach(() => {
  vi.useFakeTimers()
})

it('the next page of a list is appended to the rows', async () => {
  const { store, shown } = await setUpWithFirstPage()
  expect(
    store.append(key, { data: [createNumberedBooking(7), createNumberedBooking(6)], position: 10, next }),
  ).toBe(true)
  expect(shown()).toEqual(['b9 pending', 'b8 pending', 'b7 pending', 'b6 pending'])
})

it('the next page of a list has the changes that arrived during its request', async () => {
  const { store, shown } = await setUpWithFirstPage()
  store.receive(bookingChange(createNumberedBooking(7, 12, { status: 'completed' })))
  store.append(key, { data: [createNumberedBooking(7)], position: 11 })
  expect(shown()).toEqual(['b9 pending', 'b8 pending', 'b7 completed'])
})

it('the next page of a list adds no row twice', async () => {
  const { store, shown } = await setUpWithFirstPage()
  store.append(key, { data: [createNumberedBooking(8), createNumberedBooking(7)], position: 10 })
  expect(shown()).toEqual(['b9 pending', 'b8 pending', 'b7 pending'])
})

it('the next page of a list makes the list complete if it is the last one, so that older rows are added', async () => {
  const { store, shown } = await setUpWithFirstPage()
  store.append(key, { data: [createNumberedBooking(7)], position: 10, next })
  store.receive(bookingChange(createNumberedBooking(3, 11)))
  expect(shown()).toHaveLength(3)
  store.append(key, { data: [createNumberedBooking(6)], position: 11 })
  store.receive(bookingChange(createNumberedBooking(2, 12)))
  expect(shown().at(-1)).toBe('b2 pending')
})

it('the next page of a list is rejected while the list itself is being fetched again', async () => {
  const { store, load, shown } = await setUpWithFirstPage()
  const slow = Promise.withResolvers<ApiResponse<BookingView[]>>()
  const again = load(key, slow.promise)
  expect(store.append(key, { data: [createNumberedBooking(7)], position: 10 })).toBe(false)
  slow.resolve({ data: [createNumberedBooking(9)], position: 13 })
  await again
  expect(shown()).toHaveLength(1)
})

function addOnTop({ receive }: LiveStore, count: number): void {
  for (let n = 0; n < count; n += 1) {
    const createdAt = new Date(Date.UTC(2026, 10, 21) + n).toISOString()
    receive(bookingChange(createBooking({ id: `new${n}`, createdAt, position: 20 + n })))
  }
}

it('fetches a list again after more than 1,000 rows were added at its top', async () => {
  const { store, refreshed } = await setUpWithFirstPage()
  addOnTop(store, 1_001)
  vi.runAllTimers()
  expect(refreshed).toEqual([key])
})

it('does not fetch it again while a reader is below its first page', async () => {
  const { store, refreshed, shown } = await setUpWithFirstPage(true)
  addOnTop(store, 1_001)
  vi.runAllTimers()
  expect(refreshed).toEqual([])
  expect(shown()).toHaveLength(1_003)
})

it('applies no more changes to a key that was forgotten', async () => {
  const { store, shown } = await setUpWithFirstPage()
  const before = shown()
  store.forget(key)
  addOnTop(store, 1)
  expect(shown()).toEqual(before)
})

async function setUpBelow() {
  const list = await setUpWithFirstPage()
  list.reader.isBelowFirstRow = true
  return list
}

it('a list whose reader is below its first row lets the rows that arrive above wait, and adds them in their order when they are asked for', async () => {
  const { store, reader, waiting, shown } = await setUpBelow()
  addOnTop(store, 2)
  expect(shown()).toEqual(['b9 pending', 'b8 pending'])
  expect(waiting(key)).toBe(2)
  reader.isBelowFirstRow = false
  store.showWaiting(key)
  expect(shown()).toEqual(['new1 pending', 'new0 pending', 'b9 pending', 'b8 pending'])
  expect(waiting(key)).toBe(0)
})

it('a list whose reader is below its first row still changes the rows that it has, and counts a row that waits once', async () => {
  const { store, waiting, shown } = await setUpBelow()
  const newest = createNumberedBooking(9, 30, { id: 'new', createdAt: '2026-11-21T10:00:00.000Z' })
  store.receive(bookingChange(createNumberedBooking(8, 12, { status: 'completed' })))
  store.receive(bookingChange(newest))
  store.receive(bookingChange({ ...newest, position: 31 }))
  expect(shown()).toEqual(['b9 pending', 'b8 completed'])
  expect(waiting(key)).toBe(1)
  store.receive({ kind: 'booking', id: 'new', position: 32, row: null })
  expect(waiting(key)).toBe(0)
})

it('a list whose reader is below its first row appends no row that waits', async () => {
  const { store, shown } = await setUpBelow()
  addOnTop(store, 1)
  store.append(key, { data: [createNumberedBooking(7)], position: 10, next })
  expect(shown()).toEqual(['b9 pending', 'b8 pending', 'b7 pending'])
})

it.each([
  { answer: 'arrives', expected: ['b9 completed', 'b8 pending'] },
  { answer: 'fails', expected: ['new0 pending', 'b9 pending', 'b8 pending'] },
])(
  'a list whose reader is below its first row that is being fetched when they are asked for is not changed until the answer $answer',
  async ({ answer, expected }) => {
    const { store, load, reader, waiting, shown } = await setUpBelow()
    addOnTop(store, 1)
    const response = Promise.withResolvers<ApiResponse<BookingView[]>>()
    const loaded = load(key, response.promise).catch(() => {})
    reader.isBelowFirstRow = false
    store.showWaiting(key)
    expect(shown()).toEqual(['b9 pending', 'b8 pending'])
    expect(waiting(key)).toBe(1)
    const data = [createNumberedBooking(9, 90, { status: 'completed' }), createNumberedBooking(8)]
    if (answer === 'arrives') response.resolve({ data, position: 90 })
    else response.reject(new Error('offline'))
    await loaded
    expect(shown()).toEqual(expected)
    expect(waiting(key)).toBe(0)
  },
)

it('a list whose reader is below its first row is fetched again if more than 1,000 wait, which wait until there is an answer', async () => {
  const { store, load, reader, waiting, refreshed, shown } = await setUpBelow()
  addOnTop(store, 1_005)
  expect(waiting(key)).toBe(1_001)
  reader.isBelowFirstRow = false
  store.showWaiting(key)
  expect(refreshed).toEqual([key])
  await load(key, Promise.reject(new Error('offline'))).catch(() => {})
  expect(shown()).toEqual(['b9 pending', 'b8 pending'])
  expect(waiting(key)).toBe(1_001)
  await load(key, { data: [createNumberedBooking(9)], position: 5_000, next })
  expect(shown()).toEqual(['b9 pending'])
  expect(waiting(key)).toBe(0)
})

it('a listed booking of the visits to come that moves above the first one is shown there with what was known', async () => {
  const visits = '/api/bookings?sort=visit&limit=50'
  const { cache, store, load, reader, waiting, ids } = setUpLiveStore()
  const visit = (id: string, scheduledTime: string, position = 10, area: string | null = null) =>
    createBooking({ id, scheduledDate: '2026-11-22', scheduledTime, position, area })
  await load(visits, {
    data: [visit('a', '08:00-10:00'), visit('b', '10:00-12:00', 10, '380009 Ahmedabad')],
    position: 10,
  })
  reader.isBelowFirstRow = true
  store.receive(bookingChange(visit('b', '06:00-08:00', 11)))
  expect(ids(visits)).toEqual(['b', 'a'])
  expect(cache.get(visits)).toMatchObject([{ area: '380009 Ahmedabad' }, {}])
  expect(waiting(visits)).toBe(0)
})
