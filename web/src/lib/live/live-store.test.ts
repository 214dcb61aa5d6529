import type { BookingView } from '@jaanch/booking/booking-view'
import { beforeEach, expect, it, vi } from 'vitest'
import { createBooking, createLab, createNotification, createPrescription } from '@/testing/fixtures'
import { setUpLiveStore } from '@/testing/live-store'
import { ApiError } from '../http/api-error'
import type { ApiResponse } from '../http/call'
import { bookingChange, labChange, notificationChange, prescriptionChange } from './change'

const upcoming = '/api/bookings?tab=upcoming&limit=50'
const past = '/api/bookings?tab=past&limit=50'
const counts = '/api/bookings/counts'

beforeEach(() => {
  vi.useFakeTimers()
})

it('a message moves a booking from one tab to another, and the counts are fetched again once', async () => {
  const { store, load, ids, refreshed } = setUpLiveStore()
  await load(upcoming, { data: [createBooking({ position: 10 })], position: 10 })
  await load(past, { data: [], position: 10 })
  await load(counts, { data: { upcoming: 1, past: 0 }, position: 10 })
  store.startConnecting()
  store.setCaughtUp(10)
  store.receive(bookingChange(createBooking({ status: 'lab-processing', position: 11 })))
  store.receive(bookingChange(createBooking({ status: 'completed', position: 12 })))
  expect(ids(upcoming)).toEqual([])
  expect(ids(past)).toEqual(['b1'])
  vi.runAllTimers()
  expect(refreshed).toEqual([counts])
})

it('a message that mends a row has the position of the row: it replaces the row as often as it comes, and is not reported', async () => {
  const { store, load, statuses, statusChanges } = setUpLiveStore()
  await load(upcoming, { data: [createBooking({ status: 'pending', position: 10 })], position: 10 })
  for (const status of ['sample-collection', 'confirmed'] as const) {
    store.receive(bookingChange(createBooking({ status, position: 10 })))
    expect(statuses(upcoming)).toEqual([status])
  }
  expect(statusChanges).toEqual([])
})

it('a message with a new status is reported with the row as it was shown before', async () => {
  const { store, load, statusChanges } = setUpLiveStore()
  await load(upcoming, { data: [createBooking({ position: 10 })], position: 10 })
  store.receive(bookingChange(createBooking({ status: 'confirmed', position: 11 })))
  store.receive(bookingChange(createBooking({ status: 'confirmed', orderNumber: 'JN-1', position: 12 })))
  expect(statusChanges.map(({ before, after }) => [before?.status, after.status])).toEqual([
    ['pending', 'confirmed'],
  ])
})

it('a message about a lab changes the list of all labs and the list of approved labs', async () => {
  const { store, load, ids } = setUpLiveStore()
  await load('/api/lab-partners/all', { data: [createLab()], position: 1 })
  await load('/api/lab-partners', { data: [], position: 1 })
  store.receive(labChange(createLab({ isApproved: true, status: 'approved', position: 2 })))
  expect(ids('/api/lab-partners/all')).toEqual(['l1'])
  expect(ids('/api/lab-partners')).toEqual(['l1'])
})

const list = '/api/notifications'
const unread = '/api/notifications/unread'

it('a notification is inserted at the top of the list, and only the number of unread ones is fetched again', async () => {
  const { store, load, ids, refreshed, statusChanges } = setUpLiveStore()
  await load(list, { data: [createNotification({ position: 10 })], position: 10 })
  await load(unread, { data: { unread: 1 }, position: 10 })
  await load(counts, { data: { upcoming: 1 }, position: 10 })
  store.startConnecting()
  store.setCaughtUp(10)
  store.receive(
    notificationChange(createNotification({ id: 'n2', at: '2026-11-20T11:00:00.000Z', position: 11 })),
  )
  expect(ids(list)).toEqual(['n2', 'n1'])
  vi.runAllTimers()
  expect(refreshed).toEqual([unread])
  expect(statusChanges).toEqual([])
})

it('a notification count without a position does not lower the position of the connection, and is fetched again after a reconnection', async () => {
  const { store, load, refreshed } = setUpLiveStore()
  await load(upcoming, { data: [], position: 10 })
  await load(unread, { data: { unread: 1 }, position: undefined })
  expect(store.startConnecting()).toBe(10)
  store.setCaughtUp(12)
  vi.runAllTimers()
  expect(refreshed).toEqual([unread])
})

it('a message that arrives during a request is applied to the response', async () => {
  const { store, load, statuses } = setUpLiveStore()
  const slow = Promise.withResolvers<ApiResponse<BookingView[]>>()
  const loading = load(upcoming, slow.promise)
  store.receive(bookingChange(createBooking({ status: 'confirmed', position: 11 })))
  slow.resolve({ data: [createBooking({ position: 10 })], position: 10 })
  await loading
  expect(statuses(upcoming)).toEqual(['confirmed'])
})

