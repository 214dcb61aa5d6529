import type { BookingView } from '@jaanch/contracts/http/bookings'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aBooking, aLab, aNotification, aPrescription } from '@/testing/fixtures'
import type { ApiResponse } from '../http/call'
import { bookingChange, labChange, notificationChange, prescriptionChange } from './change'
import { createLiveStore, type StatusChange } from './live-store'

const upcoming = '/api/bookings?tab=upcoming&limit=50'
const past = '/api/bookings?tab=past&limit=50'
const counts = '/api/bookings/counts'

function setUp() {
  const cache = new Map<string, unknown>()
  const refreshed: string[] = []
  const moved: StatusChange[] = []
  const store = createLiveStore(
    {
      read: (key) => cache.get(key),
      write: (key, data) => void cache.set(key, data),
      drop: () => {},
      refresh: (key) => void refreshed.push(key),
      refreshAll: () => void refreshed.push('everything'),
    },
    (move) => void moved.push(move),
  )
  /** A GET as SWR makes it: what `track` gives is what the cache holds. */
  async function load<T>(key: string, answer: ApiResponse<T> | Promise<ApiResponse<T>>) {
    cache.set(key, await store.track(key, async () => answer))
  }
  const ids = (key: string) => (cache.get(key) as BookingView[]).map(({ id }) => id)
  const statuses = (key: string) => (cache.get(key) as BookingView[]).map(({ status }) => status)
  return { cache, store, load, refreshed, moved, ids, statuses }
}

function later<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

beforeEach(() => {
  vi.useFakeTimers()
})

describe('messages', () => {
  test('move a booking from one tab to another, and the counts are fetched again once', async () => {
    const { store, load, ids, refreshed } = setUp()
    await load(upcoming, { data: [aBooking({ position: 10 })], position: 10 })
    await load(past, { data: [], position: 10 })
    await load(counts, { data: { upcoming: 1, past: 0 }, position: 10 })
    store.asked()
    store.caughtUp(10)
    store.receive(bookingChange(aBooking({ status: 'lab-processing', position: 11 })))
    store.receive(bookingChange(aBooking({ status: 'completed', position: 12 })))
    expect(ids(upcoming)).toEqual([])
    expect(ids(past)).toEqual(['b1'])
    vi.runAllTimers()
    expect(refreshed).toEqual([counts])
  })

  test('older than what is shown change nothing, also after the row has left the list', async () => {
    const { store, load, ids } = setUp()
    await load(upcoming, { data: [aBooking({ position: 10 })], position: 10 })
    store.receive(bookingChange(aBooking({ status: 'cancelled', position: 12 })))
    store.receive(bookingChange(aBooking({ status: 'confirmed', position: 11 })))
    expect(ids(upcoming)).toEqual([])
  })

  test('tell what moved, with the row that was shown', async () => {
    const { store, load, moved } = setUp()
    await load(upcoming, { data: [aBooking({ position: 10 })], position: 10 })
    store.receive(bookingChange(aBooking({ status: 'confirmed', position: 11 })))
    store.receive(bookingChange(aBooking({ status: 'confirmed', orderNumber: 'JN-1', position: 12 })))
    expect(moved.map(({ before, after }) => [before?.status, after.status])).toEqual([
      ['pending', 'confirmed'],
    ])
  })

  test('of labs reach the list of all and the list of the approved', async () => {
    const { store, load, ids } = setUp()
    await load('/api/lab-partners/all', { data: [aLab()], position: 1 })
    await load('/api/lab-partners', { data: [], position: 1 })
    store.receive(labChange(aLab({ isApproved: true, status: 'approved', position: 2 })))
    expect(ids('/api/lab-partners/all')).toEqual(['l1'])
    expect(ids('/api/lab-partners')).toEqual(['l1'])
  })
})

describe('notifications', () => {
  const bell = '/api/notifications'
  const unread = '/api/notifications/unread'

  test('come to the top of the list, and the number at the bell is asked for again, and no other', async () => {
    const { store, load, ids, refreshed, moved } = setUp()
    await load(bell, { data: [aNotification({ position: 10 })], position: 10 })
    await load(unread, { data: { unread: 1 }, position: 10 })
    await load(counts, { data: { upcoming: 1 }, position: 10 })
    store.asked()
    store.caughtUp(10)
    store.receive(
      notificationChange(aNotification({ id: 'n2', at: '2026-11-20T11:00:00.000Z', position: 11 })),
    )
    expect(ids(bell)).toEqual(['n2', 'n1'])
    vi.runAllTimers()
    expect(refreshed).toEqual([unread])
    expect(moved).toEqual([])
  })

  test('missed without a line come with the catching up', async () => {
    const { store, load, ids } = setUp()
    await load(bell, { data: [aNotification({ position: 10 })], position: 10 })
    expect(store.asked()).toBe(10)
    store.receive(
      notificationChange(aNotification({ id: 'n2', at: '2026-11-20T11:00:00.000Z', position: 12 })),
    )
    store.caughtUp(12)
    expect(ids(bell)).toEqual(['n2', 'n1'])
  })

  test('an answer that does not say where it stands holds nobody back, and is fetched again after a gap', async () => {
    const { store, load, refreshed } = setUp()
    await load(upcoming, { data: [], position: 10 })
    await load(unread, { data: { unread: 1 }, position: undefined })
    expect(store.asked()).toBe(10)
    store.caughtUp(12)
    vi.runAllTimers()
    expect(refreshed).toEqual([unread])
  })
})

