import { act, cleanup, render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { afterEach, expect, it, vi } from 'vitest'
import { oneBooking } from '@/features/booking/bookings-calls'
import { mockFetch } from '@/testing/fetch'
import { createPackage } from '@/testing/fixtures'
import { clearCache, live } from './live-cache'
import { swrConfig } from './swr-config'
import { useList, useResource } from './use-resource'

const fetchMock = mockFetch()

afterEach(() => {
  cleanup()
  clearCache()
})

function Unread({ on401 }: { on401: 'throw' | 'empty' }) {
  const { data, error, loading } = useResource('/api/notifications/unread', { on401 })
  return <p>{loading ? 'loading' : error ? String(error) : `unread: ${data?.unread ?? 'none'}`}</p>
}

function show(on401: 'throw' | 'empty') {
  render(
    <SWRConfig value={{ ...swrConfig, provider: () => new Map(), onError: () => {} }}>
      <Unread on401={on401} />
    </SWRConfig>,
  )
}

it('a resource has a 401 as its error [S7.1]', async () => {
  fetchMock.mockResolvedValue(new Response('{"error":"Please log in."}', { status: 401 }))
  show('throw')
  expect(await screen.findByText('ApiError: 401: {"error":"Please log in."}')).toBeTruthy()
})

it('a resource is empty after a 401 in the mode that tolerates it [S7.1]', async () => {
  fetchMock.mockResolvedValue(new Response('{"error":"Please log in."}', { status: 401 }))
  show('empty')
  expect(await screen.findByText('unread: none')).toBeTruthy()
})

it('a resource has any other failure as its error in that mode, too, and is not retried [S7.2]', async () => {
  fetchMock.mockResolvedValue(new Response('', { status: 503, statusText: 'Sorry' }))
  show('empty')
  expect(await screen.findByText('ApiError: 503: Sorry')).toBeTruthy()
  expect(fetchMock).toHaveBeenCalledOnce()
})

it('a resource is never stale: focus, network and time do not fetch it again [S7.2]', async () => {
  fetchMock.mockImplementation(async () => new Response('{"unread":2}'))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show('throw')
  expect(await screen.findByText('unread: 2')).toBeTruthy()
  await vi.advanceTimersByTimeAsync(3_600_000)
  for (const event of ['blur', 'focus', 'offline', 'online']) window.dispatchEvent(new Event(event))
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(3_600_000)
  vi.useRealTimers()
  expect(fetchMock).toHaveBeenCalledOnce()
})

function Packages() {
  const { rows, loading } = useList('/api/packages')
  return <p>{loading ? 'loading' : `rows: ${rows.map(({ name }) => name).join(', ') || 'none'}`}</p>
}

it('a list that failed is shown empty, and has its rows once the connection is back [S8.9]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  fetchMock.mockImplementation(async () => new Response(JSON.stringify([createPackage({ name: 'CBC' })])))
  const onError = vi.fn()
  render(
    <SWRConfig value={{ ...swrConfig, onError }}>
      <Packages />
    </SWRConfig>,
  )
  expect(await screen.findByText('rows: none')).toBeTruthy()
  expect(onError).toHaveBeenCalledOnce()
  await act(async () => {
    live.startConnecting()
    live.setCaughtUp(12)
    await vi.advanceTimersByTimeAsync(1_500)
  })
  expect(await screen.findByText('rows: CBC')).toBeTruthy()
  await act(async () => {
    live.setCaughtUp(13)
    await vi.advanceTimersByTimeAsync(1_500)
  })
  expect(fetchMock).toHaveBeenCalledTimes(2)
})

const answerWithItself: typeof fetch = async (url) =>
  Response.json({ id: url }, { headers: { 'log-position': '1' } })

function Booking({ id }: { id: string }) {
  const { data } = useResource(oneBooking, { params: { id } })
  return <p>{data ? `opened ${id}` : 'loading'}</p>
}

it('the cache keeps the last fifty of the keys that no screen shows', async () => {
  const page = (id: string) => (
    <SWRConfig value={swrConfig}>
      <Booking id={id} />
    </SWRConfig>
  )
  fetchMock.mockImplementation(answerWithItself)
  const { rerender } = render(page('b0'))
  for (let n = 1; n <= 55; n += 1) {
    rerender(page(`b${n}`))
    await screen.findByText(`opened b${n}`)
  }
  const bookings = () =>
    [...SWRConfig.defaultValue.cache.keys()].filter((key) => /^\/api\/bookings\//.test(key))
  await expect.poll(bookings, { timeout: 120_000 }).toHaveLength(51)
  fetchMock.mockClear()
  rerender(page('b54'))
  expect(screen.getByText('opened b54')).toBeTruthy()
  rerender(page('b0'))
  await screen.findByText('opened b0')
  expect(fetchMock.mock.calls.map(([url]) => url)).toEqual(['/api/bookings/b0'])
})

it('a screen keeps the keys it shows, however long ago they were shown last', async () => {
  const page = (...ids: string[]) => (
    <SWRConfig value={swrConfig}>
      {ids.map((id) => (
        <Booking key={id} id={id} />
      ))}
    </SWRConfig>
  )
  fetchMock.mockImplementation(answerWithItself)
  const { rerender } = render(page('a'))
  await screen.findByText('opened a')
  for (let n = 1; n <= 49; n += 1) {
    rerender(page(`c${n}`))
    await screen.findByText(`opened c${n}`)
  }
  const last = ['d1', 'd2', 'd3']
  rerender(page(...last))
  for (const id of last) await screen.findByText(`opened ${id}`)
  rerender(page('a'))
  await vi.waitFor(() => expect(SWRConfig.defaultValue.cache.get('/api/bookings/c1')).toBeUndefined(), {
    timeout: 120_000,
  })
  rerender(page('a'))
  expect(screen.getByText('opened a')).toBeTruthy()
})
