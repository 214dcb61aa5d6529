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
import { createSession } from '@/testing/session'
import { LiveConnection } from './live-connection'
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