describe('races', () => {
  test('an answer under way when a message came is mended when it arrives', async () => {
    const { store, load, statuses } = setUp()
    const slow = later<ApiResponse<BookingView[]>>()
    const loading = load(upcoming, slow.promise)
    store.receive(bookingChange(aBooking({ status: 'confirmed', position: 11 })))
    slow.resolve({ data: [aBooking({ position: 10 })], position: 10 })
    await loading
    expect(statuses(upcoming)).toEqual(['confirmed'])
  })

  test('a list being fetched again is not patched meanwhile: SWR would drop its answer', async () => {
    const { cache, store, load, statuses } = setUp()
    await load(upcoming, { data: [aBooking({ position: 10 })], position: 10 })
    const shown = cache.get(upcoming)
    const slow = later<ApiResponse<BookingView[]>>()
    const loading = load(upcoming, slow.promise)
    store.receive(bookingChange(aBooking({ status: 'confirmed', position: 11 })))
    expect(cache.get(upcoming)).toBe(shown)
    slow.resolve({ data: [aBooking({ position: 10 })], position: 10 })
    await loading
    expect(statuses(upcoming)).toEqual(['confirmed'])
  })

  test('a fetch that fails leaves the list with what came meanwhile', async () => {
    const { store, load, statuses } = setUp()
    await load(upcoming, { data: [aBooking({ position: 10 })], position: 10 })
    const slow = later<ApiResponse<BookingView[]>>()
    const loading = load(upcoming, slow.promise)
    store.receive(bookingChange(aBooking({ status: 'confirmed', position: 11 })))
    slow.reject(new TypeError('Failed to fetch'))
    await expect(loading).rejects.toThrow('Failed to fetch')
    expect(statuses(upcoming)).toEqual(['confirmed'])
  })

  test('our own write shows at once, and its message later changes nothing', async () => {
    const { store, load, statuses, moved } = setUp()
    await load(upcoming, { data: [aBooking({ position: 10 })], position: 10 })
    const change = bookingChange(aBooking({ status: 'confirmed', position: 11 }))
    store.applyLocalWrite(change)
    expect(statuses(upcoming)).toEqual(['confirmed'])
    store.receive(change)
    expect(statuses(upcoming)).toEqual(['confirmed'])
    expect(moved).toHaveLength(1)
  })

  test('counts that are older than a message seen are fetched again', async () => {
    const { store, load, refreshed } = setUp()
    store.receive(bookingChange(aBooking({ position: 11 })))
    await load(counts, { data: { upcoming: 0 }, position: 10 })
    vi.runAllTimers()
    expect(refreshed).toEqual([counts])
  })

  test('a prescription moves in its own list, and changes no list of bookings', async () => {
    const { cache, store, load, refreshed } = setUp()
    const prescriptions = '/api/prescriptions?limit=500'
    await load(prescriptions, { data: [aPrescription({ position: 10 })], position: 10 })
    await load(upcoming, { data: [], position: 10 })
    store.receive(prescriptionChange(aPrescription({ status: 'processing', position: 11 })))
    expect(cache.get(prescriptions)).toMatchObject([{ status: 'processing' }])
    expect(cache.get(upcoming)).toEqual([])
    vi.runAllTimers()
    expect(refreshed).toEqual([])
  })

  test('what is made from bookings is fetched again when one changes: reports, and a booking with its lines', async () => {
    const { store, load, refreshed } = setUp()
    const keys = ['/api/health-reports?limit=500', '/api/bookings/b1']
    for (const key of keys) await load(key, { data: [], position: 10 })
    store.receive(bookingChange(aBooking({ position: 11 })))
    vi.runAllTimers()
    expect(refreshed).toEqual(keys)
  })

  test('a list that goes on takes in nothing that sorts after its last row', async () => {
    const { store, load, ids } = setUp()
    const done = { status: 'completed' as const, labPartnerId: 'l1' }
    const newer = aBooking({ ...done, id: 'b2', createdAt: '2026-11-20T11:00:00.000Z' })
    await load(past, { data: [newer], position: 10, next: '/api/bookings?cursor=x' })
    store.receive(bookingChange(aBooking({ ...done, position: 11 })))
    expect(ids(past)).toEqual(['b2'])
    await load(past, { data: [newer], position: 10 })
    expect(ids(past)).toEqual(['b2', 'b1'])
  })
})

describe('reconnecting', () => {
  test('asks after the last message of the caught-up connection, so nothing is lost', async () => {
    const { store, load } = setUp()
    await load(upcoming, { data: [], position: 10 })
    expect(store.asked()).toBe(10)
    store.caughtUp(12)
    store.receive(bookingChange(aBooking({ position: 20 })))
    expect(store.asked()).toBe(19)
  })

  test('an answer that was overtaken by the connect is fetched again', async () => {
    const { store, load, refreshed } = setUp()
    const slow = later<ApiResponse<BookingView[]>>()
    const loading = load(upcoming, slow.promise)
    expect(store.asked()).toBe(0)
    slow.resolve({ data: [], position: 9 })
    await loading
    store.caughtUp(12)
    vi.runAllTimers()
    expect(refreshed).toEqual([upcoming])
  })

  test('start-over fetches everything, and an answer from before it is not believed', async () => {
    const { store, load, refreshed } = setUp()
    const slow = later<ApiResponse<BookingView[]>>()
    const loading = load(upcoming, slow.promise)
    store.startOver()
    expect(refreshed).toEqual(['everything'])
    slow.resolve({ data: [aBooking({ position: 4000 })], position: 4000 })
    await loading
    vi.runAllTimers()
    expect(refreshed).toEqual(['everything', upcoming])
    expect(store.asked()).toBe(0)
  })
})