it('a list that is being fetched again is not patched, because SWR would drop the response', async () => {
  const { cache, store, load, statuses } = setUpLiveStore()
  await load(upcoming, { data: [createBooking({ position: 10 })], position: 10 })
  const shown = cache.get(upcoming)
  const slow = Promise.withResolvers<ApiResponse<BookingView[]>>()
  const loading = load(upcoming, slow.promise)
  store.receive(bookingChange(createBooking({ status: 'confirmed', position: 11 })))
  expect(cache.get(upcoming)).toBe(shown)
  slow.resolve({ data: [createBooking({ position: 10 })], position: 10 })
  await loading
  expect(statuses(upcoming)).toEqual(['confirmed'])
})

it('after a failed request the list has the changes that arrived during it', async () => {
  const { store, load, statuses } = setUpLiveStore()
  await load(upcoming, { data: [createBooking({ position: 10 })], position: 10 })
  const slow = Promise.withResolvers<ApiResponse<BookingView[]>>()
  const loading = load(upcoming, slow.promise)
  store.receive(bookingChange(createBooking({ status: 'confirmed', position: 11 })))
  slow.reject(new TypeError('Failed to fetch'))
  await expect(loading).rejects.toThrow('Failed to fetch')
  expect(statuses(upcoming)).toEqual(['confirmed'])
})

it('the row of an own write shows at once, and its message changes nothing', async () => {
  const { store, load, statuses, statusChanges } = setUpLiveStore()
  await load(upcoming, { data: [createBooking({ position: 10 })], position: 10 })
  const change = bookingChange(createBooking({ status: 'confirmed', position: 11 }))
  store.applyLocalWrite(change)
  expect(statuses(upcoming)).toEqual(['confirmed'])
  store.receive(change)
  expect(statuses(upcoming)).toEqual(['confirmed'])
  expect(statusChanges).toHaveLength(1)
})

it('counts that are older than a received message are fetched again', async () => {
  const { store, load, refreshed } = setUpLiveStore()
  store.receive(bookingChange(createBooking({ position: 11 })))
  await load(counts, { data: { upcoming: 0 }, position: 10 })
  vi.runAllTimers()
  expect(refreshed).toEqual([counts])
})

it('a prescription changes its own list and no list of bookings', async () => {
  const { cache, store, load, refreshed } = setUpLiveStore()
  const prescriptions = '/api/prescriptions?limit=500'
  await load(prescriptions, { data: [createPrescription({ position: 10 })], position: 10 })
  await load(upcoming, { data: [], position: 10 })
  store.receive(prescriptionChange(createPrescription({ status: 'processing', position: 11 })))
  expect(cache.get(prescriptions)).toMatchObject([{ status: 'processing' }])
  expect(cache.get(upcoming)).toEqual([])
  vi.runAllTimers()
  expect(refreshed).toEqual([])
})

it('counts are fetched again only after a message about what they count', async () => {
  const { store, load, refreshed } = setUpLiveStore()
  store.receive(labChange(createLab({ position: 11 })))
  await load(counts, { data: { upcoming: 0 }, position: 10 })
  vi.runAllTimers()
  expect(refreshed).toEqual([])
})

it('100 messages about other bookings fetch no opened booking again, whenever its answer arrives', async () => {
  const { store, load, refreshed } = setUpLiveStore()
  const opened = '/api/bookings/b1'
  await load(opened, { data: { id: 'b1' }, position: 10 })
  const slow = Promise.withResolvers<ApiResponse<unknown>>()
  const loading = load(opened, slow.promise)
  for (let n = 1; n <= 100; n += 1) {
    store.receive(bookingChange(createBooking({ id: `other ${n}`, position: 10 + n })))
    vi.advanceTimersByTime(1_000)
  }
  slow.resolve({ data: { id: 'b1' }, position: 10 })
  await loading
  vi.runAllTimers()
  expect(refreshed).toEqual([])
  store.receive(bookingChange(createBooking({ position: 111 })))
  vi.runAllTimers()
  expect(refreshed).toEqual([opened])
})

it('data derived from bookings is fetched again after a change: reports, and a booking with its order lines', async () => {
  const { store, load, refreshed } = setUpLiveStore()
  const keys = ['/api/health-reports?limit=500', '/api/bookings/b1']
  for (const key of keys) await load(key, { data: [], position: 10 })
  store.receive(bookingChange(createBooking({ position: 11 })))
  vi.runAllTimers()
  expect(refreshed).toEqual(keys)
})

it('a reconnection fetches a response again that is older than the connection', async () => {
  const { store, load, refreshed } = setUpLiveStore()
  const slow = Promise.withResolvers<ApiResponse<BookingView[]>>()
  const loading = load(upcoming, slow.promise)
  expect(store.startConnecting()).toBe(0)
  slow.resolve({ data: [], position: 9 })
  await loading
  store.setCaughtUp(12)
  vi.runAllTimers()
  expect(refreshed).toEqual([upcoming])
})

