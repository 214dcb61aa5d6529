import { act, render } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { unreadCount } from '@/features/account/notifications-calls'
import { bookingCounts } from '@/features/booking/bookings-calls'
import { clearCache, live } from '@/lib/cache/live-cache'
import { swrConfig } from '@/lib/cache/swr-config'
import { useResource } from '@/lib/cache/use-resource'
import { callLimitMs } from '@/lib/http/api-error'
import { SessionContext } from '@/lib/session/session-context'
import { mockFetch } from '@/testing/fetch'
import { createBooking, createLab } from '@/testing/fixtures'
import { createSession } from '@/testing/session'
import { announceIntervalMs, createStatusAnnouncer, LiveConnection } from './live-connection'
import { useShownPage } from './page'

const connect = vi.fn((store: typeof live) => {
  store.startConnecting()
  return () => {}
})
vi.mock('@/lib/live/connect', () => ({ connect: (store: typeof live) => connect(store) }))

const fetchMock = mockFetch()
const session = createSession({ id: 'u1', role: 'customer' })

beforeEach(() => {
  vi.useFakeTimers()
  connect.mockClear()
})
afterEach(clearCache)

function Shell() {
  useResource(unreadCount)
  return null
}

function Page() {
  useShownPage()
  useResource(bookingCounts)
  return null
}

/** Lets everything run that was begun, for less time than a call may take. */
const wait = () => act(() => vi.advanceTimersByTimeAsync(callLimitMs / 10))

/** Shows a page whose code and whose answers come when the test says so. */
function show() {
  const code = Promise.withResolvers<{ default: typeof Page }>()
  const LatePage = lazy(() => code.promise)
  const answers = new Map<string, (position: number) => void>()
  fetchMock.mockImplementation((url) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    answers.set(String(url), (position) =>
      resolve(Response.json({}, { headers: { 'log-position': String(position) } })),
    )
    return promise
  })
  render(
    <SWRConfig value={swrConfig}>
      <SessionContext value={session}>
        <Shell />
        <Suspense>
          <LatePage />
        </Suspense>
        <LiveConnection />
      </SessionContext>
    </SWRConfig>,
  )
  return { answers, load: () => code.resolve({ default: Page }) }
}

it('the live connection waits for the answers that the page has asked for, and none of them is asked for again', async () => {
  const { answers, load } = show()
  load()
  await wait()
  answers.get('/api/notifications/unread')?.(20)
  await wait()
  expect(connect).not.toHaveBeenCalled()
  answers.get('/api/bookings/counts')?.(10)
  await wait()
  expect(connect).toHaveBeenCalledOnce()
  live.setCaughtUp(30)
  await wait()
  expect(fetchMock).toHaveBeenCalledTimes(2)
})

it('the live connection waits for the code of the page, and an answer from before it came is not asked for again', async () => {
  const { answers, load } = show()
  await wait()
  answers.get('/api/notifications/unread')?.(20)
  await wait()
  expect(connect).not.toHaveBeenCalled()
  load()
  await wait()
  // preloaded: it was asked for before the other one
  answers.get('/api/bookings/counts')?.(10)
  await wait()
  live.setCaughtUp(30)
  await wait()
  expect(connect).toHaveBeenCalledOnce()
  expect(fetchMock).toHaveBeenCalledTimes(2)
})

let announced: string[]
let announcer: ReturnType<typeof createStatusAnnouncer>

beforeEach(() => {
  announced = []
  announcer = createStatusAnnouncer((sentence) => announced.push(sentence))
})
afterEach(() => {
  announcer.stop()
})

const addBooking = (id: string) =>
  announcer.onStatusChange({ before: undefined, after: createBooking({ id }) })
const confirmBooking = (id: string) =>
  announcer.onStatusChange({
    before: createBooking({ id }),
    after: createBooking({ id, status: 'confirmed' }),
  })

it('a status change is announced at once with the name of the test if there was none before', () => {
  confirmBooking('b1')
  expect(announced).toEqual(['Complete Blood Count is now: Confirmed'])
  vi.advanceTimersByTime(announceIntervalMs)
  addBooking('b2')
  expect(announced[1]).toBe('New booking: Complete Blood Count, Pending')
})

it('a status change of a visit that was moved is its new time', () => {
  announcer.onStatusChange({
    before: createBooking(),
    after: createBooking({ scheduledDate: '2026-11-24', scheduledTime: '10:00-12:00' }),
  })
  expect(announced).toEqual(['Complete Blood Count was moved to 24 Nov 2026, 10:00 am–12:00 pm'])
})

it('a status change is counted and announced once per interval if there are many', () => {
  for (let n = 0; n < 2_000; n += 1) {
    if (n % 4 === 0) addBooking(`new ${n}`)
    else confirmBooking(`b${n}`)
    vi.advanceTimersByTime(5)
  }
  vi.advanceTimersByTime(announceIntervalMs)
  // ten seconds: at once, after 4 and 8 seconds, and the rest
  expect(announced).toHaveLength(4)
  expect(announced[1]).toMatch(/^\d+ new bookings, \d+ bookings moved on$/)
  const counts = announced.slice(1).flatMap((sentence) => (sentence.match(/\d+/g) ?? []).map(Number))
  expect(counts.reduce((sum, n) => sum + n)).toBe(1_999)
})

it('a status change is counted once for a booking that changes several times', () => {
  confirmBooking('b1')
  addBooking('b2')
  announcer.onStatusChange({
    before: createBooking({ id: 'b2' }),
    after: createBooking({ id: 'b2', status: 'confirmed' }),
  })
  vi.advanceTimersByTime(announceIntervalMs)
  expect(announced[1]).toBe('New booking: Complete Blood Count, Confirmed')
})

it('a status change of a booking in the lab is not announced as a new booking, even if no list showed it', () => {
  announcer.onStatusChange({ before: undefined, after: createBooking({ status: 'lab-processing' }) })
  expect(announced).toEqual(['Complete Blood Count is now: Lab Processing'])
})

it('a status change of a lab is not announced, and none after the announcer has stopped', () => {
  announcer.onStatusChange({ before: undefined, after: createLab() })
  confirmBooking('b1')
  confirmBooking('b2')
  announcer.stop()
  vi.advanceTimersByTime(2 * announceIntervalMs)
  expect(announced).toHaveLength(1)
})