it('a reconnection fetches what failed again, once, spread over a second, and not what the server refused', async () => {
  const { store, load, refreshed } = setUpLiveStore()
  const fail = (key: string, error: Error) => load(key, Promise.reject(error)).catch(() => {})
  await fail(upcoming, new TypeError('Failed to fetch'))
  await fail('/api/packages', new ApiError(503, ''))
  await fail('/api/users/counts', new ApiError(403, ''))
  await fail(past, new TypeError('Failed to fetch'))
  await load(past, { data: [], position: 10 })
  vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.99)
  store.startConnecting()
  store.setCaughtUp(10)
  vi.advanceTimersByTime(400)
  expect(refreshed).toEqual([upcoming])
  vi.advanceTimersByTime(1_000)
  expect(refreshed).toEqual([upcoming, '/api/packages'])
  store.setCaughtUp(11)
  vi.runAllTimers()
  expect(refreshed).toHaveLength(2)
})

it('a reconnection fetches again what was requested before it and failed after it', async () => {
  const { store, load, refreshed } = setUpLiveStore()
  const slow = Promise.withResolvers<ApiResponse<BookingView[]>>()
  const loading = load(upcoming, slow.promise)
  store.startConnecting()
  store.setCaughtUp(10)
  slow.reject(new TypeError('Failed to fetch'))
  await expect(loading).rejects.toThrow()
  vi.runAllTimers()
  expect(refreshed).toEqual([upcoming])
})

it('a reconnection that starts over fetches everything, and does not use a response that was requested before', async () => {
  const { store, load, refreshed } = setUpLiveStore()
  const slow = Promise.withResolvers<ApiResponse<BookingView[]>>()
  const loading = load(upcoming, slow.promise)
  store.startOver('another epoch')
  expect(refreshed).toEqual(['everything'])
  slow.resolve({ data: [createBooking({ position: 4000 })], position: 4000 })
  await loading
  vi.runAllTimers()
  expect(refreshed).toEqual(['everything', upcoming])
  expect(store.startConnecting()).toBe(0)
})

it('a response of the new epoch replaces newer rows, also without a connection', async () => {
  const { store, load, refreshed, statuses } = setUpLiveStore()
  await load(upcoming, { data: [createBooking({ position: 90 })], position: 90, epoch: 'old' })
  // a write that the restored log does not contain
  store.applyLocalWrite(bookingChange(createBooking({ status: 'confirmed', position: 105 })))
  expect(statuses(upcoming)).toEqual(['confirmed'])
  const restored = { data: [createBooking({ position: 90 })], position: 100, epoch: 'new' }
  await load(upcoming, restored)
  expect(refreshed).toEqual(['everything'])
  await load(upcoming, restored)
  expect(statuses(upcoming)).toEqual(['pending'])
  expect(store.epoch()).toBe('new')
})

it('messages with lower positions change the rows that were fetched again', async () => {
  const { store, load, statuses } = setUpLiveStore()
  await load(upcoming, { data: [createBooking({ position: 300 })], position: 300, epoch: 'old' })
  store.startConnecting()
  store.setCaughtUp(300, 'old')
  store.receive(bookingChange(createBooking({ status: 'confirmed', position: 301 })))
  store.startOver('new')
  await load(upcoming, { data: [createBooking({ position: 90 })], position: 100, epoch: 'new' })
  expect(statuses(upcoming)).toEqual(['pending'])
  store.receive(bookingChange(createBooking({ status: 'confirmed', position: 101 })))
  expect(statuses(upcoming)).toEqual(['confirmed'])
  expect(store.startConnecting()).toBe(100)
})

it('a connection that is caught up in another epoch starts over', async () => {
  const { store, load, refreshed } = setUpLiveStore()
  await load(upcoming, { data: [], position: 300, epoch: 'old' })
  expect([store.startConnecting(), store.epoch()]).toEqual([300, 'old'])
  store.setCaughtUp(400, 'new')
  expect(refreshed).toEqual(['everything'])
  expect(store.startConnecting()).toBe(0)
})

it('a late response of the old epoch is fetched again and does not bring the old epoch back', async () => {
  const { store, load, refreshed } = setUpLiveStore()
  const slow = Promise.withResolvers<ApiResponse<BookingView[]>>()
  const loading = load(upcoming, slow.promise)
  store.startOver('new')
  slow.resolve({ data: [createBooking({ position: 300 })], position: 300, epoch: 'old' })
  await loading
  vi.runAllTimers()
  expect(refreshed).toEqual(['everything', upcoming])
  expect(store.epoch()).toBe('new')
})
